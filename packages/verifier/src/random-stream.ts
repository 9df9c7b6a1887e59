/** From seed to bytes (docs/verify.md, section 7): HMAC-SHA-256, HMAC_DRBG, and whole numbers by rejection. */
import { join } from './byte-strings.ts';
import type { VerifierPorts } from './ports.ts';

type Sha256 = VerifierPorts['sha256'];

const blockSize = 64;

export function hmacSha256(sha256: Sha256, key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(blockSize);
  padded.set(key.length > blockSize ? sha256(key) : key);
  const inner = sha256(
    join(
      padded.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    join(
      padded.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

export type RandomStream = {
  /** A whole number below n, for 1 ≤ n ≤ 2^48. */
  readonly below: (n: number) => number;
  /** All 32-byte blocks requested so far. */
  readonly requested: () => Uint8Array;
};

/** A whole number below n (1 ≤ n ≤ 2^48), each equally likely when the bytes are. */
export function wholeBelow(n: number, nextByte: () => number): number {
  let width = 0;
  while (256 ** width < n) width += 1;
  const span = 256 ** width;
  for (;;) {
    let value = 0;
    for (let i = 0; i < width; i += 1) value = value * 256 + nextByte();
    if (value < span - (span % n)) return value % n;
  }
}

/** Successive 32-byte requests of an HMAC_DRBG with SHA-256 that is never reseeded. */
export function randomStream(sha256: Sha256, entropy: Uint8Array, nonce: Uint8Array, personalization: Uint8Array): RandomStream {
  let k: Uint8Array = new Uint8Array(32);
  let v: Uint8Array = new Uint8Array(32).fill(1);
  const absorb = (round: number, provided: Uint8Array) => {
    k = hmacSha256(sha256, k, join(v, Uint8Array.of(round), provided));
    v = hmacSha256(sha256, k, v);
  };
  const material = join(entropy, nonce, personalization);
  absorb(0, material);
  absorb(1, material);

  const blocks: Uint8Array[] = [];
  let unread: number[] = [];
  const nextByte = (): number => {
    if (unread.length === 0) {
      v = hmacSha256(sha256, k, v);
      blocks.push(v);
      unread = [...v].reverse();
      absorb(0, new Uint8Array(0));
    }
    return unread.pop() ?? 0;
  };

  return {
    below: (n) => wholeBelow(n, nextByte),
    requested: () => join(...blocks),
  };
}
