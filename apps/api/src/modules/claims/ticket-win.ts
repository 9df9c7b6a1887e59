/**
 * What a shop ticket has won, from published results alone, and until when it can be claimed.
 *
 * A ticket for several draws is one claim: it can be claimed when its last draw is published, until the claim period of that draw ends with the
 * local day. A dispute that was decided for the holder gives them the days of the claim rule from the decision, when that is later.
 */
import type { Db, Tx } from '@valira/db';
import { dispute, prize } from '@valira/db/schema';
import { type Cents, cents } from '@valira/money';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { endOfDayAfter } from '../../platform/business-day.ts';
import { holdContests } from '../contests/index.ts';
import type { SoldContestNow, SoldContests, StoredTicket } from '../wagers/index.ts';
import { claimRuleAt } from './claim-rules.ts';

export type TicketWin = {
  /** The first draw without a published result; null when there is none. */
  readonly waitsUntil: Date | null;
  /** A result that was published is withdrawn and its next version not paid yet: nothing of the ticket is judged until then. */
  readonly isBeingCorrected: boolean;
  /** Prizes and refunds of the results in force. */
  readonly amountCents: Cents;
  /** Product and tier of each win. */
  readonly tiers: readonly { readonly productId: string; readonly tier: string }[];
  readonly productIds: readonly string[];
  readonly claimUntil: Date;
};

const CORRECTED_STATES = new Set(['drawn', 'certified', 'settled', 'reconciled', 'locked']);
const isBeingCorrected = ({ state, resultVersion }: SoldContestNow): boolean =>
  state === 'correcting' || (resultVersion > 1 && CORRECTED_STATES.has(state));

const SETTLED = new Set(['published', 'archived', 'void']);

/** `tx` where somebody is paid, or loses, by what is found: the contests stay as they are until that is written. */
export async function ticketWin(db: Db, soldContests: SoldContests, stored: StoredTicket, tx?: Tx): Promise<TicketWin> {
  const ids = stored.entries.map(({ contestId }) => contestId);
  if (tx) await holdContests(tx, ids);
  const contests = [...(await soldContests.findNow(ids, tx)).values()].sort((a, b) => a.drawsAt.getTime() - b.drawsAt.getTime());
  const last = contests.at(-1);
  if (!last || contests.length !== ids.length) throw new Error(`ticket ${stored.id} has lost a contest`);
  const rows = await (tx ?? db)
    .select()
    .from(prize)
    .where(and(eq(prize.accountId, stored.accountId), eq(prize.ticketId, stored.id)));
  const current = rows.flatMap((row) => {
    const contest = contests.find(({ id, resultVersion }) => id === row.contestId && resultVersion === row.resultVersion);
    return contest ? [{ ...row, productId: contest.productId }] : [];
  });
  return {
    waitsUntil: contests.find(({ state }) => !SETTLED.has(state))?.drawsAt ?? null,
    isBeingCorrected: contests.some(isBeingCorrected),
    amountCents: cents(current.reduce((total, { amountCents }) => total + amountCents, 0n)),
    tiers: current.flatMap(({ productId, shares }) => (shares as { tier: string }[]).map(({ tier }) => ({ productId, tier }))),
    productIds: [...new Set(contests.map(({ productId }) => productId))],
    claimUntil: await heldUntil(tx ?? db, stored, last.claimUntil),
  };
}

async function heldUntil(db: Db | Tx, { accountId, id }: StoredTicket, until: Date): Promise<Date> {
  const [last] = await db
    .select({ decidedAt: dispute.decidedAt })
    .from(dispute)
    .where(and(eq(dispute.accountId, accountId), eq(dispute.ticketId, id), eq(dispute.kind, 'disputed'), isNotNull(dispute.decidedAt)))
    .orderBy(desc(dispute.decidedAt))
    .limit(1);
  if (!last?.decidedAt) return until;
  const longer = endOfDayAfter(last.decidedAt, (await claimRuleAt(db, last.decidedAt)).daysAfterDispute);
  return longer > until ? longer : until;
}
