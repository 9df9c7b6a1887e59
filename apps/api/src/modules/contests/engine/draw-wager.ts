/**
 * A wager on a draw game as it is sent, read into what is stored: chosen lines and quick picks of any family.
 *
 * | family | a line |
 * |---|---|
 * | matrix | `{ main: [1, 2, 3, 4, 5, 6] }`, numbers by panel; `{ picks: { main: […] }, reduced: "…" }` for a reduced system |
 * | keno | `{ marks: [3, 17, 40] }` |
 * | digits | `{ bet: "straight", digits: "427" }`, with `series` where tickets have one |
 * | preassigned | `{ number: "04712", series: 3, fraction: 1 }`, each of which exists once in a draw |
 * | raffle | none: the issuer gives the codes, as many as `quickPicks` says |
 */
import {
  type Entry,
  encodeLines,
  type GameDefinition,
  issueTicket,
  parseTicket,
  playLines,
  playOf,
  priceTicket,
  quickPick,
  raffleCodeCount,
} from '@valira/games';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import type { UniformBelow, Wager } from './contest-engine.ts';

const panels = z.record(z.string().max(40), z.array(z.int()).max(128));
/** Plain panels first: nearly every line is one, and a failed alternative costs more than the line. */
const line = z.union([
  panels,
  z.strictObject({ picks: panels, reduced: z.string().max(40) }),
  z.strictObject({ bet: z.string().max(40), digits: z.string().max(9), series: z.int().optional() }),
  z.strictObject({ number: z.string().max(8), series: z.int(), fraction: z.int() }),
]);

const wagerInput = z.strictObject({
  kind: z.literal('draw'),
  lines: z.array(line).max(100).default([]),
  quickPicks: z.int().min(0).max(100).default(0),
  units: z.int().min(1).max(1000).default(1),
});

type Line = z.output<typeof line>;

/** A plain line of a matrix game is its panels. */
const entryOf = (game: GameDefinition, one: Line): unknown => (game.family === 'matrix' && !('reduced' in one) ? { picks: one } : one);

/** What exists once in a draw, by number: the place of a fraction in the stock, or a raffle code. */
function uniqueNumber(game: GameDefinition, entry: Entry): bigint | null {
  if (game.family === 'preassigned' && 'fraction' in entry) {
    const { number, series, fraction } = entry;
    return (BigInt(number) * BigInt(game.seriesCount) + BigInt(series - 1)) * BigInt(game.fractionCount) + BigInt(fraction - 1);
  }
  return game.family === 'raffle' && 'code' in entry ? entry.code : null;
}

function pickOne(game: GameDefinition, below: UniformBelow): Entry {
  if (game.family === 'raffle') return { code: below(raffleCodeCount(game)) };
  if (game.family !== 'preassigned') return quickPick(game, below);
  const one = (count: number) => Number(below(BigInt(count)));
  return { number: one(game.numbers), series: 1 + one(game.seriesCount), fraction: 1 + one(game.fractionCount) };
}

/** Random entries; of what exists once, none that is in the ticket already. */
function pickEntries(game: GameDefinition, count: number, chosen: readonly Entry[], below: UniformBelow): Entry[] {
  const held = new Set(chosen.map((entry) => uniqueNumber(game, entry)));
  return Array.from({ length: count }, () => {
    for (;;) {
      const entry = pickOne(game, below);
      const number = uniqueNumber(game, entry);
      if (number === null || !held.has(number)) {
        held.add(number);
        return entry;
      }
    }
  });
}

/** Whether a random ticket of this many entries can be made at all of things that exist once. */
function stockOf(game: GameDefinition): bigint | null {
  if (game.family === 'preassigned') return BigInt(game.numbers) * BigInt(game.seriesCount) * BigInt(game.fractionCount);
  return game.family === 'raffle' ? raffleCodeCount(game) : null;
}

export function parseDrawWager(game: GameDefinition, input: unknown, below: UniformBelow): Outcome<Wager> {
  const parsed = wagerInput.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse('wager_malformed', { path: issue?.path.join('.') ?? '', facts: { reason: issue?.message ?? '' } });
  }
  if (game.addOns.length > 0) return refuse('add_ons_not_sold');
  const { lines, quickPicks, units } = parsed.data;
  const ticket = parseTicket(game, { entries: lines.map((one) => entryOf(game, one)), units });
  if (!ticket.ok && !(lines.length === 0 && quickPicks > 0 && ticket.code === 'entries_missing'))
    return { ...ticket, path: ticket.path.replace(/^entries/, 'lines').replace('.picks', '') };
  // Numbers that the issuer gives are none that a player sends.
  if (game.family === 'raffle' && lines.length > 0) return refuse('bet_does_not_fit', { path: 'lines' });
  const { limits } = game;
  if (lines.length + quickPicks > limits.maxEntries)
    return refuse('too_many_entries', { path: quickPicks > 0 ? 'quickPicks' : 'lines', facts: { most: limits.maxEntries } });
  if (!game.units.includes(units)) return refuse('units_not_offered', { path: 'units', facts: { units } });
  const stock = stockOf(game);
  if (stock !== null && BigInt(lines.length + quickPicks) > stock) return refuse('too_many_entries', { path: 'quickPicks' });

  const chosen: readonly Entry[] = ticket.ok ? ticket.value.main.entries : [];
  const entries = [...chosen, ...pickEntries(game, quickPicks, chosen, below)];
  if (entries.length === 0) return refuse('entries_missing', { path: 'lines' });
  const asked = playOf(game, units, [], entries);
  // Codes were picked above, where two of one ticket cannot be the same.
  const play =
    game.family === 'raffle'
      ? { main: asked, addOns: {}, draws: 1 }
      : issueTicket(game, { main: asked, addOns: {}, draws: 1 }, { below, raffleCode: () => 0n });
  if (playLines(game, play.main) > BigInt(limits.maxLines))
    return refuse('too_many_lines', { path: 'quickPicks', facts: { most: limits.maxLines } });
  const { perDrawCents } = priceTicket(game, play);
  if (perDrawCents > limits.maxStakeCents)
    return refuse('stake_above_limit', { path: '', facts: { price: perDrawCents, most: limits.maxStakeCents } });
  const unique = play.main.entries.flatMap((entry) => uniqueNumber(game, entry) ?? []);
  return ok({
    lines: encodeLines(game, play.main),
    stakeCents: perDrawCents,
    ...(unique.length > 0 && { unique, isPicked: lines.length === 0 }),
  });
}

/** The play of packed lines as it was sent. */
export function linesOf(game: GameDefinition, play: { readonly entries: readonly Entry[] }): unknown[] {
  const names = game.family === 'matrix' ? game.panels.map(({ id }) => id) : [];
  return play.entries.map((entry) => {
    if ('picks' in entry) {
      const picks = Object.fromEntries(entry.picks.map((numbers, i) => [names[i] ?? '', numbers]));
      return entry.reduced === undefined ? picks : { picks, reduced: entry.reduced };
    }
    if ('bet' in entry) return { bet: entry.bet, digits: entry.digits.join(''), ...(entry.series > 0 && { series: entry.series }) };
    if ('fraction' in entry && game.family === 'preassigned') return { ...entry, number: String(entry.number).padStart(game.digits, '0') };
    return entry;
  });
}
