/**
 * A light load of sales that goes on through every crash. A purchase whose answer is lost is sent again under its key; one that stays
 * unanswered is resolved, and a purchase that was resolved as not sold must be refused for ever.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../apps/api/src/demo/caller.ts';
import type { Purchase, Ticket } from './happened.ts';
import { tryOnce, untilAnswered } from './stubborn-caller.ts';

/** What somebody buys next. */
export type Order = { readonly contestId: string; readonly wager: unknown; readonly priceCents: string };

export type Sellers = {
  readonly callers: readonly Caller[];
  orderNow(caller: Caller): Order;
  /** What the buyer does with a ticket that was sold, before the next one. */
  afterwards?(caller: Caller, ticket: Ticket): Promise<void>;
};

export type SteadySellers = {
  readonly purchases: readonly Purchase[];
  sold(contestId: string): number;
  /** Ends when every purchase under way has its outcome. Throws what any seller threw. */
  stop(): Promise<void>;
};

type Buy = Ticket & { readonly code?: string };

const LINE_CENTS = 100;
const TRIES = 3;
const PAUSE_MS = 250;
const RETRY_MS = 100;

export const quickPicks = (contestId: string, lines: number): Order => ({
  contestId,
  wager: { kind: 'draw', quickPicks: lines },
  priceCents: String(lines * LINE_CENTS),
});

async function purchase(seller: Caller, { contestId, wager, priceCents }: Order): Promise<Purchase> {
  const key = randomUUID();
  const body = { contestIds: [contestId], wager, priceCents };
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

export function startSellers({ callers, orderNow, afterwards }: Sellers): SteadySellers {
  const purchases: Purchase[] = [];
  const stopping = new AbortController();
  const running = callers.map(async (caller) => {
    while (!stopping.signal.aborted) {
      const made = await purchase(caller, orderNow(caller));
      purchases.push(made);
      if (made.ticket) await afterwards?.(caller, made.ticket);
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
