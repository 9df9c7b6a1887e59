/** A proof of inclusion from stored tiles of a tree: those that it needs are read at once, wherever they are kept. */
import { type InclusionProof, inclusionProof, proofTiles, type TileRef } from '@valira/games/verifiable';
import { sha256 } from './hash.ts';

type StoredTile = TileRef & { readonly hashes: Uint8Array };

/** Throws when a tile is gone: what was sealed cannot be proved any more. `of` names the tree for whoever reads that. */
export async function proofFromTiles(
  of: string,
  index: number,
  leaves: number,
  read: (wanted: readonly TileRef[]) => Promise<readonly StoredTile[]>,
): Promise<InclusionProof> {
  const wanted = proofTiles(index, leaves);
  const tiles = wanted.length === 0 ? [] : await read(wanted);
  return inclusionProof(sha256, index, leaves, (ref) => {
    const found = tiles.find((tile) => tile.level === ref.level && tile.index === ref.index);
    if (!found) throw new Error(`${of} has lost tile ${ref.level}/${ref.index}`);
    return found.hashes;
  });
}
