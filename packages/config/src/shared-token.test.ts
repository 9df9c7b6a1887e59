import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openSharedToken } from './shared-token.ts';

const folders: string[] = [];
const newPath = () => {
  const folder = mkdtempSync(join(tmpdir(), 'token-'));
  folders.push(folder);
  return join(folder, 'keys', 'control.token');
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe('a shared token', () => {
  it('is made by whoever comes first, is the same for all, and is for the owner alone', () => {
    const path = newPath();
    const token = openSharedToken(path);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(openSharedToken(path)).toBe(token);
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(readdirSync(join(path, '..'))).toEqual(['control.token']);
    expect(openSharedToken(newPath())).not.toBe(token);
  });

  it('that was cut or edited is refused, not used', () => {
    const path = newPath();
    openSharedToken(path);
    writeFileSync(path, 'short');
    expect(() => openSharedToken(path)).toThrow('64 hexadecimal digits');
  });
});
