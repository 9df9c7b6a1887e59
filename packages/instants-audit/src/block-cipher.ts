/** AES-256-CCM of a stretch of consecutive tickets opened in a few calls of the block function (NIST SP 800-38C, tag 16, nonce 12). */
import { createCipheriv } from 'node:crypto';

export const aesBlocks = (key: Uint8Array, blocks: Uint8Array): Buffer =>
  createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(blocks);

/** Blocks 0 (4) ‖ tag (4) ‖ 0 (4) ‖ number (4) for consecutive numbers. */
export function numbered(first: number, count: number, tag: number): Buffer {
  const blocks = Buffer.alloc(16 * count);
  for (let i = 0; i < count; i += 1) {
    blocks[16 * i + 7] = tag;
    const number = first + i;
    blocks[16 * i + 12] = number >>> 24;
    blocks[16 * i + 13] = number >>> 16;
    blocks[16 * i + 14] = number >>> 8;
    blocks[16 * i + 15] = number;
  }
  return blocks;
}

/** One column of counter blocks: flags ‖ 0 (4) ‖ 0 (4) ‖ index (4) ‖ field (3). */
function column(flags: number, first: number, count: number, field: number): Buffer {
  const blocks = Buffer.alloc(16 * count);
  for (let i = 0, at = 0; i < count; i += 1, at += 16) {
    const index = first + i;
    blocks[at] = flags;
    blocks[at + 9] = index >>> 24;
    blocks[at + 10] = index >>> 16;
    blocks[at + 11] = index >>> 8;
    blocks[at + 12] = index;
    blocks[at + 13] = field >>> 16;
    blocks[at + 14] = field >>> 8;
    blocks[at + 15] = field;
  }
  return blocks;
}

/** Plain outcomes, and for each ticket whether its tag holds (1) or not (0). Records start every `step` bytes from `at`. */
export function openStretch(
  key: Uint8Array,
  first: number,
  count: number,
  sealed: Uint8Array,
  at: number,
  step: number,
  length: number,
): { readonly plain: Uint8Array; readonly holds: Uint8Array } {
  const plain = new Uint8Array(count * length);
  let mac = aesBlocks(key, column(58, first, count, length));
  for (let from = 0, block = 1; from < length; from += 16, block += 1) {
    const width = Math.min(16, length - from);
    const stream = aesBlocks(key, column(2, first, count, block));
    for (let i = 0; i < count; i += 1) {
      const source = at + i * step + from;
      const target = i * length + from;
      for (let j = 0; j < width; j += 1) {
        const byte = (sealed[source + j] ?? 0) ^ (stream[16 * i + j] ?? 0);
        plain[target + j] = byte;
        mac[16 * i + j] = (mac[16 * i + j] ?? 0) ^ byte;
      }
    }
    mac = aesBlocks(key, mac);
  }
  const cover = aesBlocks(key, column(2, first, count, 0));
  const holds = new Uint8Array(count);
  for (let i = 0; i < count; i += 1) {
    let difference = 0;
    const tag = at + i * step + length;
    for (let j = 0; j < 16; j += 1) difference |= (mac[16 * i + j] ?? 0) ^ (cover[16 * i + j] ?? 0) ^ (sealed[tag + j] ?? 0);
    holds[i] = difference === 0 ? 1 : 0;
  }
  return { plain, holds };
}
