/** So many trading days from one seed, audited at the end of each. */

import { expectOk } from '@valira/outcome';
import { orderSubscription } from '../../modules/subscriptions/order-subscription.ts';
import { Auditor } from '../auditor/auditor.ts';
import type { Finding } from '../auditor/subjects.ts';
import { type Market, openMarket } from './market.ts';
import type { Slug } from './products.ts';
import { tradingDay } from './trading-day.ts';

export type Stretch = { readonly from: string; readonly days: number };

export type Plan = {
  readonly seed: string;
  /** Trading days one after the other; the days between two stretches sell nothing. */
  readonly stretches: readonly Stretch[];
  readonly leastTickets: number;
  readonly mostTickets: number;
  readonly crashesPerThousand: number;
};

export type Told = { readonly days: number; readonly tickets: number; readonly contests: number; readonly crashes: number };

const DAY_MS = 86_400_000;

/** What is wrong, in words that lead back to it. */
export const wordsOf = (seed: string, date: string, findings: readonly Finding[]): string =>
  findings
    .map(({ what, subject, expected, found }) => `seed ${seed}, day ${date}: ${what} of ${subject}: expected ${expected}, found ${found}`)
    .join('\n');

async function subscribe(market: Market): Promise<void> {
  for (const account of market.players.slice(0, 5))
    expectOk(
      await market.crashes.without(() =>
        orderSubscription(market.core, account, {
          productSlug: 'serra',
          wager: { kind: 'draw', lines: [{ main: market.chance.numbers(4, 16) }] },
          maxPriceCents: 500n,
          draws: market.chance.percent(50) ? null : market.chance.between(3, 20),
          weekdays: null,
        }),
      ),
    );
}

/** Runs the plan and leaves the market as it is, for more to be looked at. Throws with every difference of the first day that has one. */
export async function runTradingDays(
  plan: Plan,
  watch: (date: string, told: string) => void = () => undefined,
): Promise<Told & { market: Market }> {
  const { seed, stretches } = plan;
  const first = Temporal.PlainDate.from(stretches[0]?.from ?? '2027-01-01');
  const last = stretches.map(({ from, days }) => Temporal.PlainDate.from(from).add({ days })).at(-1) ?? first;
  const start = new Date(first.toZonedDateTime('UTC').epochMilliseconds - DAY_MS / 2);
  const length = first.until(last, { largestUnit: 'days' }).days;
  const market = await openMarket({ seed, start, days: length, crashesPerThousand: plan.crashesPerThousand });
  const auditor = new Auditor();
  const numbers = new Map<Slug, number>();
  let days = 0;
  let date = first;
  try {
    await subscribe(market);
    for (; Temporal.PlainDate.compare(date, last) < 0; date = date.add({ days: 1 })) {
      const trades = stretches.some(({ from, days: count }) => {
        const since = Temporal.PlainDate.from(from).until(date, { largestUnit: 'days' }).days;
        return since >= 0 && since < count;
      });
      if (trades) days += 1;
      await tradingDay(market, { date, quiet: !trades, leastTickets: plan.leastTickets, mostTickets: plan.mostTickets }, numbers);
      const findings = await auditor.audit(market.reader, market.clock.now(), market.witness);
      if (findings.length > 0) throw new Error(wordsOf(seed, date.toString(), findings));
      const { tickets, contests } = auditor.counted;
      watch(
        date.toString(),
        `${tickets} tickets, ${contests} contests, ${market.crashes.count} crashes, ${market.released.length} released`,
      );
    }
    // Once more from nothing: what was right day by day is right as a whole.
    const anew = await new Auditor().audit(market.reader, market.clock.now(), market.witness);
    if (anew.length > 0) throw new Error(wordsOf(seed, 'all', anew));
  } catch (error) {
    await market.end();
    throw new Error(`seed ${seed}, day ${date}`, { cause: error });
  }
  return { market, days, ...auditor.counted, crashes: market.crashes.count };
}
