/**
 * The register of large wins: one row for each win of the rule's amount or more, written with the prize, due to the regulator so many days later.
 * Who won is known for an online ticket from its account, and for a shop's from its claim.
 */
import type { Tx } from '@valira/db';
import { largeWin } from '@valira/db/schema';
import { endOfDayAfter } from '../../platform/business-day.ts';
import { claimRuleAt } from './claim-rules.ts';

export type GrantedWin = {
  readonly id: string;
  readonly ticketId: string;
  readonly accountId: string;
  readonly amountCents: bigint;
  readonly channel: 'online' | 'shop';
};

/** Returns those that are large. */
export async function registerLargeWins<Win extends GrantedWin>(
  tx: Tx,
  { id: contestId, resultVersion }: { readonly id: string; readonly resultVersion: number },
  wins: readonly Win[],
  at: Date,
): Promise<Win[]> {
  const rule = await claimRuleAt(tx, at);
  const large = wins.filter(({ amountCents }) => amountCents >= rule.largeWinFromCents);
  if (large.length > 0)
    await tx.insert(largeWin).values(
      large.map(({ id, ticketId, accountId, amountCents, channel }) => ({
        contestId,
        ticketId,
        resultVersion,
        accountId,
        prizeId: id,
        amountCents,
        channel,
        grantedAt: at,
        dueAt: endOfDayAfter(at, rule.largeWinDueDays),
      })),
    );
  return large;
}
