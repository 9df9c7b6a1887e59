/**
 * Settles one draw under a prize plan: the waterfall of the rules, each step a named movement of money.
 *
 * Rule reference: the prize chapter of each game's rules; Korean 6/45 below. Worked example (draw 1, 2002): sales
 * 3,681,782,000 won, fund 1,840,891,000; tier 5 pays 40,155 × 10,000 = 401,550,000 off the fund; the rest 1,439,341,000 is
 * split 60/10/10/20; tier 3 holds 143,934,100 for one winner, tier 4 287,868,200 / 2,537 = 113,467.9… → 113,400 each;
 * tiers 1 and 2 have no winner: 863,604,600 + 143,934,100 wait for the next draw.
 */
import {
  type Cents,
  cents,
  divide,
  max,
  multiplyRational,
  type Rational,
  rational,
  ratioZero,
  shareOf,
  subtract,
  subtractRational,
  ZERO,
} from '@valira/money';
import { convertFixedPrizes } from './convert-fixed.ts';
import { mergeInverted } from './merge-inverted.ts';
import { MovementBook } from './movement-book.ts';
import { shareAt } from './plan-problems.ts';
import type { PrizePlan, TierPlan } from './prize-plan.ts';
import { sendPool, type TierState } from './send-pool.ts';
import type { PrizeInput, PrizeSettlement, TierSettlement } from './settlement.ts';
import { ownPool, prizeOf } from './tier-prize.ts';

/** The fund as a fraction for the shares, and as whole units for the books. */
function fundOf(plan: PrizePlan, stakesCents: Cents): { exact: Rational; booked: Cents } {
  const exact = multiplyRational(plan.fund.share, rational(stakesCents));
  if (plan.fund.rounding === 'exact') return { exact, booked: cents(divide(exact.n, exact.d, 'down')) };
  const booked = shareOf(stakesCents, plan.fund.share, plan.fund.rounding);
  return { exact: rational(booked), booked };
}

const shareOfExact = (base: Rational, share: Rational): Cents => cents(divide(base.n * share.n, base.d * share.d, 'down'));

/** Gives a tier its share, whole units in the books and the fraction beside them. */
function giveShare(state: TierState, base: Rational, share: Rational, book: MovementBook): void {
  const amount = shareOfExact(base, share);
  book.move('fund', `tier:${state.plan.id}`, amount, 'share');
  state.fraction = subtractRational(multiplyRational(base, share), rational(amount));
}

/**
 * Settles a draw. The plan has no problems (`planProblems`) and the input is checked (`checkPrizeInput`): a breach throws.
 * The result names the prize of every tier, every carry and account, and the movement of every cent.
 */
