import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openSharedToken } from '@valira/config';
import { freePort } from '@valira/db/embedded';
import { createTestControlDatabase, type TestDatabase } from '@valira/db/testing';
import { cims645, encodeLines, parseGameDefinition, parseResult, parseTicket, priceTicket, ticketMatcher } from '@valira/games';
import {
  canonicalHash,
  emptyReceiptLog,
  encodeTicketLeaf,
  merkleRoot,
  type SealStatement,
  signStatement,
  statementHash,
  verifyReceiptRange,
} from '@valira/games/verifiable';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hex, sha256 } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { verifyEd25519 } from '../../platform/signatures.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { type Intake, openIntake } from '../wagers/index.ts';
import { type ControlClient, feedControl, headsAtClose, openControlClient, publishPublicKeys, type SealHandIn } from './index.ts';
import { seededBelow } from './testing/seeded-below.ts';

const game = expectOk(parseGameDefinition(cims645));
const below = seededBelow('control');
const mainProcess = fileURLToPath(new URL('../../../../control/src/main.ts', import.meta.url));
const until = async (what: string, condition: () => Promise<boolean>) => {
  const giveUpAt = performance.now() + 15_000;
  while (!(await condition().catch(() => false))) {
    if (performance.now() > giveUpAt) throw new Error(`not reached: ${what}`);
    await sleep(20);
  }
};

