import { randomUUID } from 'node:crypto';
import { playAllowance, playLimit, playLimitRequest } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseWireId, wireId } from '../../platform/ids.ts';
import { type HttpWorld, jsonOf, makeHttpWorld, type Person, UNLIMITED } from '../../testing/http-world.ts';
import { account, postOperation, verifyLedger } from '../ledger/index.ts';
import { confirmRaise } from './change-limit.ts';
import { checkDeposit } from './deposit-limit.ts';

let world: HttpWorld;
let contestId: string;
beforeAll(async () => {
  world = await makeHttpWorld({ limits: UNLIMITED });
  ({ contestId } = await world.newContest({ definition: cims645 }));
});
afterAll(() => world.end());

type Player = Person & { readonly accountId: string };
const codeOf = async (answer: Response): Promise<string> => (answer.ok ? 'ok' : String((await jsonOf(answer)).code));
const setLimit = async (player: Player, kind: string, period: string, amountCents: string | null) =>
  jsonOf(await player.call('/v1/play-limits', { body: { kind, period, amountCents } }));
const buy = async (player: Player, priceCents = '100') =>
  codeOf(
    await player.call('/v1/tickets', {
      body: { contestIds: [wireId('contest', contestId)], wager: { kind: 'draw', quickPicks: Number(priceCents) / 100 }, priceCents },
    }),
  );
const buyMany = (player: Player, count: number) => Promise.all(Array.from({ length: count }, () => buy(player)));
const sold = (codes: readonly string[]) => codes.filter((code) => code === 'ok').length;
const limitOf = async (player: Player, kind: string, period: string) => {
  const view = (await jsonOf(await player.call('/v1/play-limits'))) as {
    limits: { kind: string; period: string; limitCents: string; usedCents: string }[];
  };
  const found = view.limits.find((one) => one.kind === kind && one.period === period);
  return [found?.limitCents, found?.usedCents];
};
/** A prize that is paid: what settlement posts. */
const win = (player: Player, amount: bigint, kind = 'prize') =>
  world.core.inTransaction(async (tx) =>
    expectOk(
      await postOperation(tx, world.ids, world.core.clock.now(), {
        accountId: player.accountId,
        key: randomUUID(),
        postings: [
          {
            debit: account('operator-loss'),
            credit: account('player-cash', player.accountId),
            amount: cents(amount),
            kind,
            reference: contestId,
          },
        ],
      }),
    ),
  );
const allowanceOf = async (player: Player) =>
  (await world.db.select().from(playAllowance).where(eq(playAllowance.accountId, player.accountId)))[0];

