/** The Merkle tree of docs/verify.md, section 3 (RFC 6962), read leaf by leaf with memory for one hash a level. */
import { sameBytes } from './byte-strings.ts';
import type { VerifierPorts } from './ports.ts';

type Sha256 = VerifierPorts['sha256'];

export type HashTree = { readonly add: (leaf: Uint8Array) => void; readonly root: () => Uint8Array };

export function hashTree(sha256: Sha256): HashTree {
  // pending[k] is the hash of a perfect subtree of 2^k leaves that waits for its right neighbour.
  const pending: (Uint8Array | undefined)[] = [];
  const pair = new Uint8Array(65);
  pair[0] = 1;
  const parent = (left: Uint8Array, right: Uint8Array): Uint8Array => {
    pair.set(left, 1);
    pair.set(right, 33);
    return sha256(pair);
  };
  return {
    add(leaf) {
      let hash = leaf;
      let level = 0;
      for (let left = pending[0]; left !== undefined; left = pending[level]) {
        hash = parent(left, hash);
        pending[level] = undefined;
        level += 1;
      }
      pending[level] = hash;
    },
    root() {
      let hash: Uint8Array | undefined;
      for (const left of pending) {
        if (left === undefined) continue;
        hash = hash === undefined ? left : parent(left, hash);
      }
      return hash ?? sha256(new Uint8Array(0));
    },
  };
}

export type TicketProof = { readonly index: number; readonly size: number; readonly path: readonly Uint8Array[] };

/** RFC 9162, section 2.1.3.2. False for any proof that does not lead from the leaf to the root. */
export function provesInclusion(sha256: Sha256, root: Uint8Array, leaf: Uint8Array, proof: TicketProof): boolean {
  const { index, size, path } = proof;
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false;
  let fn = BigInt(index);
  let sn = BigInt(size - 1);
  let hash = leaf;
  const pair = new Uint8Array(65);
  pair[0] = 1;
  for (const sibling of path) {
    if (sn === 0n || sibling.length !== 32) return false;
    const fromLeft = (fn & 1n) === 1n || fn === sn;
    pair.set(fromLeft ? sibling : hash, 1);
    pair.set(fromLeft ? hash : sibling, 33);
    hash = sha256(pair);
    if (fromLeft) {
      while ((fn & 1n) === 0n && fn !== 0n) {
        fn >>= 1n;
        sn >>= 1n;
      }
    }
    fn >>= 1n;
    sn >>= 1n;
  }
  return sn === 0n && sameBytes(hash, root);
}
