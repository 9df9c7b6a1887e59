/**
 * Winning shares of a game of pre-assigned numbers (docs/verify.md, section 8): a fraction of a number wins every list that its number is on,
 * as often as it is on it.
 *
 * Example: 12,347 is drawn. 12,346 and 12,348 win as its neighbours, 12,300–12,399 as its hundred (two free digits), all that end in 47 as its
 * ending; where a list leaves the drawn number out, 12,347 has its own prize alone.
 */
import { z } from 'zod';
import { noAddOns } from './drawn-numbers.ts';
import { readPlay } from './packed-play.ts';
import type { TierCount } from './tier-count.ts';

const stockFamily = 4;
const entryBytes = 8;

const id = z.string().min(1).max(80);
const digits = z.int().min(1).max(8);

export const stockGameShape = z.object({
  family: z.literal('preassigned'),
  digits,
  numbers: z.int().min(10).max(100_000_000),
  seriesCount: z.int().min(1).max(9_999),
  fractionCount: z.int().min(1).max(100),
  extractions: z.array(z.object({ id, count: z.int().min(1).max(2_000), digits, fraction: z.boolean().default(false) })).min(1),
  wins: z
    .array(
      z.object({
        tier: id,
        extraction: id,
        match: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('number') }),
          z.object({ kind: z.literal('neighbour') }),
          z.object({ kind: z.literal('block'), freeDigits: digits }),
          z.object({ kind: z.literal('ending'), digits }),
          z.object({ kind: z.literal('fraction') }),
        ]),
        exceptDrawn: z.boolean().default(true),
      }),
    )
    .min(1),
  addOns: noAddOns,
});

export type StockGame = z.output<typeof stockGameShape>;
type Drawn = { readonly number: number; readonly series: number; readonly fraction: number };
/** What was drawn, by the id of the extraction. */
export type DrawnStock = ReadonlyMap<string, readonly Drawn[]>;

const digitsText = z.string().regex(/^\d{1,8}$/);
const resultShape = z.object({
  extractions: z.record(
    id,
    z.array(z.union([digitsText, z.object({ number: digitsText, series: z.int(), fraction: z.int() })])).max(2_000),
  ),
});

/** Null when this game cannot draw it: another number of values, other lengths, one that is not in the stock, or one twice. */
export function readStockResult(game: StockGame, json: unknown): DrawnStock | null {
  const parsed = resultShape.safeParse(json);
  if (!parsed.success || Object.keys(parsed.data.extractions).length !== game.extractions.length) return null;
  const drawn = new Map<string, readonly Drawn[]>();
  for (const extraction of game.extractions) {
    const stated = parsed.data.extractions[extraction.id] ?? [];
    const values = stated.map((value) =>
      typeof value === 'string'
        ? { text: value, series: 0, fraction: 0 }
        : { text: value.number, series: value.series, fraction: value.fraction },
    );
    const fits = values.every(({ text, series, fraction }) => {
      const isInStock = extraction.digits < game.digits || Number(text) < game.numbers;
      const isPlaced = extraction.fraction
        ? series >= 1 && series <= game.seriesCount && fraction >= 1 && fraction <= game.fractionCount
        : series === 0 && fraction === 0;
      return text.length === extraction.digits && isInStock && isPlaced;
    });
    if (!fits || values.length !== extraction.count || new Set(values.map(({ text }) => text)).size !== values.length) return null;
    drawn.set(
      extraction.id,
      values.map(({ text, series, fraction }) => ({ number: Number(text), series, fraction })),
    );
  }
  return drawn;
}

type Win = StockGame['wins'][number];

/** Whether a number is on the list that one drawn value makes. */
function isOn({ match, exceptDrawn }: Win, number: number, value: number, isWhole: boolean, numbers: number): boolean {
  switch (match.kind) {
    case 'number':
    case 'fraction':
      return number === value;
    case 'neighbour':
      return number === (value + 1) % numbers || number === (value + numbers - 1) % numbers;
    case 'block':
      if (exceptDrawn && isWhole && number === value) return false;
      return Math.floor(number / 10 ** match.freeDigits) === Math.floor(value / 10 ** match.freeDigits);
    case 'ending':
      if (exceptDrawn && isWhole && number === value) return false;
      return number % 10 ** match.digits === value % 10 ** match.digits;
  }
}

export function stockTiers(game: StockGame, drawn: DrawnStock): TierCount {
  const winners = new Map(game.wins.map(({ tier }) => [tier, 0n]));
  const lists = game.wins.map((win) => ({
    win,
    values: drawn.get(win.extraction) ?? [],
    isWhole: game.extractions.find((one) => one.id === win.extraction)?.digits === game.digits,
  }));
  /** For each number that has been asked for, the lists that it is on, with the values that put it there. */
  const known = new Map<number, readonly { readonly win: Win; readonly by: readonly Drawn[] }[]>();
  const onLists = (number: number) => {
    const before = known.get(number);
    if (before) return before;
    const found = lists.flatMap(({ win, values, isWhole }) => {
      const by = values.filter((value) => isOn(win, number, value.number, isWhole, game.numbers));
      return by.length > 0 ? [{ win, by }] : [];
    });
    known.set(number, found);
    return found;
  };
  return {
    add(lines) {
      const play = readPlay(lines, stockFamily, entryBytes);
      if (play === null || play.digits.length > 0) return false;
      const entries = play.entries.map((entry) => ({
        number: entry.readUInt32LE(0),
        series: entry.readUInt16LE(4),
        fraction: entry.readUInt16LE(6),
      }));
      const isPrinted = entries.every(
        ({ number, series, fraction }) =>
          number < game.numbers && series >= 1 && series <= game.seriesCount && fraction >= 1 && fraction <= game.fractionCount,
      );
      if (!isPrinted) return false;
      for (const { number, series, fraction } of entries)
        for (const { win, by } of onLists(number)) {
          const times =
            win.match.kind === 'fraction' ? by.filter((value) => value.series === series && value.fraction === fraction).length : by.length;
          winners.set(win.tier, (winners.get(win.tier) ?? 0n) + BigInt(times * play.units));
        }
      return true;
    },
    winners: () => winners,
    tierNamed: (stated) => (winners.has(stated) ? stated : null),
  };
}
