/** 200 players buy as fast as they can across the close of a draw, which is closed and sealed by the product's own commands meanwhile. */
import { randomUUID } from 'node:crypto';
import { seal, ticket } from '@valira/db/schema';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { and, eq, gte } from 'drizzle-orm';
import { closeContest, sealContest } from '../modules/contests/index.ts';
import type { Intake } from '../modules/wagers/index.ts';
import { sha256 } from '../platform/hash.ts';
import { transactionsOn } from '../platform/transaction.ts';
import type { World } from './world.ts';

const SELLERS = 200;
const OPEN_MS = 150;
const MOST_EACH = 100;

export type AcrossClose = {
  readonly acknowledged: number;
  readonly sealed: number;
  /** Tickets that bear an instant at or after the close. */
  readonly late: number;
  readonly refusals: ReadonlySet<string>;
};

export async function sellAcrossClose(world: World, intake: Intake): Promise<AcrossClose> {
  const players = await Promise.all(Array.from({ length: SELLERS }, () => world.newPlayer(10_000n)));
  const core = { ...world, clock: { now: () => new Date() }, inTransaction: transactionsOn(world.db) };
  const order = (accountId: string, { contestId, productVersionId }: { contestId: string; productVersionId: string }) => ({
    accountId,
    key: randomUUID(),
    inputHash: sha256(Buffer.from('body')),
    channel: 'online' as const,
    terminalId: null,
    clerkId: null,
    productVersionId,
    contestIds: [contestId],
    lines: Uint8Array.of(1, 2, 3),
    stakePerContest: cents(100n),
  });
  // An intake that has sold before: its first sale may take longer than this contest is open.
  expectOk(await intake.sell(order(await world.newPlayer(100n), await world.newContest())));
  const closesAt = new Date(Date.now() + OPEN_MS);
  const contest = await world.newContest({ closesAt });
  const { contestId } = contest;
  let acknowledged = 0;
  const refusals = new Set<string>();
  const selling = players.map(async (player) => {
    for (let sold = 0; sold < MOST_EACH; sold += 1) {
      const answer = await intake.sell(order(player, contest));
      if (!answer.ok) {
        refusals.add(answer.code);
        return;
      }
      acknowledged += 1;
    }
  });
  for (;;) {
    const closed = await closeContest(core, contestId);
    if (closed.ok) break;
    if (closed.code !== 'too_early') throw new Error(`the close was refused: ${closed.code}`);
  }
  expectOk(await sealContest(core, contestId));
  await Promise.all(selling);
  const [sealed] = await world.db.select().from(seal).where(eq(seal.contestId, contestId));
  const late = await world.db
    .select({ id: ticket.id })
    .from(ticket)
    .where(and(eq(ticket.contestId, contestId), gte(ticket.soldAt, closesAt)));
  return { acknowledged, sealed: Number(sealed?.leaves), late: late.length, refusals };
}
