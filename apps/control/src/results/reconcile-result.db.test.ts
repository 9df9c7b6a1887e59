import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSigned, type Signed } from '../statements/signed-statement.ts';
import { startTestControl, type TestControl } from '../testing/test-control.ts';
import { idAt, packed645, type TinyTicket } from '../testing/tiny-operator.ts';

const lottery = {
  family: 'matrix',
  panels: [{ id: 'main', from: 45, choose: 6, maxPicks: 12 }],
  bonuses: [{ id: 'bonus', panel: 'main', count: 1 }],
  wins: [
    { tier: '1', hits: { main: 6 } },
    { tier: '2', hits: { main: 5, bonus: 1 } },
    { tier: '3', hits: { main: 5, bonus: 0 } },
    { tier: '4', hits: { main: 4 } },
    { tier: '5', hits: { main: 3 } },
  ],
};
const winPool = { bet: { type: 'win' }, dividend: { perCents: '100', breakStepCents: '10', rounding: 'down', minimumCents: '0' } };
const drawn = { panels: { main: [1, 2, 3, 4, 5, 6] }, bonuses: { bonus: [7] } };
const finished = { meeting: 'soldeu', version: 1, legs: [{ kind: 'finish', order: [[4], [2]], favourites: [] }] };
const closesAt = new Date('2026-11-28T20:30:00.000Z');
const before = new Date('2026-11-28T20:00:00.000Z');
const bet = (runner: number) => Buffer.of(1, 0, 1, runner);
let contests = 0;

