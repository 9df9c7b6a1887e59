/**
 * The transfers of a stretch's prizes, written set by set: a transfer per prize under the prize's own id, and each player's balance
 * raised once by all they won here. Balance rows are locked in ascending account order, as everywhere.
 */
import type { Tx } from '@valira/db';
import { sql } from 'drizzle-orm';
import type { Contest } from '../contests/index.ts';
import { CODES } from '../ledger/index.ts';
import type { Award } from './pay-chunk.ts';

/** The prizes of a stretch as rows, in one statement however many they are. */
export async function writePrizes(
  tx: Tx,
  { id, resultVersion }: Pick<Contest, 'id' | 'resultVersion'>,
  chunk: number,
  at: Date,
  awards: readonly Award[],
): Promise<void> {
  const column = <T>(pick: (award: Award) => T) => sql.param(awards.map(pick));
  await tx.execute(sql`
    INSERT INTO prize (account_id, contest_id, ticket_id, result_version, id, chunk, kind, amount_cents, shares, at)
    SELECT account, ${id}::uuid, ticket, ${resultVersion}::int, id, ${chunk}::int, kind, amount, shares::jsonb, ${at.toISOString()}::timestamptz
    FROM unnest(${column((a) => a.accountId)}::uuid[], ${column((a) => a.ticketId)}::uuid[], ${column((a) => a.id)}::uuid[],
      ${column((a) => a.kind)}::text[], ${column((a) => String(a.amountCents))}::bigint[], ${column((a) => JSON.stringify(a.shares))}::text[])
      AS a (account, ticket, id, kind, amount, shares)`);
}

export async function writePrizeTransfers(
  tx: Tx,
  contestId: string,
  at: Date,
  awards: readonly Award[],
  kinds: ReadonlyMap<string, 'player' | 'shop'>,
  from: 'prize-fund' | 'stakes',
): Promise<void> {
  const credits = new Map<string, bigint>();
  for (const { accountId, amountCents } of awards)
    if (kinds.get(accountId) === 'player') credits.set(accountId, (credits.get(accountId) ?? 0n) + amountCents);
  const players = [...credits.keys()].sort();
  if (players.length > 0) {
    const raised = await tx.execute(sql`
      WITH locked AS (
        SELECT b.account_id FROM balance b WHERE b.account_id = ANY (${sql.param(players)}::uuid[]) AND b.code = ${CODES['player-cash']}
        ORDER BY b.account_id FOR UPDATE)
      UPDATE balance b SET amount_cents = b.amount_cents + c.amount
      FROM locked JOIN unnest(${sql.param(players)}::uuid[], ${sql.param(players.map((id) => String(credits.get(id))))}::bigint[]) AS c (account_id, amount) USING (account_id)
      WHERE b.account_id = c.account_id AND b.code = ${CODES['player-cash']} RETURNING b.account_id`);
    if (raised.length !== players.length)
      throw new Error(`${players.length - raised.length} players of contest ${contestId} have no balance`);
  }
  const column = <T>(pick: (award: Award) => T) => sql.param(awards.map(pick));
  await tx.execute(sql`
    INSERT INTO transfer (account_id, id, operation_id, debit_code, debit_owner, credit_code, credit_owner, amount_cents, kind, reference, at)
    SELECT account, id, ticket, ${CODES[from]}, ${contestId}::uuid, code, account, amount, kind, ${contestId}::uuid, ${at.toISOString()}::timestamptz
    FROM unnest(${column((a) => a.accountId)}::uuid[], ${column((a) => a.id)}::uuid[], ${column((a) => a.ticketId)}::uuid[],
      ${column((a) => (kinds.get(a.accountId) === 'shop' ? CODES['prizes-payable'] : CODES['player-cash']))}::smallint[],
      ${column((a) => String(a.amountCents))}::bigint[], ${column((a) => a.kind)}::text[]) AS a (account, id, ticket, code, amount, kind)`);
}
