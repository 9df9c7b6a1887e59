/**
 * The Merkle tree over leaf entries (docs/verify.md, section 3; RFC 6962, section 2.1): a row of perfect subtrees, each twice
 * or more the next, joined from the right at the end. Example: five leaves are subtrees of 4 and 1; root = node(four, one).
 */
import { sha256 } from '../statements/digest.ts';

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

export const leafHash = (entry: Uint8Array): Buffer => sha256(Buffer.concat([leafPrefix, entry]));

const node = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Buffer.concat([nodePrefix, left, right], 65));

export class LeafTree {
  readonly #subtrees: { size: number; hash: Buffer }[] = [];

  /** Takes the hash of the next leaf. */
  add(hash: Buffer): void {
    let grown = { size: 1, hash };
    for (let last = this.#subtrees.at(-1); last?.size === grown.size; last = this.#subtrees.at(-1)) {
      grown = { size: 2 * grown.size, hash: node(last.hash, grown.hash) };
      this.#subtrees.pop();
    }
    this.#subtrees.push(grown);
  }

  root(): Buffer {
    const hash = this.#subtrees.reduceRight<Buffer | null>((right, { hash: left }) => (right === null ? left : node(left, right)), null);
    return hash ?? sha256(new Uint8Array(0));
  }
}
