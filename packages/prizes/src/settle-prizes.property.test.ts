/** What holds for every plan and every draw: random plans with every rule, random winners, carries and accounts. */
import { cents } from '@valira/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPrizeInput } from './check-prize-input.ts';
import { parsePrizePlan } from './parse-plan.ts';
import type { PrizePlan, PrizePlanJson } from './prize-plan.ts';
import { settlePrizes } from './settle-prizes.ts';
import type { PrizeInput, PrizeSettlement } from './settlement.ts';

type TierJson = PrizePlanJson['tiers'][number];
type DestinationJson = NonNullable<TierJson['empty']>;
type SinkJson = TierJson['rounding']['remainderTo'];

const accounts = ['reserve', 'tax'];
const ids = ['t1', 't2', 't3', 't4', 't5'];

const sink: fc.Arbitrary<SinkJson> = fc.oneof(
  fc.constant<SinkJson>({ to: 'operator' }),
  fc.constantFrom(...accounts).map((account): SinkJson => ({ to: 'account', account })),
  fc.constantFrom(...ids).map((tier): SinkJson => ({ to: 'carry', tier })),
);
const destination = (own: string): fc.Arbitrary<DestinationJson> =>
  fc.oneof(
    sink,
    sink.map((otherwise): DestinationJson => ({ to: 'next-lower', otherwise })),
    sink.map((otherwise): DestinationJson => ({ to: 'next-higher', otherwise })),
    fc
      .tuple(
        fc.subarray(
          ids.filter((id) => id !== own),
          { minLength: 1 },
        ),
        sink,
        fc.boolean(),
      )
      .map(
        ([tiers, otherwise, stepped]): DestinationJson => ({
          to: 'tiers',
          split: tiers.map((tier) => ({ tier, share: `${Math.floor(100 / tiers.length)}%`, ...(stepped ? { stepCents: '100' } : {}) })),
          otherwise,
        }),
      ),
  );
const sources: fc.Arbitrary<string[]> = fc.constantFrom(['operator'], ['reserve', 'operator'], ['reserve']);
const amount = (most: number) => fc.integer({ min: 1, max: most }).map(String);

const rounding: fc.Arbitrary<TierJson['rounding']> = fc.record({
  stepCents: fc.constantFrom('1', '10', '100'),
  mode: fc.constantFrom('down', 'nearest', 'up'),
  remainderTo: sink,
  excessFrom: fc.constantFrom(['operator'], ['reserve', 'operator']),
});

const jackpot: (own: string) => fc.Arbitrary<NonNullable<TierJson['jackpot']>> = (own) =>
  fc.record(
    {
      startValue: fc.record({ amountCents: amount(5_000), from: sources }),
      guarantee: fc.record({ amountCents: amount(50_000), from: sources }),
      cap: fc.record({ amountCents: fc.integer({ min: 5_000, max: 90_000 }).map(String), excessTo: destination(own) }),
      mustBeWon: fc.record({ atCycleDraw: fc.integer({ min: 1, max: 6 }), rollDown: destination(own) }),
    },
    { requiredKeys: [] },
  );

const sharedTier = (id: string): fc.Arbitrary<TierJson> =>
  fc
    .record({
      prize: fc.oneof(
        fc
          .tuple(fc.integer({ min: 0, max: 15 }), fc.constantFrom('fund', 'rest'))
          .map(([percent, of]): TierJson['prize'] => ({ kind: 'shared', share: `${percent}%`, of: of as 'fund' })),
        fc.constant<TierJson['prize']>({ kind: 'carried' }),
      ),
      rounding,
      empty: destination(id),
      jackpot: fc.option(jackpot(id), { nil: undefined }),
      minimum: fc.option(fc.record({ amountCents: amount(300), otherwise: destination(id) }), { nil: undefined }),
      taxed: fc.boolean(),
    })
    .map(({ prize, rounding: rounds, empty, jackpot: rules, minimum, taxed }) => ({
      id,
      prize,
      rounding: rounds,
      empty,
      ...(rules === undefined ? {} : { jackpot: rules }),
      ...(minimum === undefined ? {} : { minimum }),
      ...(taxed ? { withholding: { aboveCents: '1000', share: '30%', account: 'tax' } } : {}),
    }));

