/** The tree over the leaves recomputed (RFC 6962, section 2.1), and its stored upper levels compared on the way. */
import { hash } from 'node:crypto';

const writeLatin1 = Buffer.prototype.latin1Write;

/** `stored(level, index)` is the hash the folder holds for a perfect subtree of 256^level leaves, or null where it holds none. */
export function leafTree(stored: (level: number, index: number) => Uint8Array | null): {
  add(leaves: Uint8Array): void;
  finish(): { readonly root: string; readonly size: number; readonly wrong: readonly string[] };
} {
  /** One pending hash a height at most; `sizes` counts the perfect subtrees made at each. */
  const pending: (Uint8Array | null)[] = [];
  const made: number[] = [];
  const wrong: string[] = [];
  const pair = new Uint8Array(65);
  pair[0] = 1;
  let size = 0;
  const join = (left: Uint8Array, right: Uint8Array, out: Uint8Array): void => {
    pair.set(left, 1);
    pair.set(right, 33);
    writeLatin1.call(out, hash('sha256', pair, 'latin1'), 0, 32);
  };
  const spare: Uint8Array[] = [];
  return {
    add(leaves) {
      for (let at = 0; at + 32 <= leaves.length; at += 32) {
        let node = spare.pop() ?? new Uint8Array(32);
        for (let j = 0; j < 32; j += 1) node[j] = leaves[at + j] ?? 0;
        size += 1;
        for (let height = 0; ; height += 1) {
          const index = made[height] ?? 0;
          made[height] = index + 1;
          if (height > 0 && height % 8 === 0) {
            const kept = stored(height / 8, index);
            if (!kept?.every((byte, j) => byte === node[j])) wrong.push(`level ${height / 8}, hash ${index}`);
          }
          const left = pending[height] ?? null;
          if (left === null) {
            pending[height] = node;
            break;
          }
          join(left, node, left);
          spare.push(node);
          node = left;
          pending[height] = null;
        }
      }
    },
    finish() {
      let root: Uint8Array | null = null;
      for (const node of pending) {
        if (!node) continue;
        if (root === null) root = node;
        else {
          const joined: Uint8Array = new Uint8Array(32);
          join(node, root, joined);
          root = joined;
        }
      }
      return { root: root ? Buffer.from(root).toString('hex') : hash('sha256', '', 'hex'), size, wrong };
    },
  };
}
