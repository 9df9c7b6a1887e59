import { createHash, createHmac, createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto';
import type { HmacSha256, Sha256 } from '../../randomness/hash-ports.ts';
import type { Ed25519Signer, Ed25519Verify } from '../signed-statement.ts';

/** The ports over node:crypto, in their fastest synchronous form. */
export const sha256: Sha256 = (data) => Buffer.from(hash('sha256', data, 'latin1'), 'latin1');

export const hmacSha256: HmacSha256 = (key, data) => createHmac('sha256', key).update(data).digest();

export const hmacSha512: HmacSha256 = (key, data) => createHmac('sha512', key).update(data).digest();

export const md5 = (data: Uint8Array): Uint8Array => createHash('md5').update(data).digest();

const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const spki = Buffer.from('302a300506032b6570032100', 'hex');

/** A key pair from a name: the same in every run. */
export function signerNamed(name: string): Ed25519Signer {
  const seed = createHash('sha256').update(name).digest();
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(spki.length);
  return { publicKey, sign: (message) => sign(null, message, key) };
}

export const verifyEd25519: Ed25519Verify = (publicKey, message, signature) =>
  publicKey.length === 32 &&
  verify(null, message, createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' }), signature);
