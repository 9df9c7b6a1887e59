/**
 * Signed statements (docs/verify.md, section 2), written and read with this system's own code: it shares none with the engine
 * that it controls.
 */
import { createPublicKey, verify } from 'node:crypto';
import { canonicalText } from './canonical-text.ts';
import { hex, sha256, unhex } from './digest.ts';

export type Purpose = 'seal' | 'countersignature' | 'receipt' | 'intake-link' | 'reconciliation';

export type Signed<Body> = { readonly body: Body; readonly keyId: string; readonly publicKey: string; readonly signature: string };

/** Signs behind its own key: 64 bytes of Ed25519. */
export type Signer = { readonly keyId: string; readonly publicKey: Uint8Array; readonly sign: (message: Uint8Array) => Uint8Array };

export const keyIdOf = (publicKey: Uint8Array): string => `key_${hex(sha256(publicKey)).slice(0, 32)}`;

export const messageOf = (purpose: Purpose, body: unknown): Buffer => Buffer.from(`valira/${purpose}/1\n${canonicalText(body)}`, 'utf8');

/** Hash of the signed message: 32 bytes. */
export const statementHash = (purpose: Purpose, body: unknown): Buffer => sha256(messageOf(purpose, body));

export const sign = <Body>(signer: Signer, purpose: Purpose, body: Body): Signed<Body> => ({
  body,
  keyId: signer.keyId,
  publicKey: hex(signer.publicKey),
  signature: hex(signer.sign(messageOf(purpose, body))),
});

const spkiPrefix = unhex('302a300506032b6570032100');

/** Whether these 64 bytes are the key's signature of the message. False for keys and signatures that are none. */
export function isSignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  const key = createPublicKey({ key: Buffer.concat([spkiPrefix, publicKey]), format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
}

/** Whether key id, key, signature and body belong together. Whether the key is believed is another question. */
export function isSigned(purpose: Purpose, statement: Signed<unknown>): boolean {
  const publicKey = unhex(statement.publicKey);
  return statement.keyId === keyIdOf(publicKey) && isSignature(publicKey, messageOf(purpose, statement.body), unhex(statement.signature));
}
