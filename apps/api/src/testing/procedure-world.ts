/** A world in which contests run their whole life: the real control system beside it, an intake that sells, a counter, workers that advance. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { clerk, terminal } from '@valira/db/schema';
import { uniformBelowBigint } from '@valira/games/randomness';
import { commitToSecret } from '@valira/games/verifiable';
import { expectOk } from '@valira/outcome';
import { sql } from 'drizzle-orm';
import { type Contest, type ContestState, engineCache, findContest, scheduleContest } from '../modules/contests/index.ts';
import { bindingOf, commitOperator, commitSecond, revealSecond } from '../modules/draws/index.ts';
import { type AdvanceDeps, advanceContest, NotReadyYet } from '../modules/procedure/index.ts';
import { folderArchive } from '../modules/reporting/index.ts';
import { type Intake, openIntake } from '../modules/wagers/index.ts';
import type { Core } from '../platform/core.ts';
import { sha256 } from '../platform/hash.ts';
import { transactionsOn } from '../platform/transaction.ts';
import { type ControlProcess, startControlProcess } from './control-process.ts';
import { makeWorld, type World } from './world.ts';

export type Bet = { readonly accountId: string; readonly wager: unknown };

export type ProcedureWorld = World & {
  readonly core: Core;
  readonly deps: AdvanceDeps;
  readonly control: ControlProcess;
  readonly intake: Intake;
  readonly counter: { readonly shopId: string; readonly terminalId: string; readonly clerkId: string };
  /** Three workers at the contest at once, again and again, until it rests in `state`. */
  advanceTo(contestId: string, state: ContestState): Promise<void>;
  reload(contestId: string): Promise<Contest>;
  /** Sets the clocks of the platform and of the control system ahead; the database's stays, so nothing should be on sale any more. */
  jump(ms: number): void;
  /** A product of this definition with an opened race of eight runners. */
  newRace(definition: unknown): Promise<string>;
  /** A draw of the generator with both commitments, not opened yet. */
  newDraw(productVersionId: string, number: number, openMs: number): Promise<{ contestId: string; secret: Uint8Array }>;
  /** A draw of balls, or one that another organiser holds; open, closing after `openMs`. */
  newMachineDraw(productVersionId: string, number: number, openMs: number, source?: 'machine' | 'external'): Promise<string>;
  /** Ticket ids in the order of the bets; each ticket is for all the contests. */
  sell(contestIds: readonly string[], bets: readonly Bet[]): Promise<string[]>;
  waitSigned(contestId: string): Promise<void>;
  reveal(contestId: string, secret: Uint8Array): Promise<void>;
  /** Credit minus debit of an account, from the transfers. */
  balanceOf(code: number, owner: string): Promise<bigint>;
};

const CONTROL_MAIN = fileURLToPath(new URL('../../../control/src/testing/main-on-set-clock.ts', import.meta.url));
const GIVE_UP_MS = 40_000;
const engineOf = engineCache();
const below = (bound: bigint) => uniformBelowBigint(bound, (count) => randomBytes(count));

