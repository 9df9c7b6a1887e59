/**
 * Faces that show a prize and no other. What lies open is chosen first and without looking at the prize, so that it cannot tell
 * anything about it (incident R21); every open choice can be completed to every prize, which the papers are checked for.
 *
 * Losers hold decoys of the same stock as winners but never a winning combination: they are built from what cannot win, not
 * thrown away when they would.
 */

import type { Chance } from '../chance.ts';
import type { InstantDefinition } from '../definition/instant-definition.ts';
import { printedAmounts } from '../definition/printed-amounts.ts';
import { collectFaces } from './styles/collect-faces.ts';
import { crosswordFaces } from './styles/crossword-faces.ts';
import { keyNumberFaces } from './styles/key-number-faces.ts';
import { matchThreeFaces } from './styles/match-three-faces.ts';
import { ticTacToeFaces } from './styles/tic-tac-toe-faces.ts';

/** The printed prize of a tier: places of its parts among the printed amounts, and its multiplier. */
export type ShownPrize = { readonly parts: readonly number[]; readonly multiplier: number; readonly cents: bigint };

/** Writes what follows the scene at `out[at]`…; `prize` is null for a losing ticket. */
export type StyleWriter = (prize: ShownPrize | null, chance: Chance, out: Uint8Array, at: number) => void;

/** Writes a face at `out[at]`…; `tier` is counted from 1, 0 loses. */
export type FaceWriter = (tier: number, chance: Chance, out: Uint8Array, at: number) => void;

/**
 * A writer for one segment. It goes on from the order its last ticket left its numbers in, so every segment begins with a fresh one:
 * then a segment's faces depend on its own generator alone.
 */
export function faceWriter(definition: InstantDefinition): FaceWriter {
  const amounts = printedAmounts(definition);
  const prizes = definition.tiers.map(
    ({ partsCents, multiplier }): ShownPrize => ({
      parts: partsCents.map((part) => amounts.indexOf(part)),
      multiplier,
      cents: partsCents.reduce<bigint>((sum, part) => sum + part, 0n),
    }),
  );
  const style = styleWriter(definition, amounts.length);
  const { scenes } = definition;
  return (tier, chance, out, at) => {
    out[at] = chance.below(scenes);
    style(tier === 0 ? null : (prizes[tier - 1] ?? null), chance, out, at + 1);
  };
}

function styleWriter({ play }: InstantDefinition, amounts: number): StyleWriter {
  switch (play.style) {
    case 'match-three':
      return matchThreeFaces(play, amounts);
    case 'key-number':
    case 'multiplier':
      return keyNumberFaces(play, amounts);
    case 'tic-tac-toe':
      return ticTacToeFaces(play, amounts);
    case 'collect':
      return collectFaces(play);
    case 'crossword':
      return crosswordFaces(play);
  }
}