/** Fixed prizes fall from tier to tier: a plan whose promises are inverted is not what inversion handling is for. */
const fixedTier = (id: string, position: number): fc.Arbitrary<TierJson> =>
  fc.tuple(fc.integer({ min: 1, max: 9 }), rounding, fc.boolean(), fc.boolean()).map(([digit, rounds, capped, ownAccount]) => ({
    id,
    prize: {
      kind: 'fixed',
      amountCents: String(digit * 10 ** (5 - position)),
      ...(capped ? { perDrawCapCents: String(3 * 10 ** (6 - position)) } : {}),
      ...(ownAccount ? { from: 'reserve' } : {}),
    },
    rounding: rounds,
  }));

const planJson: fc.Arbitrary<PrizePlanJson> = fc
  .record({
    fund: fc.record({
      share: fc.constantFrom('50%', '46%/1.045', '1/3', '70%'),
      rounding: fc.constantFrom('down', 'nearest', 'up', 'exact'),
    }),
    tiers: fc.tuple(...ids.map((id, position) => fc.oneof(sharedTier(id), fixedTier(id, position)))),
    remainder: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
    aside: fc.integer({ min: 0, max: 5 }),
    fixed: fc.constantFrom<NonNullable<PrizePlanJson['fixed']>>(
      { shortfallFrom: ['operator'], conversion: 'none' },
      { shortfallFrom: ['reserve', 'operator'], conversion: 'none' },
      { shortfallFrom: ['reserve'], conversion: 'highest-first' },
      { shortfallFrom: [], conversion: 'highest-first' },
    ),
    inversion: fc.constantFrom<NonNullable<PrizePlanJson['inversion']>>(
      { rule: 'allowed' },
      { rule: 'merge', fixedTiers: 'merge' },
      { rule: 'merge', fixedTiers: { raiseFrom: ['reserve', 'operator'] } },
    ),
    undividedTo: sink,
    poured: fc.boolean(),
  })
  .map(({ fund, tiers, remainder, aside, fixed, inversion, undividedTo, poured }) => ({
    fund: { share: fund.share, rounding: fund.rounding as 'down' },
    accounts,
    setAsides: [{ account: 'reserve', share: `${aside}%`, of: 'fund' as const }],
    pours: poured ? [{ account: 'reserve', tier: 't1', occasion: 'special' }] : [],
    fixed,
    tiers: tiers.map((tier, index) =>
      index === remainder && tier.prize.kind !== 'fixed' ? { ...tier, prize: { kind: 'remainder' as const } } : tier,
    ),
    inversion,
    undividedTo,
  }));

const perTier = <T>(value: fc.Arbitrary<T>) =>
  fc.tuple(...ids.map(() => value)).map((values) => Object.fromEntries(values.map((entry, i) => [ids[i] ?? '', entry])));
const money = fc.bigInt({ min: 0n, max: 60_000n }).map(cents);
const input: fc.Arbitrary<PrizeInput> = fc.record({
  stakesCents: fc.bigInt({ min: 0n, max: 2_000_000n }).map(cents),
  winners: perTier(fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 400n }))),
  carriedInCents: perTier(fc.oneof(fc.constant(cents(0n)), money)),
  accountsCents: fc.record({ reserve: money, tax: money }),
  topUpsCents: perTier(fc.oneof(fc.constant(cents(0n)), fc.constant(cents(0n)), money)),
  cycleDraw: fc.integer({ min: 1, max: 8 }),
  drawsAtCap: fc.integer({ min: 0, max: 5 }),
  occasions: fc.constantFrom([], ['special']),
});

const draw = fc.tuple(planJson, input);

function settled([json, facts]: [PrizePlanJson, PrizeInput]): { plan: PrizePlan; settlement: PrizeSettlement } {
  const plan = parsePrizePlan(json);
  if (!plan.ok) throw new Error(`${plan.path}: ${String(plan.facts.reason)}`);
  const checked = checkPrizeInput(plan.value, facts);
  if (!checked.ok) throw new Error(checked.code);
  return { plan: plan.value, settlement: settlePrizes(plan.value, checked.value) };
}

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, amount) => total + amount, 0n);

