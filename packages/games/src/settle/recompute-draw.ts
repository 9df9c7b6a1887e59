/**
 * Recomputes a draw from a plain file, as operators, auditors and support do by hand: stakes and winners per tier, or the tickets
 * and the numbers drawn, and what was carried in → every prize, carry and account, and the movement of every cent.
 *
 * Example: `{ "stakesCents": "100000000", "winners": { "4": 1365, "3": 22441 }, "carriedInCents": { "6": "44739167" } }`.
 */
import { type Cents, cents } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { centsText, type PrizeInputRefusal } from '@valira/prizes';
import { z } from 'zod';
import type { GameDefinition, GamePart } from '../definition/game-definition.ts';
import { parseResult, type ResultRefusal } from '../match/draw-result.ts';
import { ticketMatcher } from '../match/ticket-matcher.ts';
import { assignedByIssuer } from '../ticket/assigned-by-issuer.ts';
import { encodeLines, printedDigitsFit } from '../ticket/packed-lines.ts';
import { parseEntry } from '../ticket/parse-entry.ts';
import { parseTicket, playOf } from '../ticket/parse-ticket.ts';
import type { Entry, PartPlay } from '../ticket/part-play.ts';
import { priceTicket } from '../ticket/price-ticket.ts';
import type { TicketRefusal } from '../ticket/ticket-refusal.ts';
import { occasionsOf, settleDraw } from './settle-draw.ts';

const amounts = z.record(z.string(), centsText).default({});

const drawFile = z.strictObject({
  /** Id of an add-on; the main game when left out. */
  part: z.string().optional(),
  stakesCents: centsText.optional(),
  winners: z.record(z.string(), z.union([z.int().min(0), z.string().regex(/^\d{1,18}$/)])).optional(),
  /**
   * Tickets as they come from outside, with what the issuer printed on them: `digits` of the main game; of the part that is
   * recomputed, the numbers or codes as `entries` of that part.
   */
  tickets: z.array(z.looseObject({ digits: z.array(z.int().min(0)).optional() })).optional(),
  result: z.unknown().optional(),
  carriedInCents: amounts,
  accountsCents: amounts,
  topUpsCents: amounts,
  cycleDraw: z.int().min(1).default(1),
  drawsAtCap: z.int().min(0).default(0),
  drawNumber: z.int().min(0).optional(),
  occasions: z.array(z.string()).optional(),
});

export type DrawFileRefusal =
  | 'draw_file_malformed'
  | 'unknown_part'
  | 'unknown_occasion'
  | 'winners_or_tickets'
  | 'stakes_missing'
  | 'result_missing'
  | 'digits_missing'
  | PrizeInputRefusal
  | ResultRefusal
  | TicketRefusal;

/** Everything in JSON values: amounts as text in minor units. */
export type RecomputedDraw = {
  readonly game: string;
  readonly version: number;
  readonly part: string;
  readonly currency: string;
  readonly stakesCents: string;
  readonly fundCents: string;
  readonly operatorPartCents: string;
  readonly tiers: readonly Readonly<
    Record<'tier' | 'winners' | 'poolCents' | 'prizeCents' | 'withheldCents' | 'netPrizeCents' | 'paidCents' | 'carriedOutCents', string>
  >[];
  readonly carriedOutCents: Readonly<Record<string, string>>;
  readonly accountsCents: Readonly<Record<string, string>>;
  readonly operatorAddedCents: string;
  readonly operatorKeptCents: string;
  readonly nextCycleDraw: number;
  readonly nextDrawsAtCap: number;
  readonly movements: readonly { readonly from: string; readonly to: string; readonly amountCents: string; readonly reason: string }[];
};

const text = (values: Readonly<Record<string, bigint>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value.toString()]));

type Counted = { readonly stakesCents: Cents; readonly winners: Record<string, bigint> };

type TicketLine = NonNullable<z.output<typeof drawFile>['tickets']>[number];

const addOnsOf = z.looseObject({ addOns: z.record(z.string(), z.looseObject({ entries: z.array(z.unknown()).max(70_000).default([]) })) });

/** The ticket as it was sold: what the issuer assigned to this add-on later left out. */
function withoutEntries(input: unknown, addOnId: string): unknown {
  const ticket = addOnsOf.parse(input);
  const { entries: _, ...bought } = ticket.addOns[addOnId] ?? {};
  return { ...ticket, addOns: { ...ticket.addOns, [addOnId]: bought } };
}

/** What a ticket of the file plays in the part at hand, as it was issued, and its stake there; nothing when it is not in that part. */
function issuedPlay(
  game: GameDefinition,
  partId: string | undefined,
  { digits, ...input }: TicketLine,
): Outcome<{ readonly play: PartPlay; readonly stakeCents: bigint } | undefined, DrawFileRefusal> {
  const addOn = game.addOns.find(({ id }) => id === partId);
  const printed = addOn && assignedByIssuer(addOn) ? addOnsOf.safeParse(input).data?.addOns[addOn.id]?.entries : undefined;
  // A ticket from outside cannot choose what the issuer assigns; here it was assigned and is read back from the ticket.
  const sold = addOn && printed ? withoutEntries(input, addOn.id) : input;
  const ticket = parseTicket(game, sold);
  if (!ticket.ok) return ticket;
  const price = priceTicket(game, ticket.value);
  if (!addOn) {
    if (!printedDigitsFit(game, digits ?? [])) {
      const wanted = game.family === 'matrix' ? game.drawnDigits.length : 0;
      const code = (digits?.length ?? 0) === wanted ? 'number_out_of_range' : 'digits_missing';
      return refuse(code, { path: 'digits', facts: { wanted } });
    }
    if (ticket.value.main.entries.length === 0) return refuse('entries_missing', { path: 'entries' });
    return ok({ play: { ...ticket.value.main, digits: digits ?? [] }, stakeCents: price.mainCents });
  }
  const play = ticket.value.addOns[addOn.id];
  if (!play) return ok(undefined);
  const stakeCents = price.addOnsCents[addOn.id] ?? 0n;
  if (!assignedByIssuer(addOn)) return ok({ play, stakeCents });
  const path = `addOns.${addOn.id}.entries`;
  const wanted = addOn.per === 'line' ? price.lines : 1n;
  if (BigInt(printed?.length ?? 0) !== wanted)
    return refuse('wrong_count', { path, facts: { count: printed?.length ?? 0, least: Number(wanted), most: Number(wanted) } });
  const entries: Entry[] = [];
  for (const [index, json] of (printed ?? []).entries()) {
    const entry = parseEntry(addOn, json, `${path}.${index}`);
    if (!entry.ok) return entry;
    entries.push(entry.value);
  }
  return ok({ play: playOf(addOn, play.units, [], entries), stakeCents });
}

