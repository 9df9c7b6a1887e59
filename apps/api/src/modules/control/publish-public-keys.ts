/** The platform's public keys in a file that the control system reads: `<KEYS_DIR>/public-keys.json`. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hex } from '../../platform/hash.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';

/** Writes all public keys, rotated ones included, in one step: a reader finds the old file or the new one. */
export function publishPublicKeys(keys: Pick<Keyring, 'describe'>, keysDir: string): void {
  const published = keys
    .describe()
    .flatMap(({ keyId, purpose, publicKey }) => (publicKey ? [{ keyId, purpose, publicKey: hex(publicKey) }] : []));
  mkdirSync(keysDir, { recursive: true, mode: 0o700 });
  const draft = join(keysDir, `.public-keys.${randomBytes(6).toString('hex')}`);
  writeFileSync(draft, `${JSON.stringify({ keys: published }, null, 2)}\n`, { mode: 0o644 });
  renameSync(draft, join(keysDir, 'public-keys.json'));
}
