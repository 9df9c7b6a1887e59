/**
 * A light load of sales that goes on through every crash. A purchase whose answer is lost is sent again under its key; one that stays
 * unanswered is resolved, and a purchase that was resolved as not sold must be refused for ever.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../apps/api/src/demo/caller.ts';
import { tryOnce, untilAnswered } from './stubborn-caller.ts';

export type Purchase = {
  readonly key: string;
  readonly contestId: string;
  readonly seller: Caller;
  /** By its answer, or by resolving. */
  readonly ticket: { readonly id: string; readonly serial: string } | null;
  readonly code: string;
};

/** Who buys, and how many lines on each ticket. */
export type Seller = { readonly caller: Caller; readonly lines: number };

export type SteadySellers = {
  readonly purchases: readonly Purchase[];
  sold(contestId: string): number;
  /** Ends when every purchase under way has its outcome. Throws what any seller threw. */
  stop(): Promise<void>;
};

type Ticket = { readonly id: string; readonly serial: string };
type Buy = Ticket & { readonly code?: string };

const LINE_CENTS = 100;
const TRIES = 3;
const PAUSE_MS = 250;
const RETRY_MS = 100;

async function purchase({ caller: seller, lines }: Seller, contestId: string): Promise<Purchase> {
  const key = randomUUID();
  const body = { contestIds: [contestId], wager: { kind: 'draw', quickPicks: lines }, priceCents: String(lines * LINE_CENTS) };
  const buy = () => seller.call<Buy>('POST', '/v1/tickets', body, key);
  const made = { key, contestId, seller };
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const answer = await tryOnce(buy);
    if (answer && answer.status < 300) return { ...made, ticket: answer.body, code: 'sold' };
    if (answer) return { ...made, ticket: null, code: answer.body.code ?? String(answer.status) };
    await sleep(RETRY_MS);
  }
  const resolved = await untilAnswered('resolve', () =>
    seller.call<{ outcome: 'sold' | 'not-sold'; ticket: Ticket | null }>('POST', '/v1/tickets/resolve', { idempotencyKey: key }),
  );
  if (resolved.status >= 300) throw new Error(`resolving a purchase was answered ${resolved.status}: ${resolved.text}`);
  if (resolved.body.ticket) return { ...made, ticket: resolved.body.ticket, code: 'resolved-sold' };
  const late = await untilAnswered('a late purchase', buy);
  if (late.body.code !== 'sale_abandoned') throw new Error(`a purchase resolved as not sold was answered ${late.status} ${late.text}`);
  return { ...made, ticket: null, code: 'resolved-not-sold' };
}

export function startSellers(sellers: readonly Seller[], contestNow: () => string): SteadySellers {
  const purchases: Purchase[] = [];
  const stopping = new AbortController();
  const running = sellers.map(async (seller) => {
    while (!stopping.signal.aborted) {
      purchases.push(await purchase(seller, contestNow()));
      await sleep(PAUSE_MS);
    }
  });
  const ended = Promise.allSettled(running);
  return {
    purchases,
    sold: (contestId) => purchases.filter((one) => one.ticket && one.contestId === contestId).length,
    async stop() {
      stopping.abort();
      for (const end of await ended) if (end.status === 'rejected') throw end.reason;
    },
  };
}