describe('a stake limit', () => {
  it('lets exactly what it allows through of many purchases at once, and its neighbours are sold', async () => {
    const limited = await world.newPlayerPerson(10_000n);
    const free = await world.newPlayerPerson(10_000n);
    await setLimit(limited, 'stake', 'day', '700');
    const [some, all] = await Promise.all([buyMany(limited, 40), buyMany(free, 40)]);
    expect(sold(some)).toBe(7);
    expect(new Set(some)).toEqual(new Set(['ok', 'stake_limit_reached']));
    expect(sold(all)).toBe(40);
    expect(await limitOf(limited, 'stake', 'day')).toEqual(['700', '700']);
    expect(await allowanceOf(free)).toBeUndefined();
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('says how much is left, and sells what fits into it', async () => {
    const player = await world.newPlayerPerson(10_000n);
    await setLimit(player, 'stake', 'week', '250');
    expect(await buy(player, '200')).toBe('ok');
    const body = { contestIds: [wireId('contest', contestId)], wager: { kind: 'draw', quickPicks: 1 }, priceCents: '100' };
    expect(await jsonOf(await player.call('/v1/tickets', { body }))).toMatchObject({
      code: 'stake_limit_reached',
      facts: { period: 'week', limitCents: '250', leftCents: '50', priceCents: '100' },
    });
  });

  it('counts what was staked in the period before it was set', async () => {
    const player = await world.newPlayerPerson(10_000n);
    expect(sold(await buyMany(player, 5))).toBe(5);
    await setLimit(player, 'stake', 'month', '600');
    expect([await buy(player), await buy(player)]).toEqual(['ok', 'stake_limit_reached']);
  });

  it('set in the middle of many purchases counts every one of them', async () => {
    const player = await world.newPlayerPerson(100_000n);
    const buying = buyMany(player, 120);
    await setLimit(player, 'stake', 'day', '2000');
    const codes = await buying;
    const [row] = await world.sql<
      { staked: string }[]
    >`SELECT sum(amount_cents)::text AS staked FROM transfer WHERE account_id = ${player.accountId} AND kind = 'stake'`;
    expect(row?.staked).toBe(String(sold(codes) * 100));
    expect((await allowanceOf(player))?.stakedDay).toBe(BigInt(row?.staked ?? 0));
    const left = 20 - sold(codes);
    if (left < 0) expect(await buy(player)).toBe('stake_limit_reached');
    else expect(sold(await buyMany(player, left + 3))).toBe(left);
  });

  it('begins anew with the operator’s day, week and month', async () => {
    const player = await world.newPlayerPerson(10_000n);
    await setLimit(player, 'stake', 'day', '100');
    expect([await buy(player), await buy(player)]).toEqual(['ok', 'stake_limit_reached']);
    // The counter as it would stand if it had been written the day before.
    await world.db.update(playAllowance).set({ day: '2026-01-01', stakedDay: 100n }).where(eq(playAllowance.accountId, player.accountId));
    expect([await buy(player), await buy(player)]).toEqual(['ok', 'stake_limit_reached']);
    const at = async (period: string, instant: string) => {
      const [row] = await world.sql<{ start: Date }[]>`SELECT period_start(${period}, ${instant}::timestamptz) AS start`;
      return row?.start.toISOString();
    };
    expect(await at('day', '2026-10-25T23:30:00Z')).toBe('2026-10-25T23:00:00.000Z');
    expect(await at('day', '2026-10-25T22:30:00Z')).toBe('2026-10-24T22:00:00.000Z');
    expect(await at('week', '2026-03-29T21:59:59Z')).toBe('2026-03-22T23:00:00.000Z');
    expect(await at('month', '2026-03-31T21:59:59Z')).toBe('2026-02-28T23:00:00.000Z');
    expect(await at('month', '2026-03-31T22:00:00Z')).toBe('2026-03-31T22:00:00.000Z');
  });
});

describe('a loss limit', () => {
  it('is on stakes less what came back; a prize taken back counts again', async () => {
    const player = await world.newPlayerPerson(10_000n);
    await setLimit(player, 'loss', 'day', '300');
    expect(sold(await buyMany(player, 6))).toBe(3);
    await win(player, 200n);
    expect(await limitOf(player, 'loss', 'day')).toEqual(['300', '100']);
    expect(sold(await buyMany(player, 6))).toBe(2);
    await win(player, 100n, 'refund');
    expect(sold(await buyMany(player, 6))).toBe(1);
    await world.core.inTransaction(async (tx) =>
      expectOk(
        await postOperation(tx, world.ids, world.core.clock.now(), {
          accountId: player.accountId,
          key: randomUUID(),
          postings: [
            {
              debit: account('player-cash', player.accountId),
              credit: account('operator-loss'),
              amount: cents(200n),
              kind: 'prize-recalled',
              reference: contestId,
            },
          ],
        }),
      ),
    );
    await win(player, 150n);
    expect(await buy(player)).toBe('loss_limit_reached');
  });

  it('is not widened by a deposit', async () => {
    const player = await world.newPlayerPerson(150n);
    await setLimit(player, 'loss', 'month', '100');
    expect(await buy(player)).toBe('ok');
    await world.core.inTransaction(async (tx) =>
      expectOk(
        await postOperation(tx, world.ids, world.core.clock.now(), {
          accountId: player.accountId,
          key: randomUUID(),
          postings: [
            {
              debit: account('payment-clearing'),
              credit: account('player-cash', player.accountId),
              amount: cents(5000n),
              kind: 'deposit',
              reference: contestId,
            },
          ],
        }),
      ),
    );
    expect(await buy(player)).toBe('loss_limit_reached');
  });
});

describe('500 purchases at once', () => {
  it('with balance for 100 sell exactly 100, and with a limit of 60 besides exactly 60', async () => {
    const player = await world.newPlayerPerson(10_000n);
    expect(sold(await buyMany(player, 500))).toBe(100);
    const limited = await world.newPlayerPerson(10_000n);
    await setLimit(limited, 'loss', 'week', '6000');
    expect(sold(await buyMany(limited, 500))).toBe(60);
    expect(await verifyLedger(world.db)).toEqual([]);
  });
});

describe('raising a limit', () => {
  const rows = (player: Player) => world.db.select().from(playLimitRequest).where(eq(playLimitRequest.accountId, player.accountId));
  /** As if so many hours had passed. */
  const confirm = async (player: Player, id: string, hours: number) => {
    const clock = { now: () => new Date(Date.now() + hours * 3_600_000) };
    const requestId = parseWireId('limitRequest', id) ?? '';
    const done = await world.core.inTransaction((tx) =>
      confirmRaise({ ids: world.ids, clock }, tx, player.accountId, requestId, 'player:test'),
    );
    return done.ok ? 'ok' : done.code;
  };
  const deposit = (player: Player, amountCents: bigint) =>
    world.core.inTransaction((tx) => checkDeposit(tx, { accountId: player.accountId, amountCents, at: world.core.clock.now() }));

  it('waits a day and a second yes; asking for less takes it back, and 20 changes in a minute leave no moment without a limit (R39)', async () => {
    const player = await world.newPlayerPerson();
    expect(await setLimit(player, 'deposit', 'week', '10000')).toEqual({ waits: null });
    const raise = await setLimit(player, 'deposit', 'week', '50000');
    expect(raise).toMatchObject({ waits: { id: expect.stringMatching(/^plr_/) } });
    expect(await deposit(player, 30_000n)).toMatchObject({ ok: false, code: 'deposit_limit_reached' });
    const id = (raise.waits as { id: string }).id;
    expect(await codeOf(await player.call(`/v1/play-limits/requests/${id}/confirm`, { method: 'POST' }))).toBe('limit_waits');
    await setLimit(player, 'deposit', 'week', '10000');
    expect((await rows(player)).map(({ state }) => state)).toEqual(['withdrawn']);
    for (let i = 0; i < 20; i += 1) {
      await setLimit(player, 'deposit', 'week', i % 3 === 0 ? null : String(10_000 * ((i % 5) + 1)));
      expect(await deposit(player, 10_001n)).toMatchObject({ ok: false, code: 'deposit_limit_reached' });
    }
    expect(await confirm(player, id, 25)).toBe('not_found');
  });

  it('holds from its confirmation on, after 24 hours and not before', async () => {
    const player = await world.newPlayerPerson(10_000n);
    await setLimit(player, 'stake', 'day', '100');
    const { waits } = (await setLimit(player, 'stake', 'day', '300')) as { waits: { id: string } };
    expect(await confirm(player, waits.id, 23.99)).toBe('limit_waits');
    expect(await confirm(player, waits.id, 24.01)).toBe('ok');
    const [row] = await world.db.select().from(playLimit).where(eq(playLimit.accountId, player.accountId));
    expect(row?.amountCents).toBe(300n);
    expect((await allowanceOf(player))?.stakeDay).toBe(300n);
    expect(await confirm(player, waits.id, 25)).toBe('not_found');
  });

  it('is not possible past the commands either: the database wants the request', async () => {
    const player = await world.newPlayerPerson();
    await setLimit(player, 'stake', 'day', '100');
    const { waits } = (await setLimit(player, 'stake', 'day', '300')) as { waits: { id: string } };
    const [request] = await rows(player);
    const directly = (set: Partial<typeof playLimit.$inferInsert>) =>
      world.db
        .update(playLimit)
        .set({ since: new Date(), ...set })
        .where(eq(playLimit.accountId, player.accountId));
    await expect(directly({ amountCents: 300n })).rejects.toThrow();
    await expect(directly({ amountCents: null })).rejects.toThrow();
    await expect(directly({ amountCents: 300n, requestId: request?.id ?? null })).rejects.toThrow();
    await expect(
      world.db
        .update(playLimitRequest)
        .set({ readyAt: new Date() })
        .where(eq(playLimitRequest.id, request?.id ?? '')),
    ).rejects.toThrow();
    await expect(
      world.db
        .update(playLimitRequest)
        .set({ state: 'confirmed', endedAt: new Date() })
        .where(eq(playLimitRequest.id, request?.id ?? '')),
    ).rejects.toThrow();
    expect(waits.id).toMatch(/^plr_/);
  });

  it('is another player’s matter for nobody', async () => {
    const [player, other] = [await world.newPlayerPerson(), await world.newPlayerPerson()];
    await setLimit(player, 'stake', 'day', '100');
    const { waits } = (await setLimit(player, 'stake', 'day', '300')) as { waits: { id: string } };
    expect(await codeOf(await other.call(`/v1/play-limits/requests/${waits.id}/withdraw`, { method: 'POST' }))).toBe('not_found');
    expect(await codeOf(await player.call(`/v1/play-limits/requests/${waits.id}/withdraw`, { method: 'POST' }))).toBe('ok');
  });
});

describe('a pause and an exclusion', () => {
  it('hold at once in a session that is open: not one of the purchases after it is sold, and the balance stays', async () => {
    const player = await world.newPlayerPerson(100_000n);
    const before = buyMany(player, 60);
    const excluded = player.call('/v1/play-limits/exclusion', { body: { years: 1 } });
    const [codes, answer] = await Promise.all([before, excluded]);
    expect(await jsonOf(answer)).toMatchObject({ state: 'self-excluded' });
    expect(new Set(codes).size).toBeLessThanOrEqual(2);
    expect(new Set(await buyMany(player, 20))).toEqual(new Set(['account_excluded']));
    expect(await jsonOf(await player.call('/v1/me'))).toMatchObject({
      standing: { state: 'self-excluded' },
      account: { availableCents: String(100_000 - sold(codes) * 100) },
    });
  });

  it('of the player are refused when too short, and a pause ends by itself', async () => {
    const player = await world.newPlayerPerson(10_000n);
    const pause = async (hours: number) => codeOf(await player.call('/v1/play-limits/pause', { body: { hours } }));
    expect([await pause(23), await pause(1009)]).toEqual(['pause_length', 'pause_length']);
    expect(await pause(24)).toBe('ok');
    expect(await buy(player)).toBe('account_paused');
    await world.sql`UPDATE account SET paused_until = now() - interval '1 second' WHERE id = ${player.accountId}`;
    expect(await buy(player)).toBe('ok');
    expect(await codeOf(await player.call('/v1/play-limits/return', { method: 'POST' }))).toBe('player_not_in_state');
  });

  it('leave a reminder and this visit’s sums to be seen', async () => {
    const player = await world.newPlayerPerson(10_000n);
    await player.call('/v1/play-limits/reminder', { body: { minutes: 30 } });
    await buyMany(player, 3);
    await win(player, 40n);
    expect(await jsonOf(await player.call('/v1/play-limits'))).toMatchObject({
      visit: { startedAt: expect.any(String), stakedCents: '300', returnedCents: '40', remindAfterMinutes: 30 },
    });
    await player.call('/v1/play-limits/reminder', { body: { minutes: null } });
    expect(await jsonOf(await player.call('/v1/play-limits'))).toMatchObject({ visit: { remindAfterMinutes: null } });
  });
});
