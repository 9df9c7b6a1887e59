/**
 * Proof that one ticket is in the sealed tree (RFC 6962, section 2.1.1; checked as in RFC 9162, section 2.1.3.2).
 *
 * The path lists sibling hashes from the leaf up. Example, 7 leaves, leaf 0: H(1), H(2‖3), H(4‖5‖6).
 *
 * A server reads `proofTiles(index, size)` from its store (six tiles at most for a million leaves) and calls
 * `inclusionProof`, which hashes about 255 times a tile: a fraction of a millisecond.
 */
import { equalBytes } from '../randomness/bytes.ts';
import type { Sha256 } from '../randomness/hash-ports.ts';
import { hashBytes, nodeHash, perfectRoot, tileHeight, tileWidth } from './merkle-tree.ts';

export type TileRef = { readonly level: number; readonly index: number };

/** The stored hashes of a tile. */
export type TileReader = (ref: TileRef) => Uint8Array;

export type InclusionProof = { readonly index: number; readonly size: number; readonly path: readonly Uint8Array[] };

/** A perfect subtree: leaves index·2^height up to, not including, (index + 1)·2^height. */
type Subtree = { readonly height: number; readonly index: number };

function assertIndex(index: number, size: number): void {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size)
    throw new RangeError(`no leaf ${index} in a tree of ${size}`);
}

/** Perfect subtrees of the leaves from `start` up to `end`, largest first; `start` is aligned as a tree split always is. */
function perfectSubtrees(start: number, end: number): Subtree[] {
  const parts: Subtree[] = [];
  let at = start;
  while (at < end) {
    let height = 0;
    while (2 ** (height + 1) <= end - at) height += 1;
    parts.push({ height, index: at / 2 ** height });
    at += 2 ** height;
  }
  return parts;
}

/** Siblings from the leaf up, each as its perfect subtrees. */
function siblings(index: number, size: number): Subtree[][] {
  const path: Subtree[][] = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    let split = 1;
    while (split * 2 < end - start) split *= 2;
    if (index < start + split) {
      path.push(perfectSubtrees(start + split, end));
      end = start + split;
    } else {
      path.push(perfectSubtrees(start, start + split));
      start += split;
    }
  }
  return path.reverse();
}

function place(subtree: Subtree): TileRef & { readonly from: number; readonly count: number } {
  const level = Math.floor(subtree.height / tileHeight);
  const count = 2 ** (subtree.height % tileHeight);
  const first = subtree.index * count;
  return { level, index: Math.floor(first / tileWidth), from: first % tileWidth, count };
}

/** The tiles that a proof for this leaf reads, each once. Throws when the leaf is not in the tree. */
export function proofTiles(index: number, size: number): TileRef[] {
  assertIndex(index, size);
  const refs = new Map<string, TileRef>();
  for (const subtree of siblings(index, size).flat()) {
    const { level, index: tile } = place(subtree);
    refs.set(`${level}/${tile}`, { level, index: tile });
  }
  return [...refs.values()];
}

/** The proof for leaf `index` (from 0) of a tree of `size` leaves. Throws when the leaf is not in the tree. */
export function inclusionProof(sha256: Sha256, index: number, size: number, readTile: TileReader): InclusionProof {
  assertIndex(index, size);
  const hashOf = (subtree: Subtree): Uint8Array => {
    const { level, index: tile, from, count } = place(subtree);
    return perfectRoot(sha256, readTile({ level, index: tile }), from, count);
  };
  const path = siblings(index, size).map((parts) => parts.map(hashOf).reduceRight((right, left) => nodeHash(sha256, left, right)));
  return { index, size, path };
}

/** True when the proof leads from the leaf hash to the root. Never throws, whatever the proof holds. */
export function verifyInclusion(sha256: Sha256, root: Uint8Array, leaf: Uint8Array, proof: InclusionProof): boolean {
  const { index, size, path } = proof;
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false;
  if (leaf.length !== hashBytes || path.some((hash) => hash.length !== hashBytes)) return false;
  let node = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of path) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sha256, sibling, hash);
      while (node % 2 === 0 && node !== 0) {
        node /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      hash = nodeHash(sha256, hash, sibling);
    }
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && equalBytes(hash, root);
}
