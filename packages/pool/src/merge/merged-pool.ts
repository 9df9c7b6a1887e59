/**
 * A merged pool: one host and its guests bet into one pool, each with its own takeout, break, minimum and currency.
 *
 * Each source keeps its own book and its own settlement; what they owe each other is the position in their accounts.
 * A guest can be taken out before the off; the rest is then priced without it. When nobody in any source holds the result, the
 * host's cascade decides for all of them.
 *
 * Example (D1): host 100,000 at 17 % and guest 50,000 at 20 % pay 4.90 and 4.70; the guest sends 16,116.50 to the host.
 */
import { type Cents, cents, max, negate, type Rational, rational, ZERO } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { PoolBook } from '../book/pool-book.ts';
import { type Attempt, attempts } from '../result/price-lines.ts';
import { type PoolResult, parseResult, type ResultRefusal } from '../result/result.ts';
import { splitRule } from '../settle/dividend.ts';
import { type Holdings, holdingsOf } from '../settle/holdings.ts';
import { carriedInTotal, netPool } from '../settle/pool-money.ts';
import { carryForward, paidTo, refunded, refundReasonOf, settlementOf } from '../settle/settle.ts';
import type { SettledLine, Settlement } from '../settle/settlement.ts';
import { emptySet, isEmpty, without } from '../ticket/runner-set.ts';
import { type NetSettlement, type NetSource, settleNet } from './net-pricing.ts';

export type MergedSource = {
  readonly sourceId: string;
  readonly book: PoolBook;
  /** Host minor units for one of the source, fixed when the pool closes. */
  readonly rate: Rational;
};

export type MergedRefusal =
  | ResultRefusal
  | 'pool_not_closed'
  | 'source_known'
  | 'source_unknown'
  | 'bet_type_differs'
  | 'card_differs'
  | 'rate_invalid'
  | 'host_stays'
  | 'after_the_off'
  | 'scratches_differ'
  | 'method_not_net';

export class MergedPool {
  readonly #sources: MergedSource[];
  readonly #excluded = new Set<string>();

  constructor(hostId: string, book: PoolBook) {
    this.#sources = [{ sourceId: hostId, book, rate: rational(1n) }];
  }

