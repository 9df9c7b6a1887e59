/**
 * Winning shares of a matrix game from the leaves (docs/verify.md, section 8).
 *
 * A line with h of the drawn numbers and b of the bonus numbers falls into the class (h, b, …). A system of m picks stands for
 * all its lines at once: of a panel with h drawn and b bonus numbers among the m, C(h, i) × C(b, j) × C(m − h − b, c − i − j)
 * lines have i and j of them.
 *
 * Example: system 7 of 6/45 with 5 drawn numbers and the bonus: 2 × (5), 5 × … in all C(7, 6) = 7 lines.
 */
import { classTables } from './class-codes.ts';
import type { MatrixShape } from './game-shape.ts';
import { bitMask, commonBits, packedReader } from './packed-lines.ts';
import type { PanelResult } from './panel-draw.ts';
import type { TicketWinners } from './winner-count.ts';

const matrixFamily = 1;

function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  for (let i = 1; i <= k; i += 1) ways = (ways * (n - k + i)) / i;
  return Math.round(ways);
}

/** A game that draws more than once on one ticket names the panels of its later rounds after them. */
const inRound = (id: string, round: number): string => (round === 1 ? id : `${id}-round-${round}`);

const roundsOf = (game: MatrixShape): readonly number[] => Array.from({ length: game.rounds }, (_, i) => i + 1);

/** How a result names the panels of this game, in the order in which they are drawn. */
export function matrixPanels(game: MatrixShape) {
  return roundsOf(game).flatMap((round) => [
    ...game.panels.map((panel) => ({
      name: inRound(panel.id, round),
      pick: panel.drawn ?? panel.choose,
      from: panel.first,
      to: panel.first + panel.from - 1,
    })),
    ...game.bonuses.map((bonus) => {
      const panel = game.panels.find(({ id }) => id === bonus.panel);
      const first = panel?.first ?? 1;
      const fromRestOf = inRound(bonus.panel, round);
      return { name: inRound(bonus.id, round), pick: bonus.count, from: first, to: first + (panel?.from ?? 0) - 1, fromRestOf };
    }),
    ...game.drawnDigits.map((digit) => ({ name: inRound(digit.id, round), pick: 1, from: 0, to: digit.size - 1 })),
  ]);
}

/** Every line takes part in every round; what it wins there adds up. */
export function matrixWinners(game: MatrixShape, result: readonly PanelResult[]): TicketWinners {
  const rounds = roundsOf(game).map((round) => roundWinners(game, round, result));
  return {
    add: (file, from, to) => rounds.every((round) => round.add(file, from, to)),
    shares() {
      const total = new Map<string, bigint>();
      for (const round of rounds) for (const [tier, count] of round.shares()) total.set(tier, (total.get(tier) ?? 0n) + count);
      return total;
    },
  };
}

type Drum = {
  readonly all: Uint8Array;
  readonly drawn: Uint8Array;
  readonly bonuses: readonly { readonly index: number; readonly mask: Uint8Array }[];
};

/** Winning lines per tier of one entry; null for an entry that this game does not sell. */
type Wins = readonly (readonly [string, number])[] | null;

const noDigits: readonly boolean[] = [];

/** A class of lines: how many there are with these hits in one panel. */
type Share = { readonly hits: number; readonly bonusHits: readonly number[]; readonly lines: number };

/** All splits of the lines of one panel by hits, for h drawn and `held` bonus numbers among m picks. */
function splitPanel(choose_: number, picks: number, drawnHits: number, held: readonly number[]): Share[] {
  const shares: Share[] = [];
  const walk = (at: number, left: number, ways: number, bonusHits: readonly number[], hits: number, plain: number): void => {
    const own = held[at];
    if (own === undefined) {
      const lines = ways * choose(plain, left);
      if (lines > 0) shares.push({ hits, bonusHits, lines });
      return;
    }
    for (let taken = 0; taken <= Math.min(own, left); taken += 1)
      walk(at + 1, left - taken, ways * choose(own, taken), [...bonusHits, taken], hits, plain);
  };
  const plain = picks - drawnHits - held.reduce((sum, own) => sum + own, 0);
  for (let hits = 0; hits <= Math.min(drawnHits, choose_); hits += 1) walk(0, choose_ - hits, choose(drawnHits, hits), [], hits, plain);
  return shares;
}

