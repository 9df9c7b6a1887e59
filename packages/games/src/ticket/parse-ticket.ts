/**
 * A ticket from outside, checked as a whole against the game's definition: entries, multiples, draws, add-ons, limits and
 * the price the buyer was shown. Any fault refuses the whole ticket; nothing is repaired.
 *
 * Example: `{ entries: [{ picks: { main: [1, 2, 3, 4, 5, 6] } }], draws: 2, priceCents: "200" }`.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { centsText } from '@valira/prizes';
import { z } from 'zod';
import type { GameDefinition, GamePart } from '../definition/game-definition.ts';
import { assignedByIssuer } from './assigned-by-issuer.ts';
import { playLines } from './line-count.ts';
import { parseEntry } from './parse-entry.ts';
import type { Entry, PartPlay, TicketPlay } from './part-play.ts';
import { priceTicket } from './price-ticket.ts';
import type { TicketRefusal } from './ticket-refusal.ts';

const ticketInput = z.strictObject({
  entries: z.array(z.unknown()).max(1000),
  units: z.int().default(1),
  draws: z.int().default(1),
  /** Add-ons by id; entries only where the player chooses them. */
  addOns: z
    .record(z.string().max(40), z.strictObject({ entries: z.array(z.unknown()).max(1000).default([]), units: z.int().default(1) }))
    .default({}),
  /** What the buyer was shown; refused when the game's price is another. */
  priceCents: centsText.optional(),
});

/** JSON shape of a ticket, for typed callers; the check itself takes anything. */
export type TicketInput = z.input<typeof ticketInput>;

/** Joins a part's family to its entries, which `parseEntry` read for that family. */
export const playOf = (part: GamePart, units: number, digits: readonly number[], entries: readonly Entry[]): PartPlay =>
  ({ family: part.family, units, digits, entries }) as PartPlay;

function parsePart(
  part: GamePart,
  input: { readonly entries: readonly unknown[]; readonly units: number },
  path: string,
): Outcome<PartPlay, TicketRefusal> {
  if (!part.units.includes(input.units)) return refuse('units_not_offered', { path: `${path}units`, facts: { units: input.units } });
  const entries: Entry[] = [];
  // A numbered fraction or a raffle code exists once, so no ticket bears it twice.
  const unique = new Set<string>();
  for (const [index, json] of input.entries.entries()) {
    const entry = parseEntry(part, json, `${path}entries.${index}`);
    if (!entry.ok) return entry;
    if (part.family === 'preassigned' || part.family === 'raffle') {
      const printed = JSON.stringify(entry.value, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      if (unique.has(printed)) return refuse('number_duplicated', { path: `${path}entries.${index}` });
      unique.add(printed);
    }
    entries.push(entry.value);
  }
  return ok(playOf(part, input.units, [], entries));
}

/** The checked ticket, or the first refusal with its path. Issuer-assigned digits and codes are added by `issueTicket`. */
export function parseTicket(game: GameDefinition, json: unknown): Outcome<TicketPlay, TicketRefusal> {
  const parsed = ticketInput.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse('ticket_malformed', { path: issue?.path.join('.') ?? '', facts: { reason: issue?.message ?? 'unreadable' } });
  }
  const input = parsed.data;
  const { limits } = game;
  if (input.entries.length === 0 && !assignedByIssuer(game)) return refuse('entries_missing', { path: 'entries' });
  if (input.entries.length > limits.maxEntries) return refuse('too_many_entries', { path: 'entries', facts: { most: limits.maxEntries } });
  if (input.draws < 1 || input.draws > limits.maxDraws)
    return refuse('draws_not_offered', { path: 'draws', facts: { draws: input.draws, most: limits.maxDraws } });
  const main = parsePart(game, input, '');
  if (!main.ok) return main;
  if (playLines(game, main.value) > BigInt(limits.maxLines))
    return refuse('too_many_lines', { path: 'entries', facts: { most: limits.maxLines } });

  const addOns: Record<string, PartPlay> = {};
  for (const id of Object.keys(input.addOns)) {
    if (!game.addOns.some((addOn) => addOn.id === id)) return refuse('unknown_add_on', { path: `addOns.${id}` });
  }
  for (const addOn of game.addOns) {
    const wanted = input.addOns[addOn.id];
    if (!wanted && !addOn.required) continue;
    const play = parsePart(addOn, wanted ?? { entries: [], units: addOn.units[0] ?? 1 }, `addOns.${addOn.id}.`);
    if (!play.ok) return play;
    if (play.value.entries.length > 0 && assignedByIssuer(addOn)) return refuse('bet_does_not_fit', { path: `addOns.${addOn.id}.entries` });
    if (play.value.entries.length !== 1 && !assignedByIssuer(addOn))
      return refuse('wrong_count', { path: `addOns.${addOn.id}.entries`, facts: { least: 1, most: 1 } });
    addOns[addOn.id] = play.value;
  }

  const ticket: TicketPlay = { main: main.value, addOns, draws: input.draws };
  const { totalCents } = priceTicket(game, ticket);
  if (totalCents > limits.maxStakeCents)
    return refuse('stake_above_limit', { path: '', facts: { price: totalCents, most: limits.maxStakeCents } });
  if (input.priceCents !== undefined && input.priceCents !== totalCents)
    return refuse('price_mismatch', { path: 'priceCents', facts: { shown: input.priceCents, price: totalCents } });
  return ok(ticket);
}
