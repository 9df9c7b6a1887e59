/** Signed statements (docs/verify.md, section 2). */
import { hex, join, text, unhex } from './byte-strings.ts';
import { canonicalBytes } from './canonical-text.ts';
import type { VerifierPorts } from './ports.ts';
import type { AnySigned } from './record-shape.ts';

export type Purpose =
  | 'announcement'
  | 'postponement'
  | 'redraw'
  | 'seal'
  | 'countersignature'
  | 'receipt'
  | 'generator-call'
  | 'witness'
  | 'draw-record'
  | 'pool-record';

const message = (purpose: Purpose, body: unknown): Uint8Array => join(text(`valira/${purpose}/1\n`), canonicalBytes(body));

export const statementHash = (ports: VerifierPorts, purpose: Purpose, body: unknown): string => hex(ports.sha256(message(purpose, body)));

/** Whether key id, key and signature belong to each other and to the body. */
export function isSigned(ports: VerifierPorts, purpose: Purpose, statement: AnySigned): boolean {
  const publicKey = unhex(statement.publicKey);
  if (statement.keyId !== `key_${hex(ports.sha256(publicKey).subarray(0, 16))}`) return false;
  return ports.verifyEd25519(publicKey, message(purpose, statement.body), unhex(statement.signature));
}
