/**
 * The draw itself: seed → HMAC_DRBG → mapping → numbers, with the fingerprints that incident R12 is checked on.
 *
 * The generator is instantiated with entropy = seed, nonce = draw id in UTF-8, personalization = "valira-mapping-1", and
 * asked for 32 bytes at a time. No clock takes part: another date gives the same numbers (incident R18).
 *
 * A draw is compared with earlier ones by the hash of its raw output and of the state the generator started from, never by
 * its numbers: equal numbers from different bytes are a lawful result (incident R12).
 */
import { concat, utf8 } from '../randomness/bytes.ts';
import type { HmacSha256, Sha256 } from '../randomness/hash-ports.ts';
import { drbgByteSource, hmacDrbg } from '../randomness/hmac-drbg.ts';
import { type DrawMapping, type DrawnPanel, mapDraw } from './draw-mapping.ts';

export type DrawOutput = {
  readonly panels: readonly DrawnPanel[];
  /** SHA-256 of all 32-byte blocks the generator gave, in order. */
  readonly rawOutputHash: Uint8Array;
  /** SHA-256 of K ‖ V right after instantiation. */
  readonly stateHash: Uint8Array;
};

export type DrawHashes = { readonly sha256: Sha256; readonly hmacSha256: HmacSha256 };

export function drawNumbers(hashes: DrawHashes, seed: Uint8Array, drawId: string, mapping: DrawMapping): DrawOutput {
  const drbg = hmacDrbg(hashes.hmacSha256, { entropy: seed, nonce: utf8(drawId), personalization: utf8(mapping.version) });
  const stateHash = hashes.sha256(drbg.state());
  const blocks: Uint8Array[] = [];
  const panels = mapDraw(
    mapping,
    drbgByteSource(drbg, (block) => blocks.push(block)),
  );
  return { panels, rawOutputHash: hashes.sha256(concat(...blocks)), stateHash };
}
