/**
 * How a contest gets its result, and the ways out of the line. Machines and races are typed by two people who may mistype at first; the generator
 * takes both secrets; the other operator's figures are imported. The seeded result often follows a ticket that was sold, so that every tier is won.
 */
import { sql } from 'drizzle-orm';
import { revealSecond, runDraw } from '../../modules/draws/index.ts';
import { decideMeasure, proposeMeasure } from '../../modules/measures/index.ts';
import { certifyResult, enterResult, importResult } from '../../modules/results/index.ts';
import { advance, contestNow, untilAnswered } from './asking.ts';
import type { Market } from './market.ts';
import type { OnSale } from './sell.ts';

const RUNNERS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Numbers of a line that somebody has in this draw; null when nobody has. */
async function someLine({ world, chance }: Market, contestId: string): Promise<number[] | null> {
  const rows = await world.db.execute<{ mask: string }>(sql`
    SELECT encode(substring(lines FROM 9 FOR 2), 'hex') AS mask FROM entry WHERE contest_id = ${contestId} ORDER BY ticket_id LIMIT 100`);
  if (rows.length === 0) return null;
  const mask = Buffer.from(chance.pick(rows).mask, 'hex').readUInt16LE();
  return Array.from({ length: 16 }, (_, i) => i + 1).filter((number) => mask & (1 << (number - 1)));
}

async function ballsOf(market: Market, contestId: string): Promise<unknown> {
  const { chance } = market;
  const line = chance.percent(60) ? await someLine(market, contestId) : null;
  const wanted = chance.percent(50) ? 4 : 3;
  const kept = chance.shuffle(line ?? []).slice(0, wanted);
  const others = chance.shuffle(Array.from({ length: 16 }, (_, i) => i + 1).filter((number) => !kept.includes(number)));
  const main = [...kept, ...others.slice(0, 4 - kept.length)].sort((a, b) => a - b);
  const left = Array.from({ length: 16 }, (_, i) => i + 1).filter((number) => !main.includes(number));
  const wishes = left.filter((number) => line?.includes(number));
  return { panels: { main }, bonuses: { bonus: [chance.pick(wishes.length > 0 ? wishes : left)] } };
}

/** The first three as somebody has them; none when nobody has. */
async function someOrder({ world, chance }: Market, contestId: string): Promise<number[]> {
  const rows = await world.db.execute<{ runners: string }>(sql`
    SELECT encode(substring(lines FROM 4 FOR 3), 'hex') AS runners FROM entry
    WHERE contest_id = ${contestId} AND get_byte(lines, 1) = 0 ORDER BY ticket_id LIMIT 100`);
  return rows.length === 0 ? [] : [...Buffer.from(chance.pick(rows).runners, 'hex')];
}

/** An order of finish: the favourite wins often, some runners are level, some do not finish; now and then the race is void. */
async function finishOf(market: Market, { id, slug }: OnSale): Promise<unknown> {
  const { chance } = market;
  if (chance.percent(5)) return { legs: [{ kind: 'void' }] };
  const first = slug === 'trifecta' && chance.percent(40) ? await someOrder(market, id) : [];
  if (first.length > 0) {
    const others = chance.shuffle(RUNNERS.filter((runner) => !first.includes(runner)));
    return { legs: [{ kind: 'finish', order: [...first, ...others].map((runner) => [runner]) }] };
  }
  const order = chance.shuffle(RUNNERS);
  if (chance.percent(35)) order.sort((a, b) => Number(b === 1) - Number(a === 1));
  const groups: number[][] = [];
  for (const runner of order.slice(0, chance.between(4, 8))) {
    const last = groups.at(-1);
    if (last && last.length < 3 && chance.percent(12)) last.push(runner);
    else groups.push([runner]);
  }
  return { legs: [{ kind: 'finish', order: groups }] };
}

const resultOf = (market: Market, contest: OnSale): Promise<unknown> =>
  contest.slug === 'serra' ? ballsOf(market, contest.id) : finishOf(market, contest);

async function typeTwice(market: Market, contest: OnSale, officials: readonly [string, string]): Promise<void> {
  const { core, chance } = market;
  const [first, second] = officials;
  const result = await resultOf(market, contest);
  if (chance.percent(15)) {
    await untilAnswered(() => enterResult(core, contest.id, first, result), ['four_eyes']);
    const mistyped = await resultOf(market, contest);
    const answer = await market.crashes.without(() => enterResult(core, contest.id, second, mistyped));
    if (answer.ok && answer.value.state === 'drawn') return;
    if (!answer.ok && answer.code !== 'entries_differ') throw new Error(`a second entry was refused: ${answer.code}`);
  }
  await untilAnswered(() => enterResult(core, contest.id, first, result), ['four_eyes']);
  await untilAnswered(() => enterResult(core, contest.id, second, result), ['wrong_state', 'four_eyes']);
}

