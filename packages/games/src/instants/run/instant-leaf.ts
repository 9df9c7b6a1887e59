/**
 * What the tree published before sale holds of a ticket: a commitment to its outcome that opens with the ticket's own salt alone.
 *
 * Entry = game (2 bytes) ‖ run (2) ‖ ticket index (4) ‖ outcome ‖ salt (32). Leaf = H(00 ‖ entry) as in every tree here, so that
 * `merkleTree` builds it and `verifyInclusion` checks it.
 *
 * Salt = AES-256(salt key of the run, 0 (4) ‖ 0 (4) ‖ index (8)) ‖ AES-256(…, 0 (4) ‖ 1 (4) ‖ index (8)): 32 bytes nobody can guess without
 * the key. A loser and a top prize have the same face of sorts; without the salt, trying every outcome on a leaf finds nothing.
 */
import { concat, u16, u32 } from '../../randomness/bytes.ts';
import type { EncryptBlocks } from './cipher-port.ts';
import { counterBlocks } from './validation-number.ts';

export const instantSaltBytes = 32;

export const saltOf = (encrypt: EncryptBlocks, key: Uint8Array, index: number): Uint8Array =>
  concat(encrypt(key, counterBlocks(index, 1, 0)), encrypt(key, counterBlocks(index, 1, 1)));

/** Throws unless the salt has 32 bytes. `leafHash(sha256, entry)` is the leaf. */
export function instantLeafEntry(
  ticket: { readonly game: number; readonly run: number; readonly index: number },
  outcome: Uint8Array,
  salt: Uint8Array,
): Uint8Array {
  if (salt.length !== instantSaltBytes) throw new RangeError(`a leaf's salt has 32 bytes: ${salt.length}`);
  return concat(u16(ticket.game), u16(ticket.run), u32(ticket.index), outcome, salt);
}
