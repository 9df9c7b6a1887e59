import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clerk, contestRecord, contest as contestTable, prize, prizeTable, terminal, transfer } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { uniformBelowBigint } from '@valira/games/randomness';
import { commitToSecret, encodeTicketLeaf, leafHash, type TierRow, ticketCommitment, verifyInclusion } from '@valira/games/verifiable';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { verifyBundle } from '@valira/verifier';
import { nodePorts } from '@valira/verifier/node';
import { and, eq, sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../platform/core.ts';
import { fromHex, hex, sha256 } from '../../platform/hash.ts';
import { transactionsOn } from '../../platform/transaction.ts';
import { winPool } from '../../story/products.ts';
import { type ControlProcess, startControlProcess } from '../../testing/control-process.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { payClaim } from '../claims/index.ts';
import { type Contest, closeContest, engineCache, findContest, scheduleContest } from '../contests/index.ts';
import { bindingOf, commitOperator, commitSecond, revealSecond, runDraw } from '../draws/index.ts';
import { verifyLedger } from '../ledger/index.ts';
import { archiveName, folderArchive } from '../reporting/index.ts';
import { certifyResult, enterResult } from '../results/index.ts';
import { proveInclusion } from '../wagers/inclusion.ts';
import { type Intake, openIntake, openSoldContests } from '../wagers/index.ts';
import { ticketIdentity } from '../wagers/ticket-identity.ts';
import { advanceContest } from './advance-contest.ts';
import { type AdvanceDeps, NotReadyYet } from './advance-deps.ts';

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
    { lanes: 2, batchMax: 100, queueMax: 5_000 },
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

/** Several workers at the same contest at once, again and again, until it rests in `state`. */
async function advanceTo(contestId: string, state: string): Promise<void> {
  const giveUpAt = Date.now() + 40_000;
  for (;;) {
    const ended = await Promise.allSettled([1, 2, 3].map(() => advanceContest(deps, contestId)));
    for (const one of ended) if (one.status === 'rejected' && !(one.reason instanceof NotReadyYet)) throw one.reason;
    const found = await findContest(world.db, contestId);
    if (found?.state === state) return;
    if (Date.now() > giveUpAt) throw new Error(`contest is ${found?.state}, not ${state}`);
    await sleep(50);
  }
}

const reload = async (id: string): Promise<Contest> => {
  const found = await findContest(world.db, id);
  if (!found) throw new Error('the contest is gone');
  return found;
};

async function newDraw(openMs: number): Promise<{ contestId: string; secret: Uint8Array }> {
  const { productVersionId } = await world.newContest({ definition: cims645 });
  const now = Date.now();
  const contestId = expectOk(
    await scheduleContest(core, 'staff:one', {
      productVersionId,
      number: 2,
      source: 'rng',
      opensAt: new Date(now),
      closesAt: new Date(now + openMs),
      drawsAt: new Date(now + openMs),
      event: null,
    }),
  );
  // The fixture's own contest of this product is none that was ever settled.
  await world.db
    .update(contestTable)
    .set({ state: 'void' })
    .where(and(eq(contestTable.productVersionId, productVersionId), eq(contestTable.number, 1)));
  expectOk(await commitOperator(core, contestId, 'staff:one'));
  const secret = randomBytes(32);
  expectOk(
    await commitSecond(core, contestId, commitToSecret(sha256, 'second', bindingOf(await reload(contestId)), secret), {
      id: 'notary',
      name: 'Notary',
    }),
  );
  return { contestId, secret };
}

async function sell(contest: Contest, accounts: readonly { id: string; channel: 'online' | 'shop' }[], tickets: number): Promise<string[]> {
  const wager = contest.kind === 'draw' ? { kind: 'draw', quickPicks: 1 } : null;
  const sold = await Promise.all(
    Array.from({ length: tickets }, async (_, i) => {
      const account = accounts[i % accounts.length];
      const bet = { kind: 'pool', selections: { form: 'straight', runners: [1 + (i % 8)] }, stakeCents: String(100 * (1 + (i % 3))) };
      const { lines, stakeCents } = expectOk(engineOf(contest).parseWager(wager ?? bet, below));
      const answer = await intake.sell({
        accountId: account?.id ?? '',
        key: randomUUID(),
        inputHash: sha256(Buffer.from(String(i))),
        channel: account?.channel ?? 'online',
        terminalId: account?.channel === 'shop' ? counter.terminalId : null,
        clerkId: account?.channel === 'shop' ? counter.clerkId : null,
        productVersionId: contest.productVersionId,
        contestIds: [contest.id],
        lines,
        stakePerContest: stakeCents,
      });
      return expectOk(answer).ticketId;
    }),
  );
  return sold;
}

const counter = { terminalId: '', clerkId: '', shopId: '' };
async function openCounter(): Promise<string> {
  counter.shopId = await world.newShop(10_000_000n);
  counter.terminalId = world.ids.next();
  counter.clerkId = world.ids.next();
  await world.db.insert(terminal).values({ id: counter.terminalId, accountId: counter.shopId, label: 'T' });
  await world.db.insert(clerk).values({
    id: counter.clerkId,
    accountId: counter.shopId,
    name: 'C',
    cardNumber: counter.clerkId,
    cardUntil: new Date('2100-01-01'),
    pinHash: 'x',
  });
  return counter.shopId;
}

describe('a draw from announcement to record, several workers at it at every step', () => {
  let contestId: string;
  let tickets: string[];

  it('is sold, sealed, drawn by two people, settled, reconciled, paid and recorded, once', async () => {
    const draw = await newDraw(15_000);
    contestId = draw.contestId;
    await advanceTo(contestId, 'open');
    const players = await Promise.all(Array.from({ length: 12 }, () => world.newPlayer(100_000n)));
    const shopId = await openCounter();
    tickets = await sell(
      await reload(contestId),
      [
        ...players.map((id) => ({ id, channel: 'online' as const })),
        ...Array.from({ length: 4 }, () => ({ id: shopId, channel: 'shop' as const })),
      ],
      2_000,
    );
    await advanceTo(contestId, 'sealed');
    expect(expectOk(await revealSecondWhenSigned(contestId, draw.secret))).toBeNull();
    expectOk(await runDraw(core, contestId, 'official-1'));
    expect(await runDraw(core, contestId, 'official-1')).toMatchObject({ ok: false, code: 'wrong_state' });
    expect(await certifyResult(core, contestId, 'official-1', 1)).toMatchObject({ ok: false, code: 'four_eyes' });
    expectOk(await certifyResult(core, contestId, 'official-2', 1));
    await advanceTo(contestId, 'archived');
  }, 90_000);

  it('pays each winning ticket what the prize table says, and nobody else', async () => {
    const contest = await reload(contestId);
    const [table] = await world.db.select().from(prizeTable).where(eq(prizeTable.contestId, contestId));
    const tiers = table?.tiers as TierRow[];
    const prizes = await world.db.select().from(prize).where(eq(prize.contestId, contestId));
    expect(prizes.reduce((total, { amountCents }) => total + amountCents, 0n)).toBe(
      tiers.reduce((total, { totalCents }) => total + BigInt(totalCents), 0n),
    );
    const wins = prizes.flatMap(({ shares }) => shares as { tier: string; count: string }[]);
    for (const { tier, winners } of tiers)
      expect(wins.filter((win) => win.tier === tier).reduce((total, { count }) => total + BigInt(count), 0n)).toBe(BigInt(winners));
    const grader = engineOf(contest).graderOf((await resultOf(contestId)) as never, tiers);
    const rows = await world.db.execute<{ ticket_id: string; lines: Uint8Array; stake: string }>(
      sql`SELECT ticket_id, lines, stake_cents::text AS stake FROM entry WHERE contest_id = ${contestId}`,
    );
    for (const row of rows) {
      const won = prizes.find(({ ticketId }) => ticketId === row.ticket_id)?.amountCents ?? 0n;
      expect(grader?.grade(row.lines, BigInt(row.stake) as never).prizeCents).toBe(won);
    }
  });

  it('leaves a sound ledger, with nothing left in the contest’s stakes and fund', async () => {
    expect(await verifyLedger(world.db)).toEqual([]);
    const [left] = await world.db.execute<{ left: string }>(sql`
      SELECT coalesce(sum(CASE WHEN credit_owner = ${contestId} THEN amount_cents ELSE 0 END - CASE WHEN debit_owner = ${contestId} THEN amount_cents ELSE 0 END), 0)::text AS left
      FROM transfer WHERE reference = ${contestId}`);
    expect(left?.left).toBe('0');
  });

  it('is published as a bundle that the verifier passes and that no changed byte survives', async () => {
    const contest = await reload(contestId);
    const file = await deps.archive.get(archiveName(contest, 1, 'valira'));
    if (!file) throw new Error('there is no bundle');
    const report = verifyBundle(nodePorts, file);
    expect(report.findings).toEqual([]);
    expect(report.subject).toMatchObject({ tickets: 2_000, publiclyVerifiable: true, demo: true });
    for (let at = 0; at < file.length; at += Math.ceil(file.length / 40)) {
      const changed = Uint8Array.from(file);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(verifyBundle(nodePorts, changed).passed).toBe(false);
    }
    expect((await deps.archive.get(archiveName(contest, 1, 'pdf')))?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await world.db.select().from(contestRecord).where(eq(contestRecord.contestId, contestId))).toHaveLength(1);
  });

  it('pays a shop’s winning ticket at one of two terminals that ask at the same moment', async () => {
    const won = await world.db
      .select()
      .from(prize)
      .where(and(eq(prize.contestId, contestId), eq(prize.accountId, counter.shopId)));
    const [first] = won;
    if (!first) throw new Error('no ticket of the shop won: 500 lines should hold about eleven');
    const soldContests = openSoldContests(world.db);
    const claim = () =>
      payClaim(
        { ...core, soldContests },
        {
          serial: ticketIdentity(world.keys, first.ticketId).serial,
          amountCents: first.amountCents,
          identification: null,
          shopPaysUpToCents: 10_000_000n,
          payer: { accountId: counter.shopId, terminalId: counter.terminalId, clerkId: counter.clerkId },
          key: randomUUID(),
        },
      );
    const answers = await Promise.all([claim(), claim(), claim(), claim()]);
    expect(answers.map((answer) => (answer.ok ? 'paid' : answer.code)).sort()).toEqual([
      'already_paid',
      'already_paid',
      'already_paid',
      'paid',
    ]);
    expect(
      await world.db
        .select()
        .from(transfer)
        .where(and(eq(transfer.kind, 'claim'), eq(transfer.reference, first.ticketId))),
    ).toHaveLength(1);
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('proves to a holder that their ticket is in the seal', async () => {
    const rows = await world.db.execute<{ ticket_id: string; account_id: string }>(
      sql`SELECT ticket_id, account_id FROM entry WHERE contest_id = ${contestId} ORDER BY ticket_id`,
    );
    expect(rows.map((row) => row.ticket_id).sort()).toEqual([...tickets].sort());
    for (const at of [0, 1, 255, 256, 1_000, 1_999]) {
      const row = rows[at];
      const proof = expectOk(await proveInclusion(world.db, world.keys, row?.account_id ?? '', row?.ticket_id ?? '', contestId));
      const leaf = encodeTicketLeaf({
        commitment: fromHex(proof.leaf.commitment),
        lines: fromHex(proof.leaf.lines),
        stakeCents: cents(BigInt(proof.leaf.stakeCents)),
        state: 'sold',
      });
      expect(proof.index).toBe(at);
      expect(hex(ticketCommitment(sha256, proof.serial, fromHex(proof.salt)))).toBe(proof.leaf.commitment);
      expect(
        verifyInclusion(sha256, fromHex(proof.root), leafHash(sha256, leaf), {
          index: at,
          size: proof.leaves,
          path: proof.path.map(fromHex),
        }),
      ).toBe(true);
    }
    expect(await proveInclusion(world.db, world.keys, await world.newPlayer(0n), rows[0]?.ticket_id ?? '', contestId)).toMatchObject({
      code: 'ticket_not_found',
    });
  });
});

const resultOf = async (contestId: string): Promise<unknown> => {
  const [row] = await world.db.execute<{ result: unknown }>(sql`SELECT result FROM contest_result WHERE contest_id = ${contestId}`);
  return row?.result;
};

/** The countersignature follows the seal within a moment. */
async function revealSecondWhenSigned(contestId: string, secret: Uint8Array) {
  for (let attempt = 0; ; attempt += 1) {
    const revealed = await revealSecond(core, contestId, secret, 'notary');
    if (revealed.ok || revealed.code !== 'not_countersigned' || attempt === 100) return revealed;
    await Promise.allSettled([advanceContest(deps, contestId)]);
    await sleep(50);
  }
}

describe('a pool of a race', () => {
  const newRace = async () => {
    const { productVersionId } = await world.newContest({ kind: 'pool', definition: winPool, channels: ['online'] });
    const closesAt = new Date(Date.now() + 3_600_000);
    const contestId = expectOk(
      await scheduleContest(core, 'staff:desk', {
        productVersionId,
        number: 2,
        source: 'event',
        opensAt: new Date(),
        closesAt,
        drawsAt: closesAt,
        event: {
          kind: 'race',
          name: 'Race',
          meeting: 'Soldeu',
          organiser: 'O',
          competition: 'C',
          startsAt: closesAt,
          runners: Array.from({ length: 8 }, (_, i) => ({ number: i + 1, name: `R${i + 1}` })),
        },
      }),
    );
    await advanceTo(contestId, 'open');
    return contestId;
  };
  const finish = (...order: number[]) => ({ legs: [{ kind: 'finish', order: order.map((runner) => [runner]) }] });

  it('is stopped by the desk, takes no result before the countersignature, and stands when two entries agree', async () => {
    const contestId = await newRace();
    const player = await world.newPlayer(1_000_000n);
    await sell(await reload(contestId), [{ id: player, channel: 'online' }], 240);
    expectOk(await closeContest(core, contestId, { actor: 'desk-1', source: 'flag' }));
    expect(await enterResult(core, contestId, 'desk-1', finish(3, 5, 2))).toMatchObject({ ok: false, code: 'wrong_state' });
    await advanceTo(contestId, 'sealed');
    await waitSigned(contestId);
    for (const nonsense of [{ legs: 1 }, {}, finish(3, 3, 99)])
      expect(await enterResult(core, contestId, 'desk-1', nonsense)).toMatchObject({
        code: 'invalid_result',
        facts: { reason: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/) },
      });
    expect(expectOk(await enterResult(core, contestId, 'desk-1', finish(3, 5, 2))).state).toBe('awaiting-second-entry');
    expect(await enterResult(core, contestId, 'desk-1', finish(3, 5, 2))).toMatchObject({ ok: false, code: 'four_eyes' });
    expect(await enterResult(core, contestId, 'desk-2', finish(5, 3, 2))).toMatchObject({ ok: false, code: 'entries_differ' });
    expectOk(await enterResult(core, contestId, 'desk-2', finish(3, 5, 2)));
    expect(expectOk(await enterResult(core, contestId, 'desk-1', finish(3, 5, 2))).state).toBe('drawn');
    expectOk(await certifyResult(core, contestId, 'desk-1', 1));
    await advanceTo(contestId, 'archived');
    // 240 bets over 8 runners and 3 stakes: 480.00 in all, 60.00 on each; 480 × 0.70 / 60 = 5.60.
    const [table] = await world.db.select().from(prizeTable).where(eq(prizeTable.contestId, contestId));
    expect(table?.tiers).toEqual([{ tier: '3', winners: '60', shareCents: '560', totalCents: '33600' }]);
    expect(await verifyLedger(world.db)).toEqual([]);
    const bundle = await deps.archive.get(archiveName(await reload(contestId), 1, 'valira'));
    // The verifier recomputes the dividend from the leaves: only keys and the race itself are left to trust.
    expect(verifyBundle(nodePorts, bundle ?? new Uint8Array(0))).toMatchObject({ findings: [], notChecked: ['keys', 'numbers'] });
  });

  it('is locked when a row was put in after the close by whoever owns the database', async () => {
    const contestId = await newRace();
    const player = await world.newPlayer(1_000_000n);
    await sell(await reload(contestId), [{ id: player, channel: 'online' }], 24);
    expectOk(await closeContest(core, contestId, { actor: 'desk-1', source: 'flag' }));
    const owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
    const forged = world.ids.next();
    await owner`INSERT INTO entry SELECT contest_id, ${forged}, account_id, lines, stake_cents, commitment FROM entry WHERE contest_id = ${contestId} LIMIT 1`;
    await owner`INSERT INTO transfer SELECT account_id, ${world.ids.next()}, ${forged}, debit_code, debit_owner, credit_code, credit_owner, amount_cents, kind, reference, at
      FROM transfer WHERE reference = ${contestId} AND kind = 'stake' AND amount_cents = (SELECT stake_cents FROM entry WHERE ticket_id = ${forged}) LIMIT 1`;
    await owner.end();
    await advanceTo(contestId, 'locked');
    const [step] = await world.db.execute<{ facts: Record<string, unknown> }>(
      sql`SELECT facts FROM contest_step WHERE contest_id = ${contestId} AND step = 'seal-refused'`,
    );
    expect(step?.facts).toMatchObject({ code: 'mismatch', count: 24 });
    expect(await enterResult(core, contestId, 'desk-1', finish(3, 5, 2))).toMatchObject({ ok: false, code: 'wrong_state' });
  });

  const waitSigned = async (contestId: string) => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const [signed] = await world.db.execute(sql`SELECT 1 FROM seal_countersignature WHERE contest_id = ${contestId}`);
      if (signed) return;
      await Promise.allSettled([advanceContest(deps, contestId)]);
      await sleep(50);
    }
    throw new Error('no countersignature');
  };
});
