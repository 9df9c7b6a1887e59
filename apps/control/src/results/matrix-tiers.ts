/**
 * Winning shares of a matrix game (docs/verify.md, section 8), counted by polynomials.
 *
 * The picks of one panel are sorted into kinds: drawn, each bonus, neither. Choosing `choose` of them is the coefficient of the
 * product of (1 + x)^kind, so all lines of a system are counted at once. A plain line is a system without spare picks.
 *
 * Example, 6/45 system 7 with 5 drawn, the bonus and one other: of its 7 lines 1 has 5 drawn and the bonus, 1 has 5 drawn and the
 * other, 5 have 4 drawn, the bonus and the other.
 */

import type { DrawnNumbers } from './drawn-numbers.ts';
import type { MatrixGame } from './matrix-game.ts';
import { readPlay } from './packed-play.ts';
import { linesOfReduced } from './reduced-lines.ts';
import type { TierCount } from './tier-count.ts';

const matrixFamily = 1;

/** n over k, exact for the few dozen picks of a system. */
export function binomial(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let ways = 1n;
  for (let i = 0; i < k; i += 1) ways = (ways * BigInt(n - i)) / BigInt(i + 1);
  return ways;
}

/** How the picks of one panel met the draw: drawn ones, then each bonus of the panel, then the rest. */
type Kinds = readonly number[];

/** Lines by how many of each kind they have; the last kind fills up. */
type Spread = readonly { readonly taken: readonly number[]; readonly lines: bigint }[];

/** Every choice of `choose` picks out of these kinds. */
export function spread(kinds: Kinds, choose: number): Spread {
  const [rest = 0] = kinds.slice(-1);
  let partial: { taken: number[]; left: number; lines: bigint }[] = [{ taken: [], left: choose, lines: 1n }];
  for (const size of kinds.slice(0, -1))
    partial = partial.flatMap(({ taken, left, lines }) =>
      Array.from({ length: Math.min(size, left) + 1 }, (_, k) => ({
        taken: [...taken, k],
        left: left - k,
        lines: lines * binomial(size, k),
      })),
    );
  return partial.map(({ taken, left, lines }) => ({ taken, lines: lines * binomial(rest, left) })).filter(({ lines }) => lines > 0n);
}

type Drum = {
  readonly start: number;
  readonly size: number;
  readonly choose: number;
  readonly maxPicks: number;
  /** Ids of what is drawn from this drum, panel first; and which bits each marks. */
  readonly drawnIds: readonly string[];
  readonly drawnBits: readonly (readonly number[])[];
};

function drumsOf(game: MatrixGame, drawn: DrawnNumbers): Drum[] {
  let start = 0;
  return game.panels.map(({ id, from, first, choose, maxPicks }) => {
    const at = start;
    start += from;
    const drawnIds = [id, ...game.bonuses.filter(({ panel }) => panel === id).map((bonus) => bonus.id)];
    const drawnBits = drawnIds.map((name) => (drawn.get(name) ?? []).map((number) => at + number - first));
    return { start: at, size: from, choose, maxPicks, drawnIds, drawnBits };
  });
}

const hasBit = (mask: Buffer, bit: number): boolean => (((mask[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1;

function marked(mask: Buffer, start: number, size: number): number {
  let count = 0;
  for (let bit = start; bit < start + size; bit += 1) if (hasBit(mask, bit)) count += 1;
  return count;
}

type Round = { readonly drums: readonly Drum[]; readonly drawn: DrawnNumbers; readonly number: number };

/** Lines that win each tier, for one combination of kinds in all panels and digits. */
function winsOf(game: MatrixGame, { drums, number }: Round, kinds: readonly Kinds[], digitHits: readonly boolean[]): [string, bigint][] {
  let lines: { hits: Map<string, number>; count: bigint }[] = [{ hits: new Map(), count: 1n }];
  drums.forEach(({ drawnIds, choose }, i) => {
    const choices = spread(kinds[i] ?? [], choose);
    lines = lines.flatMap(({ hits, count }) =>
      choices.map((choice) => ({
        hits: new Map([...hits, ...drawnIds.map((name, k): [string, number] => [name, choice.taken[k] ?? 0])]),
        count: count * choice.lines,
      })),
    );
  });
  return game.wins
    .filter((win) => win.round === number && game.drawnDigits.every(({ id }, i) => (win.digits[id] ?? digitHits[i]) === digitHits[i]))
    .map((win): [string, bigint] => [
      win.tier,
      lines
        .filter(({ hits }) => Object.entries(win.hits).every(([name, allowed]) => allowed.includes(hits.get(name) ?? 0)))
        .reduce((sum, { count }) => sum + count, 0n),
    ])
    .filter(([, count]) => count > 0n);
}

/** Counts a matrix game against what was drawn in each round. */
export function matrixTiers(game: MatrixGame, rounds: readonly DrawnNumbers[]): TierCount {
  const bits = game.panels.reduce((sum, { from }) => sum + from, 0);
  const maskBytes = Math.ceil(bits / 8);
  const played = rounds.map((drawn, i): Round => ({ drums: drumsOf(game, drawn), drawn, number: i + 1 }));
  const winners = new Map(game.wins.map(({ tier }) => [tier, 0n]));
  const known = new Map<string, [string, bigint][]>();

  /** A line or full system: what it wins in all rounds, or null when it marks too few or too many numbers. */
  const winsOfMask = (mask: Buffer, digits: readonly number[]): [string, bigint][] | null => {
    for (let bit = bits; bit < 8 * maskBytes; bit += 1) if (hasBit(mask, bit)) return null;
    const won: [string, bigint][] = [];
    for (const round of played) {
      const kinds: number[][] = [];
      for (const { start, size, choose, maxPicks, drawnBits } of round.drums) {
        const picks = marked(mask, start, size);
        if (picks < choose || picks > maxPicks) return null;
        const met = drawnBits.map((drawn) => drawn.reduce((count, bit) => count + (hasBit(mask, bit) ? 1 : 0), 0));
        kinds.push([...met, picks - met.reduce((sum, count) => sum + count, 0)]);
      }
      const digitHits = game.drawnDigits.map(({ id }, i) => digits[i] !== undefined && digits[i] === round.drawn.get(id)?.[0]);
      const key = `${round.number}/${kinds.join(';')}/${digitHits.join()}`;
      const before = known.get(key) ?? winsOf(game, round, kinds, digitHits);
      known.set(key, before);
      won.push(...before);
    }
    return won;
  };

  return {
    add(lines) {
      const play = readPlay(lines, matrixFamily, 1 + maskBytes);
      if (play === null || (play.digits.length !== 0 && play.digits.length !== game.drawnDigits.length)) return false;
      const won: [string, bigint][] = [];
      for (const entry of play.entries) {
        const mask = entry.subarray(1);
        const system = entry[0] ?? 0;
        const masks = system === 0 ? [mask] : linesOfReduced(game, system, mask);
        if (masks === null) return false;
        for (const one of masks) {
          const wins = winsOfMask(one, play.digits);
          if (wins === null) return false;
          won.push(...wins);
        }
      }
      for (const [tier, count] of won) winners.set(tier, (winners.get(tier) ?? 0n) + count * BigInt(play.units));
      return true;
    },
    winners: () => winners,
    tierNamed: (stated) => (winners.has(stated) ? stated : null),
  };
}