export async function makeProcedureWorld(more: Pick<Core, 'beacon'> = {}): Promise<ProcedureWorld> {
  const world = await makeWorld();
  const folder = mkdtempSync(join(tmpdir(), 'valira-procedure-'));
  const clockFile = join(folder, 'clock');
  let aheadMs = 0;
  const jump = (ms: number) => {
    aheadMs += ms;
    writeFileSync(clockFile, `+${aheadMs}`);
  };
  jump(0);
  const control = await startControlProcess(world, { main: CONTROL_MAIN, env: { SIMULATED_CLOCK: clockFile } });
  const intake = openIntake(
    { databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids },
    { lanes: 2, batchMax: 100, queueMax: 5_000 },
  );
  const core: Core = { ...world, clock: { now: () => new Date(Date.now() + aheadMs) }, inTransaction: transactionsOn(world.db), ...more };
  const deps: AdvanceDeps = {
    core,
    control: control.client,
    archive: folderArchive(join(folder, 'archive')),
    record: { build: { version: '0.1.0', buildHash: '0'.repeat(64) }, demo: true },
  };
  const counter = { shopId: await world.newShop(10_000_000n), terminalId: world.ids.next(), clerkId: world.ids.next() };
  await world.db.insert(terminal).values({ id: counter.terminalId, accountId: counter.shopId, label: 'T' });
  await world.db.insert(clerk).values({
    id: counter.clerkId,
    accountId: counter.shopId,
    name: 'C',
    cardNumber: counter.clerkId,
    cardUntil: new Date('2100-01-01'),
    pinHash: 'x',
  });

  const reload = async (contestId: string): Promise<Contest> => {
    const found = await findContest(world.db, contestId);
    if (!found) throw new Error('the contest is gone');
    return found;
  };
  const advanceTo = async (contestId: string, state: ContestState): Promise<void> => {
    const giveUpAt = Date.now() + GIVE_UP_MS;
    for (;;) {
      const ended = await Promise.allSettled([1, 2, 3].map(() => advanceContest(deps, contestId)));
      for (const one of ended) if (one.status === 'rejected' && !(one.reason instanceof NotReadyYet)) throw one.reason;
      const found = await reload(contestId);
      if (found.state === state) return;
      if (Date.now() > giveUpAt) throw new Error(`contest is ${found.state}, not ${state}`);
      await sleep(50);
    }
  };
  const waitSigned = async (contestId: string): Promise<void> => {
    const giveUpAt = Date.now() + GIVE_UP_MS;
    for (;;) {
      const [signed] = await world.db.execute(sql`SELECT 1 FROM seal_countersignature WHERE contest_id = ${contestId}`);
      if (signed) return;
      if (Date.now() > giveUpAt) throw new Error('no countersignature');
      await Promise.allSettled([advanceContest(deps, contestId)]);
      await sleep(50);
    }
  };
  return {
    ...world,
    core,
    deps,
    control,
    intake,
    counter,
    advanceTo,
    reload,
    jump,
    waitSigned,
    async newRace(definition) {
      const { productVersionId } = await world.newContest({ kind: 'pool', definition });
      const closesAt = new Date(Date.now() + 3_600_000);
      const runners = Array.from({ length: 8 }, (_, i) => ({ number: i + 1, name: `R${i + 1}` }));
      const contestId = expectOk(
        await scheduleContest(core, 'staff:desk', {
          productVersionId,
          number: 2,
          source: 'event',
          opensAt: new Date(),
          closesAt,
          drawsAt: closesAt,
          event: { kind: 'race', name: 'Race', meeting: 'Soldeu', organiser: 'O', competition: 'C', startsAt: closesAt, runners },
        }),
      );
      await advanceTo(contestId, 'open');
      return contestId;
    },
    async newDraw(productVersionId, number, openMs) {
      const now = Date.now();
      const contestId = expectOk(
        await scheduleContest(core, 'staff:one', {
          productVersionId,
          number,
          source: 'rng',
          opensAt: new Date(now),
          closesAt: new Date(now + openMs),
          drawsAt: new Date(now + openMs),
          event: null,
        }),
      );
      expectOk(await commitOperator(core, contestId, 'staff:one'));
      const secret = randomBytes(32);
      const digest = commitToSecret(sha256, 'second', bindingOf(await reload(contestId)), secret);
      expectOk(await commitSecond(core, contestId, digest, { id: 'notary', name: 'Notary' }));
      return { contestId, secret };
    },
    async newMachineDraw(productVersionId, number, openMs, source = 'machine') {
      const closesAt = new Date(Date.now() + openMs);
      const times = { opensAt: new Date(), closesAt, drawsAt: closesAt };
      const draw = { productVersionId, number, source, ...times, event: null };
      const contestId = expectOk(await scheduleContest(core, 'staff:one', draw));
      await advanceTo(contestId, 'open');
      return contestId;
    },
    async sell(contestIds, bets) {
      const [first] = contestIds;
      const contest = await reload(first ?? '');
      return Promise.all(
        bets.map(async ({ accountId, wager }) => {
          const { lines, stakeCents } = expectOk(engineOf(contest).parseWager(wager, below));
          const atCounter = accountId === counter.shopId;
          const answer = await intake.sell({
            accountId,
            key: randomUUID(),
            inputHash: sha256(randomBytes(8)),
            channel: atCounter ? 'shop' : 'online',
            terminalId: atCounter ? counter.terminalId : null,
            clerkId: atCounter ? counter.clerkId : null,
            productVersionId: contest.productVersionId,
            contestIds: [...contestIds],
            lines,
            stakePerContest: stakeCents,
          });
          return expectOk(answer).ticketId;
        }),
      );
    },
    async reveal(contestId, secret) {
      await waitSigned(contestId);
      expectOk(await revealSecond(core, contestId, secret, 'notary'));
    },
    async balanceOf(code, owner) {
      const [row] = await world.db.execute<{ amount: string }>(sql`
        SELECT (coalesce(sum(amount_cents) FILTER (WHERE credit_code = ${code} AND credit_owner = ${owner}), 0)
          - coalesce(sum(amount_cents) FILTER (WHERE debit_code = ${code} AND debit_owner = ${owner}), 0))::text AS amount
        FROM transfer WHERE (credit_code = ${code} AND credit_owner = ${owner}) OR (debit_code = ${code} AND debit_owner = ${owner})`);
      return BigInt(row?.amount ?? 0);
    },
    async end() {
      await intake.close();
      await control.stop();
      await world.end();
      rmSync(folder, { recursive: true });
    },
  };
}
