/**
 * The Merkle tree over sealed tickets: RFC 6962, section 2.1, with SHA-256.
 *
 * Leaf hash = H(00 ‖ entry); node hash = H(01 ‖ left ‖ right); the tree of no entries is H of the empty string; a tree of
 * n > 1 entries splits at the largest power of two below n. The prefixes keep a node from being passed off as a leaf.
 *
 * The builder keeps one open tile per level and hands out full ones: a tile is up to 256 consecutive hashes of perfect
 * subtrees of 256^level leaves. A million leaves are 3,907 + 16 + 1 tiles; the memory held is one tile a level (8 KB), and
 * a proof later reads at most two tiles a level. Without a sink the root alone comes out.
 */
import type { Sha256, Sha256Into } from '../randomness/hash-ports.ts';

export const hashBytes = 32;
/** Hashes in a full tile: eight levels of the tree. */
export const tileWidth = 256;
export const tileHeight = 8;

/** `hashes` holds 1 to 256 hashes of 32 bytes; fewer than 256 only in the last tile of a level. */
export type Tile = { readonly level: number; readonly index: number; readonly hashes: Uint8Array };

export type TileSink = (tile: Tile) => void;

export type MerkleTreeBuilder = {
  append(leafHash: Uint8Array): void;
  /** Hashes the entry as a leaf and appends it. */
  appendEntry(entry: Uint8Array): void;
  /** Hands the unfinished tiles to the sink and returns the root. The builder takes nothing afterwards. */
  finish(): { readonly root: Uint8Array; readonly size: number };
};

/** H(00 ‖ entry). */
export function leafHash(sha256: Sha256, entry: Uint8Array): Uint8Array {
  const prefixed = new Uint8Array(entry.length + 1);
  prefixed.set(entry, 1);
  return sha256(prefixed);
}

/** H(01 ‖ left ‖ right). */
export function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  const pair = new Uint8Array(1 + 2 * hashBytes);
  pair[0] = 1;
  pair.set(left, 1);
  pair.set(right, 1 + hashBytes);
  return sha256(pair);
}

/** Root of a perfect subtree whose 2^k leaf-level hashes lie at `from` … in `hashes`. */
export const perfectRoot = (sha256: Sha256, hashes: Uint8Array, from: number, count: number): Uint8Array =>
  perfectRootInto(writing(sha256), hashes, from, count);

const writing =
  (sha256: Sha256): Sha256Into =>
  (data, out, at) =>
    out.set(sha256(data), at);

function perfectRootInto(hashInto: Sha256Into, hashes: Uint8Array, from: number, count: number): Uint8Array {
  const pair = new Uint8Array(1 + 2 * hashBytes);
  pair[0] = 1;
  const row = hashes.slice(from * hashBytes, (from + count) * hashBytes);
  for (let width = count; width > 1; width /= 2) {
    for (let i = 0; i < width; i += 2) {
      pair.set(row.subarray(i * hashBytes, (i + 2) * hashBytes), 1);
      hashInto(pair, row, (i / 2) * hashBytes);
    }
  }
  return row.slice(0, hashBytes);
}

type OpenTile = { readonly hashes: Uint8Array; width: number; emitted: number };

/**
 * A builder over `sha256`, which must not keep the array it is given: the builder uses it again. With `hashInto`, which must give the
 * same hashes, a million leaves leave two million small arrays fewer behind.
 */
export function merkleTree(sha256: Sha256, sink: TileSink = () => {}, hashInto: Sha256Into = writing(sha256)): MerkleTreeBuilder {
  const open: OpenTile[] = [];
  let size = 0;
  let finished = false;
  let scratch = new Uint8Array(256);

  const tileOf = (level: number): OpenTile => {
    open[level] ??= { hashes: new Uint8Array(tileWidth * hashBytes), width: 0, emitted: 0 };
    return open[level];
  };

  /** The next hash of the level has been written. */
  const added = (level: number, tile: OpenTile): void => {
    tile.width += 1;
    if (tile.width < tileWidth) return;
    sink({ level, index: tile.emitted, hashes: tile.hashes.slice() });
    tile.emitted += 1;
    tile.width = 0;
    const above = tileOf(level + 1);
    above.hashes.set(perfectRootInto(hashInto, tile.hashes, 0, tileWidth), above.width * hashBytes);
    added(level + 1, above);
  };

  const bottom = (): OpenTile => {
    if (finished) throw new Error('the tree is sealed: nothing can be appended');
    size += 1;
    return tileOf(0);
  };

  return {
    append(hash) {
      if (hash.length !== hashBytes) throw new RangeError(`a leaf hash has 32 bytes: ${hash.length}`);
      const tile = bottom();
      tile.hashes.set(hash, tile.width * hashBytes);
      added(0, tile);
    },
    appendEntry(entry) {
      const tile = bottom();
      if (entry.length + 1 > scratch.length) scratch = new Uint8Array(2 * (entry.length + 1));
      scratch[0] = 0;
      scratch.set(entry, 1);
      hashInto(scratch.subarray(0, entry.length + 1), tile.hashes, tile.width * hashBytes);
      added(0, tile);
    },
    finish() {
      finished = true;
      // The open tiles from the lowest level up are the right edge of the tree, smallest perfect subtrees last.
      let root: Uint8Array | null = null;
      for (const [level, tile] of open.entries()) {
        if (tile.width === 0) continue;
        sink({ level, index: tile.emitted, hashes: tile.hashes.slice(0, tile.width * hashBytes) });
        let left = tile.width;
        for (let count = 1; left > 0; count *= 2) {
          if ((left & count) === 0) continue;
          left -= count;
          const subtree = perfectRootInto(hashInto, tile.hashes, left, count);
          root = root === null ? subtree : nodeHash(sha256, subtree, root);
        }
      }
      return { root: root ?? sha256(new Uint8Array(0)), size };
    },
  };
}

/** The root over entries that are all at hand. */
export function merkleRoot(sha256: Sha256, entries: Iterable<Uint8Array>): Uint8Array {
  const tree = merkleTree(sha256);
  for (const entry of entries) tree.appendEntry(entry);
  return tree.finish().root;
}
