import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { Ed25519Signer, Ed25519Verify } from '../signed-statement.ts';

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
