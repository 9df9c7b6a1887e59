/**
 * The seed of a draw, from parts that no single party holds at once.
 *
 * Seed = HMAC-SHA-256(key: operator secret ‖ second secret, message: root of the sealed tickets ‖ beacon value or nothing).
 * Nobody knows it while tickets are sold, because the other secret is hidden; adding tickets changes it beyond control; and
 * walking away does not help, because the fallback below is named beforehand.
 *
 * Fallback, when a secret is not opened in time: seed = SHA-256(root ‖ value named in the announcement).
 * Redraw, when the generator repeated itself: seed = SHA-256(root ‖ hash of the receipted statement ‖ value of the round it names).
 */
import { concat } from '../randomness/bytes.ts';
import type { HmacSha256, Sha256 } from '../randomness/hash-ports.ts';
import { secretBytes } from './draw-secret.ts';

export type DrawSecrets = { readonly operator: Uint8Array; readonly second: Uint8Array | null };

/** 32 bytes. `beacon` is the beacon round's value, or null when the announcement names none. */
export function drawSeed(hmacSha256: HmacSha256, secrets: DrawSecrets, root: Uint8Array, beacon: Uint8Array | null): Uint8Array {
  const second = secrets.second ?? new Uint8Array(0);
  if (secrets.operator.length !== secretBytes || (secrets.second !== null && second.length !== secretBytes))
    throw new RangeError('a secret has 32 bytes');
  return hmacSha256(concat(secrets.operator, second), beacon === null ? root : concat(root, beacon));
}

/** 32 bytes. `value` is the later beacon or witness value that the announcement names for this case. */
export const fallbackSeed = (sha256: Sha256, root: Uint8Array, value: Uint8Array): Uint8Array => sha256(concat(root, value));

/** 32 bytes. Both secrets are open by then, so nothing but the round that the receipted statement names may decide. */
export const redrawSeed = (sha256: Sha256, root: Uint8Array, statementHash: Uint8Array, value: Uint8Array): Uint8Array =>
  sha256(concat(root, statementHash, value));

/**
 * Whether anyone outside can trust the draw: a second holder's secret or a public beacon takes part in it.
 * With neither, every bundle and page says "not publicly verifiable".
 */
export const isPubliclyVerifiable = (sources: { readonly secondHolder: boolean; readonly beacon: boolean }): boolean =>
  sources.secondHolder || sources.beacon;
