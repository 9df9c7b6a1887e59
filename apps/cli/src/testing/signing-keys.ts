/** Ed25519 keys from names, the same in every run, and the hash ports of the engine over node:crypto. */
import { createHash, createHmac, createPrivateKey, createPublicKey, hash, sign } from 'node:crypto';
import { drbgByteSource, type HmacSha256, hmacDrbg, type Sha256 } from '@valira/games/randomness';
import type { Ed25519Signer } from '@valira/games/verifiable';

export const sha256: Sha256 = (data) => Buffer.from(hash('sha256', data, 'latin1'), 'latin1');
export const hmacSha256: HmacSha256 = (key, data) => createHmac('sha256', key).update(data).digest();

const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const spkiLength = 12;

export function signerNamed(name: string): Ed25519Signer {
  const seed = createHash('sha256').update(name).digest();
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(spkiLength);
  return { publicKey, sign: (message) => sign(null, message, key) };
}

/** A byte source that is the same in every run. */
export const seededBytes = (seed: string) =>
  drbgByteSource(hmacDrbg(hmacSha256, { entropy: createHash('sha256').update(seed).digest(), nonce: Buffer.from('bundle') }));
