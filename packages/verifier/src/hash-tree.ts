/** The Merkle tree of docs/verify.md, section 3 (RFC 6962), read leaf by leaf with memory for one hash a level. */
import { sameBytes } from './byte-strings.ts';
import type { VerifierPorts } from './ports.ts';

type Sha256 = VerifierPorts['sha256'];

export type HashTree = {
  /** Adds a leaf given as 00 ‖ entry. */
  readonly add: (prefixedEntry: Uint8Array) => void;
  readonly root: () => Uint8Array;
};

export function hashTree(ports: Pick<VerifierPorts, 'sha256' | 'sha256Into'>): HashTree {
  const { sha256 } = ports;
  const into = ports.sha256Into ?? ((data: Uint8Array, out: Uint8Array, at: number) => out.set(sha256(data), at));
  // pairs[k] is 01 ‖ left ‖ right over perfect subtrees of 2^k leaves: hashes are written where their parent reads them.
  const pairs: Uint8Array[] = [];
  const hasLeft: boolean[] = [];
  const pairAt = (level: number): Uint8Array => {
    const known = pairs[level];
    if (known !== undefined) return known;
    const pair = new Uint8Array(65);
    pair[0] = 1;
    pairs[level] = pair;
    return pair;
  };
  return {
    add(prefixedEntry) {
      let source = prefixedEntry;
      for (let level = 0; ; level += 1) {
        const pair = pairAt(level);
        if (!hasLeft[level]) {
          into(source, pair, 1);
          hasLeft[level] = true;
          return;
        }
        into(source, pair, 33);
        hasLeft[level] = false;
        source = pair;
      }
    },
    root() {
      let hash: Uint8Array | undefined;
      const last = new Uint8Array(65);
      last[0] = 1;
      for (let level = 0; level < pairs.length; level += 1) {
        if (!hasLeft[level]) continue;
        const left = pairAt(level).subarray(1, 33);
        if (hash === undefined) {
          hash = left.slice();
        } else {
          last.set(left, 1);
          last.set(hash, 33);
          hash = sha256(last);
        }
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
