import { contestResult, event as eventTable, prizeTable } from '@valira/db/schema';
import { expectOk } from '@valira/outcome';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProcedureWorld, type ProcedureWorld } from '../../testing/procedure-world.ts';
import { finish, overLegs, poolRules, raceDay, straight } from '../../testing/race-day.ts';
import { scheduleContest } from '../contests/index.ts';
import { CODES, verifyLedger } from '../ledger/index.ts';
import { decideMeasure, proposeMeasure } from '../measures/index.ts';
import { enterResult } from '../results/index.ts';
import { createEvent, editEvent, enterEventResult, lodgeObjection, makeOfficial, stopEvent, voteObjection } from './index.ts';

let world: ProcedureWorld;
let day: ReturnType<typeof raceDay>;
beforeAll(async () => {
  world = await makeProcedureWorld();
  day = raceDay(world);
});
afterAll(() => world.end());

const stop = (eventId: string) => stopEvent(world.core, { eventId, actor: 'desk-1', source: 'starter’s flag' });
const tableOf = async (contestId: string, version = 1) => {
  const where = and(eq(prizeTable.contestId, contestId), eq(prizeTable.resultVersion, version));
  const [table] = await world.db.select().from(prizeTable).where(where);
  return table;
};
const sellOn = async (contestId: string, accountId: string, runners: readonly number[]) =>
  world.sell(
    [contestId],
    runners.map((runner) => ({ accountId, wager: straight([runner], 1_000) })),
  );

describe('an event', () => {
  const race = {
    kind: 'race' as const,
    name: 'Race',
    meeting: 'Soldeu',
    organiser: 'O',
    competition: 'C',
    startsAt: new Date(Date.now() + 3_600_000),
    runners: [1, 2, 3].map((number) => ({ number, name: `R${number}` })),
  };

  it('in which Andorrans take part is refused with the article, by the command and by the database', async () => {
    expect(await createEvent(world.core, 'desk-1', { ...race, andorransTakePart: true })).toMatchObject({
      code: 'andorrans_take_part',
      facts: { article: '7.10' },
    });
    const { eventId } = expectOk(await createEvent(world.core, 'desk-1', race));
    expect(await editEvent(world.core, 'desk-1', eventId, { ...race, andorransTakePart: true })).toMatchObject({
      code: 'andorrans_take_part',
    });
    const row = world.db.execute(sql`
      INSERT INTO event (id, meeting_id, kind, name, organiser, competition, starts_at, created_at, andorrans_take_part)
      SELECT gen_random_uuid(), meeting_id, kind, name, organiser, competition, starts_at, created_at, true FROM event WHERE id = ${eventId}`);
    await expect(row).rejects.toMatchObject({ cause: { constraint_name: 'no_andorrans' } });
    expect(await createEvent(world.core, 'desk-1', { ...race, organiser: ' ' })).toMatchObject({ code: 'event_incomplete' });
    expect(await createEvent(world.core, 'desk-1', { ...race, competition: '' })).toMatchObject({ code: 'event_incomplete' });
  });

  it('changes until a pool stands on it and never after, also by hand', async () => {
    const eventId = await day.newEvent();
    const runners = Array.from({ length: 6 }, (_, i) => ({ number: i + 1, name: `Other ${i + 1}` }));
    const change = { ...race, name: 'Later', runners };
    expectOk(await editEvent(world.core, 'desk-1', eventId, change));
    await day.newPool(poolRules('win'), [eventId]);
    expect(await editEvent(world.core, 'desk-1', eventId, change)).toMatchObject({ code: 'event_has_pools' });
    for (const change of [
      sql`UPDATE event SET name = 'X' WHERE id = ${eventId}`,
      sql`DELETE FROM runner WHERE event_id = ${eventId} AND number = 6`,
      sql`INSERT INTO runner VALUES (${eventId}, 9, 'Late entry')`,
    ])
      await expect(world.db.execute(change)).rejects.toMatchObject({ cause: { constraint_name: 'sold_event' } });
  });

  it('takes only pools that it can decide, that close before it starts', async () => {
    const [raceId, matchId] = [await day.newEvent(), await day.newEvent('match')];
    const { productVersionId } = await world.newContest({ kind: 'pool', definition: poolRules('win') });
    const soon = (ms: number) => new Date(Date.now() + ms);
    const wanted = {
      productVersionId,
      number: 2,
      source: 'event' as const,
      opensAt: soon(0),
      closesAt: soon(60_000),
      drawsAt: soon(60_000),
      event: null,
    };
    const schedule = (change: object) => scheduleContest(world.core, 'desk-1', { ...wanted, legs: [{ eventId: raceId }], ...change });
    expect(await schedule({ legs: [{ eventId: matchId }] })).toMatchObject({ ok: false });
    expect(await schedule({ legs: [{ eventId: raceId }, { eventId: matchId }] })).toMatchObject({ code: 'invalid_input' });
    expect(await schedule({ closesAt: soon(7_200_000), drawsAt: soon(7_200_000) })).toMatchObject({
      code: 'invalid_input',
      path: 'closesAt',
    });
    expectOk(await stop(raceId));
    expect(await schedule({})).toMatchObject({ code: 'event_started', path: 'legs.0' });
  });
});

