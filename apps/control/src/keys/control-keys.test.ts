import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isSignature } from '../statements/signed-statement.ts';
import { openControlKeys } from './control-keys.ts';

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'control-keys-'));
  folders.push(folder);
  return join(folder, 'keys');
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe("the control system's own keys", () => {
  it('are made on first start, stay over a restart and are readable by their owner alone', () => {
    const folder = newFolder();
    const [first, again] = [openControlKeys(folder), openControlKeys(folder)];
    expect(again.control.keyId).toBe(first.control.keyId);
    expect(again.receiptLog.keyId).toBe(first.receiptLog.keyId);
    expect(readdirSync(folder).sort()).toEqual(['control.pem', 'receipt-log.pem']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });

  it('are two: what one signs is not signed by the other', () => {
    const { control, receiptLog } = openControlKeys(newFolder());
    const message = Buffer.from('seal');
    expect(isSignature(control.publicKey, message, control.sign(message))).toBe(true);
    expect(isSignature(receiptLog.publicKey, message, control.sign(message))).toBe(false);
  });
});
