import { randomBytes } from 'node:crypto';
import { openDatabase } from '@valira/db';
import { account, instantReveal, instantSale, instantTicket, licence, productVersion } from '@valira/db/schema';
import { instantLeafEntry, openOutcome, outcomeBytes, saltOf, sealOutcome } from '@valira/games/instants';
import { leafHash, verifyInclusion } from '@valira/games/verifiable';
import { expectOk } from '@valira/outcome';
import { eq, sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hex, sha256 } from '../../platform/hash.ts';
import { openFileKeyring } from '../../platform/keys/file-keyring.ts';
import { brokenConstraint, transactionsOn } from '../../platform/transaction.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { CODES, verifyLedger } from '../ledger/index.ts';
import { decideRequest, proposeRequest } from './decide-request.ts';
import { buyInstant, POOL_OPEN } from './online/buy-instant.ts';
import { provePath } from './online/prove-outcome.ts';
import { revealInstant, revealLeftGames } from './online/reveal-instant.ts';
import { remainingPrizes } from './remaining-prizes.ts';
import { runInstantsDay } from './run-day.ts';
import { type StoredRun, sealOf } from './runs/run.store.ts';
import { encryptBlocks, runKey } from './runs/run-keys.ts';
import { asGame, type InstantWorld, instantWorld, OFFICIALS, onlinePapers } from './testing/instant-world.ts';

let world: World;
let instants: InstantWorld;
let run: StoredRun;
beforeAll(async () => {
  world = await makeWorld();
  instants = instantWorld(world);
  run = await instants.openedRun(onlinePapers);
}, 60_000);
afterAll(async () => {
  instants.end();
  await world.end();
});

const buy = (accountId: string, of: StoredRun = run, priceCents = 100n, core = instants.core) =>
  core.inTransaction((tx) => buyInstant(core, tx, accountId, { runId: of.id, priceCents }));
const reveal = (accountId: string, gameId: string) =>
  instants.core.inTransaction((tx) => revealInstant(instants.core, tx, 'player', { accountId, gameId }));
const cashOf = async (accountId: string) => {
  const [row] = await world.sql<{ amount: string }[]>`
    SELECT amount_cents::text AS amount FROM balance WHERE account_id = ${accountId} AND code = ${CODES['player-cash']}`;
  return BigInt(row?.amount ?? 0);
};
const refund = async (gameId: string) => {
  const { core } = instants;
  const asked = await core.inTransaction((tx) => proposeRequest(core, tx, OFFICIALS.one, { kind: 'refund', gameId, reason: 'broken off' }));
  if (!asked.ok) return asked;
  return core.inTransaction((tx) => decideRequest(core, tx, OFFICIALS.two, { id: asked.value, decision: 'approved' }));
};
const codeOf = (outcome: { ok: boolean; code?: string }) => (outcome.ok ? 'ok' : (outcome.code ?? ''));