export function settlePrizes(plan: PrizePlan, input: PrizeInput): PrizeSettlement {
  const book = new MovementBook();
  const cycleDraw = input.cycleDraw ?? 1;
  const occasions = input.occasions ?? [];
  const { exact: fund, booked } = fundOf(plan, input.stakesCents);
  book.move('stakes', 'fund', booked, 'prize-fund');
  book.move('stakes', 'operator', subtract(input.stakesCents, booked), 'operator-part');

  const states: TierState[] = plan.tiers.map((tier) => ({
    plan: tier,
    winners: input.winners[tier.id] ?? 0n,
    layers: [],
    converted: false,
    fraction: ratioZero,
  }));
  for (const account of plan.accounts)
    book.move(`opening:${account}`, `account:${account}`, input.accountsCents?.[account] ?? ZERO, 'brought-forward');
  for (const { plan: tier } of states) {
    book.move(`carry-in:${tier.id}`, `tier:${tier.id}`, input.carriedInCents?.[tier.id] ?? ZERO, 'brought-forward');
    book.move(`top-up:${tier.id}`, `tier:${tier.id}`, input.topUpsCents?.[tier.id] ?? ZERO, 'top-up');
  }
  for (const pour of plan.pours) {
    if (occasions.includes(pour.occasion))
      book.move(`account:${pour.account}`, `tier:${pour.tier}`, book.balance(`account:${pour.account}`), 'pour');
  }

  const bases = { stakes: rational(input.stakesCents), fund };
  for (const setAside of plan.setAsides) {
    if (setAside.of !== 'rest')
      book.move('fund', `account:${setAside.account}`, shareOfExact(bases[setAside.of], shareAt(setAside, cycleDraw)), 'set-aside');
  }
  for (const state of states) {
    const { prize } = state.plan;
    if (prize.kind === 'shared' && prize.of !== 'rest') giveShare(state, bases[prize.of], shareAt(prize, cycleDraw), book);
  }

  convertFixedPrizes(plan, states, book);

  const divided = booked - book.balance('fund');
  const rest = { n: fund.n - divided * fund.d, d: fund.d };
  for (const setAside of plan.setAsides) {
    if (setAside.of === 'rest')
      book.move('fund', `account:${setAside.account}`, shareOfExact(rest, shareAt(setAside, cycleDraw)), 'set-aside');
  }
  for (const state of states) {
    const { prize } = state.plan;
    if (prize.kind === 'shared' && prize.of === 'rest') giveShare(state, rest, shareAt(prize, cycleDraw), book);
  }
  const remainderTier = states.find((state) => state.plan.prize.kind === 'remainder');
  if (remainderTier) book.move('fund', `tier:${remainderTier.plan.id}`, book.balance('fund'), 'share');

  const jackpot = applyJackpotRules(states, book, { cycleDraw, drawsAtCap: input.drawsAtCap ?? 0, occasions });
  emptyTiers(states, book);
  mergeInverted(plan, states, book);

  const tiers = states.map((state) => payTier(state, book));
  sendRest(plan, book);
  for (const { plan: tier } of states) book.move(`tier:${tier.id}`, `carry:${tier.id}`, book.balance(`tier:${tier.id}`), 'carried-out');
  for (const account of plan.accounts)
    book.move(`account:${account}`, `closing:${account}`, book.balance(`account:${account}`), 'carried-out');
  book.close();
  return summarize(plan, input, booked, tiers, book, jackpot);
}

/** Start value, guarantee, cap and the draw at which it must fall, for each tier that has them. */
function applyJackpotRules(
  states: readonly TierState[],
  book: MovementBook,
  draw: { cycleDraw: number; drawsAtCap: number; occasions: readonly string[] },
): { nextCycleDraw: number; nextDrawsAtCap: number } {
  let fallen = false;
  let atCap = false;
  for (const state of states) {
    const { jackpot, id } = state.plan;
    if (!jackpot) continue;
    const place = `tier:${id}` as const;
    if (jackpot.startValue && draw.cycleDraw === 1)
      book.draw(jackpot.startValue.from, place, max(ZERO, subtract(jackpot.startValue.amountCents, ownPool(state, book))), 'start-value');
    if (jackpot.guarantee && state.winners > 0n)
      book.draw(jackpot.guarantee.from, place, max(ZERO, subtract(jackpot.guarantee.amountCents, book.balance(place))), 'guarantee');
    if (jackpot.cap && ownPool(state, book) >= jackpot.cap.amountCents) {
      atCap = true;
      sendPool(states, book, state, subtract(ownPool(state, book), jackpot.cap.amountCents), jackpot.cap.excessTo, 'cap-excess');
    }
    const rule = jackpot.mustBeWon;
    const falls =
      rule !== undefined &&
      ((rule.atCycleDraw !== undefined && draw.cycleDraw >= rule.atCycleDraw) ||
        (rule.afterDrawsAtCap !== undefined && atCap && draw.drawsAtCap >= rule.afterDrawsAtCap) ||
        rule.occasions.some((occasion) => draw.occasions.includes(occasion)));
    if (rule && falls && state.winners === 0n) {
      fallen = true;
      sendPool(states, book, state, book.balance(place), rule.rollDown, 'roll-down');
    }
  }
  const main = states.find((state) => state.plan.jackpot) ?? states[0];
  const ends = fallen || (main !== undefined && main.winners > 0n);
  return { nextCycleDraw: ends ? 1 : draw.cycleDraw + 1, nextDrawsAtCap: ends || !atCap ? 0 : draw.drawsAtCap + 1 };
}

