/** Draw games behind the contest engine: everything comes from the definition, no game is known by name. */
import {
  decodeLines,
  formatRaffleCode,
  type GameDefinition,
  occasionsOf,
  parseResult,
  settleDraw,
  ticketMatcher,
  tierOdds,
} from '@valira/games';
import { drawMappingOf, type Json, resultOfPanels, type TierRow } from '@valira/games/verifiable';
import { assertConserved, type Cents, cents, type Rational, ratioZero, sum, sumRational } from '@valira/money';
import { expectOk, type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import { toJson } from '../../../platform/json.ts';
import type { ContestEngine, Flow, FlowPlace, Grader, Settled, SettlementFacts, Tally } from './contest-engine.ts';
import { linesOf, parseDrawWager } from './draw-wager.ts';
import { settleShare } from './settle-share.ts';

const centsText = z.string().regex(/^\d{1,18}$/);
const carrySchema = z.object({
  carriedOutCents: z.record(z.string(), centsText).default({}),
  accountsCents: z.record(z.string(), centsText).default({}),
  nextCycleDraw: z.int().default(1),
  nextDrawsAtCap: z.int().default(0),
});

const centsMap = (amounts: Readonly<Record<string, string>>): Record<string, Cents> =>
  Object.fromEntries(Object.entries(amounts).map(([name, text]) => [name, cents(BigInt(text))]));

const total = (amounts: Readonly<Record<string, Cents>>): Cents => sum(Object.values(amounts));

function gradeBy(game: GameDefinition, result: Json, prizes: ReadonlyMap<string, Cents>): Grader {
  const matcher = ticketMatcher(game, expectOk(parseResult(game, result)));
  return {
    grade(lines) {
      const counts = expectOk(matcher.classify(lines));
      const shares = matcher.tiers.flatMap((tier, i) => ((counts[i] ?? 0) > 0 ? [{ tier, count: String(counts[i]) }] : []));
      const prizeCents = shares.reduce((amount, { tier, count }) => amount + (prizes.get(tier) ?? 0n) * BigInt(count), 0n);
      return { prizeCents: cents(prizeCents), refundCents: cents(0n), shares };
    },
  };
}

function settleWith(
  game: GameDefinition,
  result: Json,
  stakesCents: Cents,
  winners: Readonly<Record<string, bigint>>,
  facts: SettlementFacts,
): Outcome<Settled> {
  const carriedIn = carrySchema.parse(facts.carriedIn);
  const settled = settleDraw(game, {
    stakesCents,
    winners,
    carriedInCents: centsMap(carriedIn.carriedOutCents),
    accountsCents: centsMap(carriedIn.accountsCents),
    cycleDraw: carriedIn.nextCycleDraw,
    drawsAtCap: carriedIn.nextDrawsAtCap,
    occasions: occasionsOf(game, facts.number),
  });
  if (!settled.ok) return settled;
  const value = settled.value;
  const tiers: TierRow[] = value.tiers.map((tier) => ({
    tier: tier.id,
    winners: String(tier.winners),
    shareCents: String(tier.netPrizeCents),
    totalCents: String(tier.netPrizeCents * tier.winners),
  }));
  const withheld = sum(value.tiers.map((tier) => cents(tier.withheldCents * tier.winners)));
  const prizesCents = sum(value.tiers.map((tier) => cents(tier.netPrizeCents * tier.winners)));
  const flow = (from: FlowPlace, to: FlowPlace, amountCents: Cents): Flow => ({ from, to, amountCents });
  const flows = [
    flow('stakes', 'operator', value.operatorPartCents),
    flow('stakes', 'fund', cents(stakesCents - value.operatorPartCents)),
    flow('jackpot', 'fund', total(centsMap(carriedIn.carriedOutCents))),
    flow('reserve', 'fund', total(centsMap(carriedIn.accountsCents))),
    flow('operator-added', 'fund', value.operatorAddedCents),
    flow('fund', 'jackpot', total(value.carriedOutCents)),
    flow('fund', 'reserve', total(value.accountsCents)),
    flow('fund', 'operator', cents(value.operatorKeptCents + withheld)),
  ].filter(({ amountCents }) => amountCents !== 0n);
  assertConserved(
    `draw ${facts.number}`,
    {
      stakes: stakesCents,
      jackpot: total(centsMap(carriedIn.carriedOutCents)),
      reserve: total(centsMap(carriedIn.accountsCents)),
      added: value.operatorAddedCents,
    },
    {
      operator: value.operatorPartCents,
      kept: value.operatorKeptCents,
      withheld,
      carried: total(value.carriedOutCents),
      reserve: total(value.accountsCents),
      prizes: prizesCents,
    },
  );
  const prizes = new Map(value.tiers.map((tier) => [tier.id, tier.netPrizeCents]));
  let grader: Grader | null = null;
  const { carriedOutCents, accountsCents, nextCycleDraw, nextDrawsAtCap } = value;
  return ok({
    tiers,
    prizesCents,
    refundsCents: cents(0n),
    flows,
    carry: toJson({ carriedOutCents, accountsCents, nextCycleDraw, nextDrawsAtCap }),
    // Made when it is needed: a prize table may come without numbers where no ticket of ours is in the draw.
    grade(lines, stakeCents) {
      grader ??= gradeBy(game, result, prizes);
      return grader.grade(lines, stakeCents);
    },
  });
}

/** Counts winners and stakes of sealed entries, then settles them. */
function countedThen(
  game: GameDefinition,
  result: Json,
  settle: (stakesCents: Cents, winners: Readonly<Record<string, bigint>>) => Outcome<Settled>,
): Tally {
  const matcher = ticketMatcher(game, expectOk(parseResult(game, result)));
  const totals = new Float64Array(matcher.tiers.length);
  let stakes = 0n;
  return {
    add(entry) {
      const won = matcher.add(entry.lines, totals);
      if (typeof won === 'string') throw new Error(`sealed lines of ticket ${entry.ticketId} cannot be read: ${won}`);
      stakes += entry.stakeCents;
    },
    settle: () => settle(cents(stakes), Object.fromEntries(matcher.tiers.map((tier, i) => [tier, BigInt(totals[i] ?? 0)]))),
  };
}

export function drawEngine(game: GameDefinition): ContestEngine {
  return {
    kind: 'draw',
    events: null,
    carries: true,
    claimDays: game.claim.days,
    closedDaysExtend: game.claim.closedDays === 'extend',
    cancelMinutes: game.sales.cancelMinutes,
    stock:
      game.family === 'preassigned'
        ? { digits: game.digits, numbers: game.numbers, series: game.seriesCount, fractions: game.fractionCount }
        : null,
    mostContests: game.limits.maxDraws,
    figures() {
      const [bet] = tierOdds(game);
      const chances = new Map<string, Rational>();
      for (const { tier, probability } of bet?.odds ?? []) chances.set(tier, sumRational([chances.get(tier) ?? ratioZero, probability]));
      return {
        unitPriceCents: game.unitPriceCents,
        tiers: [...chances].map(([tier, odds]) => ({ tier, odds })),
        overallOdds: bet?.hit ?? null,
      };
    },
    probables: () => null,
    mapping: drawMappingOf(game),
    parseWager: (input, below) => parseDrawWager(game, input, below),
    describeWager(packed) {
      const play = expectOk(decodeLines(game, packed));
      // A raffle's ticket is known by its printed codes.
      const lines =
        play.family === 'raffle' && game.family === 'raffle'
          ? play.entries.map(({ code }) => ({ code: formatRaffleCode(game, code) }))
          : linesOf(game, play);
      return toJson({ kind: 'draw', lines, units: play.units });
    },
    parseResult(input) {
      const parsed = parseResult(game, input);
      return parsed.ok ? ok(toJson(input)) : parsed;
    },
    resultOfPanels: (panels) => toJson(resultOfPanels(game, panels)),
    tally: (result, facts) => countedThen(game, result, (stakesCents, winners) => settleWith(game, result, stakesCents, winners, facts)),
    settleExternal(result, totals, facts) {
      if (totals.kind !== 'draw') return refuse('totals_of_another_kind');
      return settleWith(game, result, totals.salesCents, totals.winners, facts);
    },
    tallyShare(result, totals, facts) {
      if (totals.kind !== 'draw') return null;
      return countedThen(game, result, (stakesCents, winners) => {
        const common = settleWith(game, result, totals.salesCents, totals.winners, facts);
        return common.ok ? settleShare(game, { common: common.value, totals, stakesCents, winners }, facts) : common;
      });
    },
    graderOf: (result, tiers) => gradeBy(game, result, new Map(tiers.map(({ tier, shareCents }) => [tier, cents(BigInt(shareCents))]))),
  };
}
