/**
 * One business day, in local time of Andorra: the night's jobs, the desks, planning, the sale hour by hour with races in between, the evening's
 * draws. A quiet day sells nothing; what was announced for it is drawn all the same.
 */
import { contest, product, productVersion } from '@valira/db/schema';
import { commitToSecret } from '@valira/games/verifiable';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { planDraws } from '../../modules/calendar/index.ts';
import { runLapse } from '../../modules/claims/lapse-job.ts';
import { closeContest, scheduleContest } from '../../modules/contests/index.ts';
import { bindingOf, commitSecond } from '../../modules/draws/index.ts';
import { buyNextDraw } from '../../modules/subscriptions/buy-next-draw.ts';
import { duePurchases } from '../../modules/subscriptions/due-purchases.ts';
import { OPERATOR_ZONE } from '../../platform/business-day.ts';
import { sha256 } from '../../platform/hash.ts';
import { ensureMonthPartitions } from '../../platform/month-partitions.ts';
import { advance, contestNow, untilAnswered, untilDone } from './asking.ts';
import { correct, decideTogether, makeVoid, runToTheEnd } from './decide.ts';
import { moveOrders, showTickets } from './desk.ts';
import type { Market } from './market.ts';
import type { Slug } from './products.ts';
import { buyTooLate, type OnSale, sellOne, witnessed } from './sell.ts';
import { askForMoney, endHolds } from './withdraw.ts';

const MINUTE_MS = 60_000;

export type DaySettings = {
  readonly date: Temporal.PlainDate;
  readonly quiet: boolean;
  readonly leastTickets: number;
  readonly mostTickets: number;
};

const localTime = (date: Temporal.PlainDate, time: string): Date =>
  new Date(date.toZonedDateTime({ timeZone: OPERATOR_ZONE, plainTime: time }).epochMilliseconds);

type Waiting = OnSale & { readonly state: string; readonly closesAt: Date };

/** Contests before their end, by the close. */
async function contestsIn({ world }: Market, states: ('scheduled' | 'open' | 'archived')[]): Promise<Waiting[]> {
  const rows = await world.db
    .select({
      id: contest.id,
      slug: product.slug,
      number: contest.number,
      state: contest.state,
      closesAt: contest.closesAt,
      drawsAt: contest.drawsAt,
    })
    .from(contest)
    .innerJoin(productVersion, eq(productVersion.id, contest.productVersionId))
    .innerJoin(product, eq(product.id, productVersion.productId))
    .where(and(inArray(contest.state, states)))
    .orderBy(asc(contest.closesAt), asc(contest.id));
  return rows.map((row) => ({ ...row, slug: row.slug as Slug }));
}

async function planTheDraws(market: Market): Promise<void> {
  const { core, chance, versions, world } = market;
  for (const slug of ['serra', 'trio', 'cims-645', 'forana'] as const) {
    const plan = () => untilDone(() => planDraws(core, versions[slug].productId));
    await (chance.percent(20) ? Promise.all([plan(), plan()]) : plan());
  }
  for (const { id, slug } of await contestsIn(market, ['scheduled'])) {
    if (slug !== 'trio' && slug !== 'cims-645') continue;
    if (market.secrets.has(id)) continue;
    const secret = world.entropy.bytes(32);
    market.secrets.set(id, secret);
    const digest = commitToSecret(sha256, 'second', bindingOf(await contestNow(market, id)), secret);
    await untilAnswered(() => commitSecond(core, id, digest, { id: 'notary', name: 'Notary' }), ['already_exists', 'wrong_state']);
  }
}

async function planTheRaces(market: Market, date: Temporal.PlainDate, numbers: Map<Slug, number>): Promise<void> {
  const { core, chance, clock, versions } = market;
  for (const slug of ['guanyador', 'trifecta'] as const) {
    if (!chance.percent(40)) continue;
    const number = (numbers.get(slug) ?? 0) + 1;
    numbers.set(slug, number);
    const startsAt = localTime(date, `${chance.between(12, 18)}:${chance.pick(['05', '20', '40'])}`);
    const runners = Array.from({ length: 8 }, (_, i) => ({ number: i + 1, name: `Runner ${i + 1}` }));
    await untilAnswered(
      () =>
        scheduleContest(core, 'staff:races', {
          productVersionId: versions[slug].versionId,
          number,
          source: 'event',
          opensAt: clock.now(),
          closesAt: startsAt,
          drawsAt: startsAt,
          event: { kind: 'race', name: `Race ${number}`, meeting: `soldeu-${date}`, organiser: 'O', competition: 'C', startsAt, runners },
        }),
      ['already_exists'],
    );
  }
}

async function runNight(market: Market, date: Temporal.PlainDate): Promise<void> {
  const { core, chance, soldContests, world } = market;
  if (date.day === 1) await ensureMonthPartitions(world.db);
  const lapse = () => untilDone(() => runLapse({ ...core, soldContests }, date.toString()));
  await (chance.percent(20) ? Promise.all([lapse(), lapse()]) : lapse());
}

