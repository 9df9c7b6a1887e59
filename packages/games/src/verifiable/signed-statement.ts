/**
 * A signed statement: a JSON body under an Ed25519 signature (RFC 8032), readable by people and exact to machines.
 *
 * Message = "valira/" ‖ purpose ‖ "/1" ‖ line feed ‖ canonical JSON of the body. The purpose is signed with the body, so a
 * seal's signature cannot be passed off as a countersignature. Key id = "key_" and the first 16 bytes of SHA-256 of the
 * public key in hexadecimal: a swapped key changes its name.
 */
import { concat, fromHex, toHex, utf8 } from '../randomness/bytes.ts';
import type { Sha256 } from '../randomness/hash-ports.ts';
import { canonicalBytes } from './canonical-json.ts';

export type StatementPurpose =
  | 'announcement'
  | 'postponement'
  | 'redraw'
  | 'seal'
  | 'countersignature'
  | 'receipt'
  | 'generator-call'
  | 'witness'
  | 'draw-record'
  | 'pool-record'
  | 'void-record'
  | 'intake-link'
  | 'day-head'
  | 'instant-root';

/** A private key that signs behind its port (file, KMS, HSM): 64 bytes. */
export type Ed25519Signer = { readonly publicKey: Uint8Array; readonly sign: (message: Uint8Array) => Uint8Array };

/** Whether `signature` (64 bytes) is that of `message` under `publicKey` (32 bytes). Answers false to malformed input. */
export type Ed25519Verify = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

export type Signed<Body> = {
  readonly body: Body;
  readonly keyId: string;
  /** Hexadecimal, 32 bytes. */
  readonly publicKey: string;
  /** Hexadecimal, 64 bytes. */
  readonly signature: string;
};

export const keyIdOf = (sha256: Sha256, publicKey: Uint8Array): string => `key_${toHex(sha256(publicKey).subarray(0, 16))}`;

export const statementMessage = (purpose: StatementPurpose, body: unknown): Uint8Array =>
  concat(utf8(`valira/${purpose}/1\n`), canonicalBytes(body));

/** SHA-256 of the signed message: what receipts and countersignatures refer to. Hexadecimal. */
export const statementHash = (sha256: Sha256, purpose: StatementPurpose, body: unknown): string =>
  toHex(sha256(statementMessage(purpose, body)));

export function signStatement<Body>(sha256: Sha256, signer: Ed25519Signer, purpose: StatementPurpose, body: Body): Signed<Body> {
  return {
    body,
    keyId: keyIdOf(sha256, signer.publicKey),
    publicKey: toHex(signer.publicKey),
    signature: toHex(signer.sign(statementMessage(purpose, body))),
  };
}

/** Whether key id, key and signature belong together and to this body. Whether the key is *trusted* is the caller's question. */
export function verifyStatement(sha256: Sha256, verify: Ed25519Verify, purpose: StatementPurpose, statement: Signed<unknown>): boolean {
  const publicKey = fromHex(statement.publicKey);
  const signature = fromHex(statement.signature);
  if (publicKey?.length !== 32 || signature?.length !== 64 || statement.keyId !== keyIdOf(sha256, publicKey)) return false;
  let message: Uint8Array;
  try {
    message = statementMessage(purpose, statement.body);
  } catch {
    // A body without a canonical form was never signed.
    return false;
  }
  return verify(publicKey, message, signature);
}
