/** Reads of the shop, with how long each answer stays fresh enough to show. */
import { queryOptions } from '@tanstack/react-query';
import { Problem } from './problem.ts';
import { request } from './request.ts';
import type { Contest, Me, Probables, Product, Ticket, TicketProof, WalletEntry } from './wire.ts';

/** Null when nobody is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      return await request<Me>('/v1/me', { signal });
    } catch (error) {
      if (error instanceof Problem && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 15_000,
});

export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: ({ signal }) => request<{ products: Product[] }>('/v1/products', { signal }),
  select: ({ products }) => products,
  staleTime: 300_000,
});

export type ContestFilter = {
  readonly kind?: 'draw' | 'pool';
  readonly state?: readonly string[];
  readonly product?: string;
  readonly limit?: number;
};

const search = (filter: ContestFilter): string => {
  const query = new URLSearchParams();
  if (filter.kind) query.set('kind', filter.kind);
  if (filter.state) query.set('state', filter.state.join(','));
  if (filter.product) query.set('product', filter.product);
  if (filter.limit) query.set('limit', String(filter.limit));
  return query.size === 0 ? '' : `?${query}`;
};

export const contestsQuery = (filter: ContestFilter) =>
  queryOptions({
    queryKey: ['contests', filter],
    queryFn: ({ signal }) => request<{ contests: Contest[]; next: string | null }>(`/v1/contests${search(filter)}`, { signal }),
    select: ({ contests }) => contests,
    staleTime: 10_000,
    refetchInterval: 30_000,
  });

export const contestQuery = (id: string) =>
  queryOptions({
    queryKey: ['contest', id],
    queryFn: ({ signal }) => request<Contest>(`/v1/contests/${encodeURIComponent(id)}`, { signal }),
    staleTime: 5_000,
    refetchInterval: 15_000,
  });

export const probablesQuery = (id: string) =>
  queryOptions({
    queryKey: ['probables', id],
    queryFn: ({ signal }) => request<Probables>(`/v1/contests/${encodeURIComponent(id)}/probables`, { signal }),
    refetchInterval: 30_000,
  });

export const ticketsQuery = queryOptions({
  queryKey: ['tickets'],
  queryFn: ({ signal }) => request<{ tickets: Ticket[]; next: string | null }>('/v1/tickets?limit=50', { signal }),
  select: ({ tickets }) => tickets,
});

export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: ['ticket', id],
    queryFn: ({ signal }) => request<Ticket>(`/v1/tickets/${encodeURIComponent(id)}`, { signal }),
  });

export const proofQuery = (id: string, contestId: string) =>
  queryOptions({
    queryKey: ['proof', id, contestId],
    queryFn: ({ signal }) =>
      request<TicketProof>(`/v1/tickets/${encodeURIComponent(id)}/proof?contest=${encodeURIComponent(contestId)}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const walletQuery = queryOptions({
  queryKey: ['wallet'],
  queryFn: ({ signal }) => request<{ entries: WalletEntry[]; next: string | null }>('/v1/wallet/entries?limit=50', { signal }),
  select: ({ entries }) => entries,
});
