import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contestResult, contest as contestTable, entry, prize, prizeTable, ticket } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { uniformBelowBigint } from '@valira/games/randomness';
import { commitToSecret, type TierRow } from '@valira/games/verifiable';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../platform/core.ts';
import { sha256 } from '../../platform/hash.ts';
import { toJson } from '../../platform/json.ts';
import { transactionsOn } from '../../platform/transaction.ts';
import { type ControlProcess, startControlProcess } from '../../testing/control-process.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { type Contest, engineCache, findContest, scheduleContest } from '../contests/index.ts';
import { bindingOf, commitOperator, commitSecond, revealSecond, runDraw } from '../draws/index.ts';
import { verifyLedger } from '../ledger/index.ts';
import { folderArchive } from '../reporting/index.ts';
import { certifyResult } from '../results/index.ts';
import { type Intake, openIntake } from '../wagers/index.ts';
import { advanceContest } from './advance-contest.ts';
import type { AdvanceDeps } from './advance-deps.ts';

const DRAWS = 10;
const OPEN_MS = 20_000;

let world: World;
let control: ControlProcess;
let intake: Intake;
let core: Core;
let deps: AdvanceDeps;
let folder: string;
const engineOf = engineCache();
const below = (bound: bigint) => uniformBelowBigint(bound, (count) => randomBytes(count));

beforeAll(async () => {
  world = await makeWorld();
  control = await startControlProcess(world);
  intake = openIntake(
    { databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids },
    { lanes: 2, batchMax: 100, queueMax: 1_000 },
  );
  core = { ...world, clock: { now: () => new Date() }, inTransaction: transactionsOn(world.db) };
  folder = mkdtempSync(join(tmpdir(), 'valira-archive-'));
  deps = {
    core,
    control: control.client,
    archive: folderArchive(folder),
    record: { build: { version: '0.1.0', buildHash: '0'.repeat(64) }, demo: true },
  };
});
afterAll(async () => {
  await intake.close();
  await control.stop();
  await world.end();
  rmSync(folder, { recursive: true });
});

const reload = async (id: string): Promise<Contest> => {
  const found = await findContest(world.db, id);
  if (!found) throw new Error('the contest is gone');
  return found;
};

/** Whatever is not ready yet is asked for again. */
async function until(contestId: string, state: string): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  while ((await reload(contestId)).state !== state) {
    await advanceContest(deps, contestId).catch(() => undefined);
    if (Date.now() > giveUpAt) throw new Error(`contest is ${(await reload(contestId)).state}, not ${state}`);
    await sleep(50);
  }
}

async function tenDraws(): Promise<{ contestIds: string[]; secrets: Map<string, Uint8Array>; productVersionId: string }> {
  const fixture = await world.newContest({ definition: cims645 });
  await world.db.update(contestTable).set({ state: 'void' }).where(eq(contestTable.id, fixture.contestId));
  const secrets = new Map<string, Uint8Array>();
  const now = Date.now();
  for (let number = 2; number < 2 + DRAWS; number += 1) {
    const contestId = expectOk(
      await scheduleContest(core, 'staff:one', {
        productVersionId: fixture.productVersionId,
        number,
        source: 'rng',
        opensAt: new Date(now),
        closesAt: new Date(now + OPEN_MS),
        drawsAt: new Date(now + OPEN_MS),
        event: null,
      }),
    );
    expectOk(await commitOperator(core, contestId, 'staff:one'));
    const secret = randomBytes(32);
    const digest = commitToSecret(sha256, 'second', bindingOf(await reload(contestId)), secret);
    expectOk(await commitSecond(core, contestId, digest, { id: 'notary', name: 'Notary' }));
    secrets.set(contestId, secret);
  }
  return { contestIds: [...secrets.keys()], secrets, productVersionId: fixture.productVersionId };
}

