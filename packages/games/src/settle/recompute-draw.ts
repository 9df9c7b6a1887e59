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
import { encodeLines } from '../ticket/packed-lines.ts';
import { parseTicket } from '../ticket/parse-ticket.ts';
import type { PartPlay } from '../ticket/part-play.ts';
import { priceTicket } from '../ticket/price-ticket.ts';
import type { TicketRefusal } from '../ticket/ticket-refusal.ts';
import { occasionsOf, settleDraw } from './settle-draw.ts';

const amounts = z.record(z.string(), centsText).default({});

const drawFile = z.strictObject({
  /** Id of an add-on; the main game when left out. */
  part: z.string().optional(),
  stakesCents: centsText.optional(),
  winners: z.record(z.string(), z.union([z.int().min(0), z.string().regex(/^\d{1,18}$/)])).optional(),
  /** Tickets as they come from outside, with `digits` where the ticket bears printed ones. */
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

/** Stakes and winners of the tickets in the file. */
function countTickets(
  game: GameDefinition,
  part: GamePart,
  partId: string | undefined,
  tickets: NonNullable<z.output<typeof drawFile>['tickets']>,
  json: unknown,
): Outcome<Counted, DrawFileRefusal> {
  const result = parseResult(part, json);
  if (!result.ok) return { ...result, path: `result.${result.path}` };
  const matcher = ticketMatcher(part, result.value);
  const totals = new Float64Array(matcher.tiers.length);
  let stakes = 0n;
  for (const [index, { digits, ...input }] of tickets.entries()) {
    const ticket = parseTicket(game, input);
    if (!ticket.ok) return { ...ticket, path: `tickets.${index}.${ticket.path}` };
    const price = priceTicket(game, ticket.value);
    const play: PartPlay | undefined = partId === undefined ? ticket.value.main : ticket.value.addOns[partId];
    if (!play) continue;
    const printed = part.family === 'matrix' ? part.drawnDigits.length : 0;
    if ((digits?.length ?? 0) !== printed) return refuse('digits_missing', { path: `tickets.${index}.digits`, facts: { wanted: printed } });
    stakes += partId === undefined ? price.mainCents : (price.addOnsCents[partId] ?? 0n);
    matcher.add(encodeLines(part, { ...play, digits: digits ?? [] }), totals);
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
