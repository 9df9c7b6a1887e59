/** Reads and commands of the operator's console. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import type { DrawResult, finishResult } from '../../api/result-shape.ts';
import type { Contest, Words } from '../../api/wire.ts';

/** A contest as the draw room sees it: who has entered a result, never what; and how far settlement is. */
export type ConsoleContest = Contest & {
  readonly entries: readonly { readonly official: string; readonly at: string }[];
  readonly chunks: { readonly paid: number; readonly total: number };
  /** Why it is locked; the facts name the first interval that differs. */
  readonly lock: { readonly cause: string; readonly at: string; readonly facts: unknown } | null;
  readonly beacon: { readonly round: number; readonly dueAt: string } | null;
  readonly fallback: { readonly round: number; readonly dueAt: string } | null;
  /** The latest first. */
  readonly measures: readonly Measure[];
  readonly mayPropose: readonly MeasureKind[];
};

export type MeasureKind = 'release' | 'void' | 'correction' | 'postponement' | 'redraw';

/** One person proposes, another decides; `end` once it has been carried out. */
export type Measure = {
  readonly id: string;
  readonly kind: MeasureKind | 'breakdown';
  readonly reason: string;
  readonly terms: unknown;
  readonly proposedBy: string;
  readonly proposedAt: string;
  readonly decision: { readonly decidedBy: string; readonly approved: boolean; readonly at: string } | null;
  readonly end: { readonly at: string } | null;
};

export type ProductVersion = {
  readonly slug: string;
  readonly family: 'draw' | 'pool' | 'instant';
  readonly versionId: string;
  readonly version: number;
  readonly modality: string;
  readonly names: Words;
  readonly channels: readonly string[];
  readonly state: string;
  readonly registrationNumber: string | null;
  readonly definitionHash: string;
};

export type TrialBalanceRow = {
  readonly code: number;
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

export type TransferSide = { readonly code: number; readonly name: string; readonly owner: string };

export type Transfer = {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly debit: TransferSide;
  readonly credit: TransferSide;
  readonly amountCents: string;
  readonly operationId: string;
  readonly reference: string;
};

export const consoleContestQuery = (id: string) =>
  queryOptions({
    queryKey: ['console', 'contest', id],
    queryFn: async ({ signal }): Promise<ConsoleContest> => {
      const { contest, ...room } = await request<{ contest: Contest } & Omit<ConsoleContest, keyof Contest>>(
        `/v1/console/contests/${encodeURIComponent(id)}`,
        { signal },
      );
      return { ...contest, ...room };
    },
    refetchInterval: 3_000,
  });

export const consoleProductsQuery = queryOptions({
  queryKey: ['console', 'products'],
  queryFn: ({ signal }) => request<{ products: ProductVersion[] }>('/v1/console/products', { signal }),
  select: ({ products }) => products,
});

export const trialBalanceQuery = queryOptions({
  queryKey: ['console', 'trial-balance'],
  queryFn: ({ signal }) => request<TrialBalance>('/v1/console/ledger/trial-balance', { signal }),
});

export const transfersQuery = (filter: { readonly name?: string; readonly contest?: string }) =>
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
export const enterResult = (id: string, result: DrawResult | ReturnType<typeof finishResult>) =>
  command<{ state: string }>(contestPath(id, 'results'), { result });
export const certify = (id: string, resultVersion: number, sameAs?: string) =>
  command<unknown>(contestPath(id, 'certify'), { resultVersion, ...(sameAs && { sameAs }) });
export const stopBet = (id: string, source: string) => command<unknown>(contestPath(id, 'stop-bet'), { source });
export const proposeMeasure = (id: string, kind: MeasureKind, reason: string) =>
  command<unknown>(contestPath(id, 'measures'), { kind, reason });
export const proposePostponement = (id: string, move: { readonly closesAt: string; readonly drawsAt: string; readonly reason: string }) =>
  command<unknown>(contestPath(id, 'postponements'), move);
export const decideMeasure = (id: string, approve: boolean) =>
  command<unknown>(`/measures/${encodeURIComponent(id)}/decision`, { approve });
export const drawByFallback = (id: string) => command<unknown>(contestPath(id, 'fallback-draw'));
export const drawAgain = (id: string) => command<unknown>(contestPath(id, 'redraw'));
export const enterExternalResult = (id: string, body: unknown) => command<unknown>(contestPath(id, 'external-result'), body);

export type ProductDraft = {
  readonly slug: string;
  readonly family: 'draw' | 'pool' | 'instant';
  readonly modality: string;
  readonly names: Words;
  readonly channels: readonly string[];
  readonly definition: unknown;
};

export const draftProduct = (draft: ProductDraft) => command<{ versionId: string }>('/products', draft);
export const submitVersion = (id: string) => command<unknown>(versionPath(id, 'submit'));
export const decideVersion = (id: string, decision: 'approved' | 'refused', registrationNumber?: string) =>
  command<unknown>(versionPath(id, 'decide'), { decision, ...(registrationNumber ? { registrationNumber } : {}) });
export const releaseVersion = (id: string) => command<unknown>(versionPath(id, 'release'));
export const suspendVersion = (id: string) => command<unknown>(versionPath(id, 'suspend'));