async function importOne(market: Market, contest: OnSale): Promise<void> {
  const { chance } = market;
  const lines = chance.between(100_000, 600_000);
  const about = (perMillion: number) => String(Math.round((lines * perMillion * chance.between(60, 140)) / 100_000_000));
  const winners = [
    { tier: '6', count: chance.percent(15) ? '1' : '0' },
    { tier: '5-bonus', count: chance.percent(40) ? '1' : '0' },
    { tier: '5', count: about(28) },
    { tier: '4', count: about(1_365) },
    { tier: '3', count: about(22_441) },
  ];
  const numbers = chance.shuffle(chance.numbers(7, 45));
  const result = { panels: { main: numbers.slice(0, 6).sort((a, b) => a - b) }, bonuses: { bonus: numbers.slice(6) } };
  const totals = { kind: 'draw' as const, salesCents: String(lines * 100), winners };
  await untilAnswered(() => importResult(market.core, contest.id, 'staff:abroad', result, totals), ['wrong_state']);
}

/** From the seal to a certified result. */
async function draw(market: Market, contest: OnSale): Promise<void> {
  const { core } = market;
  if (contest.slug === 'forana') await importOne(market, contest);
  else if (contest.slug === 'trio' || contest.slug === 'cims-645') {
    const secret = market.secrets.get(contest.id);
    if (!secret) throw new Error(`nobody holds the second secret of ${contest.id}`);
    await untilAnswered(() => revealSecond(core, contest.id, secret, 'notary'), ['already_exists', 'wrong_state']);
    await untilAnswered(() => runDraw(core, contest.id, 'official:1'), ['wrong_state']);
  } else await typeTwice(market, contest, ['official:1', 'official:2']);
}

const certify = async (market: Market, contest: OnSale): Promise<void> => {
  const { resultVersion } = await contestNow(market, contest.id);
  await untilAnswered(() => certifyResult(market.core, contest.id, 'official:3', resultVersion), ['wrong_state']);
};

type Measure = Parameters<typeof proposeMeasure>[2];

/** Two people; false when the rules do not let it happen any more. */
export async function decideTogether(market: Market, proposal: Measure): Promise<boolean> {
  const proposed = await market.crashes.without(() => proposeMeasure(market.core, 'staff:one', proposal));
  if (!proposed.ok) {
    if (['payment_begun', 'next_settled', 'wrong_state', 'too_late'].includes(proposed.code)) return false;
    throw new Error(`a measure was refused: ${proposed.code}`);
  }
  await untilAnswered(() => decideMeasure(market.core, 'staff:two', proposed.value, true), ['already_decided']);
  return true;
}

export const makeVoid = async (market: Market, contest: OnSale): Promise<void> => {
  if (await decideTogether(market, { contestId: contest.id, kind: 'void', reason: 'machine out of order' }))
    await advance(market, contest.id);
};

async function notArchived({ world }: Market, { id, slug }: OnSale): Promise<Error> {
  const [last] = await world.db.execute<{ step: string; facts: unknown }>(
    sql`SELECT step, facts FROM contest_step WHERE contest_id = ${id} ORDER BY seq DESC LIMIT 1`,
  );
  return new Error(`contest ${id} of ${slug} did not reach its end; its last step is ${last?.step}: ${JSON.stringify(last?.facts)}`);
}

/** From the close to the end of the line, or out of it. */
export async function runToTheEnd(market: Market, contest: OnSale, drawsAt: Date): Promise<void> {
  const { chance, clock } = market;
  await advance(market, contest.id);
  if (chance.percent(2)) return makeVoid(market, contest);
  if (clock.now() < drawsAt) await market.moveTo(drawsAt);
  await draw(market, contest);
  if (chance.percent(2)) return makeVoid(market, contest);
  await certify(market, contest);
  await payOut(market, contest);
}

/**
 * From certified to archived. The control system has no code for what a pool pays when nobody holds the winner, or gives back: it locks, and two
 * people release what they have looked at. For anything else it has to agree.
 */
async function payOut(market: Market, contest: OnSale): Promise<void> {
  let state = await advance(market, contest.id);
  if (state === 'locked' && (contest.slug === 'guanyador' || contest.slug === 'trifecta')) {
    market.released.push(contest.id);
    await market.moveTo(new Date(market.clock.now().getTime() + 60_000));
    await decideTogether(market, { contestId: contest.id, kind: 'release', reason: 'figures checked by hand' });
    state = await advance(market, contest.id);
  }
  if (state !== 'archived') throw await notArchived(market, contest);
}

/** A published result is withdrawn and typed anew; what was paid is recalled as far as it can be. */
export async function correct(market: Market, contest: OnSale): Promise<boolean> {
  if (!(await decideTogether(market, { contestId: contest.id, kind: 'correction', reason: 'number misread' }))) return false;
  await typeTwice(market, contest, ['official:4', 'official:5']);
  await certify(market, contest);
  await payOut(market, contest);
  return true;
}