describe('a ticket for ten draws', () => {
  let contestIds: string[];
  let productVersionId: string;
  let secrets: Map<string, Uint8Array>;

  const order = (accountId: string, contests: readonly string[], wager: unknown) => async () => {
    const { lines, stakeCents } = expectOk(engineOf(await reload(contestIds[0] ?? '')).parseWager(wager, below));
    return intake.sell({
      accountId,
      key: randomUUID(),
      inputHash: sha256(randomBytes(8)),
      channel: 'online',
      terminalId: null,
      clerkId: null,
      productVersionId,
      contestIds: contests,
      lines,
      stakePerContest: stakeCents,
    });
  };

  it('is sold for all ten or for none, and pays each draw what that draw’s prize table says', async () => {
    ({ contestIds, secrets, productVersionId } = await tenDraws());
    for (const contestId of contestIds) await until(contestId, 'open');
    const [rich, poor] = [await world.newPlayer(500_000n), await world.newPlayer(999n)];
    const one = { kind: 'draw', lines: [{ main: [1, 2, 3, 4, 5, 6] }] };
    const many = { kind: 'draw', quickPicks: 10 };
    expect(await order(poor, contestIds, one)()).toMatchObject({ ok: false, code: 'insufficient_funds' });
    expect(await order(rich, [...contestIds.slice(0, 9), randomUUID()], one)()).toMatchObject({ ok: false, code: 'contest_not_found' });
    expect([await world.db.$count(ticket), await world.db.$count(entry)]).toEqual([0, 0]);
    for (let i = 0; i < 40; i += 1) expectOk(await order(rich, contestIds, many)());
    expect([await world.db.$count(ticket), await world.db.$count(entry)]).toEqual([40, 400]);

    for (const contestId of contestIds) await until(contestId, 'sealed');
    for (const contestId of contestIds) {
      const giveUpAt = Date.now() + 60_000;
      for (;;) {
        await advanceContest(deps, contestId).catch(() => undefined);
        const opened = await revealSecond(core, contestId, secrets.get(contestId) ?? new Uint8Array(), 'notary');
        if (opened.ok) break;
        if (opened.code !== 'not_countersigned' || Date.now() > giveUpAt) throw new Error(opened.code);
        await sleep(50);
      }
      expectOk(await runDraw(core, contestId, 'official-1'));
      expectOk(await certifyResult(core, contestId, 'official-2', 1));
      await until(contestId, 'archived');
    }

    for (const contestId of contestIds) {
      const [table] = await world.db.select().from(prizeTable).where(eq(prizeTable.contestId, contestId));
      const [result] = await world.db
        .select()
        .from(contestResult)
        .where(and(eq(contestResult.contestId, contestId), eq(contestResult.version, 1)));
      const grader = engineOf(await reload(contestId)).graderOf(toJson(result?.result), table?.tiers as TierRow[]);
      const entries = await world.db.select().from(entry).where(eq(entry.contestId, contestId));
      const paid = await world.db.select().from(prize).where(eq(prize.contestId, contestId));
      for (const { ticketId, lines, stakeCents } of entries)
        expect(paid.find((one_) => one_.ticketId === ticketId)?.amountCents ?? 0n).toBe(grader?.grade(lines, cents(stakeCents)).prizeCents);
    }
    const [won] = await world.db.execute<{ draws: number; cents: string }>(
      sql`SELECT count(DISTINCT contest_id)::int AS draws, coalesce(sum(amount_cents), 0)::text AS cents FROM prize WHERE contest_id IN (${sql.join(
        contestIds.map((id) => sql`${id}::uuid`),
        sql`, `,
      )})`,
    );
    // 400 lines a draw at 1 in 45 each: a draw without any winner has a chance of 1 in 8,000.
    expect(won?.draws).toBeGreaterThanOrEqual(DRAWS - 1);
    const [balance] = await world.db.execute<{ cents: string }>(
      sql`SELECT amount_cents::text AS cents FROM balance WHERE account_id = ${rich} AND code = 10`,
    );
    expect(BigInt(balance?.cents ?? 0)).toBe(500_000n - 40n * 10n * 1_000n + BigInt(won?.cents ?? 0));
    expect(await world.db.$count(contestTable, inArray(contestTable.state, ['archived']))).toBe(DRAWS);
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 150_000);
});
