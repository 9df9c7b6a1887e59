import { dayCheck, salesStop } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { expectOk } from '@valira/outcome';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeDay } from '../../platform/audit/daily-head.ts';
import { businessDayOf } from '../../platform/business-day.ts';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { type ControlProcess, startControlProcess } from '../../testing/control-process.ts';
import { type HttpWorld, jsonOf, makeHttpWorld, type Person } from '../../testing/http-world.ts';
import type { AskedClock } from './clock-skew.ts';
import { databaseClock, watchClock } from './index.ts';
import { type StartDeps, startDay } from './start-day.ts';

let world: HttpWorld;
let control: ControlProcess;
let owner: postgres.Sql;
let player: Person & { accountId: string };
let contestId: string;
const alarms: string[] = [];

/** Tomorrow: what was sold today is yesterday's. */
const tomorrow = () => businessDayOf(new Date(businessDayOf(new Date()).end.getTime() + 43_200_000)).date;
const today = () => businessDayOf(new Date()).date;

beforeAll(async () => {
  world = await makeHttpWorld();
  control = await startControlProcess(world);
  owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
  player = await world.newPlayerPerson(100_000n);
  ({ contestId } = await world.newContest({ definition: cims645 }));
  expect(await buy()).toBe('sold');
  await closeDay(world.core, today(), async (subjectId, hash) =>
    expectOk(await control.client.handIn({ kind: 'day-head', subjectId, hash })),
  );
});
afterAll(async () => {
  await owner.end();
  await control.stop();
  await world.end();
});
/** Administrators alone can take a day back. */
const asAdministrator = (statement: string, ...tables: string[]) =>
  owner.begin(async (tx) => {
    for (const table of tables) await tx.unsafe(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await tx.unsafe(statement);
    for (const table of tables) await tx.unsafe(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });
afterEach(async () => {
  alarms.length = 0;
  await asAdministrator('DELETE FROM sales_stop', 'sales_stop');
  await asAdministrator('DELETE FROM day_check', 'day_check');
});

async function buy(): Promise<unknown> {
  const answer = await player.call('/v1/tickets', {
    body: {
      contestIds: [wireId('contest', contestId)],
      wager: { kind: 'draw', lines: [{ main: [1, 2, 3, 4, 5, 6] }] },
      priceCents: '100',
    },
  });
  return answer.status === 201 ? 'sold' : (await jsonOf(answer)).code;
}

const start = async (change: Partial<StartDeps> = {}, day = tomorrow()) => {
  await startDay(
    {
      core: world.core,
      software: { build: { version: '1', buildHash: '1'.repeat(64) }, demo: true },
      clocks: [{ name: 'control', ask: async () => new Date((await control.client.status()).at) }],
      alarm: ({ check }) => alarms.push(check),
      ...change,
    },
    day,
    true,
  );
  const rows = await world.db.select().from(dayCheck);
  return { passed: rows.filter(({ passed }) => passed).length, failed: rows.flatMap(({ name, passed }) => (passed ? [] : [name])) };
};
const stops = async () => (await world.db.select().from(salesStop)).map(({ scope, rule }) => `${rule}: ${scope}`);

describe('the start of a day', () => {
  it('passes all five checks over a sound platform, its sales and its control system, and stops nothing', async () => {
    expect(await start()).toEqual({ passed: 5, failed: [] });
    expect([await stops(), alarms, await buy()]).toEqual([[], [], 'sold']);
    const inspector = await world.newStaff('inspector');
    const { checks } = (await jsonOf(await inspector.call('/v1/console/start-of-day'))) as { checks: { name: string; facts: unknown }[] };
    expect(checks.map(({ name }) => name)).toEqual(['build', 'chains', 'clock', 'generator', 'ledger']);
    expect(checks.find(({ name }) => name === 'chains')?.facts).toMatchObject({ findings: [], links: 1 });
  });

  it('makes each check once when it runs twice, at once and again', async () => {
    await Promise.all([start(), start()]);
    expect(await start()).toEqual({ passed: 5, failed: [] });
  });

  it('stops all sales when a row of the ledger was changed', async () => {
    const change = (by: string) =>
      asAdministrator(`UPDATE transfer SET amount_cents = amount_cents ${by} WHERE kind = 'deposit'`, 'transfer');
    await change('+ 1');
    const { failed } = await start();
    await change('- 1');
    expect([failed, await stops(), alarms, await buy()]).toEqual([['ledger'], ['ledger: all'], ['ledger'], 'sales_stopped']);
  });

  it.each([
    [
      'a link of the intake',
      `UPDATE intake_link SET amount_cents = amount_cents - 1`,
      `UPDATE intake_link SET amount_cents = amount_cents + 1`,
      'intake_link',
    ],
    [
      'the signed head',
      `UPDATE daily_head SET statement = replace(statement, '"sequence"', '"Sequence"')`,
      `UPDATE daily_head SET statement = replace(statement, '"Sequence"', '"sequence"')`,
      'daily_head',
    ],
  ])('stops all sales when %s of yesterday was changed', async (_, change, back, table) => {
    await asAdministrator(change, table);
    const { failed } = await start();
    await asAdministrator(back, table);
    expect([failed, await stops(), await buy()]).toEqual([['chains'], ['chains: all'], 'sales_stopped']);
  });

  it('waits for the signed head of the day before, and takes its absence for a finding when it has waited', async () => {
    const later = businessDayOf(new Date(Date.now() + 5 * 86_400_000)).date;
    const deps = {
      core: world.core,
      software: { build: { version: '1', buildHash: '1'.repeat(64) }, demo: true },
      clocks: [],
      alarm: () => undefined,
    };
    await expect(startDay(deps, later, false)).rejects.toThrow('has no head yet');
    expect(await stops()).toEqual([]);
    expect((await start({}, later)).failed).toEqual(['chains']);
  });

  it('stops what the generator draws for, and nothing else, when the entropy source repeats itself', async () => {
    const machine = await world.newContest({ definition: cims645 });
    await owner`UPDATE contest SET source = 'machine' WHERE id = ${machine.contestId}`;
    const broken: Core = { ...world.core, entropy: { bytes: (count) => new Uint8Array(count).fill(7) } };
    const { failed } = await start({ core: broken });
    expect([failed, await stops(), await buy()]).toEqual([['generator'], ['generator: product'], 'sales_stopped']);
    const [first] = [contestId];
    contestId = machine.contestId;
    expect(await buy()).toBe('sold');
    contestId = first ?? '';
  });

  it.each([-150, 150])('stops all sales when the control system’s clock is %i ms away', async (awayMs) => {
    const away: AskedClock = { name: 'control', ask: async () => new Date(Date.now() + awayMs) };
    const { failed } = await start({ clocks: [away] });
    expect([failed, await stops()]).toEqual([['clock'], ['clock: all']]);
  });
});

describe('the clock watch', () => {
  it('stops nothing while clocks agree within 100 ms or the round trip explains the rest', async () => {
    const slow: AskedClock = {
      name: 'slow',
      async ask() {
        const theirs = new Date();
        await new Promise((settle) => setTimeout(settle, 400));
        return theirs;
      },
    };
    const near: AskedClock = { name: 'near', ask: async () => new Date(Date.now() + 95) };
    expect(await watchClock(world.core, 'api', [databaseClock(world.core), slow, near])).toEqual([]);
    expect(await buy()).toBe('sold');
  });

  it('stops all sales at once when this process’s clock steps away from the database’s, once an hour and not at every look', async () => {
    const stepped: Core = { ...world.core, clock: { now: () => new Date(Date.now() + 2_000) } };
    for (let i = 0; i < 3; i += 1) expect(await watchClock(stepped, 'api', [databaseClock(stepped)])).toHaveLength(1);
    expect([await stops(), await buy()]).toEqual([['clock: all'], 'sales_stopped']);
  });
});

describe('a build', () => {
  const hash = 'ab'.repeat(32);
  const software = { build: { version: '2', buildHash: hash }, demo: false };

  it('that is not certified fails the check outside demo mode and stops what the generator draws for; two people certify it', async () => {
    expect((await start({ software })).failed).toEqual(['build']);
    expect(await stops()).toContain('build: product');
    await asAdministrator('DELETE FROM day_check', 'day_check');
    await asAdministrator('DELETE FROM sales_stop', 'sales_stop');

    const [one, two] = [await world.newStaff('staff', 'admin'), await world.newStaff('staff', 'admin')];
    const certify = async (who: Person) => jsonOf(await who.call(`/v1/console/builds/${hash}/certify`, { method: 'POST' }));
    expect(await certify(two)).toMatchObject({ code: 'not_found' });
    const proposal = { buildHash: hash, version: '2', reason: 'Audit report 7' };
    expect((await one.call('/v1/console/builds', { body: proposal })).status).toBe(201);
    expect(await certify(one)).toMatchObject({ code: 'four_eyes' });
    expect((await start({ software })).failed).toEqual(['build']);
    await asAdministrator('DELETE FROM day_check', 'day_check');
    expect(await certify(two)).toEqual({ done: true });
    expect(await certify(one)).toMatchObject({ code: 'wrong_state' });
    expect((await start({ software })).failed).toEqual([]);
  });

  it('that is not certified is refused the draw, before anything else of the draw is looked at', async () => {
    const official = await world.newStaff('staff', 'official');
    const answer = await official.call(`/v1/console/contests/${wireId('contest', contestId)}/draw`, { method: 'POST' });
    expect(await jsonOf(answer)).toMatchObject({
      code: 'build_not_certified',
      facts: { buildHash: world.parts.core.software.build.buildHash },
    });
  });
});