/** Stakes and winners of the tickets in the file. */
function countTickets(
  game: GameDefinition,
  part: GamePart,
  partId: string | undefined,
  tickets: readonly TicketLine[],
  json: unknown,
): Outcome<Counted, DrawFileRefusal> {
  const result = parseResult(part, json);
  if (!result.ok) return { ...result, path: `result.${result.path}` };
  const matcher = ticketMatcher(part, result.value);
  const totals = new Float64Array(matcher.tiers.length);
  let stakes = 0n;
  for (const [index, ticket] of tickets.entries()) {
    const issued = issuedPlay(game, partId, ticket);
    if (!issued.ok) return { ...issued, path: `tickets.${index}.${issued.path}` };
    if (!issued.value) continue;
    stakes += issued.value.stakeCents;
    const fault = matcher.add(encodeLines(part, issued.value.play), totals);
    if (typeof fault === 'string') throw new Error(`ticket ${index} was checked and its packed lines are refused: ${fault}`);
  }
  return ok({ stakesCents: cents(stakes), winners: Object.fromEntries(matcher.tiers.map((tier, i) => [tier, BigInt(totals[i] ?? 0)])) });
}

/** The recomputed draw, or the first refusal with its place in the file. */
export function recomputeDraw(game: GameDefinition, json: unknown): Outcome<RecomputedDraw, DrawFileRefusal> {
  const parsed = drawFile.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse('draw_file_malformed', { path: issue?.path.join('.') ?? '', facts: { reason: issue?.message ?? 'unreadable' } });
  }
  const file = parsed.data;
  const part: GamePart | undefined = file.part === undefined ? game : game.addOns.find(({ id }) => id === file.part);
  if (!part) return refuse('unknown_part', { path: 'part', facts: { part: file.part ?? '' } });
  if ((file.winners === undefined) === (file.tickets === undefined)) return refuse('winners_or_tickets');

  let counted: Counted;
  if (file.tickets) {
    if (file.result === undefined) return refuse('result_missing', { path: 'result' });
    const tickets = countTickets(game, part, file.part, file.tickets, file.result);
    if (!tickets.ok) return tickets;
    counted = { ...tickets.value, stakesCents: file.stakesCents ?? tickets.value.stakesCents };
  } else {
    if (file.stakesCents === undefined) return refuse('stakes_missing', { path: 'stakesCents' });
    counted = {
      stakesCents: file.stakesCents,
      winners: Object.fromEntries(Object.entries(file.winners ?? {}).map(([tier, count]) => [tier, BigInt(count)])),
    };
  }

  const { carriedInCents, accountsCents, topUpsCents, cycleDraw, drawsAtCap } = file;
  const occasions = file.occasions ?? (file.drawNumber === undefined ? [] : occasionsOf(game, file.drawNumber));
  const unknown = occasions.find((name) => !game.occasions.some((known) => known.name === name));
  if (unknown !== undefined) return refuse('unknown_occasion', { path: 'occasions', facts: { occasion: unknown } });
  const settled = settleDraw(part, { ...counted, carriedInCents, accountsCents, topUpsCents, cycleDraw, drawsAtCap, occasions });
  if (!settled.ok) return settled;
  const settlement = settled.value;
  return ok({
    game: game.id,
    version: game.version,
    part: file.part ?? 'main',
    currency: game.currency,
    stakesCents: settlement.stakesCents.toString(),
    fundCents: settlement.fundCents.toString(),
    operatorPartCents: settlement.operatorPartCents.toString(),
    tiers: settlement.tiers.map((tier) => ({
      tier: tier.id,
      winners: tier.winners.toString(),
      poolCents: tier.poolCents.toString(),
      prizeCents: tier.prizeCents.toString(),
      withheldCents: tier.withheldCents.toString(),
      netPrizeCents: tier.netPrizeCents.toString(),
      paidCents: tier.paidCents.toString(),
      carriedOutCents: tier.carriedOutCents.toString(),
    })),
    carriedOutCents: text(settlement.carriedOutCents),
    accountsCents: text(settlement.accountsCents),
    operatorAddedCents: settlement.operatorAddedCents.toString(),
    operatorKeptCents: settlement.operatorKeptCents.toString(),
    nextCycleDraw: settlement.nextCycleDraw,
    nextDrawsAtCap: settlement.nextDrawsAtCap,
    movements: settlement.movements.map(({ from, to, amountCents, reason }) => ({ from, to, amountCents: amountCents.toString(), reason })),
  });
}
