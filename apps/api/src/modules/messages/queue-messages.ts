/**
 * Writes what players are to be told, in the transaction of its cause: one row for each channel that the kind goes by. The same cause is written
 * once, however often the job that tells it runs.
 */
import type { Tx } from '@valira/db';
import { messageRoute } from '@valira/db/schema';
import { inArray, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { canonicalText } from '../../platform/json.ts';
import type { News } from './kinds.ts';

const amountOf = (facts: News['facts']): bigint => ('amountCents' in facts ? BigInt(facts.amountCents) : 0n);

export async function queueMessages({ ids }: Pick<Core, 'ids'>, tx: Tx, at: Date, news: readonly News[]): Promise<void> {
  if (news.length === 0) return;
  const kinds = [...new Set(news.map(({ kind }) => kind))];
  const routes = await tx.select().from(messageRoute).where(inArray(messageRoute.kind, kinds));
  const rows = news.flatMap(({ accountId, kind, cause, facts, contest }) =>
    routes
      .filter((route) => route.kind === kind && amountOf(facts) >= route.fromCents)
      .map(({ channel }) => ({
        id: ids.next(),
        accountId,
        kind,
        channel,
        cause,
        facts: canonicalText(facts),
        contestId: contest?.id ?? null,
        resultVersion: contest?.resultVersion ?? null,
      })),
  );
  const column = <T>(pick: (row: (typeof rows)[number]) => T) => sql.param(rows.map(pick));
  await tx.execute(sql`
    INSERT INTO message (id, account_id, kind, channel, cause, facts, contest_id, result_version, due_at, created_at)
    SELECT id, account_id, kind, channel, cause, facts::jsonb, contest_id, result_version, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz
    FROM unnest(${column((row) => row.id)}::uuid[], ${column((row) => row.accountId)}::uuid[], ${column((row) => row.kind)}::text[],
      ${column((row) => row.channel)}::text[], ${column((row) => row.cause)}::text[], ${column((row) => row.facts)}::text[],
      ${column((row) => row.contestId)}::uuid[], ${column((row) => row.resultVersion)}::integer[])
      AS row (id, account_id, kind, channel, cause, facts, contest_id, result_version)
    ON CONFLICT DO NOTHING`);
}
