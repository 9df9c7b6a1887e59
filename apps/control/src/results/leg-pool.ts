/**
 * Winning stakes of a pool over legs (docs/verify.md, section 8, Pools over legs): doubles, trebles, pick-n, placepots, football coupons and
 * over/under.
 *
 * A ticket is a set of numbers for each leg; its stake is spread evenly over the lines, one number of each leg. Winners of a row = stakes on its
 * winning lines / perCents, rounded down. Example: 4.00 on {1, 4} × {2, 7} is 1.00 on each of four lines; 4 and 2 win, so 1.00 wins.
 */
import { z } from 'zod';
import { countOf, type LegOutcome, legOutcome, legsResult, maskOf, membersOf } from './leg-outcome.ts';
import type { TierCount } from './tier-count.ts';

const positiveCents = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .transform(BigInt);

const placeTable = z.array(z.object({ declared: z.int().min(1), paid: z.int().min(1).max(6) })).min(1);
const bet = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['double', 'treble']) }),
  z.object({ type: z.literal('pick') }),
  z.object({ type: z.literal('placepot'), places: placeTable }),
  z.object({ type: z.literal('sports'), legs: z.int().min(1), plus: z.object({}).nullable() }),
  z.object({ type: z.literal('over-under') }),
]);

export const legPoolShape = z.object({
  definition: z.object({
    bet,
    price: z.object({ method: z.string(), deadHeat: z.string() }),
    dividend: z.object({ perCents: positiveCents }),
    scratch: z.enum(['refund', 'substitute-favourite', 'all-win', 'consolation', 'loses']),
    voidLegs: z.object({
      first: z.enum(['all-win', 'refund']),
      later: z.enum(['all-win', 'refund']),
      refundAbove: z.int().min(0),
      consolations: z.enum(['kept', 'suppressed']),
    }),
    tiers: z.array(
      z.object({
        id: z.string(),
        correct: z.int().min(0),
        plus: z.enum(['right', 'wrong', 'any']),
        count: z.enum(['exactly', 'at-least']),
        uniqueOnly: z.literal(false),
      }),
    ),
    reducedSystems: z.array(z.object({ marks: z.array(z.int()), lines: z.array(z.string()) })),
  }),
  card: z.object({ legs: z.array(z.object({ runners: z.array(z.object({ number: z.int().min(1).max(64) })).min(1) })).min(1) }),
});

export type LegPool = z.output<typeof legPoolShape>;

/** A row of the result: what wins each leg, and how many legs must be right. */
type Row = {
  readonly id: string;
  readonly won: readonly bigint[];
  readonly least: number;
  readonly most: number;
  readonly plus: 'right' | 'wrong' | 'any';
};

/** The whole pool goes back: no row is paid. */
function isRefunded({ definition: { voidLegs } }: LegPool, legs: readonly LegOutcome[]): boolean {
  const voids = legs.filter(({ isVoid }) => isVoid).length;
  if (voids === 0) return false;
  const laterVoid = legs.slice(1).some(({ isVoid }) => isVoid);
  return (
    voids === legs.length ||
    voids > voidLegs.refundAbove ||
    (legs[0]?.isVoid === true && voidLegs.first === 'refund') ||
    (laterVoid && voidLegs.later === 'refund')
  );
}

const plusLegOf = ({ definition: { bet: of } }: LegPool): number => (of.type === 'sports' && of.plus ? of.legs : -1);

/** Each winning combination of a double or treble has a row of its own; a void leg shows as `*`. */
function combinationRows(pool: LegPool, legs: readonly LegOutcome[]): Row[] {
  const stands = pool.definition.scratch === 'substitute-favourite';
  let rows: { id: string[]; won: bigint[] }[] = [{ id: [], won: [] }];
  for (const leg of legs) {
    const choices = leg.isVoid
      ? [{ id: '*', won: leg.won }]
      : membersOf(leg.won & ~leg.out).map((n) => ({
          id: String(n),
          won: stands && n === leg.favourite ? maskOf([n]) | leg.out : maskOf([n]),
        }));
    rows = rows.flatMap((row) => choices.map(({ id, won }) => ({ id: [...row.id, id], won: [...row.won, won] })));
  }
  return rows.map(({ id, won }) => ({ id: id.join('-'), won, least: legs.length, most: legs.length, plus: 'any' as const }));
}

function rowsOf(pool: LegPool, legs: readonly LegOutcome[]): Row[] {
  const { tiers, bet: of, price, scratch, voidLegs } = pool.definition;
  const won = legs.map((leg) => leg.won);
  const mainLegs = legs.length - (plusLegOf(pool) >= 0 ? 1 : 0);
  if (tiers.length > 0) {
    const isTopAlone = voidLegs.consolations === 'suppressed' && legs.some(({ isVoid }) => isVoid);
    const top = isTopAlone ? tiers.find(({ correct }) => correct === mainLegs) : undefined;
    return (top ? [top] : tiers).map(({ id, correct, plus, count }) => ({
      id,
      won,
      least: correct,
      most: count === 'exactly' ? correct : mainLegs,
      plus,
    }));
  }
  const splits = ['profit-split', 'france', 'equal-share', 'jra'].includes(price.method) || price.deadHeat !== 'single-price';
  const isSeparate =
    (of.type === 'double' || of.type === 'treble') && splits && !(scratch === 'all-win' && legs.some(({ out }) => out > 0n));
  return isSeparate ? combinationRows(pool, legs) : [{ id: 'main', won, least: legs.length, most: legs.length, plus: 'any' }];
}