async function buySubscriptions(market: Market): Promise<void> {
  const sales = witnessed(market, market.sales);
  const deps = { core: market.core, sales, soldContests: market.soldContests };
  for (const { subscriptionId, contestId } of await duePurchases(market.core, 100)) {
    const buy = () => untilDone(() => buyNextDraw(deps, subscriptionId, contestId));
    await (market.chance.percent(30) ? Promise.all([buy(), buy()]) : buy());
  }
}

/** The close of one contest and everything after it. */
async function closeAndDecide(market: Market, one: Waiting): Promise<void> {
  const { chance, core, clock } = market;
  if (one.slug === 'guanyador' || one.slug === 'trifecta') {
    // The starter's flag comes before the announced time, sometimes.
    if (chance.percent(40) && clock.now().getTime() + 2 * MINUTE_MS < one.closesAt.getTime()) {
      await market.moveTo(new Date(one.closesAt.getTime() - MINUTE_MS));
      await untilAnswered(() => closeContest(core, one.id, { actor: 'desk:1', source: 'flag' }), ['wrong_state']);
    }
  } else if (chance.percent(8) && clock.now() < one.closesAt) {
    const later = (at: Date) => new Date(at.getTime() + 20 * MINUTE_MS);
    const moved = { closesAt: later(one.closesAt), drawsAt: later(one.drawsAt) };
    if (await decideTogether(market, { contestId: one.id, kind: 'postponement', reason: 'power cut at the studio', ...moved }))
      await advance(market, one.id);
  }
  const { closesAt, drawsAt, state } = await contestNow(market, one.id);
  if (clock.now() < closesAt) await market.moveTo(closesAt);
  if (state === 'open' && chance.percent(30)) await buyTooLate(market, one);
  await runToTheEnd(market, { ...one, drawsAt }, drawsAt);
}

export async function tradingDay(
  market: Market,
  { date, quiet, leastTickets, mostTickets }: DaySettings,
  numbers: Map<Slug, number>,
): Promise<void> {
  const { chance, clock } = market;
  await market.moveTo(localTime(date, '00:30'));
  await runNight(market, date);
  await market.moveTo(localTime(date, '08:00'));
  await moveOrders(market);
  await endHolds(market);
  await showTickets(market);
  // What was handed over before a correction and what after it must not bear one instant.
  await market.moveTo(localTime(date, '08:15'));
  if (chance.percent(10)) await correctOne(market);
  await market.moveTo(localTime(date, '08:30'));
  if (!quiet) {
    await planTheDraws(market);
    await planTheRaces(market, date, numbers);
  }
  await market.moveTo(localTime(date, '09:00'));
  for (const { id } of await contestsIn(market, ['scheduled'])) await advance(market, id);
  if (!quiet)
    for (const player of market.players) if (chance.percent(25)) await market.deposit(player, BigInt(100 * chance.between(10, 120)));

  const closing = (await contestsIn(market, ['open'])).filter(({ closesAt }) => closesAt <= localTime(date, '23:00'));
  let left = quiet ? 0 : chance.between(leastTickets, mostTickets);
  const perStretch = Math.ceil(left / (closing.length + 1));
  if (!quiet) await askForMoney(market);
  if (!quiet) await buySubscriptions(market);
  for (const one of closing) {
    left -= await sellUntil(market, one.closesAt, Math.min(left, perStretch));
    if (chance.percent(1)) await makeVoid(market, one);
    else await closeAndDecide(market, one);
  }
  await sellUntil(market, localTime(date, '22:50'), left);
  if (clock.now() < localTime(date, '23:30')) await market.moveTo(localTime(date, '23:30'));
}

/** Sells so many tickets, some at once, before the instant. */
async function sellUntil(market: Market, until: Date, tickets: number): Promise<number> {
  const { chance, clock } = market;
  let sold = 0;
  while (sold < tickets) {
    const room = until.getTime() - clock.now().getTime();
    if (room <= 2 * MINUTE_MS) return sold;
    const onSale = (await contestsIn(market, ['open'])).filter(({ closesAt }) => closesAt > clock.now());
    const atOnce = Math.min(chance.between(4, 16), tickets - sold);
    await Promise.all(Array.from({ length: atOnce }, () => sellOne(market, onSale)));
    sold += atOnce;
    await clock.moveTo(new Date(clock.now().getTime() + Math.min(chance.between(1, 8) * MINUTE_MS, room - MINUTE_MS)));
  }
  return sold;
}

/** A result of the last days is corrected, where nothing has built on it. */
async function correctOne(market: Market): Promise<void> {
  const since = new Date(market.clock.now().getTime() - 3 * 86_400_000);
  const recent = (await contestsIn(market, ['archived'])).filter(
    ({ slug, closesAt }) => closesAt > since && (slug === 'serra' || slug === 'guanyador' || slug === 'trifecta'),
  );
  if (recent.length > 0) await correct(market, market.chance.pick(recent));
}
