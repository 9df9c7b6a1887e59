import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyIdOf } from '@valira/games/verifiable';
import { afterEach, describe, expect, it } from 'vitest';
import { sha256 } from '../hash.ts';
import { openFileKeyring } from './file-keyring.ts';

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
const message = Buffer.from('seal');

describe('the keyring in a folder', () => {
  it('keeps its keys over a restart, readable by its owner alone', () => {
    const folder = newFolder();
    const before = openFileKeyring(folder);
    const after = openFileKeyring(folder);
    expect(after.mac('ticket-serial', message)).toEqual(before.mac('ticket-serial', message));
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });

  it('uses another key for each purpose', () => {
    const keys = openFileKeyring(newFolder());
    expect(keys.mac('ticket-serial', message)).not.toEqual(keys.mac('ticket-salt', message));
  });

  it('verifies signatures of a rotated key under its id', () => {
    const folder = newFolder();
    const signer = openFileKeyring(folder).signer('seal');
    const keyId = keyIdOf(sha256, signer.publicKey);
    const signature = signer.sign(message);
    const other = newFolder();
    openFileKeyring(other);
    renameSync(join(other, 'seal.1.json'), join(folder, 'seal.2.json'));
    const rotated = openFileKeyring(folder);
    expect(rotated.signer('seal').publicKey).not.toEqual(signer.publicKey);
    const raw = rotated.publicKey(keyId);
    if (!raw) throw new Error('the rotated key is gone');
    const spki = createPublicKey({
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]),
      format: 'der',
      type: 'spki',
    });
    expect(verify(null, message, spki, signature)).toBe(true);
  });

  it('opens a box in its own context only', () => {
    const keys = openFileKeyring(newFolder());
    const { keyId, box } = keys.encrypt('draw-secret', message, Buffer.from('draw 1'));
    expect(Buffer.from(keys.decrypt(keyId, box, Buffer.from('draw 1')))).toEqual(message);
    expect(() => keys.decrypt(keyId, box, Buffer.from('draw 2'))).toThrow();
  });
});
