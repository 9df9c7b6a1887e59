/**
 * Which sales of a batch are made: decided purely, in order of arrival, from what the database said under its locks.
 *
 * One bad sale never fails its neighbours, and money is counted down sale by sale: with 5.00 left and sales of 4.00, 2.00 and 1.00
 * the first and third are made. All sales of a batch bear the same instant, read from the database after the shared close
 * locks were taken: it is earlier than the close or the sale is refused.
 */
import { ok, refuse } from '@valira/outcome';
import type { SaleAnswer, SaleOrder, SaleRefusal } from './sale-order.ts';
import { hashOfTicket } from './ticket-hash.ts';
import type { TicketIdentity } from './ticket-identity.ts';

/** A limit of a player on one period, and how much of it is used: what was staked, or staked and not come back. */
export type Allowance = {
  readonly kind: 'stake' | 'loss';
  readonly period: 'day' | 'week' | 'month';
  readonly limitCents: bigint;
  readonly usedCents: bigint;
};

export type AccountState = {
  readonly kind: 'player' | 'shop';
  readonly state: 'active' | 'suspended' | 'excluded' | 'barred' | 'closed';
  /** The player asked for a pause that lasts until then. */
  readonly pausedUntil: Date | null;
  /** False while the mirror of the register of barred persons is too old to let anybody play online. Shops have no account to look up. */
  readonly registerGood: boolean;
  /** The limits on stakes and losses that the player set; none for who set none, and for shops. */
  readonly allowances: readonly Allowance[];
  /** What may still be spent: balance above its floor. */
  readonly spendableCents: bigint;
};

export type ContestGate = {
  readonly kind: 'draw' | 'pool';
  readonly productVersionId: string;
  readonly state: string;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly versionState: string;
  readonly channels: readonly string[];
  /** A licence in force covers the product's modality in this channel. */
  readonly licensed: Readonly<Record<'online' | 'shop', boolean>>;
  readonly pariMutuelInShops: boolean;
  /** False for what another organiser holds, unless an agreement with it is in force. */
  readonly soldHere: boolean;
  /** False while a draw of the system's generator has no published announcement. */
  readonly announced: boolean;
  /** Stops in force: the packed lines in hexadecimal that one is about, or '' for any ticket. */
  readonly stops: readonly string[];
  /** Runners of its events that are out. */
  readonly scratches: number;
};

export type KeyState = { readonly outcome: 'sold' | 'abandoned'; readonly inputHash: Uint8Array | null; readonly ticketId: string | null };

export type BatchState = {
  readonly now: Date;
  readonly accounts: ReadonlyMap<string, AccountState>;
  readonly contests: ReadonlyMap<string, ContestGate>;
  /** By shop and clerk: whether licence and contract of the distributor cover now, and whether the clerk's card does. */
  readonly counters: ReadonlyMap<string, { readonly sells: boolean; readonly carded: boolean }>;
  /** What of the numbers asked for is sold already, by `contest/number`. */
  readonly taken: ReadonlySet<string>;
  /** By `account/key`. */
  readonly keys: ReadonlyMap<string, KeyState>;
};

export const numberKey = (contestId: string, number: bigint): string => `${contestId}/${number}`;

export const counterOf = ({ accountId, clerkId }: Pick<SaleOrder, 'accountId' | 'clerkId'>): string => `${accountId}/${clerkId ?? ''}`;

export const keyOf = (order: Pick<SaleOrder, 'accountId' | 'key'>): string => `${order.accountId}/${order.key}`;

const isStopped = (stops: readonly string[], lines: Uint8Array): boolean =>
  stops.includes('') || stops.includes(Buffer.from(lines).toString('hex'));

/** Why a contest does not sell to this order now, or null when it does. */
export function gateRefusal(
  contest: ContestGate,
  order: Pick<SaleOrder, 'channel' | 'productVersionId' | 'lines' | 'scratches'>,
  now: Date,
): SaleRefusal | null {
  if (contest.productVersionId !== order.productVersionId) return 'contest_not_found';
  if (contest.versionState !== 'on-sale' || !contest.soldHere) return 'not_on_sale';
  if (contest.stops.length > 0 && isStopped(contest.stops, order.lines)) return 'sales_stopped';
  if (contest.kind === 'pool' && order.channel === 'shop' && !contest.pariMutuelInShops) return 'pari_mutuel_not_in_shops';
  if (!contest.channels.includes(order.channel)) return 'channel_not_allowed';
  if (!contest.licensed[order.channel]) return 'licence_suspended';
  if (now >= contest.closesAt) return 'contest_closed';
  if (contest.state === 'scheduled' || now < contest.opensAt) return contest.announced ? 'contest_not_open' : 'no_commitment';
  if (contest.state !== 'open') return 'contest_closed';
  // A runner went out after the bet was read: it may name that runner, so it is read again.
  if (contest.scratches !== (order.scratches ?? 0)) return 'card_changed';
  return contest.announced ? null : 'no_commitment';
}