describe('pools on events', () => {
  let first: string;
  let second: string;
  let win: string;
  let place: string;
  let exacta: string;
  let double: string;
  let player: string;

  it('close together when bets on their race stop, and others stay open', async () => {
    [first, second] = [await day.newEvent(), await day.newEvent('race', 3_700_000)];
    win = await day.newPool(poolRules('win'), [first]);
    place = await day.newPool(poolRules('place'), [first]);
    exacta = await day.newPool(poolRules('exacta'), [first]);
    double = await day.newPool(poolRules('double'), [first, second]);
    const other = await day.newPool(poolRules('win'), [second]);
    player = await world.newPlayer(10_000_000n);
    for (const id of [win, place]) await sellOn(id, player, [1, 2, 3, 4, 5, 6, 7, 8, 3]);
    await world.sell(
      [exacta],
      [
        [3, 5],
        [5, 3],
        [1, 2],
        [7, 8],
      ].map((runners) => ({ accountId: player, wager: straight(runners, 1_000) })),
    );
    await world.sell(
      [double],
      [
        [[3], [2]],
        [[3], [4]],
        [[1], [2]],
        [[8], [8]],
      ].map((legs) => ({ accountId: player, wager: overLegs(legs, 1_000) })),
    );
    expect(await enterEventResult(world.core, first, 'desk-1', finish(3, 5))).toMatchObject({ code: 'event_not_stopped' });
    const { closed, at } = expectOk(await stop(first));
    expect(new Set(closed)).toEqual(new Set([win, place, exacta, double]));
    expect((await world.reload(other)).state).toBe('open');
    for (const id of closed) {
      const contest = await world.reload(id);
      expect(contest.state).toBe('closed');
      expect(contest.closesAt.getTime()).toBeLessThanOrEqual(at.getTime());
      await expect(sellOn(id, player, [1])).rejects.toThrow();
    }
    expect(await stop(first)).toMatchObject({ code: 'already_stopped' });
    const [row] = await world.db.execute<{ source: string; actor: string }>(
      sql`SELECT source, actor FROM event_stop WHERE event_id = ${first}`,
    );
    expect(row).toMatchObject({ source: 'starter’s flag', actor: 'desk-1' });
  }, 60_000);

  it('take no result before every one of them is countersigned, and none at the pool itself', async () => {
    expect(await enterEventResult(world.core, first, 'desk-1', finish(3, 5))).toMatchObject({ code: 'not_countersigned' });
    for (const id of [win, place, exacta]) await world.waitSigned(id);
    expect(await enterEventResult(world.core, first, 'desk-1', finish(3, 5))).toMatchObject({ code: 'not_countersigned' });
    await world.waitSigned(double);
    const atPool = await enterResult(world.core, win, 'desk-1', { legs: [{ kind: 'finish', order: [[3], [5]] }] });
    expect(atPool).toMatchObject({ code: 'decided_by_event' });
  }, 60_000);

  it('have their results when two blind entries agree and the event is official, each by its own bet; a double waits for its second leg', async () => {
    expect(await enterEventResult(world.core, first, 'desk-1', { kind: 'score', home: 1, away: 0 })).toMatchObject({
      code: 'invalid_result',
    });
    expect(expectOk(await enterEventResult(world.core, first, 'desk-1', finish(3, 5, 1))).state).toBe('awaiting-second-entry');
    expect(await enterEventResult(world.core, first, 'desk-1', finish(3, 5, 1))).toMatchObject({ code: 'four_eyes' });
    expect(await enterEventResult(world.core, first, 'desk-2', finish(5, 3, 1))).toMatchObject({ code: 'entries_differ' });
    const version = await day.type(first, finish(3, 5, 1));
    expect(await makeOfficial(world.core, first, 'desk-1', version)).toMatchObject({ code: 'four_eyes' });
    expectOk(await makeOfficial(world.core, first, 'desk-2', version));
    for (const id of [win, place, exacta]) await world.advanceTo(id, 'archived');
    expect((await world.reload(double)).state).toBe('sealed');
    // 90.00 less 30 % is 63.00 on 20.00: 3.15, in steps of 0.10.
    expect((await tableOf(win))?.tiers).toEqual([{ tier: '3', winners: '20', shareCents: '310', totalCents: '6200' }]);
    expect((await tableOf(place))?.tiers).toMatchObject([{ tier: '3' }, { tier: '5' }, { tier: '1' }]);
    expect((await tableOf(exacta))?.tiers).toMatchObject([{ tier: '3-5', winners: '10' }]);
    const rows = await world.db.select().from(contestResult).where(eq(contestResult.contestId, win));
    expect(rows).toMatchObject([{ origin: 'events', enteredBy: ['desk-1', 'desk-2'], certifiedBy: 'desk-2' }]);
  }, 90_000);

  it('a void second leg is won by every selection of the double (R07), and its own win pool goes back without takeout', async () => {
    const pools = await world.db.execute<{ contest_id: string }>(
      sql`SELECT contest_id FROM contest_leg WHERE event_id = ${second} AND contest_id <> ${double}`,
    );
    const other = pools[0]?.contest_id ?? '';
    await sellOn(other, player, [1, 2, 3]);
    expectOk(await stop(second));
    await world.waitSigned(other);
    await day.decide(second, { kind: 'void' });
    await world.advanceTo(double, 'archived');
    await world.advanceTo(other, 'archived');
    // 40.00 less 30 % is 28.00 for 20.00 on no. 3.
    expect((await tableOf(double))?.tiers).toEqual([{ tier: '3-*', winners: '20', shareCents: '140', totalCents: '2800' }]);
    expect(await tableOf(other)).toMatchObject({ tiers: [], prizesCents: 0n, refundsCents: 3_000n });
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 90_000);
});

describe('objections (R06)', () => {
  let eventId: string;
  let win: string;
  let winner: string;
  let loser: string;

  it('keep a result from becoming official until two people agree; a dismissed one changes nothing', async () => {
    eventId = await day.newEvent();
    win = await day.newPool(poolRules('win'), [eventId]);
    [winner = '', loser = ''] = await Promise.all([1, 2].map(() => world.newPlayer(100_000n)));
    await sellOn(win, winner, [3, 3, 1, 2]);
    await sellOn(win, loser, [8, 8, 5, 6]);
    expectOk(await stop(eventId));
    await world.waitSigned(win);
    const lodged = { eventId, lodgedBy: 'trainer of no. 8', reason: 'interference in the straight' };
    expect(await lodgeObjection(world.core, 'desk-1', lodged)).toMatchObject({ code: 'no_result' });
    const version = await day.type(eventId, finish(3, 8));
    const objection = expectOk(await lodgeObjection(world.core, 'desk-1', lodged));
    expect(await makeOfficial(world.core, eventId, 'desk-3', version)).toMatchObject({ code: 'objection_open' });
    expect(expectOk(await voteObjection(world.core, 'steward-1', objection, 'dismissed'))).toBeNull();
    expect(await voteObjection(world.core, 'steward-1', objection, 'dismissed')).toMatchObject({ code: 'already_voted' });
    expect(expectOk(await voteObjection(world.core, 'steward-2', objection, 'upheld'))).toBeNull();
    expect(await makeOfficial(world.core, eventId, 'desk-3', version)).toMatchObject({ code: 'objection_open' });
    expect(expectOk(await voteObjection(world.core, 'steward-3', objection, 'dismissed'))).toBe('dismissed');
    expectOk(await makeOfficial(world.core, eventId, 'desk-3', version));
    await world.advanceTo(win, 'archived');
    // 80.00 less 30 % on 20.00: 2.80.
    expect(await world.balanceOf(CODES['player-cash'], winner)).toBe(100_000n - 4_000n + 5_600n);
  }, 90_000);

  it('upheld after official correct every pool that had taken the result, under the names of the two, and only that way', async () => {
    const byHand = { contestId: win, kind: 'correction' as const, reason: 'the order was wrong' };
    expect(await proposeMeasure(world.core, 'official-1', byHand)).toMatchObject({ code: 'decided_by_event' });
    const objection = expectOk(
      await lodgeObjection(world.core, 'desk-1', { eventId, lodgedBy: 'trainer of no. 8', reason: 'the film shows it' }),
    );
    expectOk(await voteObjection(world.core, 'steward-1', objection, 'upheld'));
    expect((await world.reload(win)).state).toBe('archived');
    expect(expectOk(await voteObjection(world.core, 'steward-2', objection, 'upheld'))).toBe('upheld');
    expect((await world.reload(win)).state).toBe('correcting');
    const version = await day.type(eventId, finish(8, 3));
    expect(version).toBe(2);
    for (const typist of ['desk-1', 'desk-2'])
      expect(await makeOfficial(world.core, eventId, typist, 2)).toMatchObject({ code: 'four_eyes' });
    expectOk(await makeOfficial(world.core, eventId, 'desk-3', 2));
    await world.advanceTo(win, 'archived');
    expect((await tableOf(win, 1))?.tiers).toMatchObject([{ tier: '3' }]);
    expect((await tableOf(win, 2))?.tiers).toMatchObject([{ tier: '8', shareCents: '280' }]);
    const cash = await Promise.all([winner, loser].map((id) => world.balanceOf(CODES['player-cash'], id)));
    expect(cash).toEqual([100_000n - 4_000n, 100_000n - 4_000n + 5_600n]);
    const people = await world.db.execute<{ proposed_by: string; decided_by: string }>(sql`
      SELECT d.proposed_by, d.decided_by FROM measure m JOIN measure_decision d ON d.measure_id = m.id WHERE m.contest_id = ${win}`);
    expect(people.map((row) => ({ ...row }))).toEqual([{ proposed_by: 'steward-1', decided_by: 'steward-2' }]);
    expect(await verifyLedger(world.db)).toEqual([]);
  }, 90_000);
});

describe('a coupon over matches', () => {
  it('takes from each score what each leg asks for: 1X2, and over or under its line', async () => {
    const matches = [await day.newEvent('match'), await day.newEvent('match'), await day.newEvent('match')];
    const sports = poolRules('sports');
    const coupon = await day.newPool(
      {
        ...sports,
        bet: { type: 'sports', legs: 3, outcomes: ['1', 'X', '2'], plus: null },
        tiers: [{ id: 'right-3', correct: 3, plus: 'any', count: 'exactly', uniqueOnly: false }],
        prizePlan: sports.prizePlan && {
          ...sports.prizePlan,
          tiers: sports.prizePlan.tiers.slice(0, 1).map((tier) => ({
            ...tier,
            id: 'right-3',
            prize: { kind: 'shared', share: '100%', of: 'fund' },
            empty: { to: 'carry', tier: 'right-3' },
          })),
        },
        reducedSystems: [],
      },
      matches,
    );
    const [one = ''] = matches;
    const over = await day.newPool(poolRules('over-under'), [{ eventId: one, line: '2.5' }]);
    const player = await world.newPlayer(100_000n);
    await world.sell(
      [coupon],
      [
        [[1], [2], [3]],
        [[1], [1], [1]],
        [[2], [2], [3]],
      ].map((legs) => ({ accountId: player, wager: overLegs(legs, 100) })),
    );
    await world.sell(
      [over],
      [1, 2, 2].map((side) => ({ accountId: player, wager: overLegs([[side]], 1_000) })),
    );
    expect(expectOk(await stop(one)).closed).toHaveLength(2);
    for (const match of matches.slice(1)) expectOk(await stop(match));
    for (const id of [coupon, over]) await world.waitSigned(id);
    for (const [i, [home, away]] of [
      [2, 1],
      [0, 0],
      [1, 4],
    ].entries())
      await day.decide(matches[i] ?? '', { kind: 'score', home, away });
    for (const id of [coupon, over]) await world.advanceTo(id, 'archived');
    expect((await tableOf(coupon))?.tiers).toMatchObject([{ tier: 'right-3', winners: '5' }]);
    // Three goals are over 2.5: 30.00 less 30 % on 10.00.
    expect((await tableOf(over))?.tiers).toEqual([{ tier: 'main', winners: '10', shareCents: '210', totalCents: '2100' }]);
  }, 90_000);
});

describe('a fund that cannot pay the least dividend', () => {
  it('gives everything back, and the control system agrees that it must', async () => {
    const eventId = await day.newEvent();
    const win = await day.newPool(poolRules('win'), [eventId]);
    const player = await world.newPlayer(100_000n);
    await sellOn(win, player, [3, 3, 1]);
    expectOk(await stop(eventId));
    await world.waitSigned(win);
    await day.decide(eventId, finish(3, 1));
    await world.advanceTo(win, 'archived');
    expect(await tableOf(win)).toMatchObject({ tiers: [], prizesCents: 0n, refundsCents: 3_000n });
    expect(await world.balanceOf(CODES['player-cash'], player)).toBe(100_000n);
  }, 60_000);
});

describe('a pool nobody stops', () => {
  it('closes by itself at the start of its first event', async () => {
    const eventId = await day.newEvent('race', 10_000);
    const [event] = await world.db.select().from(eventTable).where(eq(eventTable.id, eventId));
    const pool = await day.newPool(poolRules('win'), [eventId], event?.startsAt ?? new Date());
    await world.advanceTo(pool, 'sealed');
    const voided = await proposeMeasure(world.core, 'official-1', { contestId: pool, kind: 'void', reason: 'nothing was sold' });
    expectOk(await decideMeasure(world.core, 'official-2', expectOk(voided), true));
    await world.waitSigned(pool);
    expect((await enterEventResult(world.core, eventId, 'desk-1', finish(1, 2))).ok).toBe(true);
  }, 60_000);
});