describe('a pool bought from 100 connections', () => {
  it('gives every index once and leaves none out, refunds put nothing back, and the last buyer after it is told', async () => {
    const pool = await instants.openedRun(asGame(onlinePapers, 902));
    const open = openDatabase(world.database.appUrl, { name: 'hundred', connections: 100 });
    const core = { ...instants.core, db: open.db, sql: open.sql, inTransaction: transactionsOn(open.db) };
    const players = await Promise.all(Array.from({ length: 100 }, () => world.newPlayer(1_000n)));
    const answers = await Promise.all(
      players.map(async (player) => {
        const own: string[] = [];
        for (let n = 0; n < 5; n += 1) {
          const answer = await buy(player, pool, 100n, core).catch((error: unknown) => ({
            ok: false as const,
            code: brokenConstraint(error) ?? String(error),
          }));
          own.push(codeOf(answer as { ok: boolean; code?: string }));
          // Some are given back in the middle of it.
          if (answer.ok && n === 1)
            own.push(
              `refund ${codeOf(
                await core.inTransaction(async (tx) => {
                  const id = expectOk(
                    await proposeRequest(core, tx, OFFICIALS.one, { kind: 'refund', gameId: answer.value.gameId, reason: 'broken off' }),
                  );
                  return decideRequest(core, tx, OFFICIALS.two, { id, decision: 'approved' });
                }),
              )}`,
            );
        }
        return own;
      }),
    );
    await open.close();
    const all = answers.flat();
    const [sold] = await world.db.execute<{ sales: number; distinct: number; lowest: number; highest: number }>(sql`
      SELECT count(*)::int AS sales, count(DISTINCT index)::int AS "distinct", min(index) AS lowest, max(index) AS highest FROM instant_sale WHERE run_id = ${pool.id}`);
    expect(sold).toEqual({ sales: 400, distinct: 400, lowest: 0, highest: 399 });
    expect(all.filter((answer) => answer === 'ok')).toHaveLength(400);
    expect(all.filter((answer) => answer === POOL_OPEN)).toHaveLength(100);
    const refunds = all.filter((answer) => answer.startsWith('refund'));
    expect(new Set(refunds)).toEqual(new Set(['refund ok']));
    expect(refunds.length).toBeGreaterThan(50);
    const cash = (await Promise.all(players.map(cashOf))).reduce((sum, one) => sum + one, 0n);
    expect(cash).toBe(100_000n - 40_000n + 100n * BigInt(refunds.length));
    await runInstantsDay(instants.core);
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 120_000);

  it('is the database’s: an index cannot be chosen, skipped or taken back', async () => {
    const player = await world.newPlayer(1_000n);
    const before = expectOk(await buy(player)).index;
    const row = {
      accountId: player,
      id: world.ids.next(),
      runId: run.id,
      index: 399,
      priceCents: 100n,
      operationId: world.ids.next(),
      at: new Date(),
    };
    const back = new Error('back');
    const asking = world.db.transaction(async (tx) => {
      const [taken] = await tx.insert(instantSale).values(row).returning({ index: instantSale.index });
      expect(taken?.index).toBe(before + 1);
      throw back;
    });
    await expect(asking).rejects.toBe(back);
    // What was rolled back leaves no gap.
    expect(expectOk(await buy(player)).index).toBe(before + 1);
    await expect(world.db.execute(sql`UPDATE instant_pool SET next_index = 0`)).rejects.toMatchObject({ cause: { code: '42501' } });
    const owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
    await expect(owner`UPDATE instant_pool SET next_index = next_index - 1`).rejects.toMatchObject({ code: 'VA001' });
    await expect(owner`DELETE FROM instant_sale`).rejects.toMatchObject({ code: 'VA001' });
    await expect(
      owner`INSERT INTO instant_sale SELECT account_id, gen_random_uuid(), run_id, 1, 99, operation_id, at FROM instant_sale LIMIT 1`,
    ).rejects.toMatchObject({ constraint_name: POOL_OPEN });
    await owner.end();
  });
});

describe('a purchase', () => {
  it('is refused by name, and takes no money and no ticket, when it may not be made', async () => {
    const player = await world.newPlayer(1_000n);
    const next = async () =>
      (await world.sql<{ next_index: number }[]>`SELECT next_index FROM instant_pool WHERE run_id = ${run.id}`)[0]?.next_index;
    const before = await next();
    const versionOf = eq(productVersion.id, run.productVersionId);
    expect(codeOf(await buy(player, run, 99n))).toBe('price_mismatch');
    expect(codeOf(await buy(await world.newPlayer(99n)))).toBe('insufficient_funds');
    for (const state of ['suspended', 'excluded', 'barred', 'closed'] as const) {
      const one = await world.newPlayer(1_000n);
      await world.db.update(account).set({ state }).where(eq(account.id, one));
      expect(codeOf(await buy(one))).toBe(`account_${state}`);
    }
    const paused = await world.newPlayer(1_000n);
    await world.db
      .update(account)
      .set({ pausedUntil: new Date(Date.now() + 3_600_000) })
      .where(eq(account.id, paused));
    expect(codeOf(await buy(paused))).toBe('account_paused');
    await world.db.update(productVersion).set({ state: 'suspended' }).where(versionOf);
    expect(codeOf(await buy(player))).toBe('not_on_sale');
    await world.db.update(productVersion).set({ state: 'on-sale' }).where(versionOf);
    await world.db.update(licence).set({ suspended: true }).where(eq(licence.kind, 'C@'));
    expect(codeOf(await buy(player))).toBe('licence_suspended');
    await world.db
      .update(licence)
      .set({ suspended: false, modalities: ['a', 'c'] })
      .where(eq(licence.kind, 'C@'));
    expect(codeOf(await buy(player))).toBe('licence_suspended');
    await world.db
      .update(licence)
      .set({ modalities: ['a', 'b', 'c'] })
      .where(eq(licence.kind, 'C@'));
    expect([await next(), await cashOf(player)]).toEqual([before, 1_000n]);
    expect(codeOf(await buy(player))).toBe('ok');
    expect([await next(), await cashOf(player)]).toEqual([(before ?? 0) + 1, 900n]);
  });
});

describe('a player’s own limits', () => {
  it('hold for instant tickets as for every stake: ten at once on 3.00 a day are three', async () => {
    const player = await world.newPlayer(5_000n);
    const userId = `user-${player}`;
    await world.sql`INSERT INTO auth_user (id, name, email) VALUES (${userId}, 'P', ${`${player}@example.ad`})`;
    await world.sql`INSERT INTO player (account_id, user_id, created_at) VALUES (${player}, ${userId}, now())`;
    await world.sql`INSERT INTO play_limit (account_id, kind, period, amount_cents, since) VALUES (${player}, 'stake', 'day', 300, now())`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => buy(player)));
    expect(answers.filter(({ ok: bought }) => bought)).toHaveLength(3);
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['ok', 'stake_limit_reached']));
    const [row] = await world.sql`SELECT staked_day::text AS staked FROM play_allowance WHERE account_id = ${player}`;
    expect(row).toEqual({ staked: '300' });
    expect(await cashOf(player)).toBe(4_700n);
  });
});

