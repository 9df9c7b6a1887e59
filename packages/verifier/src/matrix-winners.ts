/**
 * Winning shares of a matrix game from the leaves (docs/verify.md, section 8).
 *
 * A line with h of the drawn numbers and b of the bonus numbers falls into the class (h, b, …). A system of m picks stands for
 * all its lines at once: of a panel with h drawn and b bonus numbers among the m, C(h, i) × C(b, j) × C(m − h − b, c − i − j)
 * lines have i and j of them.
 *
 * Example: system 7 of 6/45 with 5 drawn numbers and the bonus: 2 × (5), 5 × … in all C(7, 6) = 7 lines.
 */
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

/** How a result names the panels of this game, in the order in which they are drawn. */
export function matrixPanels(game: MatrixShape) {
  return [
    ...game.panels.map((panel) => ({
      name: panel.id,
      pick: panel.drawn ?? panel.choose,
      from: panel.first,
      to: panel.first + panel.from - 1,
    })),
    ...game.bonuses.map((bonus) => {
      const panel = game.panels.find(({ id }) => id === bonus.panel);
      const first = panel?.first ?? 1;
      return { name: bonus.id, pick: bonus.count, from: first, to: first + (panel?.from ?? 0) - 1, fromRestOf: bonus.panel };
    }),
    ...game.drawnDigits.map((digit) => ({ name: digit.id, pick: 1, from: 0, to: digit.size - 1 })),
  ];
}

type Drum = {
  readonly all: Uint8Array;
  readonly drawn: Uint8Array;
  readonly bonuses: readonly { readonly index: number; readonly mask: Uint8Array }[];
};

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

