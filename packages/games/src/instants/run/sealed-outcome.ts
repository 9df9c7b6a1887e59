/**
 * What a ticket wins and shows, encrypted ticket by ticket: AES-256-CCM (NIST SP 800-38C) under the run's outcome key.
 *
 * Outcome = tier (2 bytes, 0 for none, else its place in the papers counted from 1) ‖ face. Sealed = ciphertext ‖ tag of 16 bytes.
 * Nonce = 0 (4 bytes) ‖ ticket index (8), no associated data.
 *
 * The nonce is never used for two outcomes: the key is bound to papers, run number and both secrets, and under those the outcome of an
 * index is one and the same however often it is generated. All outcomes of a run have one length, so that a ciphertext tells nothing.
 *
 * CCM is built from the block function alone, so that a stretch of tickets is sealed in a few calls; any library's CCM opens it.
 */
import type { EncryptBlocks } from './cipher-port.ts';

export const sealTagBytes = 16;
const mostOutcomeBytes = 65_000;

const padded = (length: number): number => Math.ceil(length / 16) * 16;

/** Flags, nonce and length or counter of block `i`; a first authentication block has flags 58: a tag of 16 bytes, lengths of three. */
function writeBlock(view: DataView, at: number, flags: number, index: number, last: number): void {
  view.setUint32(at, flags << 24);
  view.setUint8(at + 4, 0);
  // Nonce bytes 4 to 11 lie at 5 to 12 of the block.
  view.setUint32(at + 5, 0);
  view.setUint32(at + 9, index);
  view.setUint8(at + 13, last >>> 16);
  view.setUint16(at + 14, last & 65_535);
}

function xorInto(target: Uint8Array, source: Uint8Array, count: number): void {
  for (let i = 0; i < count; i += 1) target[i] = (target[i] ?? 0) ^ (source[i] ?? 0);
}

/** CBC-MAC of the outcomes of consecutive tickets, all of `length` bytes: 16 bytes each. */
function macs(encrypt: EncryptBlocks, key: Uint8Array, first: number, outcomes: Uint8Array, length: number): Uint8Array {
  const count = outcomes.length / length;
  const head = new Uint8Array(16 * count);
  const view = new DataView(head.buffer);
  for (let i = 0; i < count; i += 1) writeBlock(view, 16 * i, 58, first + i, length);
  let state = encrypt(key, head);
  for (let from = 0; from < length; from += 16) {
    const width = Math.min(16, length - from);
    for (let i = 0, at = from; i < count; i += 1, at += length) {
      for (let j = 0; j < width; j += 1) state[16 * i + j] = (state[16 * i + j] ?? 0) ^ (outcomes[at + j] ?? 0);
    }
    state = encrypt(key, state);
  }
  return state;
}

/** Key stream of consecutive tickets: for each a block for the tag, then as many as the outcome needs. */
function keyStream(encrypt: EncryptBlocks, key: Uint8Array, first: number, count: number, length: number): Uint8Array {
  const blocks = 1 + padded(length) / 16;
  const counters = new Uint8Array(16 * blocks * count);
  const view = new DataView(counters.buffer);
  for (let i = 0, at = 0; i < count; i += 1) {
    for (let j = 0; j < blocks; j += 1, at += 16) writeBlock(view, at, 2, first + i, j);
  }
  return encrypt(key, counters);
}

/** Sealed outcomes of consecutive tickets from `first` on, `length` + 16 bytes each. `outcomes` holds `length` bytes a ticket. */
export function sealOutcomes(encrypt: EncryptBlocks, key: Uint8Array, first: number, outcomes: Uint8Array, length: number): Uint8Array {
  if (length < 2 || length > mostOutcomeBytes || outcomes.length % length !== 0) throw new RangeError(`no outcomes of ${length} bytes`);
  const count = outcomes.length / length;
  const tags = macs(encrypt, key, first, outcomes, length);
  const stream = keyStream(encrypt, key, first, count, length);
  const streamStep = 16 + padded(length);
  const sealed = new Uint8Array(count * (length + sealTagBytes));
  for (let i = 0, to = 0; i < count; i += 1) {
    const from = i * streamStep;
    for (let j = 0; j < length; j += 1, to += 1) sealed[to] = (outcomes[i * length + j] ?? 0) ^ (stream[from + 16 + j] ?? 0);
    for (let j = 0; j < sealTagBytes; j += 1, to += 1) sealed[to] = (tags[16 * i + j] ?? 0) ^ (stream[from + j] ?? 0);
  }
  return sealed;
}

export const sealOutcome = (encrypt: EncryptBlocks, key: Uint8Array, index: number, outcome: Uint8Array): Uint8Array =>
  sealOutcomes(encrypt, key, index, outcome, outcome.length);

/** The outcome, or null when key, index or bytes are not those it was sealed with. */
export function openOutcome(encrypt: EncryptBlocks, key: Uint8Array, index: number, sealed: Uint8Array): Uint8Array | null {
  const length = sealed.length - sealTagBytes;
  if (length < 2 || length > mostOutcomeBytes) return null;
  const stream = keyStream(encrypt, key, index, 1, length);
  // A copy, also of an array whose own `slice` would be a view on what the caller keeps.
  const outcome = Uint8Array.from(sealed.subarray(0, length));
  xorInto(outcome, stream.subarray(16), length);
  const tag = macs(encrypt, key, index, outcome, length);
  let difference = 0;
  for (let j = 0; j < sealTagBytes; j += 1) difference |= (tag[j] ?? 0) ^ (stream[j] ?? 0) ^ (sealed[length + j] ?? 0);
  return difference === 0 ? outcome : null;
}