describe('a bought ticket', () => {
  it('is opened after its purchase alone, shows the same each time, pays once, and proves what was committed to', async () => {
    const player = await world.newPlayer(50_000n);
    const seal = await sealOf(world.db, run.id);
    if (!seal) throw new Error('no seal');
    const { core } = instants;
    const early = await core.inTransaction(async (tx) => {
      const { gameId } = expectOk(await buyInstant(core, tx, player, { runId: run.id, priceCents: 100n }));
      return revealInstant(core, tx, 'player', { accountId: player, gameId });
    });
    expect(codeOf(early)).toBe('instant_not_found');
    let won = 0n;
    for (let n = 0; n < 40; n += 1) {
      const { gameId, index } = expectOk(await buy(player));
      const answers = await Promise.all(Array.from({ length: 4 }, () => reveal(player, gameId)));
      const [first, ...same] = answers.map((answer) => expectOk(answer));
      if (!first) throw new Error('nothing was revealed');
      for (const one of same) expect(one).toEqual(first);
      won += first.amountCents;
      const leaf = leafHash(sha256, instantLeafEntry({ game: run.game, run: run.run, index }, first.outcome, first.salt));
      const path = await provePath(world.db, run.id, index, seal.leaves);
      expect(verifyInclusion(sha256, seal.root, leaf, { index, size: seal.leaves, path })).toBe(true);
      const other = leafHash(
        sha256,
        instantLeafEntry(
          { game: run.game, run: run.run, index },
          Uint8Array.from(first.outcome, (b, i) => (i === 1 ? b ^ 1 : b)),
          first.salt,
        ),
      );
      expect(verifyInclusion(sha256, seal.root, other, { index, size: seal.leaves, path })).toBe(false);
    }
    expect(await cashOf(player)).toBe(50_000n - 41n * 100n + won);
    expect(codeOf(await reveal(await world.newPlayer(0n), expectOk(await buy(player)).gameId))).toBe('instant_not_found');
    const logged = await world.sql`SELECT count(*)::int AS n FROM audit_intent WHERE body->>'action' = 'instant.revealed'`;
    const opened = await world.db.select({ id: instantReveal.saleId }).from(instantReveal);
    expect(logged[0]?.n).toBe(opened.length);
    await runInstantsDay(instants.core);
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 60_000);

  it('that was left in the middle is found again, and opened by the system after a day: its prize is not lost', async () => {
    const pool = await instants.openedRun({
      ...onlinePapers,
      game: 903,
      runSize: 100,
      prizeFundCents: '3000',
      tiers: [
        { id: '5', count: 2, partsCents: ['500'] },
        { id: '1', count: 20, partsCents: ['100'] },
      ],
    });
    const player = await world.newPlayer(10_000n);
    for (let n = 0; n < 100; n += 1) expectOk(await buy(player, pool));
    expect(await cashOf(player)).toBe(0n);
    expect(await revealLeftGames(instants.core, pool.id)).toBe(0);
    const later = instants.at(new Date(Date.now() + 25 * 3_600_000));
    const opened = await Promise.all([revealLeftGames(later, pool.id), revealLeftGames(later, pool.id)]);
    expect(opened[0] + opened[1]).toBeGreaterThanOrEqual(100);
    // Every prize of the papers, to the cent.
    expect(await cashOf(player)).toBe(3_000n);
    expect((await remainingPrizes(world.db, pool)).left).toBe(0);
    await runInstantsDay(instants.core);
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 120_000);

  it('is opened or given back, never both: of twenty races each has one end', async () => {
    const player = await world.newPlayer(10_000n);
    const seen = new Set<string>();
    for (let n = 0; n < 20; n += 1) {
      const { gameId } = expectOk(await buy(player));
      const [opened, back] = await Promise.all(
        n % 2 === 0 ? [reveal(player, gameId), refund(gameId)] : [refund(gameId), reveal(player, gameId)],
      );
      const codes = [codeOf(opened), codeOf(back)].sort();
      expect(codes).toContain('ok');
      expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
      seen.add(codes.join());
    }
    expect([...seen].every((code) => /instant_(opened|refunded)/.test(code))).toBe(true);
    await runInstantsDay(instants.core);
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 60_000);
});

describe('whoever has the whole database, but not the reveal key', () => {
  it('opens no ticket: not by other keys, not by the ciphertext, not by trying outcomes on leaves', async () => {
    const seal = await sealOf(world.db, run.id);
    if (!seal) throw new Error('no seal');
    const owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
    const rows = await owner<
      { index: number; sealed: Uint8Array }[]
    >`SELECT index, sealed FROM instant_ticket WHERE run_id = ${run.id} ORDER BY index`;
    const tiles = await owner<
      { level: number; index: number; hashes: Buffer }[]
    >`SELECT level, index, hashes FROM instant_tile WHERE run_id = ${run.id}`;
    // Every byte string of every table, as a key.
    const strings = [
      seal.runHash,
      seal.root,
      seal.statementHash,
      run.papersHash,
      ...(await owner`SELECT commitment FROM instant_secret WHERE run_id = ${run.id}`).map(({ commitment }) => commitment as Uint8Array),
    ];
    const elsewhere = openFileKeyring(`${world.keysDir}-other`);
    const keys = [
      ...strings,
      randomBytes(32),
      runKey(elsewhere, 'outcome', seal.runHash),
      ...(['virn', 'validation', 'salt', 'print'] as const).map((purpose) => runKey(world.keys, purpose, seal.runHash)),
    ];
    for (const { index, sealed } of rows.slice(0, 50))
      for (const key of keys) expect(openOutcome(encryptBlocks, key, index, sealed)).toBeNull();
    // One length for all, no two alike, and a shuffled pair does not open in each other's place.
    expect(new Set(rows.map(({ sealed }) => sealed.length)).size).toBe(1);
    expect(new Set(rows.map(({ sealed }) => hex(sealed))).size).toBe(rows.length);
    const own = runKey(world.keys, 'outcome', seal.runHash);
    const [a, b] = rows;
    if (!a || !b) throw new Error('no rows');
    expect(openOutcome(encryptBlocks, own, a.index, b.sealed)).toBeNull();
    expect(openOutcome(encryptBlocks, own, a.index, a.sealed)).not.toBeNull();
    // Leaves: even whoever guessed a ticket's very outcome finds no leaf without its salt.
    const leaves = new Set(
      tiles
        .filter(({ level }) => level === 0)
        .flatMap(({ hashes }) => Array.from({ length: hashes.length / 32 }, (_, i) => hex(hashes.subarray(32 * i, 32 * (i + 1))))),
    );
    expect(leaves.size).toBe(400);
    const [opened] = await world.db.select().from(instantReveal).limit(1);
    const guesses = [new Uint8Array(32), opened?.salt ?? new Uint8Array(32), seal.runHash, seal.root];
    const unopened = await owner<{ index: number }[]>`
      SELECT t.index FROM instant_ticket t
      WHERE t.run_id = ${run.id} AND NOT EXISTS (SELECT 1 FROM instant_sale s WHERE s.run_id = t.run_id AND s.index = t.index)`;
    const outcomes = await instants.outcomes(run);
    const isLeaf = (index: number, salt: Uint8Array) => {
      const outcome = outcomes[index]?.outcome ?? new Uint8Array(0);
      return leaves.has(hex(leafHash(sha256, instantLeafEntry({ game: run.game, run: run.run, index }, outcome, salt))));
    };
    expect(unopened.length).toBeGreaterThan(100);
    expect(unopened.filter(({ index }) => guesses.some((salt) => isLeaf(index, salt)))).toEqual([]);
    // With the key the same search finds each: the test can fail.
    const saltKey = runKey(world.keys, 'salt', seal.runHash);
    expect(unopened.filter(({ index }) => !isLeaf(index, saltOf(encryptBlocks, saltKey, index)))).toEqual([]);
    await owner.end();
  }, 60_000);

  it('finds no outcome in the secrets, the audit or the log, and cannot put one in', async () => {
    const owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
    const sold = await owner<{ body: string }[]>`SELECT body::text FROM audit_intent WHERE body->>'action' = 'instant.sold'`;
    expect(sold.length).toBeGreaterThan(100);
    for (const { body } of sold) expect(body).not.toMatch(/tier|amount/);
    const name = `instant_ticket_${run.id.replaceAll('-', '')}`;
    await expect(owner.unsafe(`UPDATE ${name} SET sealed = sealed`)).rejects.toMatchObject({ code: 'VA001' });
    // Past the trigger, a forged row is found when it is opened: it does not fit the committed leaf, or does not open at all.
    const forged = sealOutcome(encryptBlocks, randomBytes(32), 0, new Uint8Array(outcomeBytes(run.papers.play)));
    const seal = await sealOf(world.db, run.id);
    expect(openOutcome(encryptBlocks, runKey(world.keys, 'outcome', seal?.runHash ?? new Uint8Array(32)), 0, forged)).toBeNull();
    await owner.end();
    expect(await world.db.select().from(instantTicket).limit(1)).toHaveLength(1);
  });
});