describe('the control system in a process of its own', () => {
  let world: World;
  let intake: Intake;
  let database: TestDatabase;
  let dataDir: string;
  let port: number;
  let process_: ChildProcess;
  let client: ControlClient;
  const feeders = new AbortController();
  const feeding: Promise<void>[] = [];

  const startProcess = async () => {
    process_ = spawn(process.execPath, [mainProcess], {
      stdio: 'inherit',
      env: {
        PATH: process.env.PATH,
        CONTROL_DATABASE_URL: database.appUrl,
        CONTROL_PORT: String(port),
        KEYS_DIR: join(dataDir, 'keys'),
        CONTROL_KEYS_DIR: join(dataDir, 'keys-control'),
        LOG_LEVEL: 'warn',
      },
    });
    await until('the control process answers', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
  };
  const kill = async () => {
    const gone = new Promise((resolve) => process_.once('exit', resolve));
    process_.kill('SIGKILL');
    await gone;
  };

  beforeAll(async () => {
    [world, database] = await Promise.all([makeWorld(), createTestControlDatabase()]);
    dataDir = mkdtempSync(join(tmpdir(), 'valira-control-'));
    port = await freePort();
    publishPublicKeys(world.keys, join(dataDir, 'keys'));
    await startProcess();
    client = openControlClient({ url: `http://127.0.0.1:${port}`, token: openSharedToken(join(dataDir, 'keys', 'control.token')) });
    intake = openIntake(
      { databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids },
      { lanes: 2, batchMax: 64, queueMax: 5_000 },
    );
    // Two workers feed at the same time.
    for (const _ of [1, 2]) feeding.push(feedControl({ sql: world.sql, client, signal: feeders.signal }));
  });
  afterAll(async () => {
    feeders.abort();
    await Promise.all(feeding);
    await intake.close();
    await kill();
    await world.end();
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });

  const newContest = async () => {
    const contest = await world.newContest({ definition: cims645 });
    const closesAt = new Date(Date.now() + 3_600_000);
    const definitionHash = hex(canonicalHash(sha256, cims645));
    for (const _ of [1, 2])
      expectOk(await client.registerContest({ contestId: contest.contestId, kind: 'draw', closesAt, definitionHash, definition: cims645 }));
    return { ...contest, closesAt, definitionHash };
  };
  type Contest = Awaited<ReturnType<typeof newContest>>;

  const randomPicks = (count: number) => {
    const drum = Array.from({ length: 45 }, (_, i) => i + 1);
    return Array.from({ length: count }, () => drum.splice(Number(below(BigInt(drum.length))), 1)[0] ?? 0).sort((a, b) => a - b);
  };
  const sell = async (contest: Contest, count: number) => {
    const player = await world.newPlayer(100_000_000n);
    const answers = await Promise.all(
      Array.from({ length: count }, (_, i) => {
        const ticket = expectOk(parseTicket(game, { entries: [{ picks: { main: randomPicks(i % 10 === 0 ? 9 : 6) } }] }));
        return intake.sell({
          accountId: player,
          key: randomUUID(),
          inputHash: sha256(Buffer.from('body')),
          channel: 'online',
          terminalId: null,
          clerkId: null,
          productVersionId: contest.productVersionId,
          contestIds: [contest.contestId],
          lines: encodeLines(game, ticket.main),
          stakePerContest: priceTicket(game, ticket).perDrawCents,
        });
      }),
    );
    expect(answers.every(({ ok }) => ok)).toBe(true);
  };
  const entriesOf = (contestId: string) => world.sql<{ ticketId: string; lines: Uint8Array; stakeCents: bigint; commitment: Uint8Array }[]>`
    SELECT ticket_id AS "ticketId", lines, stake_cents AS "stakeCents", commitment FROM entry WHERE contest_id = ${contestId} ORDER BY ticket_id`;
  const sealOf = async ({ contestId, closesAt, definitionHash }: Contest): Promise<SealHandIn> => {
    const entries = (await entriesOf(contestId)).map((row) => ({
      ticketId: row.ticketId,
      stakeCents: row.stakeCents,
      leaf: encodeTicketLeaf({ ...row, stakeCents: cents(row.stakeCents), state: 'sold' }),
    }));
    const checkpoints = Array.from({ length: Math.ceil(entries.length / 256) }, (_, i) => {
      const stretch = entries.slice(256 * i, 256 * (i + 1));
      return {
        lastTicketId: stretch.at(-1)?.ticketId ?? '',
        root: hex(
          merkleRoot(
            sha256,
            stretch.map(({ leaf }) => leaf),
          ),
        ),
      };
    });
    const body: SealStatement = {
      kind: 'draw',
      subjectId: wireId('contest', contestId),
      definitionHash,
      root: hex(
        merkleRoot(
          sha256,
          entries.map(({ leaf }) => leaf),
        ),
      ),
      count: entries.length,
      cancelledCount: 0,
      stakeCents: String(entries.reduce((sum, { stakeCents }) => sum + stakeCents, 0n)),
      closesAt: closesAt.toISOString(),
      sealedAt: new Date().toISOString(),
    };
    return {
      seal: signStatement(sha256, world.keys.signer('seal'), 'seal', body),
      heads: await headsAtClose(world.sql),
      checkpoints,
    };
  };
  const countersigned = async (contest: Contest) => {
    const handIn = await sealOf(contest);
    await until('all links are fed', async () => {
      const answer = await client.countersign(handIn);
      return answer.ok || answer.code !== 'links_missing';
    });
    return { handIn, answer: await client.countersign(handIn) };
  };

  it('holds every ticket moments after its sale, and countersigns the seal over them', async () => {
    const contest = await newContest();
    await sell(contest, 2_000);
    const heads = await headsAtClose(world.sql);
    await until('all heads are there', async () => {
      const own = new Map((await client.heads()).map((head) => [head.intakeId, head.head]));
      return heads.every(({ intakeId, head }) => own.get(intakeId) === head);
    });
    const { handIn, answer } = await countersigned(contest);
    const { seal } = handIn;
    expect(expectOk(answer).body).toMatchObject({
      subjectId: seal.body.subjectId,
      root: seal.body.root,
      count: 2_000,
      sealHash: statementHash(sha256, 'seal', seal.body),
    });
    expect(expectOk(answer).keyId).toBe((await client.keys()).control.keyId);
    expect(await client.status()).toMatchObject({ tickets: '2000', contests: [{ contestId: contest.contestId, state: 'countersigned' }] });
  });

  it('counts the winners of singles and systems as the engine does, and differs when one ticket does', async () => {
    const contest = await newContest();
    await sell(contest, 3_000);
    expectOk((await countersigned(contest)).answer);
    const result = { panels: { main: randomPicks(6) }, bonuses: { bonus: [0] } };
    const bonus = randomPicks(45).find((number) => !result.panels.main.includes(number)) ?? 0;
    const drawn = { ...result, bonuses: { bonus: [bonus] } };
    const matcher = ticketMatcher(game, expectOk(parseResult(game, drawn)));
    const totals = new Float64Array(matcher.tiers.length);
    const entries = await entriesOf(contest.contestId);
    for (const { lines } of entries) matcher.add(lines, totals);
    const tiers = matcher.tiers.map((tier, i) => ({
      tier,
      winners: String(totals[i]),
      shareCents: '500',
      totalCents: String((totals[i] ?? 0) * 500),
    }));
    expect(totals.some((count) => count > 0)).toBe(true);
    const stakeCents = String(entries.reduce((sum, row) => sum + row.stakeCents, 0n));
    const handIn = { contestId: contest.contestId, resultVersion: 1, result: drawn, tiers, stakeCents };
    expect(expectOk(await client.reconcile(handIn)).body).toMatchObject({ agrees: true, differences: [] });
    const [last] = tiers.slice(-1);
    const winners = Number(last?.winners) + 1;
    const off = {
      ...handIn,
      tiers: tiers.with(-1, { tier: '3', winners: String(winners), shareCents: '500', totalCents: String(500 * winners) }),
    };
    expect(expectOk(await client.reconcile(off)).body).toMatchObject({
      agrees: false,
      firstDifference: { tier: '3', field: 'winners', stated: String(winners), own: last?.winners },
    });
    expect(expectOk(await client.contest(contest.contestId))).toMatchObject({ state: 'locked', mismatch: { kind: 'result_mismatch' } });
    expectOk(await client.release(contest.contestId, { actors: ['stf_one', 'stf_two'], reason: 'a test of the release' }));
    expect(expectOk(await client.reconcile(off)).body.released).toMatchObject({ actors: ['stf_one', 'stf_two'] });
  });

  it('misses nothing and takes nothing twice when it is killed again and again while it is fed', async () => {
    const contest = await newContest();
    for (let round = 0; round < 4; round += 1) {
      const selling = sell(contest, 400);
      await sleep(60 + 40 * round);
      await kill();
      await startProcess();
      await selling;
    }
    const { handIn, answer } = await countersigned(contest);
    expect(expectOk(answer).body).toMatchObject({ count: 1_600, root: handIn.seal.body.root });
  });

  it('finds a row that a database administrator forged after the close: no countersignature, and the interval is named', async () => {
    const contest = await newContest();
    await sell(contest, 600);
    const forged = world.ids.next();
    await world.sql`
      INSERT INTO entry (contest_id, ticket_id, account_id, lines, stake_cents, commitment)
      SELECT contest_id, ${forged}, account_id, lines, stake_cents, ${Buffer.alloc(32, 5)} FROM entry WHERE contest_id = ${contest.contestId} LIMIT 1`;
    const entries = await entriesOf(contest.contestId);
    const { answer } = await countersigned(contest);
    expect(answer).toMatchObject({
      ok: false,
      code: 'mismatch',
      facts: { count: 600, afterTicketId: entries[511]?.ticketId, untilTicketId: forged },
    });
  });

  it('lets nobody in without the token', async () => {
    const stranger = openControlClient({ url: `http://127.0.0.1:${port}`, token: 'f'.repeat(64) });
    await expect(stranger.status()).rejects.toThrow('401');
    expect(statSync(join(dataDir, 'keys', 'control.token')).mode & 0o077).toBe(0);
    for (const key of ['control.pem', 'receipt-log.pem']) expect(statSync(join(dataDir, 'keys-control', key)).mode & 0o077).toBe(0);
  });

  it('gives receipts that the verifier of the public format accepts, and names both versions of a seal', async () => {
    const subjectId = wireId('contest', world.ids.next());
    const first = expectOk(await client.handIn({ kind: 'seal', subjectId, hash: 'aa'.repeat(32) }));
    expect(expectOk(await client.handIn({ kind: 'seal', subjectId, hash: 'aa'.repeat(32) }))).toEqual(first);
    expect(await client.handIn({ kind: 'seal', subjectId, hash: 'bb'.repeat(32) })).toMatchObject({
      ok: false,
      code: 'second_version',
      facts: { firstHash: 'aa'.repeat(32), secondHash: 'bb'.repeat(32) },
    });
    const all = await client.receipts({ limit: 1_000 });
    const head = expectOk(verifyReceiptRange(sha256, verifyEd25519, emptyReceiptLog((await client.keys()).receiptLog.log), all));
    expect(expectOk(await client.verifyReceipts(1, all.length))).toEqual({ checked: all.length, head: head.head });
    expect(await client.receipts({ subjectId })).toHaveLength(2);
  });
});