describe('a result', () => {
  let control: TestControl;
  beforeAll(async () => {
    control = await startTestControl();
  });
  afterAll(() => control.end());

  type Sale = readonly [lines: Buffer, stakeCents: number];
  const sealed = async (kind: 'draw' | 'pool', definition: unknown, sales: readonly Sale[], cancel: readonly number[] = []) => {
    contests += 1;
    const contestId = idAt(contests, 'cccc');
    control.setTime(before);
    expect((await control.register(contestId, definition, closesAt, kind)).status).toBe(200);
    const chain = control.operator.newChain();
    const tickets = sales.map(([lines, stake]): TinyTicket => control.operator.ticket(contestId, lines, stake));
    const cancelled = cancel.flatMap((i) => tickets[i] ?? []);
    await control.post('/v1/links', { links: [chain.link(tickets, before)] });
    if (cancelled.length > 0) await control.post('/v1/links', { links: [chain.link([], before, cancelled)] });
    const parts = {
      kind,
      contestId,
      definition,
      tickets,
      closesAt,
      chains: [chain],
      cancelled: new Set(cancelled.map(({ ticketId }) => ticketId)),
    };
    expect((await control.post('/v1/seals', control.operator.seal(parts))).status).toBe(200);
    return contestId;
  };
  const row = (tier: string, winners: number, shareCents: number) => ({
    tier,
    winners: String(winners),
    shareCents: String(shareCents),
    totalCents: String(winners * shareCents),
  });
  const handIn = (contestId: string, result: unknown, tiers: readonly object[], stakeCents: number, resultVersion = 1) =>
    control.post('/v1/results', { contestId, resultVersion, result, tiers, stakeCents: String(stakeCents) });
  const release = (contestId: string) =>
    control.post(`/v1/contests/${contestId}/releases`, { actors: ['stf_one', 'stf_two'], reason: 'settled by hand after an inquiry' });

  const lotterySales: Sale[] = [
    [packed645([[1, 2, 3, 4, 5, 6]]), 100],
    [packed645([[1, 2, 3, 4, 5, 7]]), 100],
    [packed645([[1, 2, 3, 4, 5, 8, 9]]), 700],
    [packed645([[1, 2, 3, 43, 44, 45]], 3), 300],
    [packed645([[1, 2, 3, 43, 44, 45]]), 100],
    [packed645([[11, 12, 13, 14, 15, 16]]), 100],
  ];
  /** Of the system 1-2-3-4-5-8-9: two lines with five, five with four; the last 3-hit ticket was cancelled. */
  const lotteryTiers = [row('1', 1, 1_000_000), row('2', 1, 50_000), row('3', 2, 10_000), row('4', 5, 5_000), row('5', 3, 500)];

  it('that equals the own count of tickets, systems, multiples and cancellations is agreed to and signed', async () => {
    const contestId = await sealed('draw', lottery, lotterySales, [4]);
    const answer = await handIn(contestId, drawn, lotteryTiers, 1_300);
    expect(answer).toMatchObject({
      status: 200,
      json: {
        body: { contestId, resultVersion: 1, agrees: true, reason: null, differences: [], firstDifference: null, stakeCents: '1300' },
      },
    });
    expect(isSigned('reconciliation', answer.json as Signed<unknown>)).toBe(true);
    expect((await control.get(`/v1/contests/${contestId}`)).json).toMatchObject({ state: 'agreed' });
    expect((await handIn(contestId, drawn, lotteryTiers, 1_300)).json).toMatchObject({ body: { agrees: true } });
  });

  it.each([
    ['one winner too many', lotteryTiers.with(4, row('5', 4, 500)), { tier: '5', field: 'winners', stated: '4', own: '3' }],
    ['one winner too few', lotteryTiers.with(3, row('4', 4, 5_000)), { tier: '4', field: 'winners', stated: '4', own: '5' }],
    [
      'a cent too much',
      lotteryTiers.with(0, { ...row('1', 1, 1_000_000), totalCents: '1000001' }),
      { tier: '1', field: 'totalCents', stated: '1000001', own: '1000000' },
    ],
    ['a tier left out', lotteryTiers.slice(1), { tier: '1', field: 'winners', stated: null, own: '1' }],
    ['a tier that the game does not have', [...lotteryTiers, row('6', 1, 1)], { tier: '6', field: 'winners', stated: '1', own: '0' }],
    ['a tier twice', [...lotteryTiers, row('5', 3, 500)], { tier: '5', field: 'tier', stated: 'repeated', own: null }],
  ])('with %s is not agreed to, locks the contest and names the difference', async (_, tiers, firstDifference) => {
    const contestId = await sealed('draw', lottery, lotterySales, [4]);
    expect(await handIn(contestId, drawn, tiers, 1_300)).toMatchObject({
      status: 200,
      json: { body: { agrees: false, reason: 'result_mismatch', firstDifference, released: null } },
    });
    expect((await control.get(`/v1/contests/${contestId}`)).json).toMatchObject({ state: 'locked', mismatch: { kind: 'result_mismatch' } });
  });

  it('with other stakes than sealed is not agreed to', async () => {
    const contestId = await sealed('draw', lottery, lotterySales, [4]);
    expect(await handIn(contestId, drawn, lotteryTiers, 1_400)).toMatchObject({
      json: { body: { agrees: false, firstDifference: { field: 'stakeCents', stated: '1400', own: '1300' } } },
    });
  });

  it('that was not agreed to may be paid only as it is, after two people released it; another one locks anew', async () => {
    const contestId = await sealed('draw', lottery, lotterySales);
    const wrong = lotteryTiers;
    await handIn(contestId, drawn, wrong, 1_400);
    expect((await release(contestId)).status).toBe(200);
    expect((await handIn(contestId, drawn, wrong, 1_400)).json).toMatchObject({
      body: {
        agrees: false,
        reason: 'result_mismatch',
        released: { actors: ['stf_one', 'stf_two'], reason: 'settled by hand after an inquiry' },
      },
    });
    expect((await handIn(contestId, drawn, wrong.with(0, row('1', 9, 1)), 1_400)).json).toMatchObject({
      body: { agrees: false, released: null },
    });
    expect((await control.get(`/v1/contests/${contestId}`)).json).toMatchObject({ state: 'locked' });
  });

  it('is not agreed to while anything else about the contest is open', async () => {
    const contestId = await sealed('draw', lottery, lotterySales, [4]);
    const late = control.operator.ticket(contestId, packed645([[1, 2, 3, 4, 5, 6]]), 100);
    await control.post('/v1/links', { links: [control.operator.newChain().link([late], before)] });
    expect((await handIn(contestId, drawn, lotteryTiers, 1_300)).json).toMatchObject({
      body: { agrees: false, reason: 'locked', differences: [] },
    });
    await release(contestId);
    expect((await handIn(contestId, drawn, lotteryTiers, 1_300)).json).toMatchObject({ body: { agrees: true } });
  });

  it('counts a late ticket that was released into the seal, and not one that came after the seal', async () => {
    contests += 1;
    const contestId = idAt(contests, 'cccc');
    control.setTime(before);
    await control.register(contestId, lottery, closesAt);
    const chain = control.operator.newChain();
    const [line, late, later] = [1, 2, 3].map(() => control.operator.ticket(contestId, packed645([[1, 2, 3, 4, 5, 6]]), 100));
    if (!line || !late || !later) throw new Error('no tickets');
    await control.post('/v1/links', { links: [chain.link([line], before)] });
    const minutesLater = (minutes: number) => control.setTime(new Date(closesAt.getTime() + minutes * 60_000));
    minutesLater(3);
    await control.post('/v1/links', { links: [chain.link([late], before)] });
    await release(contestId);
    const parts = { contestId, definition: lottery, tickets: [line, late], closesAt, chains: [chain] };
    expect((await control.post('/v1/seals', control.operator.seal(parts))).status).toBe(200);
    minutesLater(4);
    await control.post('/v1/links', { links: [chain.link([later], before)] });
    await release(contestId);
    expect((await handIn(contestId, drawn, [row('1', 2, 100)], 200)).json).toMatchObject({ body: { agrees: true, stakeCents: '200' } });
  });

  it('of a win pool is counted by stakes on the winner, boxes by their part, dead heats for each', async () => {
    const sales: Sale[] = [
      [bet(4), 500],
      [bet(2), 900],
      [Buffer.of(1, 1, 1, 0b1010), 400],
    ];
    const contestId = await sealed('pool', winPool, sales);
    expect((await handIn(contestId, finished, [row('4', 7, 210)], 1_800)).json).toMatchObject({
      body: { agrees: true, own: [{ tier: '4', winners: '7', totalCents: '1470' }] },
    });
    const level = await sealed('pool', winPool, sales);
    const deadHeat = { ...finished, legs: [{ kind: 'finish', order: [[4, 2]], favourites: [] }] };
    expect((await handIn(level, deadHeat, [row('4', 7, 120), row('2', 11, 110)], 1_800)).json).toMatchObject({ body: { agrees: true } });
    const wrong = await sealed('pool', winPool, sales);
    expect((await handIn(wrong, finished, [row('4', 8, 210)], 1_800)).json).toMatchObject({
      body: { agrees: false, firstDifference: { tier: '4', field: 'winners', stated: '8', own: '7' } },
    });
  });

  it.each([
    ['a raffle', 'draw', { family: 'raffle' }, drawn, []],
    ['a game with an add-on', 'draw', { ...lottery, addOns: [{ id: 'joker' }] }, drawn, []],
    ['a double', 'pool', { ...winPool, bet: { type: 'double' } }, finished, []],
    ['a pool that pays the next finisher for want of a winner', 'pool', winPool, finished, [row('2', 1, 150)]],
  ] as const)('of %s is said not to be supported, and waits for two people', async (_, kind, definition, result, tiers) => {
    const contestId = await sealed(kind, definition, [[kind === 'pool' ? bet(2) : packed645([[1, 2, 3, 4, 5, 6]]), 100]]);
    expect((await handIn(contestId, result, tiers, 100)).json).toMatchObject({ body: { agrees: false, reason: 'not_supported', own: [] } });
    expect((await control.get(`/v1/contests/${contestId}`)).json).toMatchObject({ state: 'locked', mismatch: { kind: 'not_supported' } });
  });

  it('of a void race pays nobody, and is agreed to only when it says so', async () => {
    const voided = { ...finished, legs: [{ kind: 'void' }] };
    const right = await sealed('pool', winPool, [[bet(2), 100]]);
    expect((await handIn(right, voided, [], 100)).json).toMatchObject({ body: { agrees: true, own: [] } });
    const wrong = await sealed('pool', winPool, [[bet(2), 100]]);
    expect((await handIn(wrong, voided, [row('2', 1, 150)], 100)).json).toMatchObject({ body: { agrees: false } });
  });

  it('that this game cannot draw, or over lines that are none of this game, is not guessed at', async () => {
    const contestId = await sealed('draw', lottery, lotterySales, [4]);
    const short = { panels: { main: [1, 2, 3] }, bonuses: { bonus: [7] } };
    expect((await handIn(contestId, short, lotteryTiers, 1_300)).json).toMatchObject({
      body: { agrees: false, reason: 'result_malformed' },
    });
    const broken = await sealed('draw', lottery, [[Buffer.of(1, 2, 3), 100]]);
    expect((await handIn(broken, drawn, [], 100)).json).toMatchObject({ body: { agrees: false, reason: 'lines_malformed' } });
  });

  it('without a countersigned seal is refused', async () => {
    expect(await handIn(idAt(1, 'eeee'), drawn, [], 0)).toMatchObject({ status: 409, json: { code: 'contest_not_countersigned' } });
  });

  it('is not agreed to when somebody with the powers of the database has put a winner into the own copy', async () => {
    const contestId = await sealed('draw', lottery, lotterySales, [4]);
    const { openSql } = await import('../sql.ts');
    const owner = openSql(control.database.ownerUrl, 1);
    const forge = (intake: string) => owner`
      INSERT INTO record (contest_id, ticket_id, state, commitment, lines, stake_cents, intake_id, sequence, ordinal, quarantined, arrived_at)
      SELECT contest_id, ${idAt(999_999)}, 1, ${Buffer.alloc(32, 9)}, lines, stake_cents, ${intake}, sequence, 99, false, arrived_at
      FROM record WHERE contest_id = ${contestId} ORDER BY ticket_id LIMIT 1`;
    await expect(forge(idAt(4_242, 'ffff'))).rejects.toMatchObject({ code: '23503' });
    const [known] = await owner<{ intake: string }[]>`SELECT intake_id AS intake FROM record WHERE contest_id = ${contestId} LIMIT 1`;
    await forge(known?.intake ?? '');
    await owner.end();
    expect((await handIn(contestId, drawn, lotteryTiers, 1_300)).json).toMatchObject({
      body: { agrees: false, reason: 'own_copy_changed' },
    });
  });
});