  get #host(): MergedSource {
    const [host] = this.#sources;
    if (!host) throw new Error('a merged pool has a host');
    return host;
  }

  /** Sources that are in the pool. */
  get sources(): readonly MergedSource[] {
    return this.#sources.filter((source) => !this.#excluded.has(source.sourceId));
  }

  /** Lets a guest in. Its bet type is the host's and it sells no runner that the host does not; takeout, break, minimum and currency are its own. */
  join(guest: MergedSource): Outcome<null, MergedRefusal> {
    const host = this.#host.book.pool.definition;
    const own = guest.book.pool.definition;
    if (this.#sources.some((source) => source.sourceId === guest.sourceId))
      return refuse('source_known', { facts: { sourceId: guest.sourceId } });
    if (own.bet.type !== host.bet.type || guest.book.pool.legs.length !== this.#host.book.pool.legs.length)
      return refuse('bet_type_differs');
    if (own.price.method !== 'net' || host.price.method !== 'net') return refuse('method_not_net', { path: 'price.method' });
    if (guest.rate.n <= 0n || guest.rate.d <= 0n) return refuse('rate_invalid', { path: 'rate' });
    const leg = guest.book.pool.legs.findIndex(
      ({ numbers }, i) => !isEmpty(without(numbers, this.#host.book.pool.legs[i]?.numbers ?? emptySet)),
    );
    if (leg >= 0) return refuse('card_differs', { path: `legs.${leg}.runners` });
    this.#sources.push(guest);
    return ok(null);
  }

  /** The bets of a source as of its latest totals; final totals may come after the off. */
  update(sourceId: string, book: PoolBook): Outcome<null, MergedRefusal> {
    const at = this.#sources.findIndex((source) => source.sourceId === sourceId);
    const source = this.#sources[at];
    if (!source) return refuse('source_unknown', { facts: { sourceId } });
    if (book.pool !== source.book.pool) return refuse('bet_type_differs', { facts: { sourceId } });
    this.#sources[at] = { ...source, book };
    return ok(null);
  }

  /** Takes a guest out before the off: its bets are its own affair, and the pool is priced without it from now on. */
  exclude(sourceId: string): Outcome<null, MergedRefusal> {
    if (sourceId === this.#host.sourceId) return refuse('host_stays');
    if (!this.#sources.some((source) => source.sourceId === sourceId)) return refuse('source_unknown', { facts: { sourceId } });
    if (this.#host.book.close) return refuse('after_the_off', { facts: { stopBetAtMs: this.#host.book.close.stopBetAtMs } });
    this.#excluded.add(sourceId);
    return ok(null);
  }

  /** One settlement for each source, host first. */
  settle(resultJson: unknown): Outcome<ReadonlyMap<string, Settlement>, MergedRefusal> {
    const { book: host } = this.#host;
    const open = this.sources.find((source) => !source.book.close);
    if (open) return refuse('pool_not_closed', { facts: { sourceId: open.sourceId } });
    return this.project(resultJson, host);
  }

  /** What a result would pay if selling stopped now. */
  project(resultJson: unknown, host = this.#host.book): Outcome<ReadonlyMap<string, Settlement>, MergedRefusal> {
    const result = parseResult(host.pool, resultJson, host.scratched, (leg, runner) => host.startersOf(leg, runner));
    if (!result.ok) return result;
    const differs = this.sources.find(({ book }) =>
      book.scratched.some((out, i) => out.low !== host.scratched[i]?.low || out.high !== host.scratched[i]?.high),
    );
    if (differs) return refuse('scratches_differ', { facts: { sourceId: differs.sourceId } });
    const reason = refundReasonOf(host, result.value);
    if (reason) return ok(this.#each((source) => refunded(source.book, result.value, reason)));
    for (const attempt of attempts(host.pool, result.value, host.scratched)) {
      const held = this.sources.map((source) => holdingsOf(source.book, attempt.lines));
      if (held.some((one) => one.holders.length > 0)) return ok(this.#pay(result.value, attempt, held));
    }
    const end = host.pool.definition.cascade.at(-1);
    return ok(
      end?.step === 'carryover' ? this.#carry(result.value) : this.#each((source) => refunded(source.book, result.value, 'no_winner')),
    );
  }

  #each(settle: (source: MergedSource) => Settlement): Map<string, Settlement> {
    return new Map(this.sources.map((source) => [source.sourceId, settle(source)]));
  }

  #pay(result: PoolResult, attempt: Attempt, held: readonly Holdings[]): Map<string, Settlement> {
    const split = splitRule({ ...this.#host.book.pool.definition.price, method: 'net' });
    const added = this.#added();
    const sources = this.sources.map(
      ({ sourceId, book, rate }, i): NetSource => ({
        sourceId,
        takeoutBps: book.pool.definition.takeoutBps,
        grossCents: book.grossCents,
        addedCents: added[i]?.whole ?? ZERO,
        rate,
        winning: held[i]?.stakes ?? [],
        dividend: book.pool.definition.dividend,
      }),
    );
    const priced = settleNet(sources, split === 'jra' ? 'profit-split' : split);
    if (!priced.ok) throw new Error(`sources of a merged pool do not fit: ${priced.code}`);
    const byId = new Map(priced.value.map((one, i) => [one.sourceId, { net: one, holdings: held[i] }]));
    return this.#each(({ sourceId, book }) => {
      const found = byId.get(sourceId);
      if (!found?.holdings) throw new Error(`source ${sourceId} was not priced`);
      return settleSource(
        book,
        result,
        attempt,
        found.net,
        found.holdings,
        sourceId === this.#host.sourceId ? (added[0]?.guarantee ?? ZERO) : ZERO,
      );
    });
  }

  /** What each source adds to the fund: what was carried into it, and for the host what the guarantee of the whole fund lacks. */
  #added(): { whole: Cents; guarantee: Cents }[] {
    const { guarantee } = this.#host.book.pool.definition;
    const carried = this.sources.map(({ book }) => carriedInTotal(book.pool));
    const inHost = (amount: Cents, rate: Rational) => cents((amount * rate.n) / rate.d);
    const nets = this.sources.reduce((sum, { book, rate }) => sum + inHost(netPool(book.pool, book.grossCents).netCents, rate), 0n);
    const waiting = this.sources.reduce((sum, { rate }, i) => sum + inHost(carried[i] ?? ZERO, rate), 0n);
    const counted = guarantee?.carryoverCounts ? nets + waiting : nets;
    const lacks = guarantee ? max(ZERO, cents(guarantee.fundCents - counted)) : ZERO;
    return carried.map((amount, i) => ({ whole: cents(amount + (i === 0 ? lacks : 0n)), guarantee: i === 0 ? lacks : ZERO }));
  }

  /** The host keeps the nets of all sources for the next pool of its series. */
  #carry(result: PoolResult): Map<string, Settlement> {
    const nets = this.sources.map(({ book }) => netPool(book.pool, book.grossCents));
    const own = this.sources.map(({ book }, i) => cents((nets[i]?.netCents ?? ZERO) + carriedInTotal(book.pool)));
    const sent = this.sources.map(({ rate }, i) => cents(((own[i] ?? ZERO) * rate.n) / rate.d));
    const fromGuests = cents(sent.slice(1).reduce((sum, amount) => sum + amount, 0n));
    let at = -1;
    return this.#each(({ book }) => {
      at += 1;
      const netCents = own[at] ?? ZERO;
      const takeoutCents = nets[at]?.takeoutCents ?? ZERO;
      const isHost = at === 0;
      return settlementOf(book, result, {
        outcome: 'carried',
        paidBy: null,
        refundReason: null,
        lines: [],
        ticketsPaid: 0n,
        accounts: {
          takeout: takeoutCents,
          position: isHost ? fromGuests : negate(netCents),
          ...(isHost ? carryForward(book.pool.definition, cents(netCents + fromGuests)) : {}),
        },
      });
    });
  }
}

function settleSource(
  book: PoolBook,
  result: PoolResult,
  attempt: Attempt,
  net: NetSettlement,
  holdings: Holdings,
  guaranteeTopUp: Cents,
): Settlement {
  const { perCents } = book.pool.definition.dividend;
  const { paid, ticketsPaid } = paidTo(holdings, new Map(net.dividends.map((dividend, i) => [i, dividend])), perCents);
  const due = net.netCents + net.positionCents;
  const minimumTopUp = max(ZERO, cents(paid - due));
  const lines: SettledLine[] = attempt.lines.map((line, i) => ({
    id: line.id,
    tier: line.tier,
    wins: line.wins,
    stakes: holdings.stakes[i] ?? rational(0n),
    dividendCents: net.dividends[i] ?? ZERO,
    exact: null,
  }));
  return settlementOf(book, result, {
    outcome: 'paid',
    paidBy: attempt.by,
    refundReason: null,
    lines: lines.filter((line) => line.stakes.n > 0n),
    ticketsPaid,
    accounts: {
      takeout: net.takeoutCents,
      position: net.positionCents,
      guaranteeTopUp,
      minimumTopUp,
      paid,
      breakage: cents(due + minimumTopUp - paid),
    },
  });
}

/** Positions of all sources in host currency, for the settlement between operators. */
export const positionsOf = (settlements: ReadonlyMap<string, Settlement>): ReadonlyMap<string, Cents> =>
  new Map([...settlements].map(([sourceId, settlement]) => [sourceId, settlement.accounts.position]));