describe('every settlement', { timeout: 60_000 }, () => {
  it('conserves: stakes, carries, accounts, top-ups and operator money equal prizes, tax, carries, accounts and operator', () => {
    fc.assert(
      fc.property(draw, (of) => {
        const { settlement } = settled(of);
        const [, facts] = of;
        const inflow =
          facts.stakesCents +
          sum(Object.values(facts.carriedInCents ?? {})) +
          sum(Object.values(facts.accountsCents ?? {})) +
          sum(Object.values(facts.topUpsCents ?? {})) +
          settlement.operatorAddedCents;
        const outflow =
          sum(settlement.tiers.map(({ netPrizeCents, winners }) => netPrizeCents * winners)) +
          sum(Object.values(settlement.carriedOutCents)) +
          sum(Object.values(settlement.accountsCents)) +
          settlement.operatorPartCents +
          settlement.operatorKeptCents;
        expect(outflow).toBe(inflow);
      }),
      { numRuns: 2000 },
    );
  });

  it('has no negative amount and pays what it says: prize × winners', () => {
    fc.assert(
      fc.property(draw, (of) => {
        const { settlement } = settled(of);
        for (const { amountCents } of settlement.movements) expect(amountCents > 0n).toBe(true);
        for (const tier of settlement.tiers) {
          expect(tier.prizeCents >= 0n && tier.netPrizeCents >= 0n && tier.withheldCents >= 0n).toBe(true);
          expect(tier.paidCents).toBe(tier.prizeCents * tier.winners);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('pays no tier from another one: money changes tiers only by a named rule of the tier that gives it', () => {
    const rules = new Set(['cap-excess', 'roll-down', 'empty-tier', 'below-minimum', 'inversion']);
    fc.assert(
      fc.property(draw, (of) => {
        const { plan, settlement } = settled(of);
        const held = new Map<string, bigint>();
        for (const { from, to, amountCents, reason } of settlement.movements) {
          if (from.startsWith('tier:')) {
            const left = (held.get(from) ?? 0n) - amountCents;
            expect(left >= 0n).toBe(true);
            held.set(from, left);
            if (to.startsWith('tier:')) expect(rules.has(reason)).toBe(true);
          }
          if (to.startsWith('tier:')) held.set(to, (held.get(to) ?? 0n) + amountCents);
          if (reason === 'inversion') expect(plan.inversion.rule).toBe('merge');
        }
        for (const left of held.values()) expect(left).toBe(0n);
      }),
      { numRuns: 1000 },
    );
  });

  it('pays no lower tier more than a higher one where the plan handles inversion', () => {
    fc.assert(
      fc.property(draw, (of) => {
        const { plan, settlement } = settled(of);
        if (plan.inversion.rule === 'allowed') return;
        const paid = settlement.tiers.filter(
          ({ winners, prizeCents, id }) => winners > 0n && !(prizeCents === 0n && plan.tiers.find((tier) => tier.id === id)?.minimum),
        );
        paid.forEach((tier, index) => {
          const lower = paid[index + 1];
          if (lower)
            expect(lower.prizeCents <= tier.prizeCents, `${tier.id} ${tier.prizeCents} < ${lower.id} ${lower.prizeCents}`).toBe(true);
        });
      }),
      { numRuns: 4000 },
    );
  });

  it('is a function of its input: the order in which winners and carries are listed changes nothing', () => {
    const reversed = <T>(of: Readonly<Record<string, T>> | undefined) => Object.fromEntries(Object.entries(of ?? {}).reverse());
    fc.assert(
      fc.property(draw, ([json, facts]) => {
        const turned = {
          ...facts,
          winners: reversed(facts.winners),
          carriedInCents: reversed(facts.carriedInCents),
          accountsCents: reversed(facts.accountsCents),
        };
        expect(settled([json, turned]).settlement).toEqual(settled([json, facts]).settlement);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps every fixed prize in full where the operator stands behind it and nothing caps or pools it', () => {
    fc.assert(
      fc.property(draw, (of) => {
        const { plan, settlement } = settled(of);
        for (const tier of plan.tiers) {
          const { prize } = tier;
          const paid = settlement.tiers.find(({ id }) => id === tier.id);
          if (prize.kind !== 'fixed' || !paid || paid.winners === 0n) continue;
          const behind = plan.fixed.shortfallFrom.includes('operator');
          const pooled = plan.inversion.rule === 'merge' && plan.inversion.fixedTiers === 'merge';
          if (behind && !pooled && prize.perDrawCapCents === undefined) expect(paid.prizeCents >= prize.amountCents).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
