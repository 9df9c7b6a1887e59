/**
 * Tier counts of a system in closed form, never by expanding its lines.
 *
 * Of s marked numbers h were drawn and c are bonus numbers; lines of k with i hits and j bonus numbers are
 * C(h, i) × C(c, j) × C(s − h − c, k − i − j). Example: a system 10 of 6/45 with four hits and the bonus number plays
 * C(4,4) × C(6,2) = 15 lines of four hits and C(4,3) × C(6,3) = 80 of three.
 */
import type { MatrixPart } from '../definition/game-definition.ts';
import { binomial } from '../randomness/combinations.ts';
import { winsOfClass } from './line-classes.ts';

/** How the lines over one panel meet its draw: hits, bonus numbers of that panel, number of lines. */
export type PanelSpread = readonly { readonly hits: number; readonly bonus: readonly number[]; readonly lines: number }[];

/** Lines of `choose` numbers out of `marked`, of which `hits` were drawn and `bonus[b]` are bonus numbers of kind b. */
export function systemSpread(choose: number, marked: number, hits: number, bonus: readonly number[]): PanelSpread {
  const spread: { hits: number; bonus: number[]; lines: number }[] = [];
  const others = marked - hits - bonus.reduce((total, count) => total + count, 0);
  const walk = (index: number, left: number, own: number, held: readonly number[], lines: bigint): void => {
    if (index === bonus.length) {
      const all = lines * binomial(others, left);
      if (all > 0n) spread.push({ hits: own, bonus: [...held], lines: Number(all) });
      return;
    }
    const count = bonus[index] ?? 0;
    for (let j = 0; j <= Math.min(count, left); j += 1) walk(index + 1, left - j, own, [...held, j], lines * binomial(count, j));
  };
  for (let own = 0; own <= Math.min(hits, choose); own += 1) walk(0, choose - own, own, [], binomial(hits, own));
  return spread;
}

/** The lines of a reduced system over its ascending picks, met one by one: its table is short. */
export function reducedSpread(
  lines: readonly (readonly number[])[],
  hit: readonly boolean[],
  bonusOf: readonly (readonly boolean[])[],
): PanelSpread {
  return lines.map((line) => ({
    hits: line.filter((at) => hit[at]).length,
    bonus: bonusOf.map((held) => line.filter((at) => held[at]).length),
    lines: 1,
  }));
}

/** Winning lines per win of the definition in one round, from the spread of each panel; exact below 2⁵³ lines. */
export function combineSpreads(
  part: MatrixPart,
  spreads: readonly PanelSpread[],
  digitHits: readonly boolean[],
  round: number,
): Float64Array {
  const wins = new Float64Array(part.wins.length);
  const kinds = part.panels.map((panel) => part.bonuses.flatMap((bonus, index) => (bonus.panel === panel.id ? [index] : [])));
  const walk = (panel: number, panelHits: readonly number[], bonusHits: readonly number[], lines: number): void => {
    if (panel === spreads.length) {
      for (const index of winsOfClass(part, { panelHits, bonusHits, digitHits }, round)) wins[index] = (wins[index] ?? 0) + lines;
      return;
    }
    for (const entry of spreads[panel] ?? []) {
      const next = [...bonusHits];
      kinds[panel]?.forEach((index, at) => {
        next[index] = entry.bonus[at] ?? 0;
      });
      walk(panel + 1, [...panelHits, entry.hits], next, lines * entry.lines);
    }
  };
  walk(
    0,
    [],
    part.bonuses.map(() => 0),
    1,
  );
  return wins;
}
