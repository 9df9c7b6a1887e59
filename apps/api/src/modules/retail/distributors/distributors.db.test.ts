import { account, clerk, distributorTerm, shop, ticket } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { expectOk } from '@valira/outcome';
import { eq, sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../../platform/core.ts';
import { wireId } from '../../../platform/ids.ts';
import { transactionsOn } from '../../../platform/transaction.ts';
import { type Caller, type HttpWorld, jsonOf, makeHttpWorld, type Terminal } from '../../../testing/http-world.ts';
import { calendarAlarms, networkCalendarHandler } from './calendar-job.ts';
import { enterTerm } from './enter-term.ts';
import { registerDistributor } from './register-distributor.ts';

const PIN = '482917';
const DAY = 86_400_000;
let world: HttpWorld;
let core: Core;
let admin: Caller;
let contest: string;
/** Not even the owner of the tables changes what is kept. */
let owner: postgres.Sql;
let operator: { validFrom: Date; validUntil: Date };
beforeAll(async () => {
  world = await makeHttpWorld();
  core = { ...world, clock: { now: () => new Date() }, inTransaction: transactionsOn(world.db) };
  owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
  admin = await world.newStaff('staff', 'admin');
  contest = wireId('contest', (await world.newContest({ definition: cims645 })).contestId);
  const found = await world.db.query.licence.findFirst({ where: (row, { eq: is }) => is(row.kind, 'C') });
  if (!found) throw new Error('no licence');
  operator = found;
});
afterAll(async () => {
  await owner.end();
  await world.end();
});

const order = () => ({ body: { contestIds: [contest], wager: { kind: 'draw', quickPicks: 1 }, priceCents: '100' } });
const sale = async (terminal: Pick<Terminal, 'call'>) => {
  const answer = await terminal.call('/v1/tickets', order());
  return [answer.status, (await jsonOf(answer)).code];
};
const SOLD = [201, undefined];
const soldBy = async (accountId: string) => (await world.db.select().from(ticket).where(eq(ticket.accountId, accountId))).length;
const counter = async () => {
  const shopId = await world.newShopWithClerk(PIN);
  const [row] = await world.db.select().from(shop).where(eq(shop.accountId, shopId));
  if (!row) throw new Error('no shop');
  return { shopId, distributorId: row.distributorId, clerked: await (await world.enrol(shopId)).withClerk(PIN) };
};
const termOf = async (distributorId: string, what: 'licence' | 'contract') => {
  const rows = await world.db.select().from(distributorTerm).where(eq(distributorTerm.distributorId, distributorId));
  const found = rows.find((row) => row.what === what);
  if (!found) throw new Error(`no ${what}`);
  return found;
};

describe('a shop', () => {
  it.each(['licence', 'contract'] as const)(
    'sells nothing from the instant its %s is ended, and sells again when a new one is entered',
    async (what) => {
      const { shopId, distributorId, clerked } = await counter();
      expect(await sale(clerked)).toEqual(SOLD);
      const term = await termOf(distributorId, what);
      const ended = await admin.call(`/v1/console/terms/${wireId('term', term.id)}/end`, { body: { reason: 'renúncia' } });
      expect(ended.status).toBe(200);
      expect(await sale(clerked)).toEqual([403, 'shop_not_licensed']);
      expect(await soldBy(shopId)).toBe(1);
      const again = await admin.call(`/v1/console/distributors/${wireId('distributor', distributorId)}/terms`, {
        body: {
          what,
          licenceNumber: `${what}-${term.id}`,
          validFrom: operator.validFrom.toISOString(),
          validUntil: new Date(operator.validUntil.getTime() - DAY / 24).toISOString(),
        },
      });
      expect([again.status, await jsonOf(again)]).toMatchObject([201, {}]);
      expect(await sale(clerked)).toEqual(SOLD);
    },
  );

  it('sells to the last moment of its contract and not after it, without any job', async () => {
    const { shopId, distributorId, clerked } = await counter();
    const term = await termOf(distributorId, 'contract');
    await admin.call(`/v1/console/terms/${wireId('term', term.id)}/end`, { body: { reason: 'contracte curt' } });
    const validUntil = new Date(Date.now() + 1_500);
    expectOk(
      await core.inTransaction((tx) =>
        enterTerm(core, tx, 'test', {
          distributorId,
          what: 'contract',
          number: world.ids.next(),
          validFrom: operator.validFrom,
          validUntil,
        }),
      ),
    );
    const answers = new Set<string>();
    while (Date.now() < validUntil.getTime() + 300) answers.add(String((await sale(clerked))[1]));
    expect([...answers]).toEqual(['undefined', 'shop_not_licensed']);
    const [late] = await world.db
      .select({ last: sql<string>`max(${ticket.soldAt})` })
      .from(ticket)
      .where(eq(ticket.accountId, shopId));
    expect(new Date(String(late?.last)).getTime()).toBeLessThan(validUntil.getTime());
  });

  it('that is suspended or closed sells nothing; closed is for good', async () => {
    const { shopId, clerked } = await counter();
    const step = async (name: string) => {
      const answer = await admin.call(`/v1/console/shops/${wireId('account', shopId)}/state`, { body: { step: name, reason: 'obres' } });
      return [answer.status, (await jsonOf(answer)).state];
    };
    expect(await step('suspend')).toEqual([200, 'suspended']);
    expect(await sale(clerked)).toEqual([403, 'account_suspended']);
    expect(await step('reopen')).toEqual([200, 'active']);
    expect(await sale(clerked)).toEqual(SOLD);
    expect(await step('close')).toEqual([200, 'closed']);
    expect(await sale(clerked)).toEqual([403, 'account_closed']);
    expect((await step('reopen'))[0]).toBe(409);
    expect((await world.db.select().from(account).where(eq(account.id, shopId)))[0]?.state).toBe('closed');
  });
});

describe('a clerk', () => {
  it('whose card has ended sells nothing, although signed in, and cannot sign in', async () => {
    const { shopId, clerked } = await counter();
    expect(await sale(clerked)).toEqual(SOLD);
    await world.sql`UPDATE clerk SET card_until = now() - interval '1 second' WHERE account_id = ${shopId}`;
    expect(await sale(clerked)).toEqual([403, 'clerk_not_licensed']);
    const again = await (await world.enrol(shopId)).call('/v1/terminals/clerk-sessions', { body: { pin: PIN } });
    expect([again.status, (await jsonOf(again)).code]).toEqual([403, 'clerk_not_licensed']);
    const [row] = await world.db.select().from(clerk).where(eq(clerk.accountId, shopId));
    const renewed = await admin.call(`/v1/console/clerks/${wireId('clerk', row?.id ?? '')}/card`, {
      body: { cardUntil: new Date(Date.now() + 100 * DAY).toISOString() },
    });
    expect(renewed.status).toBe(200);
    expect(await sale(clerked)).toEqual(SOLD);
  });

  it('who has left sells nothing from then on; the leaving is to be told within five days', async () => {
    const { shopId, clerked } = await counter();
    const [row] = await world.db.select().from(clerk).where(eq(clerk.accountId, shopId));
    const gone = await admin.call(`/v1/console/clerks/${wireId('clerk', row?.id ?? '')}/left`, { body: {} });
    expect(gone.status).toBe(200);
    expect((await sale(clerked))[0]).toBeGreaterThanOrEqual(400);
    expect(await soldBy(shopId)).toBe(0);
    const { changes } = (await jsonOf(await admin.call('/v1/console/network-changes'))) as {
      changes: { id: string; kind: string; at: string; tellBy: string; toldAt: string | null }[];
    };
    const left = changes.find(({ kind }) => kind === 'clerk-left');
    const days = (Date.parse(left?.tellBy ?? '') - Date.parse(left?.at ?? '')) / DAY;
    expect(days).toBeGreaterThan(4.9);
    expect(days).toBeLessThan(6.1);
    const told = () => admin.call(`/v1/console/network-changes/${left?.id}/told`, { body: {} });
    expect((await told()).status).toBe(200);
    expect((await told()).status).toBe(409);
  });
});

describe('a contract', () => {
  const enter = (distributorId: string, change: Partial<Parameters<typeof enterTerm>[3]>) =>
    core.inTransaction((tx) =>
      enterTerm(core, tx, 'test', {
        distributorId,
        what: 'contract',
        number: world.ids.next(),
        validFrom: operator.validFrom,
        validUntil: operator.validUntil,
        ...change,
      }),
    );
  const register = async (kind: 'principal' | 'secondary') =>
    expectOk(
      await core.inTransaction((tx) => registerDistributor(core, tx, 'test', { kind, name: 'D', registerNumber: world.ids.next() })),
    );
  const resellerOf = async (principalId: string) =>
    expectOk(
      await core.inTransaction((tx) =>
        registerDistributor(core, tx, 'test', { kind: 'mixed', name: 'H', registerNumber: world.ids.next(), principalId }),
      ),
    );

  it('of class G does not outlast the operator’s licence, by the command and by the database', async () => {
    const id = await register('secondary');
    const late = new Date(operator.validUntil.getTime() + 1);
    expect(await enter(id, { validUntil: late })).toMatchObject({ ok: false, code: 'term_out_of_bounds' });
    await expect(
      world.db.insert(distributorTerm).values({
        id: world.ids.next(),
        distributorId: id,
        what: 'contract',
        number: world.ids.next(),
        validFrom: operator.validFrom,
        validUntil: late,
        enteredBy: 'test',
        at: new Date(),
      }),
    ).rejects.toThrow();
    expect(await enter(id, {})).toMatchObject({ ok: true });
  });

  it('of class H rests on a principal’s contract that allows resale, and ends with it', async () => {
    const without = await register('principal');
    await enter(without, {});
    expect(await enter(await resellerOf(without), {})).toMatchObject({ ok: false, code: 'term_out_of_bounds' });

    const principal = await register('principal');
    const ground = expectOk(await enter(principal, { resaleAllowed: true }));
    expectOk(await enter(principal, { what: 'licence', validUntil: new Date(Date.now() + 100 * DAY) }));
    const reseller = await resellerOf(principal);
    expectOk(await enter(reseller, { what: 'licence', validUntil: new Date(Date.now() + 100 * DAY) }));
    expectOk(await enter(reseller, {}));
    const window = async () => (await world.sql<{ open: boolean }[]>`SELECT distributor_window(${reseller}) @> now() AS open`)[0]?.open;
    expect(await window()).toBe(true);
    const opened = await admin.call('/v1/console/shops', {
      body: {
        distributorId: wireId('distributor', reseller),
        name: 'Quiosc',
        address: 'Plaça 1',
        opening: '9–20',
        licenceNumber: 'H-1',
        commissionBps: 300,
        paysUpToCents: '10000',
      },
    });
    const { accountId } = (await jsonOf(opened)) as { accountId: string };
    const terminal = await admin.call('/v1/console/terminals', { body: { shopAccountId: accountId, label: 'T' } });
    expect([terminal.status, (await jsonOf(terminal)).code]).toEqual([409, 'wrong_state']);
    await admin.call(`/v1/console/terms/${wireId('term', ground)}/end`, { body: { reason: 'rescissió' } });
    expect(await window()).toBe(false);
  });

  it('is never changed, and a licence lasts five years at most', async () => {
    const id = await register('secondary');
    const term = expectOk(await enter(id, {}));
    await expect(owner`UPDATE distributor_term SET valid_until = valid_until - interval '1 day' WHERE id = ${term}`).rejects.toThrow(
      /not changed/,
    );
    await expect(owner`DELETE FROM distributor_term WHERE id = ${term}`).rejects.toThrow();
    const six = new Date(operator.validFrom);
    six.setUTCFullYear(six.getUTCFullYear() + 6);
    expect(await enter(id, { what: 'licence', validUntil: six })).toMatchObject({ ok: false, code: 'invalid_input' });
  });
});

describe('more credit for a shop', () => {
  it('takes two people, and holds from then on', async () => {
    const { shopId, clerked } = await counter();
    const [first, second] = [await world.newStaff('staff', 'finance'), await world.newStaff('staff', 'finance')];
    const propose = await first.call(`/v1/console/shops/${wireId('account', shopId)}/credit-changes`, {
      body: { creditCents: '150', reason: 'proves' },
    });
    const { creditChangeId } = (await jsonOf(propose)) as { creditChangeId: string };
    const decide = (who: Caller) => who.call(`/v1/console/credit-changes/${creditChangeId}/decision`, { body: { approve: true } });
    const own = await decide(first);
    expect([own.status, (await jsonOf(own)).code]).toEqual([403, 'four_eyes']);
    expect((await decide(second)).status).toBe(200);
    expect(await sale(clerked)).toEqual(SOLD);
    expect(await sale(clerked)).toEqual([402, 'credit_limit_reached']);
    await expect(
      world.sql`INSERT INTO credit_change (id, account_id, credit_cents, reason, proposed_by, proposed_at, state, decided_by, decided_at)
        VALUES (${world.ids.next()}, ${shopId}, 1, 'one alone', 'x', now(), 'approved', 'x', now())`,
    ).rejects.toThrow(/credit_change_four_eyes/);
  });
});

describe('the calendar', () => {
  it('shows what ends, and each morning raises what is due six months before, what has ended and what was not told', async () => {
    const { shopId } = await counter();
    await world.sql`UPDATE clerk SET card_until = now() + interval '5 months', card_number = 'I-DUE' WHERE account_id = ${shopId}`;
    const { entries } = (await jsonOf(await admin.call('/v1/console/licence-calendar'))) as {
      entries: { kind: string; number: string; state: string; endsAt: string }[];
    };
    expect(entries.find(({ number }) => number === 'I-DUE')?.state).toBe('due');
    expect(entries.map(({ endsAt }) => endsAt)).toEqual(entries.map(({ endsAt }) => endsAt).sort());
    const alarms = await calendarAlarms(core);
    expect(alarms).toContainEqual(expect.objectContaining({ alarm: 'renewal-due', number: 'I-DUE', kind: 'card' }));
    expect(alarms).toContainEqual(expect.objectContaining({ alarm: 'change-not-told' }));
    const raised: object[] = [];
    const job = networkCalendarHandler(core, (facts) => raised.push(facts));
    await job.run({ date: '2026-12-01' }, {} as never);
    expect(raised).toEqual(alarms);
  });
});
