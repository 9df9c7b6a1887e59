/** Ed25519 verification over raw keys, as the pure packages ask for it. */
import { createPublicKey, verify } from 'node:crypto';
import type { Ed25519Verify } from '@valira/games/verifiable';

/** SubjectPublicKeyInfo of an Ed25519 key up to the key itself (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

export const verifyEd25519: Ed25519Verify = (publicKey, message, signature) => {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  const key = createPublicKey({ key: Buffer.concat([spkiPrefix, publicKey]), format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
};