function roundWinners(game: MatrixShape, round: number, result: readonly PanelResult[]): TicketWinners {
  const drawnOf = (id: string): readonly number[] => result.find(({ name }) => name === inRound(id, round))?.numbers ?? [];
  const wins = game.wins.filter((win) => win.round === round);
  const starts: number[] = [];
  let bits = 0;
  for (const panel of game.panels) {
    starts.push(bits);
    bits += panel.from;
  }
  const maskBytes = Math.ceil(bits / 8);
  const maskOf = (numbers: readonly number[], panel: MatrixShape['panels'][number], start: number) =>
    bitMask(
      maskBytes,
      numbers.map((number) => start + number - panel.first),
    );
  const drums: Drum[] = game.panels.map((panel, i) => {
    const start = starts[i] ?? 0;
    return {
      all: maskOf(
        Array.from({ length: panel.from }, (_, number) => panel.first + number),
        panel,
        start,
      ),
      drawn: maskOf(drawnOf(panel.id), panel, start),
      bonuses: game.bonuses.flatMap((bonus, index) =>
        bonus.panel === panel.id ? [{ index, mask: maskOf(drawnOf(bonus.id), panel, start) }] : [],
      ),
    };
  });
  const classes = classTables(maskBytes, bits, drums);
  const digits = game.drawnDigits.map((digit) => drawnOf(digit.id)[0] ?? -1);
  const entryBytes = 1 + maskBytes;
  const read = packedReader(matrixFamily, entryBytes, game.addOns.length > 0);
  const shares = new Map<string, bigint>(wins.map((win) => [win.tier, 0n]));

  /** By printed digits that hit, then by picks and hits of the mask. */
  const known = new Map<number, Map<number | string, Wins>>();

  /** Tiers won by a line of this class. */
  const tiersOf = (panelHits: readonly number[], bonusHits: readonly number[], digitHits: readonly boolean[]): readonly string[] =>
    wins
      .filter(
        (win) =>
          game.panels.every((panel, i) => win.hits[panel.id]?.includes(panelHits[i] ?? 0) ?? true) &&
          game.bonuses.every((bonus, i) => win.hits[bonus.id]?.includes(bonusHits[i] ?? 0) ?? true) &&
          game.drawnDigits.every((digit, i) => (win.digits[digit.id] ?? digitHits[i]) === digitHits[i]),
      )
      .map((win) => win.tier);

  /** What an entry with these picks and hits wins, worked out when it is met first. */
  function winsOf(file: Uint8Array, mask: number, digitHits: readonly boolean[]): Wins {
    const picks = drums.map((drum) => commonBits(file, mask, drum.all));
    const fits = game.panels.every((panel, i) => (picks[i] ?? 0) >= panel.choose && (picks[i] ?? 0) <= panel.maxPicks);
    if (!fits) return null;
    const won = new Map<string, number>();
    const walk = (at: number, panelHits: readonly number[], bonusHits: readonly number[], lines: number): void => {
      const panel = game.panels[at];
      const drum = drums[at];
      if (panel === undefined || drum === undefined) {
        for (const tier of tiersOf(panelHits, bonusHits, digitHits)) won.set(tier, (won.get(tier) ?? 0) + lines);
        return;
      }
      const held = drum.bonuses.map((bonus) => commonBits(file, mask, bonus.mask));
      for (const share of splitPanel(panel.choose, picks[at] ?? 0, commonBits(file, mask, drum.drawn), held)) {
        const bonus = [...bonusHits];
        drum.bonuses.forEach(({ index }, i) => {
          bonus[index] = share.bonusHits[i] ?? 0;
        });
        walk(at + 1, [...panelHits, share.hits], bonus, lines * share.lines);
      }
    };
    walk(
      0,
      [],
      game.bonuses.map(() => 0),
      1,
    );
    return [...won];
  }

  function countEntry(file: Uint8Array, at: number, digitHits: readonly boolean[], digitCode: number, units: number): boolean {
    const mask = at + 1;
    const form = file[at] ?? 0;
    const code = classes.codeOf(file, mask);
    if (code === null) return false;
    if (form !== 0) return countReduced(file, mask, form, digitHits, digitCode, units);
    let byCode = known.get(digitCode);
    if (byCode === undefined) {
      byCode = new Map();
      known.set(digitCode, byCode);
    }
    let won = byCode.get(code);
    if (won === undefined) {
      won = winsOf(file, mask, digitHits);
      byCode.set(code, won);
    }
    if (won === null) return false;
    for (const [tier, lines] of won) shares.set(tier, (shares.get(tier) ?? 0n) + BigInt(lines) * BigInt(units));
    return true;
  }

  /** Reduced systems are few: their lines are laid out and counted one by one. */
  function countReduced(
    file: Uint8Array,
    mask: number,
    form: number,
    digitHits: readonly boolean[],
    digitCode: number,
    units: number,
  ): boolean {
    const system = game.reducedSystems[form - 1];
    const at = game.panels.findIndex((panel) => panel.id === system?.panel);
    const reducedPanel = game.panels[at];
    if (system === undefined || reducedPanel === undefined) return false;
    const isSet = (bit: number): boolean => (((file[mask + (bit >> 3)] ?? 0) >> (bit & 7)) & 1) === 1;
    const picked = Array.from({ length: reducedPanel.from }, (_, i) => i).filter((i) => isSet((starts[at] ?? 0) + i));
    if (picked.length !== system.picks) return false;
    for (const line of system.lines) {
      const laid = new Uint8Array(maskBytes);
      for (let i = 0; i < maskBytes; i += 1) laid[i] = (file[mask + i] ?? 0) & ~(drums[at]?.all[i] ?? 0);
      for (const position of line) {
        const bit = (starts[at] ?? 0) + (picked[position] ?? 0);
        laid[bit >> 3] = (laid[bit >> 3] ?? 0) | (1 << (bit & 7));
      }
      if (!countEntry(Uint8Array.of(0, ...laid), 0, digitHits, digitCode, units)) return false;
    }
    return true;
  }

  return {
    add(file, from, to) {
      const header = read(file, from, to);
      if (header === null || header.digitCount !== digits.length || !game.units.includes(header.units)) return false;
      const { units, digitsAt, entriesAt, end } = header;
      let digitCode = 0;
      let sold = true;
      const digitHits =
        digits.length === 0
          ? noDigits
          : digits.map((drawn, i) => {
              const own =
                (file[digitsAt + 4 * i] ?? 0) +
                (file[digitsAt + 4 * i + 1] ?? 0) * 2 ** 8 +
                (file[digitsAt + 4 * i + 2] ?? 0) * 2 ** 16 +
                (file[digitsAt + 4 * i + 3] ?? 0) * 2 ** 24;
              sold &&= own < (game.drawnDigits[i]?.size ?? 0);
              const hit = own === drawn;
              digitCode = digitCode * 2 + (hit ? 1 : 0);
              return hit;
            });
      if (!sold) return false;
      for (let at = entriesAt; at < end; at += entryBytes) if (!countEntry(file, at, digitHits, digitCode, units)) return false;
      return end > entriesAt;
    },
    shares: () => shares,
  };
}