/** Pools without winner, and prizes below their minimum, go where their tier says; a tier passed on to is looked at after. */
function emptyTiers(states: readonly TierState[], book: MovementBook): void {
  for (const state of states) {
    const { empty, id } = state.plan;
    if (state.winners === 0n && empty) sendPool(states, book, state, book.balance(`tier:${id}`), empty, 'empty-tier');
  }
  for (const state of [...states].reverse()) {
    const { minimum, id } = state.plan;
    if (!minimum || state.winners === 0n || prizeOf(state, book) >= minimum.amountCents) continue;
    const pool = book.balance(`tier:${id}`);
    state.winners = 0n;
    state.layers.length = 0;
    sendPool(states, book, state, pool, minimum.otherwise, 'below-minimum');
  }
}

function payTier(state: TierState, book: MovementBook): TierSettlement {
  const { plan: tier, winners } = state;
  const place = `tier:${tier.id}` as const;
  const poolCents = winners > 0n ? book.balance(place) : ZERO;
  const prizeCents = prizeOf(state, book);
  const paidCents = cents(prizeCents * winners);
  const withholding = tier.withholding;
  const withheldCents = withholding && prizeCents > withholding.aboveCents ? shareOf(prizeCents, withholding.share, 'down') : ZERO;
  if (winners > 0n) {
    book.draw(tier.rounding.excessFrom, place, max(ZERO, subtract(paidCents, poolCents)), 'rounding-excess');
    if (withholding) book.move(place, `account:${withholding.account}`, cents(withheldCents * winners), 'withholding');
    book.move(place, `paid:${tier.id}`, cents((prizeCents - withheldCents) * winners), 'prizes');
    const { remainderTo } = tier.rounding;
    if (remainderTo.to === 'operator') book.move(place, 'operator', book.balance(place), 'rounding-remainder');
    if (remainderTo.to === 'account') book.move(place, `account:${remainderTo.account}`, book.balance(place), 'rounding-remainder');
    if (remainderTo.to === 'carry') book.move(place, `carry:${remainderTo.tier}`, book.balance(place), 'rounding-remainder');
  }
  return {
    id: tier.id,
    winners,
    poolCents,
    prizeCents,
    withheldCents,
    netPrizeCents: subtract(prizeCents, withheldCents),
    paidCents,
    carriedOutCents: ZERO,
    converted: state.converted,
    mergedWith: state.mergedWith ?? [],
  };
}

function sendRest(plan: PrizePlan, book: MovementBook): void {
  const rest = book.balance('fund');
  if (plan.undividedTo.to === 'operator') book.move('fund', 'operator', rest, 'undivided');
  if (plan.undividedTo.to === 'account') book.move('fund', `account:${plan.undividedTo.account}`, rest, 'undivided');
  if (plan.undividedTo.to === 'carry') book.move('fund', `carry:${plan.undividedTo.tier}`, rest, 'undivided');
}

function summarize(
  plan: PrizePlan,
  input: PrizeInput,
  fundCents: Cents,
  tiers: readonly TierSettlement[],
  book: MovementBook,
  jackpot: { nextCycleDraw: number; nextDrawsAtCap: number },
): PrizeSettlement {
  const total = (wanted: (movement: (typeof book.movements)[number]) => boolean): Cents =>
    cents(book.movements.reduce((sum, movement) => (wanted(movement) ? sum + movement.amountCents : sum), 0n));
  const carriedOut = (tier: TierPlan): Cents => total((movement) => movement.to === `carry:${tier.id}`);
  return {
    stakesCents: input.stakesCents,
    fundCents,
    operatorPartCents: subtract(input.stakesCents, fundCents),
    tiers: tiers.map((tier, index) => {
      const planned = plan.tiers[index];
      return planned ? { ...tier, winners: input.winners[tier.id] ?? 0n, carriedOutCents: carriedOut(planned) } : tier;
    }),
    carriedOutCents: Object.fromEntries(plan.tiers.map((tier) => [tier.id, carriedOut(tier)])),
    accountsCents: Object.fromEntries(plan.accounts.map((account) => [account, total((movement) => movement.to === `closing:${account}`)])),
    operatorAddedCents: total((movement) => movement.from === 'operator'),
    operatorKeptCents: total((movement) => movement.to === 'operator' && movement.reason !== 'operator-part'),
    ...jackpot,
    movements: book.movements,
  };
}
