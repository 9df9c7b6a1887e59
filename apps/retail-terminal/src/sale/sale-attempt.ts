/**
 * One sale, begun at most once and known for certain in the end.
 *
 *   saved → sent → sold | refused
 *              ↘ unknown → sold | not-sold
 *
 * `saved` is on disk before anything is sent. When no answer comes, nobody knows: the key is resolved, which returns the
 * ticket or makes the platform refuse that key for ever, so that a late arrival of the first request sells nothing.
 */
import type { Order, SoldTicket } from '../api/wire.ts';

/** The next draw of the product, offered where the one asked for has closed; never taken without a yes. */
export type NextDraw = { readonly contestId: string; readonly number: number; readonly drawsAt: string };

type Common = {
  readonly key: string;
  readonly order: Order;
  readonly title: string;
  readonly savedAtMs: number;
  readonly sentAtMs: number | null;
};

export type SaleAttempt = Common &
  (
    | { readonly state: 'saved' | 'sent' }
    | { readonly state: 'unknown'; readonly unknownSinceMs: number; readonly asked: number }
    | {
        readonly state: 'sold';
        readonly settledAtMs: number;
        readonly ticket: SoldTicket;
        readonly late: boolean;
        /** What is known of its paper; `sent` and `failed` may or may not be in the customer's hand. */
        readonly paper: 'waiting' | 'sent' | 'printed' | 'failed';
        /** Which reprint the latest paper is; 0 is the first print. */
        readonly reprints: number;
        /** Of a reprint that is being counted. */
        readonly reprintKey: string | null;
      }
    | { readonly state: 'not-sold'; readonly settledAtMs: number }
    | { readonly state: 'refused'; readonly settledAtMs: number; readonly code: string; readonly next: NextDraw | null }
  );

export type SoldAttempt = Extract<SaleAttempt, { state: 'sold' }>;
export type OpenAttempt = Extract<SaleAttempt, { state: 'saved' | 'sent' | 'unknown' }>;

export const isOpen = (attempt: SaleAttempt): attempt is OpenAttempt =>
  attempt.state === 'saved' || attempt.state === 'sent' || attempt.state === 'unknown';

/** What the platform answered, or that it did not. */
export type SaleAnswer =
  | { readonly kind: 'sold'; readonly ticket: SoldTicket }
  | { readonly kind: 'refused'; readonly code: string; readonly next: NextDraw | null }
  | { readonly kind: 'no-answer' };

export type ResolveAnswer =
  | { readonly kind: 'sold'; readonly ticket: SoldTicket }
  | { readonly kind: 'not-sold' }
  | { readonly kind: 'no-answer' };

export type SalePorts = {
  readonly keep: (attempt: SaleAttempt) => Promise<void>;
  readonly sell: (order: Order, key: string) => Promise<SaleAnswer>;
  readonly resolve: (key: string) => Promise<ResolveAnswer>;
  readonly nowMs: () => number;
  readonly newKey: () => string;
};

const unprinted = { paper: 'waiting', reprints: 0, reprintKey: null } as const;

const commonOf = ({ key, order, title, savedAtMs, sentAtMs }: SaleAttempt): Common => ({ key, order, title, savedAtMs, sentAtMs });

/** Keeps the key, sends once, and ends known or `unknown`. `told` hears of every state after it is on disk. */
export async function beginSale(ports: SalePorts, order: Order, title: string, told: (attempt: SaleAttempt) => void): Promise<SaleAttempt> {
  const enter = async (attempt: SaleAttempt): Promise<SaleAttempt> => {
    await ports.keep(attempt);
    told(attempt);
    return attempt;
  };
  const saved = await enter({ state: 'saved', key: ports.newKey(), order, title, savedAtMs: ports.nowMs(), sentAtMs: null });
  const sent = await enter({ ...commonOf(saved), state: 'sent', sentAtMs: ports.nowMs() });
  const answer = await ports.sell(order, sent.key);
  const settledAtMs = ports.nowMs();
  switch (answer.kind) {
    case 'sold':
      return enter({ ...commonOf(sent), state: 'sold', settledAtMs, ticket: answer.ticket, late: false, ...unprinted });
    case 'refused':
      return enter({ ...commonOf(sent), state: 'refused', settledAtMs, code: answer.code, next: answer.next });
    case 'no-answer':
      return enter({ ...commonOf(sent), state: 'unknown', unknownSinceMs: settledAtMs, asked: 0 });
  }
}

/** Asks once what became of an open sale. Never sends the sale again. */
export async function resolveSale(ports: SalePorts, attempt: OpenAttempt, told: (attempt: SaleAttempt) => void): Promise<SaleAttempt> {
  const answer = await ports.resolve(attempt.key);
  const settledAtMs = ports.nowMs();
  const common = commonOf(attempt);
  const unknownSinceMs = attempt.state === 'unknown' ? attempt.unknownSinceMs : settledAtMs;
  const asked = (attempt.state === 'unknown' ? attempt.asked : 0) + 1;
  const next: SaleAttempt =
    answer.kind === 'sold'
      ? { ...common, state: 'sold', settledAtMs, ticket: answer.ticket, late: true, ...unprinted }
      : answer.kind === 'not-sold'
        ? { ...common, state: 'not-sold', settledAtMs }
        : { ...common, state: 'unknown', unknownSinceMs, asked };
  await ports.keep(next);
  told(next);
  return next;
}
