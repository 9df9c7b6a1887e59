/**
 * A corrected result supersedes an earlier settlement and never overwrites it: both stay, and the difference between them is
 * posted exactly.
 *
 * Rule (incident R06): account prizes are reversed and posted again in pairs; cash that was paid on the old result stays with
 * the player and is the operator's loss, not the pool's; unclaimed prizes of the old result no longer validate; every winner of
 * the new result is paid in full.
 * Example: 3-8-9-10 was paid and 3-9-8-10 is official. A cash ticket holds 120.00 from the first: 120.00 to `operator-loss`.
 */
import { assertConserved, type Cents, cents, negate, subtract, ZERO } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Pool } from '../definition/pool.ts';
import type { Ticket } from '../ticket/ticket.ts';
import { payoutOf } from './payout.ts';
import { assertSettled } from './settle.ts';
import type { Settlement, SettlementAccounts } from './settlement.ts';

export type PaidTicket = {
  readonly ticketId: string;
  readonly ticket: Ticket;
  /** `account`: credited to a player. `cash`: handed out. `unclaimed`: a shop ticket that was not presented. */
  readonly state: 'account' | 'cash' | 'unclaimed';
};

/** One posting: positive raises what the target holds. */
export type CorrectionPosting = {
  readonly ticketId: string;
  readonly to: 'player' | 'claims' | 'operator-loss';
  readonly amountCents: Cents;
  readonly reason: 'reversed' | 'paid-again' | 'claim-withdrawn' | 'claim-opened' | 'cash-kept';
};

export type Correction = {
  readonly from: number;
  readonly to: number;
  /** New minus old, account by account: old + difference = new, to the cent. */
  readonly difference: SettlementAccounts;
  readonly postings: readonly CorrectionPosting[];
  /** Σ cash that the new result does not give its holders. */
  readonly operatorLossCents: Cents;
};

function differenceOf(before: SettlementAccounts, after: SettlementAccounts): SettlementAccounts {
  const byName = (a: Readonly<Record<string, Cents>>, b: Readonly<Record<string, Cents>>) =>
    Object.fromEntries(
      [...new Set([...Object.keys(a), ...Object.keys(b)])].map((name) => [name, subtract(b[name] ?? ZERO, a[name] ?? ZERO)]),
    );
  return {
    stakes: subtract(after.stakes, before.stakes),
    carriedIn: subtract(after.carriedIn, before.carriedIn),
    guaranteeTopUp: subtract(after.guaranteeTopUp, before.guaranteeTopUp),
    minimumTopUp: subtract(after.minimumTopUp, before.minimumTopUp),
    roundingTopUp: subtract(after.roundingTopUp, before.roundingTopUp),
    position: subtract(after.position, before.position),
    paid: subtract(after.paid, before.paid),
    refunds: subtract(after.refunds, before.refunds),
    takeout: subtract(after.takeout, before.takeout),
    breakage: subtract(after.breakage, before.breakage),
    carriedOut: byName(before.carriedOut, after.carriedOut),
    reserves: byName(before.reserves, after.reserves),
  };
}

function postingsFor(old: Cents, now: Cents, { ticketId, state }: PaidTicket): CorrectionPosting[] {
  if (state === 'cash') {
    // Cash is not taken back. What the new result gives on top is paid; what it does not give is the operator's loss.
    if (now > old) return [{ ticketId, to: 'claims', amountCents: subtract(now, old), reason: 'claim-opened' }];
    return old === now ? [] : [{ ticketId, to: 'operator-loss', amountCents: subtract(old, now), reason: 'cash-kept' }];
  }
  const to = state === 'account' ? 'player' : 'claims';
  const [back, again] = state === 'account' ? (['reversed', 'paid-again'] as const) : (['claim-withdrawn', 'claim-opened'] as const);
  const postings: CorrectionPosting[] = [];
  if (old === now) return postings;
  if (old > 0n) postings.push({ ticketId, to, amountCents: negate(old), reason: back });
  if (now > 0n) postings.push({ ticketId, to, amountCents: now, reason: again });
  return postings;
}

/** `tickets`: at least every ticket that either settlement pays or refunds. */
export function correctResult(
  pool: Pool,
  before: Settlement,
  after: Settlement,
  tickets: Iterable<PaidTicket>,
): Outcome<Correction, 'settlement_of_another_pool' | 'result_not_newer'> {
  if (before.poolId !== pool.poolId || after.poolId !== pool.poolId) return refuse('settlement_of_another_pool');
  if (after.resultVersion <= before.resultVersion) {
    return refuse('result_not_newer', { facts: { before: before.resultVersion, after: after.resultVersion } });
  }
  const difference = differenceOf(before.accounts, after.accounts);
  assertSettled(pool.poolId, difference);
  const postings: CorrectionPosting[] = [];
  let oldTotal = 0n;
  let newTotal = 0n;
  let operatorLoss = 0n;
  for (const paid of tickets) {
    const then = payoutOf(pool, before, paid.ticket);
    const now = payoutOf(pool, after, paid.ticket);
    const old = cents(then.prizeCents + then.refundCents);
    const fresh = cents(now.prizeCents + now.refundCents);
    oldTotal += old;
    newTotal += fresh;
    for (const posting of postingsFor(old, fresh, paid)) {
      postings.push(posting);
      if (posting.to === 'operator-loss') operatorLoss += posting.amountCents;
    }
  }
  const moved = postings.filter((posting) => posting.to !== 'operator-loss').reduce((sum, posting) => sum + posting.amountCents, 0n);
  assertConserved('correction of a result', { old: oldTotal, moved }, { new: newTotal, operatorLoss });
  return ok({ from: before.resultVersion, to: after.resultVersion, difference, postings, operatorLossCents: cents(operatorLoss) });
}
