/** Cases of docs/operations/incidents.md that go through the whole of the API; the others stand beside what they are about. */
import { randomUUID } from 'node:crypto';
import { claimRule, transfer } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { and, desc, eq, sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODES, holdFunds, account as ledgerAccount, postOperation, trialBalance, verifyLedger } from './modules/ledger/index.ts';
import { openIntake } from './modules/wagers/index.ts';
import { sha256 } from './platform/hash.ts';
import { wireId } from './platform/ids.ts';
import { toJson } from './platform/json.ts';
import { type Caller, type HttpWorld, jsonOf, makeHttpWorld, UNLIMITED } from './testing/http-world.ts';

let world: HttpWorld;
beforeAll(async () => {
  world = await makeHttpWorld({ limits: UNLIMITED });
});
afterAll(() => world.end());

const cashOf = async (accountId: string): Promise<bigint> => {
  const [row] = await world.sql<{ amount: bigint }[]>`
    SELECT amount_cents AS amount FROM balance WHERE account_id = ${accountId} AND code = ${CODES['player-cash']}`;
  return row?.amount ?? 0n;
};

const purchase = (contestId: string, more: Record<string, unknown> = {}) => ({
  contestIds: [wireId('contest', contestId)],
  wager: { kind: 'draw', lines: [{ main: [1, 2, 3, 4, 5, 6] }] },
  priceCents: '100',
  ...more,
});

describe('R13: ordered before the close, committed after it', () => {
  it('R13: of two tickets in one purchase the second, after the close, is refused with the next draw as an offer; money moves only with a yes', async () => {
    const player = await world.newPlayerPerson(10_000n);
    const { contestId } = await world.newContest({ definition: cims645 });
    const cash = await cashOf(player.accountId);
    expect((await player.call('/v1/tickets', { body: purchase(contestId) })).status).toBe(201);
    await world.db.execute(sql`UPDATE contest SET closes_at = clock_timestamp(), draws_at = clock_timestamp() WHERE id = ${contestId}`);
    const alone = await player.call('/v1/tickets', { body: purchase(contestId) });
    expect(await jsonOf(alone)).toMatchObject({ code: 'contest_closed' });
    expect((await jsonOf(await player.call('/v1/tickets', { body: purchase(contestId) }))).facts).toBeUndefined();

    const openDraw = async (number: number) => {
      const id = world.ids.next();
      await world.db.execute(sql`
        INSERT INTO contest (id, kind, product_version_id, number, source, state, opens_at, closes_at, draws_at, created_at)
        SELECT ${id}, kind, product_version_id, ${number}, source, 'open', opens_at, now() + interval '1 day', now() + interval '1 day', now()
        FROM contest WHERE id = ${contestId}`);
      await world.db.execute(sql`
        INSERT INTO draw_announcement (contest_id, statement, statement_hash, at) VALUES (${id}, '{}', sha256(${id}::text::bytea), now())`);
      return id;
    };
    const later = await openDraw(7);
    const latest = await openDraw(9);
    const late = await jsonOf(await player.call('/v1/tickets', { body: purchase(contestId) }));
    expect(late).toMatchObject({ code: 'contest_closed', facts: { nextContestId: wireId('contest', later), nextNumber: 7 } });
    expect(await cashOf(player.accountId)).toBe(cash - 100n);
    expect((await player.call('/v1/tickets', { body: purchase(later) })).status).toBe(201);
    expect(await cashOf(player.accountId)).toBe(cash - 200n);

    // Who asked for several draws is told which one has closed, and nothing is put in its place.
    const several = { contestIds: [contestId, latest].map((id) => wireId('contest', id)), priceCents: '200' };
    const refused = await jsonOf(await player.call('/v1/tickets', { body: purchase(contestId, several) }));
    expect(refused).toMatchObject({ code: 'contest_closed' });
    expect(refused.facts).toBeUndefined();
  });
});

