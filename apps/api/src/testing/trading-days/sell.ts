/**
 * Purchases of a day: players and shops, one draw or several, some repeated under their key, some under a key that was used for something else,
 * some taken back within the product's minutes. What people were answered goes into the witness.
 */
import { cancelTicket } from '../../modules/wagers/cancel-ticket.ts';
import type { Sales } from '../../modules/wagers/index.ts';
import { ticketIdentity } from '../../modules/wagers/ticket-identity.ts';
import { untilAnswered } from './asking.ts';
import type { Market } from './market.ts';
import type { Slug } from './products.ts';

export type OnSale = { readonly id: string; readonly slug: Slug; readonly number: number; readonly drawsAt: Date };
type Buyer = Parameters<Sales['sell']>[0]['buyer'];

/** What a buyer may be told without anything being wrong. */
const HARMLESS = new Set(['insufficient_funds', 'credit_limit_reached']);
const MOST_DRAWS: Record<Slug, number> = { serra: 4, trio: 3, 'cims-645': 10, forana: 1, guanyador: 1, trifecta: 1 };
const RUNNERS = 8;

function wagerOf({ chance }: Market, slug: Slug): unknown {
  switch (slug) {
    case 'serra': {
      if (chance.percent(8)) return { kind: 'draw', lines: [{ main: chance.numbers(chance.between(5, 7), 16) }] };
      return { kind: 'draw', lines: Array.from({ length: chance.between(1, 3) }, () => ({ main: chance.numbers(4, 16) })) };
    }
    case 'cims-645': {
      if (chance.percent(8)) return { kind: 'draw', lines: [{ main: chance.numbers(chance.between(7, 8), 45) }] };
      return { kind: 'draw', lines: Array.from({ length: chance.between(1, 4) }, () => ({ main: chance.numbers(6, 45) })) };
    }
    case 'trio':
      return { kind: 'draw', quickPicks: chance.between(1, 4), units: chance.pick([1, 1, 1, 2, 5]) };
    case 'guanyador': {
      // The first runner is the favourite, sometimes so much that its dividend does not reach the minimum.
      const runner = chance.percent(45) ? 1 : chance.between(1, RUNNERS);
      const stake = runner === 1 && chance.percent(20) ? chance.between(50, 200) : chance.between(1, 10);
      return { kind: 'pool', selections: { form: 'straight', runners: [runner] }, stakeCents: String(100 * stake) };
    }
    case 'trifecta': {
      const units = (combinations: number) => String(20 * combinations * chance.between(1, 5));
      if (chance.percent(30)) {
        const runners = chance.numbers(chance.between(3, 4), RUNNERS);
        const combinations = runners.length * (runners.length - 1) * (runners.length - 2);
        return { kind: 'pool', selections: { form: 'box', runners }, stakeCents: units(combinations) };
      }
      if (chance.percent(30)) {
        const [first = 1, second = 2, ...rest] = chance.shuffle([1, 2, 3, 4, 5, 6, 7, 8]);
        const third = rest.slice(0, chance.between(2, 4));
        return { kind: 'pool', selections: { form: 'wheel', places: [[first], [second], third] }, stakeCents: units(third.length) };
      }
      return {
        kind: 'pool',
        selections: { form: 'straight', runners: chance.shuffle([1, 2, 3, 4, 5, 6, 7, 8]).slice(0, 3) },
        stakeCents: units(1),
      };
    }
    case 'forana':
      throw new Error('a draw of another operator is not sold here');
  }
}

/** Records what buyers are answered, whoever asked for them. */
export function witnessed(market: Market, sales: Sales): Sales {
  return {
    async sell(purchase) {
      const sold = await sales.sell(purchase);
      if (!sold.ok) return sold;
      const { ticketId } = sold.value.answer;
      const before = market.witness.tickets.get(ticketId);
      const { accountId } = purchase.buyer;
      if (before && (before.cents !== purchase.priceCents || before.accountId !== accountId))
        throw new Error(`ticket ${ticketId} was answered to two purchases`);
      market.witness.tickets.set(ticketId, { accountId, cents: purchase.priceCents });
      return sold;
    },
  };
}

