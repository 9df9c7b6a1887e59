/**
 * The keyring in a folder: one file a key, `<purpose>.<number>.json`, mode 0600, created on first use and never in the repository.
 * The highest number is current; lower ones are rotated and only read.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyIdOf } from '@valira/games/verifiable';
import { z } from 'zod';
import { sha256 } from '../hash.ts';
import { KEY_PURPOSES, type KeyPurpose, type Keyring } from './keyring.ts';

const keyFileSchema = z.strictObject({
  keyId: z.string(),
  purpose: z.enum(Object.keys(KEY_PURPOSES) as [KeyPurpose, ...KeyPurpose[]]),
  createdAt: z.iso.datetime(),
  secret: z.base64(),
});

type Key = { keyId: string; purpose: KeyPurpose; createdAt: Date; secret: Buffer; signing: KeyObject | null; publicKey: Uint8Array | null };

/** The raw key at the end of an Ed25519 public key's SubjectPublicKeyInfo. */
const rawPublicKey = (key: KeyObject): Uint8Array => createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);

function newSecret(purpose: KeyPurpose): Buffer {
  if (KEY_PURPOSES[purpose] !== 'signing') return randomBytes(32);
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' });
}

/** Creates the first key of a purpose. Several processes may start at once: the link fails for all but one, and all read that one. */
function createFirst(folder: string, purpose: KeyPurpose): void {
  const name = `${purpose}.1.json`;
  const draft = join(folder, `.${name}.${process.pid}`);
  const body = { keyId: `${purpose}.1-${randomBytes(4).toString('hex')}`, purpose, createdAt: new Date().toISOString() };
  writeFileSync(draft, JSON.stringify({ ...body, secret: newSecret(purpose).toString('base64') }), { mode: 0o600 });
  try {
    linkSync(draft, join(folder, name));
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'EEXIST')) throw fault;
  } finally {
    unlinkSync(draft);
  }
}

function readKey(path: string): Key {
  const file = keyFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const secret = Buffer.from(file.secret, 'base64');
  const signing = KEY_PURPOSES[file.purpose] === 'signing' ? createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' }) : null;
  const publicKey = signing && rawPublicKey(signing);
  const keyId = publicKey ? keyIdOf(sha256, publicKey) : file.keyId;
  return { keyId, purpose: file.purpose, createdAt: new Date(file.createdAt), secret, signing, publicKey };
}

/** Opens the folder, creating it and the keys that are missing. */
export function openFileKeyring(folder: string): Keyring {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const purposes = Object.keys(KEY_PURPOSES) as KeyPurpose[];
  const present = readdirSync(folder);
  for (const purpose of purposes) if (!present.some((name) => name.startsWith(`${purpose}.`))) createFirst(folder, purpose);

  const byId = new Map<string, Key>();
  const current = new Map<KeyPurpose, Key>();
  const number = (name: string) => Number(name.split('.')[1]);
  const names = readdirSync(folder)
    .filter((name) => /^[a-z-]+\.\d+\.json$/.test(name))
    .sort((a, b) => number(a) - number(b));
  for (const name of names) {
    const key = readKey(join(folder, name));
    byId.set(key.keyId, key);
    current.set(key.purpose, key);
  }
  const keyOf = (purpose: KeyPurpose): Key => {
    const key = current.get(purpose);
    if (!key) throw new Error(`no key for ${purpose}`);
    return key;
  };
  const keyById = (keyId: string): Key => {
    const key = byId.get(keyId);
    if (!key) throw new Error(`unknown key ${keyId}`);
    return key;
  };

  return {
    mac: (purpose, data) => createHmac('sha256', keyOf(purpose).secret).update(data).digest(),
    signer(purpose) {
      const { signing, publicKey } = keyOf(purpose);
      if (!signing || !publicKey) throw new Error(`${purpose} does not sign`);
      return { publicKey, sign: (message) => sign(null, message, signing) };
    },
    publicKey: (keyId) => byId.get(keyId)?.publicKey ?? null,
    encrypt(purpose, plain, context) {
      const key = keyOf(purpose);
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key.secret, nonce).setAAD(context);
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return { keyId: key.keyId, box: Buffer.concat([nonce, cipher.getAuthTag(), body]) };
    },
    decrypt(keyId, box, context) {
      const decipher = createDecipheriv('aes-256-gcm', keyById(keyId).secret, box.subarray(0, 12))
        .setAAD(context)
        .setAuthTag(box.subarray(12, 28));
      return Buffer.concat([decipher.update(box.subarray(28)), decipher.final()]);
    },
    describe: () =>
      [...byId.values()].map(({ keyId, purpose, publicKey, createdAt }) => ({
        keyId,
        purpose,
        algorithm: { signing: 'Ed25519', secret: 'HMAC-SHA-256', encryption: 'AES-256-GCM' }[KEY_PURPOSES[purpose]],
        publicKey,
        createdAt,
      })),
  };
}
