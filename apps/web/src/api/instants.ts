/** Instant games on the wire, and how pages ask for them. */
import { queryOptions } from '@tanstack/react-query';
import { request } from './request.ts';
import type { Odds, Words } from './wire.ts';

export type InstantRun = {
  readonly id: string;
  readonly game: number;
  readonly run: number;
  readonly names: Words;
  readonly channel: 'online' | 'shop';
  readonly state: 'ready' | 'on-sale' | 'ended' | 'lapsed';
  readonly priceCents: string;
  readonly tickets: number;
  readonly returnToPlayer: Odds;
  readonly overallOneIn: Odds;
  readonly tiers: readonly {
    readonly tier: string;
    readonly prizeCents: string;
    readonly count: number;
    readonly left: number;
    readonly oneIn: Odds;
  }[];
  readonly prizesLeft: number;
  readonly asOf: string;
  readonly root: string;
  readonly leaves: number;
  readonly definition: unknown;
};

export type InstantReveal = {
  readonly tier: string | null;
  readonly amountCents: string;
  readonly outcome: string;
  readonly salt: string;
  readonly path: readonly string[];
  readonly leaves: number;
  readonly root: string;
};

export type InstantGame = {
  readonly id: string;
  readonly runId: string;
  readonly game: number;
  readonly run: number;
  readonly index: number;
  readonly priceCents: string;
  readonly boughtAt: string;
  readonly state: 'bought' | 'opened' | 'refunded';
  readonly reveal: InstantReveal | null;
};

export const instantRunsQuery = queryOptions({
  queryKey: ['instants'],
  queryFn: ({ signal }) => request<{ runs: InstantRun[] }>('/v1/instants?channel=online', { signal }),
  select: ({ runs }) => runs,
  refetchInterval: 15_000,
});

export const instantRunQuery = (id: string) =>
  queryOptions({
    queryKey: ['instants', id],
    queryFn: ({ signal }) => request<InstantRun>(`/v1/instants/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: 15_000,
  });

/** Bought and not opened yet: what a closed page left behind. */
export const unopenedGamesQuery = queryOptions({
  queryKey: ['instant-games', 'unopened'],
  queryFn: ({ signal }) => request<{ games: InstantGame[] }>('/v1/instant-games?open=no', { signal }),
  select: ({ games }) => games,
});

export const buyInstant = (run: Pick<InstantRun, 'id' | 'priceCents'>, idempotencyKey: string): Promise<InstantGame> =>
  request<InstantGame>(`/v1/instants/${encodeURIComponent(run.id)}/games`, { body: { priceCents: run.priceCents }, idempotencyKey });

export const revealInstant = (gameId: string): Promise<InstantGame> =>
  request<InstantGame>(`/v1/instant-games/${encodeURIComponent(gameId)}/reveal`, { method: 'POST' });
