/**
 * HMAC_DRBG, the deterministic random bit generator of NIST SP 800-90A revision 1, section 10.1.2.
 *
 * The same entropy, nonce and personalization give the same bytes for ever: no clock, no counter from outside. That is
 * what lets anyone recompute a draw, and why moving a date cannot move a number (incident R18).
 *
 * Output depends on how it is asked for: two calls of 32 bytes are not one call of 64, because the state moves after
 * each call. `drbgByteSource` fixes the call size at 32 bytes, as docs/verify.md lays down.
 */
import { concat } from './bytes.ts';
import type { ByteSource } from './hash-ports.ts';

/** HMAC over SHA-256 or SHA-512, whose output length in bytes is 32 or 64. */
export type DrbgHmac = (key: Uint8Array, data: Uint8Array) => Uint8Array;

export type DrbgSeed = { readonly entropy: Uint8Array; readonly nonce: Uint8Array; readonly personalization?: Uint8Array };

export type HmacDrbg = {
  /** The next `count` bytes, at most 65,536 a call. Throws past that, and past 2^48 calls without a reseed. */
  generate(count: number, additional?: Uint8Array): Uint8Array;
  reseed(entropy: Uint8Array, additional?: Uint8Array): void;
  /** K ‖ V now. Whoever holds it knows all later output: it is for the fingerprint of a certified run, never for a log. */
  state(): Uint8Array;
};

const longestRequest = 65_536;
const reseedInterval = 2 ** 48;
const none = new Uint8Array(0);

export function hmacDrbg(hmac: DrbgHmac, seed: DrbgSeed): HmacDrbg {
  const width = hmac(none, none).length;
  let key: Uint8Array = new Uint8Array(width);
  let value: Uint8Array = new Uint8Array(width).fill(1);
  let requests = 1;

  const update = (provided: Uint8Array): void => {
    key = hmac(key, concat(value, Uint8Array.of(0), provided));
    value = hmac(key, value);
    if (provided.length === 0) return;
    key = hmac(key, concat(value, Uint8Array.of(1), provided));
    value = hmac(key, value);
  };

  update(concat(seed.entropy, seed.nonce, seed.personalization ?? none));

  return {
    generate(count, additional = none) {
      if (!Number.isInteger(count) || count < 0 || count > longestRequest) throw new RangeError(`a request is 0 to 65,536 bytes: ${count}`);
      if (requests > reseedInterval) throw new RangeError('the generator must be reseeded first');
      if (additional.length > 0) update(additional);
      const output = new Uint8Array(count);
      for (let at = 0; at < count; at += width) {
        value = hmac(key, value);
        output.set(value.subarray(0, Math.min(width, count - at)), at);
      }
      update(additional);
      requests += 1;
      return output;
    },
    reseed(entropy, additional = none) {
      update(concat(entropy, additional));
      requests = 1;
    },
    state: () => concat(key, value),
  };
}

/** Bytes one after the other from successive 32-byte requests; `onBlock` sees every request's output, in order. */
export function drbgByteSource(drbg: HmacDrbg, onBlock: (block: Uint8Array) => void = () => {}): ByteSource {
  let block: Uint8Array = none;
  let used = 0;
  return (count) => {
    const taken = new Uint8Array(count);
    for (let i = 0; i < count; i += 1) {
      if (used === block.length) {
        block = drbg.generate(32);
        onBlock(block);
        used = 0;
      }
      taken[i] = block[used] ?? 0;
      used += 1;
    }
    return taken;
  };
}
