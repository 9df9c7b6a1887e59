/** Reads and commands of the operator's console. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import type { Contest, DrawResult, FinishResult, Product } from '../../api/wire.ts';

export type ConsoleContest = Contest & {
  readonly officialCalls: readonly { readonly official: string; readonly at: string }[];
  readonly entries: readonly { readonly official: string; readonly at: string }[];
  readonly chunks: { readonly done: number; readonly total: number };
  readonly mismatch: Readonly<Record<string, unknown>> | null;
};

export type TrialBalanceRow = {
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly debitCents: string;
  readonly creditCents: string;
  readonly balanceCents: string;
};

export type TrialBalance = {
  readonly at: string;
  readonly rows: readonly TrialBalanceRow[];
  readonly totalDebitCents: string;
  readonly totalCreditCents: string;
  readonly differenceCents: string;
};

export type TransferSide = { readonly code: string; readonly name: string; readonly owner: string | null };

export type Transfer = {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly debit: TransferSide;
  readonly credit: TransferSide;
  readonly amountCents: string;
  readonly operationId: string;
  readonly reference: string | null;
};

export type Dashboard = {
  readonly salesTodayCents: string;
  readonly ticketsToday: number;
  readonly openContests: number;
  readonly awaiting: readonly { readonly contestId: string; readonly step: string }[];
  readonly jobs: { readonly waiting: number; readonly active: number; readonly failed: number };
  readonly control: { readonly lagMs: number; readonly agrees: boolean };
};

export const dashboardQuery = queryOptions({
  queryKey: ['console', 'dashboard'],
  queryFn: ({ signal }) => request<Dashboard>('/v1/console/dashboard', { signal }),
  refetchInterval: 5_000,
});

export const consoleContestQuery = (id: string) =>
  queryOptions({
    queryKey: ['console', 'contest', id],
    queryFn: ({ signal }) => request<ConsoleContest>(`/v1/console/contests/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: 3_000,
  });

export const consoleProductsQuery = queryOptions({
  queryKey: ['console', 'products'],
  queryFn: ({ signal }) => request<{ products: Product[] }>('/v1/console/products', { signal }),
  select: ({ products }) => products,
});

export const trialBalanceQuery = queryOptions({
  queryKey: ['console', 'trial-balance'],
  queryFn: ({ signal }) => request<TrialBalance>('/v1/console/ledger/trial-balance', { signal }),
});

export const transfersQuery = (filter: { readonly code?: string; readonly reference?: string }) =>
  queryOptions({
    queryKey: ['console', 'transfers', filter],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ limit: '100', ...filter });
      return request<{ transfers: Transfer[]; next: string | null }>(`/v1/console/ledger/transfers?${query}`, { signal });
    },
    select: ({ transfers }) => transfers,
  });

const command = <T>(path: string, body: unknown = {}): Promise<T> => request<T>(`/v1/console${path}`, { body });
const contestPath = (id: string, verb: string): string => `/contests/${encodeURIComponent(id)}/${verb}`;
const versionPath = (id: string, verb: string): string => `/product-versions/${encodeURIComponent(id)}/${verb}`;

export const callDraw = (id: string) => command<{ state: string }>(contestPath(id, 'draw'));
export const enterResult = (id: string, result: DrawResult | FinishResult) =>
  command<{ state: string }>(contestPath(id, 'results'), { result });
export const certify = (id: string, resultVersion: number) => command<unknown>(contestPath(id, 'certify'), { resultVersion });
export const stopBet = (id: string, source: string) => command<unknown>(contestPath(id, 'stop-bet'), { source });
export const enterExternalResult = (id: string, body: unknown) => command<unknown>(contestPath(id, 'external-result'), body);

export const submitVersion = (id: string) => command<unknown>(versionPath(id, 'submit'));
export const decideVersion = (id: string, decision: 'approved' | 'refused', registrationNumber?: string) =>
  command<unknown>(versionPath(id, 'decide'), { decision, ...(registrationNumber ? { registrationNumber } : {}) });
export const releaseVersion = (id: string) => command<unknown>(versionPath(id, 'release'));
export const suspendVersion = (id: string) => command<unknown>(versionPath(id, 'suspend'));