/** Which of a player's own limits a price would pass, after what the batch has sold them already. */
function limitRefusal(allowances: readonly Allowance[], soldCents: bigint, priceCents: bigint): SaleAnswer | null {
  for (const { kind, period, limitCents, usedCents } of allowances) {
    const left = limitCents - usedCents - soldCents;
    if (priceCents > left)
      return refuse(`${kind}_limit_reached`, { facts: { period, limitCents, leftCents: left > 0n ? left : 0n, priceCents } });
  }
  return null;
}

const same = (a: Uint8Array | null, b: Uint8Array): boolean => a !== null && Buffer.compare(a, b) === 0;

/** A ticket that nobody has bought yet. */
export type NewTicket = { readonly ticketId: string; readonly identity: TicketIdentity };

export type MadeSale = NewTicket & { readonly order: SaleOrder; readonly hash: Uint8Array };

/** An answer per order; `sold` lists the orders that are to be written, with the ticket each was given. */
export function decideBatch(
  orders: readonly SaleOrder[],
  state: BatchState,
  nextTicket: () => NewTicket,
): { answers: SaleAnswer[]; sold: MadeSale[] } {
  const spendable = new Map([...state.accounts].map(([id, account]) => [id, account.spendableCents]));
  const keys = new Map(state.keys);
  const taken = new Set(state.taken);
  const sold: MadeSale[] = [];

  const decide = (order: SaleOrder): SaleAnswer => {
    const earlier = keys.get(keyOf(order));
    if (earlier?.outcome === 'abandoned') return refuse('sale_abandoned');
    if (earlier?.ticketId)
      return same(earlier.inputHash, order.inputHash) ? ok({ ticketId: earlier.ticketId, made: null }) : refuse('key_reused');

    const account = state.accounts.get(order.accountId);
    if (!account) throw new Error(`account ${order.accountId} has no balance`);
    if (account.state !== 'active') return refuse(`account_${account.state}`);
    if (account.pausedUntil && state.now < account.pausedUntil) return refuse('account_paused');
    if (account.kind === 'player' && !account.registerGood) return refuse('register_unavailable');

    if (order.channel === 'shop') {
      const counter = state.counters.get(counterOf(order));
      if (!counter?.sells) return refuse('shop_not_licensed');
      if (!counter.carded) return refuse('clerk_not_licensed');
    }

    for (const [i, contestId] of order.contestIds.entries()) {
      const contest = state.contests.get(contestId);
      const refusal = contest ? gateRefusal(contest, order, state.now) : 'contest_not_found';
      if (refusal) return refuse(refusal, { path: `contestIds.${i}` });
    }

    const numbers = (order.unique ?? []).flatMap((number) => order.contestIds.map((contestId) => numberKey(contestId, number)));
    if (numbers.some((number) => taken.has(number))) return refuse('number_taken', { path: 'wager.lines' });

    const price = order.stakePerContest * BigInt(order.contestIds.length);
    const before = spendable.get(order.accountId) ?? 0n;
    const limited = limitRefusal(account.allowances, account.spendableCents - before, price);
    if (limited) return limited;
    const left = before - price;
    if (left < 0n) return refuse(account.kind === 'shop' ? 'credit_limit_reached' : 'insufficient_funds', { facts: { priceCents: price } });
    spendable.set(order.accountId, left);

    for (const number of numbers) taken.add(number);
    const ticket = nextTicket();
    const { ticketId, identity } = ticket;
    const hash = hashOfTicket(order, ticketId, state.now);
    keys.set(keyOf(order), { outcome: 'sold', inputHash: order.inputHash, ticketId });
    sold.push({ ...ticket, order, hash });
    return ok({ ticketId, made: { serial: identity.serial, soldAt: state.now, hash } });
  };

  return { answers: orders.map(decide), sold };
}