describe('R28: two ways to spend one balance at once, and amounts that are none', () => {
  it('R28: of 20 bets and 20 holds of 80.00 at the same moment on 100.00 exactly one goes through, and 20.00 are left', async () => {
    const intake = openIntake(
      { databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids },
      { lanes: 2, batchMax: 8, queueMax: 100 },
    );
    const { contestId, productVersionId } = await world.newContest();
    for (let round = 0; round < 6; round += 1) {
      const player = await world.newPlayer(10_000n);
      const bet = (i: number) =>
        intake.sell({
          accountId: player,
          key: randomUUID(),
          inputHash: sha256(Buffer.from(String(i))),
          channel: 'online',
          terminalId: null,
          clerkId: null,
          productVersionId,
          contestIds: [contestId],
          lines: Uint8Array.of(1),
          stakePerContest: cents(8_000n),
        });
      const hold = (i: number) =>
        world.core.inTransaction((tx) =>
          holdFunds(tx, world.ids, new Date(), {
            accountId: player,
            key: `w${i}`,
            amount: cents(8_000n),
            purpose: 'withdrawal',
            reference: player,
            expiresAt: null,
          }),
        );
      const asked = Array.from({ length: 20 }, (_, i) =>
        round % 2 === 0 ? [() => bet(i), () => hold(i)] : [() => hold(i), () => bet(i)],
      ).flat();
      const answers = await Promise.all(asked.map((ask) => ask()));
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      for (const answer of answers) if (!answer.ok) expect(answer.code).toBe('insufficient_funds');
      expect(await cashOf(player)).toBe(2_000n);
    }
    await intake.close();
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('R28: −100.00, 0, 0.001 and NaN are no amounts, as text or as numbers', async () => {
    const { contestId } = await world.newContest({ definition: cims645 });
    const player = await world.newPlayerPerson(10_000n);
    const amounts = ['-10000', '0.001', 'NaN', 'Infinity', '1e2', '', ' 100', '100 ', '0100', '٣', -10_000, 0, 0.001, null, true, [], {}];
    for (const priceCents of amounts) {
      const answer = await player.call('/v1/tickets', { body: purchase(contestId, { priceCents }) });
      expect([priceCents, answer.status, (await jsonOf(answer)).code]).toEqual([priceCents, 422, 'invalid_input']);
    }
    const nothing = await player.call('/v1/tickets', { body: purchase(contestId, { priceCents: '0' }) });
    expect((await jsonOf(nothing)).code).toBe('price_mismatch');
    expect(await cashOf(player.accountId)).toBe(10_000n);
  });
});

describe('R29: integers beyond 2^53', () => {
  it('R29: 9007199254740993 is itself by select, by aggregate, as JSON of ours and back; JSON that would lose digits throws', async () => {
    const odd = 9_007_199_254_740_993n;
    const [plain] = await world.sql<{ one: bigint; most: bigint; sum: string }[]>`
      SELECT ${String(odd)}::bigint AS one, max(x) AS most, sum(x)::text AS sum FROM (VALUES (${String(odd)}::bigint), (1::bigint)) v (x)`;
    expect(plain).toEqual({ one: odd, most: odd, sum: '9007199254740994' });
    // Rules are the owner's to write; what the application reads of them is what was written.
    const owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
    await owner`INSERT INTO claim_rule SELECT (jsonb_populate_record(r, jsonb_build_object('valid_from', '2190-01-01T00:00:00Z', 'large_win_from_cents', ${String(odd)}::bigint))).*
      FROM claim_rule r ORDER BY valid_from DESC LIMIT 1`;
    await owner.end();
    const [row] = await world.db.select().from(claimRule).orderBy(desc(claimRule.validFrom)).limit(1);
    expect(row?.largeWinFromCents).toBe(odd);
    const text = JSON.stringify(toJson({ amountCents: odd }));
    expect(text).toBe('{"amountCents":"9007199254740993"}');
    expect(BigInt((JSON.parse(text) as { amountCents: string }).amountCents)).toBe(odd);
    expect(() => JSON.stringify({ amountCents: odd })).toThrow(TypeError);
  });
});

describe('R30: sums', () => {
  it('R30: 16972 and 437 are 17409, and the sum over nothing is 0, as amounts and on the wire', async () => {
    const [some, none] = [await world.newPlayerPerson(), await world.newPlayerPerson()];
    const before = await trialBalance(world.db);
    for (const amount of [16_972n, 437n])
      expectOk(
        await world.core.inTransaction((tx) =>
          postOperation(tx, world.ids, new Date(), {
            accountId: some.accountId,
            key: `deposit-${amount}`,
            postings: [
              {
                debit: ledgerAccount('payment-clearing'),
                credit: ledgerAccount('player-cash', some.accountId),
                amount: cents(amount),
                kind: 'deposit',
                reference: some.accountId,
              },
            ],
          }),
        ),
      );
    expect(await cashOf(some.accountId)).toBe(17_409n);
    expect(await (await some.call('/v1/me')).text()).toContain('"17409"');
    expect(await (await none.call('/v1/me')).text()).toContain('"0"');
    const after = await trialBalance(world.db);
    expect([before.differenceCents, after.differenceCents]).toEqual([0n, 0n]);
  });
});

describe('R34: the answer of a sale is lost', () => {
  /** Whether the caller's purchases under this key are one ticket, and who paid for it once. */
  async function bought(caller: Caller, again: () => Promise<Caller>): Promise<void> {
    const { contestId } = await world.newContest({ definition: cims645 });
    const headers = { 'idempotency-key': randomUUID() };
    const body = purchase(contestId);
    const first = await caller.call('/v1/tickets', { body, headers });
    const serial = String((await jsonOf(first)).serial);
    expect(first.status).toBe(201);
    const later = await again();
    const answers = await Promise.all([caller, later, later].map((who) => who.call('/v1/tickets', { body, headers })));
    for (const answer of answers) expect([answer.status, (await jsonOf(answer)).serial]).toEqual([200, serial]);
    const resolved = await jsonOf(await later.call('/v1/tickets/resolve', { body: { idempotencyKey: headers['idempotency-key'] } }));
    expect(resolved).toMatchObject({ outcome: 'sold', ticket: { serial } });
    const other = await later.call('/v1/tickets', { body: purchase(contestId, { wager: { kind: 'draw', quickPicks: 1 } }), headers });
    expect((await jsonOf(other)).code).toBe('key_reused');
    const stakes = await world.db
      .select()
      .from(transfer)
      .where(and(eq(transfer.reference, contestId), eq(transfer.kind, 'stake')));
    expect(stakes.map(({ amountCents }) => amountCents)).toEqual([100n]);
  }

  it('R34: sent again, from two tabs at once, after another sign-in: one ticket, one debit, the same serial; the open purchase shows its true state', async () => {
    const player = await world.newPlayerPerson(10_000n);
    await bought(player, async () => {
      const cookie = await world.signIn(player.email);
      return { call: (path, call = {}) => world.anyone.call(path, { ...call, headers: { ...call.headers, cookie } }) };
    });
    expect(await cashOf(player.accountId)).toBe(9_900n);
  });

  it('R34: sent again by a terminal after its restart: one ticket, one debit, the same serial', async () => {
    const terminal = await world.enrol(await world.newShopWithClerk('1234'));
    await bought(await terminal.withClerk('1234'), () => terminal.withClerk('1234'));
  });

  it('R34: two tabs send a new key at the same moment: one ticket', async () => {
    const player = await world.newPlayerPerson(10_000n);
    const { contestId } = await world.newContest({ definition: cims645 });
    const request = { body: purchase(contestId), headers: { 'idempotency-key': randomUUID() } };
    const answers = await Promise.all(Array.from({ length: 8 }, () => player.call('/v1/tickets', request)));
    const serials = await Promise.all(answers.map(async (answer) => (await jsonOf(answer)).serial));
    expect(new Set(serials).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await cashOf(player.accountId)).toBe(9_900n);
  });
});

describe('R36: the clock of a terminal', () => {
  it('R36: minutes ahead, behind and a year back change nothing: before the close it sells, after it is refused, and the ticket bears the server’s time', async () => {
    const clerk = await world.someone('clerk');
    const { contestId } = await world.newContest({ definition: cims645 });
    const clocks = [4 * 60_000, -4 * 60_000, -365 * 86_400_000].map((offMs) => new Date(Date.now() + offMs).toUTCString());
    const buyAt = (date: string) => clerk.call('/v1/tickets', { body: purchase(contestId), headers: { date, 'x-client-time': date } });
    for (const date of clocks) {
      const before = Date.now();
      const sold = await buyAt(date);
      expect(sold.status).toBe(201);
      const soldAt = new Date(String((await jsonOf(sold)).soldAt)).getTime();
      expect(soldAt).toBeGreaterThanOrEqual(before - 1_000);
      expect(soldAt).toBeLessThanOrEqual(Date.now() + 1_000);
    }
    await world.db.execute(sql`UPDATE contest SET closes_at = clock_timestamp(), draws_at = clock_timestamp() WHERE id = ${contestId}`);
    for (const date of clocks) expect((await jsonOf(await buyAt(date))).code).toBe('contest_closed');
  });
});
