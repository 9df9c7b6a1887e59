/** A secret that two processes share through a file: whichever starts first makes it. */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** 32 random bytes in hexadecimal, kept at `path` with mode 0600. Two starts at once read the same: only one link to the name succeeds. */
export function openSharedToken(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'EEXIST')) throw fault;
  } finally {
    unlinkSync(draft);
  }
  const token = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(token)) throw new Error(`${path} does not hold a token: 64 hexadecimal digits`);
  return token;
}