export function matrixWinners(game: MatrixShape, result: readonly PanelResult[]): TicketWinners {
  const drawnOf = (name: string): readonly number[] => result.find((panel) => panel.name === name)?.numbers ?? [];
  const starts: number[] = [];
  let bits = 0;
  for (const panel of game.panels) {
    starts.push(bits);
    bits += panel.from;
  }
  const maskBytes = Math.ceil(bits / 8);
  const padding = bitMask(
    maskBytes,
    Array.from({ length: 8 * maskBytes - bits }, (_, i) => bits + i),
  );
  const drums: Drum[] = game.panels.map((panel, i) => {
    const start = starts[i] ?? 0;
    const maskOf = (numbers: readonly number[]) =>
      bitMask(
        maskBytes,
        numbers.map((number) => start + number - panel.first),
      );
    return {
      all: maskOf(Array.from({ length: panel.from }, (_, number) => panel.first + number)),
      drawn: maskOf(drawnOf(panel.id)),
      bonuses: game.bonuses.flatMap((bonus, index) => (bonus.panel === panel.id ? [{ index, mask: maskOf(drawnOf(bonus.id)) }] : [])),
    };
  });
  const digits = game.drawnDigits.map((digit) => drawnOf(digit.id)[0] ?? -1);
  const entryBytes = 1 + maskBytes;
  const read = packedReader(matrixFamily, entryBytes);
  const shares = new Map<string, bigint>(game.wins.map((win) => [win.tier, 0n]));

  /** Tiers won by a line of this class. */
  const tiersOf = (panelHits: readonly number[], bonusHits: readonly number[], digitHits: readonly boolean[]): readonly string[] =>
    game.wins
      .filter(
        (win) =>
          game.panels.every((panel, i) => win.hits[panel.id]?.includes(panelHits[i] ?? 0) ?? true) &&
          game.bonuses.every((bonus, i) => win.hits[bonus.id]?.includes(bonusHits[i] ?? 0) ?? true) &&
          game.drawnDigits.every((digit, i) => (win.digits[digit.id] ?? digitHits[i]) === digitHits[i]),
      )
      .map((win) => win.tier);

  /** Tickets with the same picks and hits per panel win the same, so what they win is worked out once. */
  const known = new Map<string, readonly (readonly [string, number])[]>();
  const cache = new Map<number, readonly (readonly [string, number])[]>();

  function winsOf(
    picks: readonly number[],
    drawnHits: readonly number[],
    held: readonly (readonly number[])[],
    digitHits: readonly boolean[],
  ) {
    const key = JSON.stringify([picks, drawnHits, held, digitHits]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const won = new Map<string, number>();
    const walk = (at: number, panelHits: readonly number[], bonusHits: readonly number[], lines: number): void => {
      const panel = game.panels[at];
      if (panel === undefined) {
        for (const tier of tiersOf(panelHits, bonusHits, digitHits)) won.set(tier, (won.get(tier) ?? 0) + lines);
        return;
      }
      for (const share of splitPanel(panel.choose, picks[at] ?? 0, drawnHits[at] ?? 0, held[at] ?? [])) {
        const bonus = [...bonusHits];
        drums[at]?.bonuses.forEach(({ index }, i) => {
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
    const list = [...won];
    known.set(key, list);
    return list;
  }

  function countEntry(file: Uint8Array, at: number, digitHits: readonly boolean[], digitCode: number, units: number): boolean {
    const mask = at + 1;
    if (commonBits(file, mask, padding) !== 0) return false;
    const form = file[at] ?? 0;
    if (form !== 0) return countReduced(file, mask, form, digitHits, units);
    // Up to four panels with picks, drawn and bonus hits below 64 each: a number names the class for the quick look-up.
    let code = digitCode;
    for (let i = 0; i < drums.length; i += 1) {
      const drum = drums[i];
      const panel = game.panels[i];
      if (drum === undefined || panel === undefined) return false;
      const picks = commonBits(file, mask, drum.all);
      if (picks < panel.choose || picks > panel.maxPicks) return false;
      code = (code * 41 + picks) * 41 + commonBits(file, mask, drum.drawn);
      for (const bonus of drum.bonuses) code = code * 6 + commonBits(file, mask, bonus.mask);
    }
    let won = cache.get(code);
    if (won === undefined || code > Number.MAX_SAFE_INTEGER) {
      won = winsOf(
        drums.map((drum) => commonBits(file, mask, drum.all)),
        drums.map((drum) => commonBits(file, mask, drum.drawn)),
        drums.map((drum) => drum.bonuses.map((bonus) => commonBits(file, mask, bonus.mask))),
        digitHits,
      );
      cache.set(code, won);
    }
    for (const [tier, lines] of won) shares.set(tier, (shares.get(tier) ?? 0n) + BigInt(lines) * BigInt(units));
    return true;
  }

  /** Reduced systems are few: their lines are laid out and counted one by one. */
  function countReduced(file: Uint8Array, mask: number, form: number, digitHits: readonly boolean[], units: number): boolean {
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
      if (
        !countEntry(
          Uint8Array.of(0, ...laid),
          0,
          digitHits,
          digitHits.reduce((code, hit) => code * 2 + (hit ? 1 : 0), 0),
          units,
        )
      )
        return false;
    }
    return true;
  }

  return {
    add(file, from, to) {
      const header = read(file, from, to);
      if (header === null || (header.digitCount !== 0 && header.digitCount !== digits.length)) return false;
      const { units, digitsAt, digitCount, entriesAt, end } = header;
      let digitCode = 0;
      const digitHits = digits.map((drawn, i) => {
        const own =
          digitCount === 0
            ? -1
            : (file[digitsAt + 4 * i] ?? 0) +
              (file[digitsAt + 4 * i + 1] ?? 0) * 2 ** 8 +
              (file[digitsAt + 4 * i + 2] ?? 0) * 2 ** 16 +
              (file[digitsAt + 4 * i + 3] ?? 0) * 2 ** 24;
        const hit = own === drawn && digitCount !== 0;
        digitCode = digitCode * 2 + (hit ? 1 : 0);
        return hit;
      });
      for (let at = entriesAt; at < end; at += entryBytes) if (!countEntry(file, at, digitHits, digitCode, units)) return false;
      return end > entriesAt;
    },
    shares: () => shares,
  };
}
