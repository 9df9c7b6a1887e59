/**
 * What is still to do when nobody sells any more: nothing waits for its place in the queue or the audit chain, no contest or message is
 * overdue, and the control system has every link. It is asked of the databases, because a queue that was emptied knows nothing of what it lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '@valira/db';

const WITHIN_MS = 120_000;
const LOOK_MS = 500;

async function pending(main: Sql, control: Sql): Promise<string[]> {
  const [row] = await main<{ outbox: bigint; intents: bigint; contests: bigint; messages: bigint }[]>`
    SELECT (SELECT count(*) FROM outbox) AS outbox, (SELECT count(*) FROM audit_intent) AS intents,
      (SELECT count(*) FROM contest WHERE state IN ('closed', 'certified', 'settled', 'reconciled', 'published', 'voiding', 'correcting')) AS contests,
      (SELECT count(*) FROM message WHERE state IN ('queued', 'sending') AND due_at < clock_timestamp() - interval '5 seconds') AS messages`;
  const sent = await main<{ id: string; head: bigint }[]>`SELECT intake_id AS id, max(seq) AS head FROM intake_link GROUP BY 1`;
  const held = await control<{ id: string; head: bigint }[]>`SELECT intake_id AS id, max(sequence) AS head FROM link GROUP BY 1`;
  const heads = new Map(held.map(({ id, head }) => [id, head]));
  return [
    ...Object.entries(row ?? {}).flatMap(([name, n]) => (n > 0n ? [`${n} of ${name} still wait`] : [])),
    ...sent.flatMap(({ id, head }) =>
      heads.get(id) === head ? [] : [`intake ${id}: sold to ${head}, the control system has ${heads.get(id)}`],
    ),
  ];
}

/** Empty when all of it came to rest in time. */
export async function restFindings(main: Sql, control: Sql): Promise<string[]> {
  const giveUpAt = performance.now() + WITHIN_MS;
  for (;;) {
    const left = await pending(main, control);
    if (left.length === 0 || performance.now() > giveUpAt) return left;
    await sleep(LOOK_MS);
  }
}