export async function sellOne(market: Market, onSale: readonly OnSale[]): Promise<void> {
  const { chance } = market;
  const slugs = [...new Set(onSale.map(({ slug }) => slug))].filter((slug) => slug !== 'forana');
  if (slugs.length === 0) return;
  const slug = chance.pick(slugs);
  const draws = onSale.filter((one) => one.slug === slug).sort((a, b) => a.number - b.number);
  const count = chance.percent(15) ? chance.between(1, Math.min(MOST_DRAWS[slug], draws.length)) : 1;
  const played = MOST_DRAWS[slug] === 1 ? [chance.pick(draws)] : draws.slice(0, count);
  const counter = chance.percent(40) ? chance.pick(market.counters) : null;
  const accountId = counter ? counter.accountId : chance.pick(market.players);
  const buyer: Buyer = {
    accountId,
    channel: counter ? 'shop' : 'online',
    terminalId: counter?.terminalId ?? null,
    clerkId: counter?.clerkId ?? null,
  };
  const contestIds = played.map(({ id }) => id);
  const wager = wagerOf(market, slug);
  const key = chance.uuid();
  const atOnce = chance.percent(6) ? 2 : 1;
  const repeats = chance.percent(4);
  const otherWager = chance.percent(3) ? wagerOf(market, slug) : null;
  const regrets = slug !== 'guanyador' && slug !== 'trifecta' && chance.percent(6);
  const regretsTwice = chance.percent(30);
  // Nothing is left to chance after this line: purchases run side by side, and their order of answers decides nothing.
  const contest = (await market.soldContests.find(contestIds)).get(contestIds[0] ?? '');
  const read = contest?.engine.parseWager(wager, () => 0n);
  if (!read?.ok) throw new Error(`a wager of ${slug} cannot be read: ${read?.code} ${JSON.stringify(wager)}`);
  const priceCents = read.value.stakeCents * BigInt(contestIds.length);
  const sales = witnessed(market, market.sales);
  const purchase = { buyer, key, contestIds, wager, priceCents };
  const answers = await Promise.all(Array.from({ length: atOnce }, () => sales.sell(purchase)));
  const [answer] = answers;
  if (!answer?.ok) {
    if (HARMLESS.has(answer?.code ?? '')) return;
    throw new Error(`a purchase was refused: ${answer?.code} ${JSON.stringify(answer?.facts)}`);
  }
  const { ticketId } = answer.value.answer;
  if (repeats) {
    const repeated = await sales.sell(purchase);
    if (!repeated.ok || repeated.value.answer.ticketId !== ticketId) throw new Error(`the key of ticket ${ticketId} gave another answer`);
  }
  if (otherWager) {
    const other = await sales.sell({ ...purchase, contestIds: contestIds.slice(0, 1), wager: otherWager, priceCents: 0n });
    if (other.ok) throw new Error(`the key of ticket ${ticketId} bought something else`);
  }
  const { serial } = ticketIdentity(market.world.keys, ticketId);
  if (regrets) {
    await takeBack(market, { accountId, terminalId: buyer.terminalId, ticketId, serial, priceCents }, regretsTwice);
    return;
  }
  if (counter) market.held.push({ ticketId, serial, accountId, counter, lastDrawAt: played.at(-1)?.drawsAt ?? market.clock.now() });
}

async function takeBack(
  market: Market,
  ticket: { accountId: string; terminalId: string | null; ticketId: string; serial: string; priceCents: bigint },
  twice: boolean,
): Promise<void> {
  const { priceCents, ...request } = ticket;
  const deps = { ...market.core, soldContests: market.soldContests };
  const cancel = () => cancelTicket(deps, { ...request, actor: 'buyer', reason: 'mistake' });
  await untilAnswered(cancel, ['not_cancellable']);
  market.witness.cancelled.set(ticket.ticketId, priceCents);
  if (twice) {
    const again = await market.crashes.without(cancel);
    if (again.ok) throw new Error(`ticket ${ticket.ticketId} was cancelled twice`);
  }
}

/** Somebody buys at the instant of the close, before any worker has closed. */
export async function buyTooLate(market: Market, contest: OnSale): Promise<void> {
  if (contest.slug === 'forana') return;
  const wager = wagerOf(market, contest.slug);
  const found = (await market.soldContests.find([contest.id])).get(contest.id);
  const read = found?.engine.parseWager(wager, () => 0n);
  if (!read?.ok) throw new Error(`a wager of ${contest.slug} cannot be read`);
  const buyer = { accountId: market.chance.pick(market.players), channel: 'online' as const, terminalId: null, clerkId: null };
  const sold = await market.sales.sell({
    buyer,
    key: market.chance.uuid(),
    contestIds: [contest.id],
    wager,
    priceCents: read.value.stakeCents,
  });
  if (sold.ok || sold.code !== 'contest_closed') throw new Error(`a purchase at the close was answered ${sold.ok ? 'sold' : sold.code}`);
}
