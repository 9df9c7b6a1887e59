/**
 * The prize plan: how stakes become prizes, as data. Draw games and tiered pools read the same plan.
 *
 * Order of a settlement (see `settlePrizes`): fund → set-asides and shares of stakes or of the fund → fixed prizes → shares
 * of the rest → jackpot rules (start value, guarantee, cap, must be won) → empty tiers → inversion → rounding.
 *
 * Example, the Korean 6/45 of 2012: fund 50 % of sales; tier 5 pays 5,000 and tier 4 50,000 won each off the fund; the
 * rest is split 75 % to tier 1, 12.5 % to tier 3 and what is left to tier 2; every prize is rounded up to the next won and
 * the operator pays the excess; a tier 1 without winner waits in tier 1 of the next draw.
 */
import { z } from 'zod';
import { centsText, positiveCentsText, shareText } from './json-text.ts';

/** Not `constructor`, which every object already has: identifiers are looked up as names of fields. */
export const identifier = z.string().regex(/^(?!constructor$)[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens');

/** Where money may come from beyond a tier's own pool, in order. `operator` never runs dry; an account does. */
export const fundingSource = z.union([z.literal('operator'), identifier]);
const sources = z.array(fundingSource).min(1);

/** Where money comes to rest: with the operator, in a named account, or in a tier of the next draw. */
export const sink = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('operator') }),
  z.strictObject({ to: z.literal('account'), account: identifier }),
  z.strictObject({ to: z.literal('carry'), tier: identifier }),
]);

const rollDownPart = z.strictObject({ tier: identifier, share: shareText, stepCents: positiveCentsText.optional() });

/** Where a pool goes: to rest, to the nearest shared tier with winners, or over named tiers with their own shares. */
export const destination = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('operator') }),
  z.strictObject({ to: z.literal('account'), account: identifier }),
  z.strictObject({ to: z.literal('carry'), tier: identifier }),
  z.strictObject({ to: z.literal('next-lower'), otherwise: sink }),
  z.strictObject({ to: z.literal('next-higher'), otherwise: sink }),
  z.strictObject({ to: z.literal('tiers'), split: z.array(rollDownPart).min(1), otherwise: sink }),
]);

/** A share that may change within a jackpot cycle: from draw 7 without a winner another share holds. */
const cycleShare = {
  share: shareText,
  of: z.enum(['stakes', 'fund', 'rest']),
  schedule: z.array(z.strictObject({ fromCycleDraw: z.int().min(2), share: shareText })).default([]),
};

export const tierPrize = z.discriminatedUnion('kind', [
  /** Paid per win. `perDrawCapCents` bounds the tier's liability: above it the cap is shared. `from` pays it out of an account. */
  z.strictObject({
    kind: z.literal('fixed'),
    amountCents: positiveCentsText,
    perDrawCapCents: positiveCentsText.optional(),
    from: identifier.optional(),
  }),
  z.strictObject({ kind: z.literal('shared'), ...cycleShare }),
  /** Takes what the other shares of the rest leave, down to the last unit. */
  z.strictObject({ kind: z.literal('remainder') }),
  /** Has no share of its own: only what is carried in, poured in or added. */
  z.strictObject({ kind: z.literal('carried') }),
]);

export const tierRounding = z.strictObject({
  stepCents: positiveCentsText,
  mode: z.enum(['down', 'nearest', 'up']),
  /** Where the unit cents go that rounding leaves over. */
  remainderTo: sink,
  /** Who pays what rounding adds. */
  excessFrom: sources.default(['operator']),
});

export const jackpotRules = z.strictObject({
  /** A new cycle opens with at least this much. */
  startValue: z.strictObject({ amountCents: positiveCentsText, from: sources }).optional(),
  /** When won, the tier pays at least this much in all. */
  guarantee: z.strictObject({ amountCents: positiveCentsText, from: sources }).optional(),
  cap: z.strictObject({ amountCents: positiveCentsText, excessTo: destination }).optional(),
  mustBeWon: z
    .strictObject({
      /** Draw of the cycle at which the jackpot falls even without a winner. */
      atCycleDraw: z.int().min(1).optional(),
      /** Draws it may stay at its cap before it falls. */
      afterDrawsAtCap: z.int().min(1).optional(),
      /** Named draws at which it falls. */
      occasions: z.array(identifier).default([]),
      rollDown: destination,
    })
    .optional(),
});

export const tierPlan = z.strictObject({
  id: identifier,
  prize: tierPrize,
  rounding: tierRounding,
  /** What happens to the pool when nobody won the tier. A fixed tier has none. */
  empty: destination.optional(),
  /** Below this prize the tier is not paid and its pool goes elsewhere. */
  minimum: z.strictObject({ amountCents: positiveCentsText, otherwise: destination }).optional(),
  jackpot: jackpotRules.optional(),
  /** Tax kept back from each prize above the exempt amount. */
  withholding: z.strictObject({ aboveCents: centsText, share: shareText, account: identifier }).optional(),
});

export const prizePlan = z.strictObject({
  fund: z.strictObject({
    share: shareText,
    /** `exact` keeps the fraction for the shares and books the fund rounded down. */
    rounding: z.enum(['down', 'nearest', 'up', 'exact']),
  }),
  /** Money kept from draw to draw outside the tiers: reserve, booster, tax. */
  accounts: z.array(identifier).max(50).default([]),
  setAsides: z
    .array(z.strictObject({ account: identifier, ...cycleShare }))
    .max(50)
    .default([]),
  /** Accounts emptied into a tier at named draws. */
  pours: z.array(z.strictObject({ account: identifier, tier: identifier, occasion: identifier })).default([]),
  /** Who helps when fixed prizes exceed the fund; without `operator`, the tiers that then become shared. */
  fixed: z
    .strictObject({ shortfallFrom: z.array(fundingSource), conversion: z.enum(['none', 'highest-first']) })
    .default({ shortfallFrom: ['operator'], conversion: 'none' }),
  /** Highest tier first. */
  tiers: z.array(tierPlan).min(1).max(100),
  /** What the split of the fund leaves: undivided percentages and fractions of a unit. */
  undividedTo: sink,
  inversion: z
    .discriminatedUnion('rule', [
      z.strictObject({ rule: z.literal('allowed') }),
      /** Tiers that would be inverted are pooled and pay one prize. */
      z.strictObject({
        rule: z.literal('merge'),
        /** A fixed prize below joins the pooling, or the higher tiers are raised to it by these sources. */
        fixedTiers: z.union([z.literal('merge'), z.strictObject({ raiseFrom: sources })]),
      }),
    ])
    .default({ rule: 'allowed' }),
});

export type PrizePlan = z.output<typeof prizePlan>;
export type PrizePlanJson = z.input<typeof prizePlan>;
export type TierPlan = PrizePlan['tiers'][number];
export type Destination = z.output<typeof destination>;
export type Sink = z.output<typeof sink>;