/** The sets of a packed ticket, and the lines of its reduced system where it has one; null when it is none of this pool. */
function readTicket(lines: Buffer, legCount: number, systems: LegPool['definition']['reducedSystems']) {
  if (lines[0] !== 1 || (lines[1] !== 4 && lines[1] !== 5)) return null;
  const isReduced = lines[1] === 5;
  let at = isReduced ? 3 : 2;
  if (lines[at] !== legCount) return null;
  at += 1;
  const sets: bigint[] = [];
  for (let leg = 0; leg < legCount; leg += 1) {
    const length = lines[at] ?? 0;
    const mask = lines.subarray(at + 1, at + 1 + length);
    if (length < 1 || length > 8 || mask.length !== length || mask.at(-1) === 0) return null;
    sets.push([...mask].reduce((sum, byte, i) => sum | (BigInt(byte) << BigInt(8 * i)), 0n));
    at += 1 + length;
  }
  if (at !== lines.length) return null;
  if (!isReduced) return { sets, played: null };
  const system = systems[lines[2] ?? -1];
  const varied = sets.map((set, leg) => ({ leg, marks: membersOf(set) })).filter(({ marks }) => marks.length > 1);
  if (!system || varied.length !== system.marks.length || varied.some(({ marks }, i) => marks.length !== system.marks[i])) return null;
  const played = system.lines.map((line) => {
    const numbers = sets.map((set) => membersOf(set)[0] ?? 0);
    for (const [i, { leg, marks }] of varied.entries()) numbers[leg] = marks[Number(line[i])] ?? 0;
    return numbers;
  });
  return { sets, played };
}

/** Of the lines of a ticket, how many win this row. A line with a number that went back wins nothing. */
function winningLines(ticket: NonNullable<ReturnType<typeof readTicket>>, row: Row, back: readonly bigint[], plusLeg: number): bigint {
  const fits = (right: boolean) => row.plus === 'any' || plusLeg < 0 || right === (row.plus === 'right');
  if (ticket.played) {
    // The plus leg of a reduced ticket is right when any of its marks is.
    if (!fits(plusLeg >= 0 && ((ticket.sets[plusLeg] ?? 0n) & (row.won[plusLeg] ?? 0n)) > 0n)) return 0n;
    return BigInt(
      ticket.played.filter((numbers) => {
        if (numbers.some((n, leg) => (maskOf([n]) & (back[leg] ?? 0n)) > 0n)) return false;
        const right = numbers.filter((n, leg) => leg !== plusLeg && (maskOf([n]) & (row.won[leg] ?? 0n)) > 0n).length;
        return right >= row.least && right <= row.most;
      }).length,
    );
  }
  const sets = ticket.sets.map((set, leg) => set & ~(back[leg] ?? 0n));
  if (!fits(plusLeg >= 0 && ((sets[plusLeg] ?? 0n) & (row.won[plusLeg] ?? 0n)) > 0n)) return 0n;
  // Lines by how many legs are right.
  let byRight: bigint[] = [1n];
  for (const [leg, set] of sets.entries()) {
    if (leg === plusLeg) continue;
    const right = countOf(set & (row.won[leg] ?? 0n));
    const wrong = countOf(set) - right;
    const next: bigint[] = new Array(byRight.length + 1).fill(0n);
    for (const [n, lines] of byRight.entries()) {
      next[n] = (next[n] ?? 0n) + lines * wrong;
      next[n + 1] = (next[n + 1] ?? 0n) + lines * right;
    }
    byRight = next;
  }
  return byRight.reduce((sum, lines, right) => (right >= row.least && right <= row.most ? sum + lines : sum), 0n);
}

/** A counter, or null where the result or a rule is one that this system has no code for. */
export function legPoolTiers(pool: LegPool, result: unknown): TierCount | null {
  const parsed = legsResult.safeParse(result);
  const { bet: of, scratch, dividend, reducedSystems } = pool.definition;
  const cards = pool.card.legs.map(({ runners }) => runners.map(({ number }) => number));
  if (!parsed.success || parsed.data.legs.length !== cards.length) return null;
  const legs: LegOutcome[] = [];
  for (const [i, leg] of parsed.data.legs.entries()) {
    const card = cards[i] ?? [];
    const places = of.type === 'placepot' ? of.places.findLast(({ declared }) => card.length >= declared)?.paid : 1;
    const outcome = places === undefined ? null : legOutcome(leg, maskOf(card), places, scratch);
    if (!outcome) return null;
    legs.push(outcome);
  }
  // The consolation of a double is a price of its own.
  if (scratch === 'consolation' && legs.some(({ out }) => out > 0n)) return null;
  const plusLeg = plusLegOf(pool);
  const rows = isRefunded(pool, legs) ? [] : rowsOf(pool, legs);
  const back = legs.map(({ out }) => (scratch === 'refund' ? out : 0n));
  /** Stakes × winning lines by number of lines of the ticket, for each row. */
  const totals = rows.map(() => new Map<bigint, bigint>());
  return {
    add(lines, stakeCents) {
      const ticket = readTicket(lines, cards.length, reducedSystems);
      if (!ticket) return false;
      const all = ticket.played ? BigInt(ticket.played.length) : ticket.sets.reduce((product, set) => product * countOf(set), 1n);
      for (const [i, row] of rows.entries()) {
        const winning = winningLines(ticket, row, back, plusLeg);
        const total = totals[i];
        if (winning > 0n && total) total.set(all, (total.get(all) ?? 0n) + stakeCents * winning);
      }
      return true;
    },
    winners: () =>
      new Map(
        rows.map(({ id }, i) => {
          const total = [...(totals[i] ?? [])];
          const multiple = total.reduce((product, [count]) => product * count, 1n);
          return [id, total.reduce((sum, [count, cents]) => sum + cents * (multiple / count), 0n) / (multiple * dividend.perCents)];
        }),
      ),
    tierNamed: (stated) => (rows.some(({ id }) => id === stated) ? stated : null),
  };
}
