/**
 * This system's own two keys, each in a file of its own folder, mode 0600, created on first start: `control` countersigns
 * seals and signs reconciliations, `receipt-log` signs the inspector's log. No other process reads the folder.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyIdOf, type Signer } from '../statements/signed-statement.ts';

export type ControlKeys = { readonly control: Signer; readonly receiptLog: Signer };

const isExisting = (fault: unknown): boolean => fault instanceof Error && 'code' in fault && fault.code === 'EEXIST';

/** Two first starts at once: one link succeeds and both read that file. */
function createKey(folder: string, name: string): void {
  const draft = join(folder, `.${name}.${randomBytes(6).toString('hex')}`);
  writeFileSync(draft, generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  try {
    linkSync(draft, join(folder, name));
  } catch (fault) {
    if (!isExisting(fault)) throw fault;
  } finally {
    unlinkSync(draft);
  }
}

function readSigner(folder: string, name: string): Signer {
  if (!existsSync(join(folder, name))) createKey(folder, name);
  const key = createPrivateKey(readFileSync(join(folder, name), 'utf8'));
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return { keyId: keyIdOf(publicKey), publicKey, sign: (message) => sign(null, message, key) };
}

/** Opens the folder; makes it and the keys that are missing. */
export function openControlKeys(folder: string): ControlKeys {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { control: readSigner(folder, 'control.pem'), receiptLog: readSigner(folder, 'receipt-log.pem') };
}
