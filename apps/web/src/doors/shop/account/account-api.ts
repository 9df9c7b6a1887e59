/** What the pages of a player's own account read and ask for. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/request.ts';

export type Wallet = {
  readonly availableCents: string;
  readonly heldCents: string;
  readonly owedCents: string;
  readonly withdrawableCents: string;
  readonly withdrawalRefusal: string | null;
  readonly account: { readonly holder: string; readonly ibanEnd: string } | null;
};

export type Deposit = {
  readonly id: string;
  readonly amountCents: string;
  readonly state: 'open' | 'credited' | 'cancelled';
  readonly declinedCode: string | null;
};

export type Withdrawal = {
  readonly id: string;
  readonly amountCents: string;
  readonly state: string;
  readonly cancellable: boolean;
  readonly ibanEnd: string | null;
  readonly endReason: string | null;
  readonly requestedAt: string;
};

export type YearStatement = {
  readonly year: number;
  readonly openingCents: string;
  readonly closingCents: string;
  readonly lines: readonly { readonly line: string; readonly amountCents: string }[];
  readonly movements: number;
};

export type PlayLimits = {
  readonly standing: { readonly state: string; readonly identity: string; readonly until: string | null };
  readonly limits: readonly {
    readonly kind: string;
    readonly period: string;
    readonly limitCents: string | null;
    readonly usedCents: string;
    readonly until: string;
  }[];
  readonly waiting: readonly {
    readonly id: string;
    readonly kind: string;
    readonly period: string;
    readonly amountCents: string | null;
    readonly readyAt: string;
  }[];
  readonly visit: { readonly remindAfterMinutes: number | null };
};

/** Everything a player's money hangs on: refreshed together. */
export const MONEY_KEYS = [['me'], ['own-wallet'], ['wallet'], ['deposits'], ['withdrawals'], ['statement']] as const;

export const ownWalletQuery = queryOptions({
  queryKey: ['own-wallet'],
  queryFn: ({ signal }) => request<Wallet>('/v1/wallet', { signal }),
});

export const depositTermsQuery = queryOptions({
  queryKey: ['deposits'],
  queryFn: ({ signal }) =>
    request<{ deposits: Deposit[]; minCents: string; maxCents: string; available: boolean }>('/v1/deposits?limit=1', { signal }),
});

/** Asked again every second while it is open: the provider's message is on its way. */
export const depositQuery = (id: string) =>
  queryOptions({
    queryKey: ['deposit', id],
    queryFn: ({ signal }) => request<Deposit>(`/v1/deposits/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? 1_000 : false),
  });

export const withdrawalsQuery = queryOptions({
  queryKey: ['withdrawals'],
  queryFn: ({ signal }) => request<{ withdrawals: Withdrawal[] }>('/v1/withdrawals?limit=20', { signal }),
  select: ({ withdrawals }) => withdrawals,
});

export const statementQuery = (year: number) =>
  queryOptions({
    queryKey: ['statement', year],
    queryFn: ({ signal }) => request<YearStatement>(`/v1/wallet/statements/${year}`, { signal }),
  });

export const playLimitsQuery = queryOptions({
  queryKey: ['play-limits'],
  queryFn: ({ signal }) => request<PlayLimits>('/v1/play-limits', { signal }),
});

export type PaymentTerms = { readonly clientSecret: string; readonly publishableKey: string; readonly simulatorUrl: string | null };

export const openDeposit = (amountCents: bigint, idempotencyKey: string) =>
  request<{ id: string }>('/v1/deposits', { body: { amountCents: String(amountCents) }, idempotencyKey });
export const payDeposit = (id: string) => request<PaymentTerms>(`/v1/deposits/${encodeURIComponent(id)}/payment`, { method: 'POST' });
export const cancelDeposit = (id: string) => request<Deposit>(`/v1/deposits/${encodeURIComponent(id)}/cancel`, { method: 'POST' });
export const requestWithdrawal = (amountCents: bigint, idempotencyKey: string) =>
  request<{ id: string; state: string }>('/v1/withdrawals', { body: { amountCents: String(amountCents) }, idempotencyKey });
export const cancelWithdrawal = (id: string) => request(`/v1/withdrawals/${encodeURIComponent(id)}/cancel`, { method: 'POST' });

export const setLimit = (kind: string, period: string, amountCents: bigint | null) =>
  request<{ waits: { readyAt: string } | null }>('/v1/play-limits', {
    body: { kind, period, amountCents: amountCents === null ? null : String(amountCents) },
  });
export const confirmRaise = (id: string) => request(`/v1/play-limits/requests/${encodeURIComponent(id)}/confirm`, { method: 'POST' });
export const withdrawRaise = (id: string) => request(`/v1/play-limits/requests/${encodeURIComponent(id)}/withdraw`, { method: 'POST' });
export const setReminder = (minutes: number | null) => request('/v1/play-limits/reminder', { body: { minutes } });
export const pausePlay = (hours: number) => request('/v1/play-limits/pause', { body: { hours } });
export const excludeSelf = (years: number | null) => request('/v1/play-limits/exclusion', { body: { years } });

export type DocumentSide = 'front' | 'back' | 'face';

export type IdentityCheck = {
  readonly id: string;
  readonly state: 'open' | 'accepted' | 'rejected';
  readonly reason: string | null;
  readonly askedAt: string;
  readonly decidedAt: string | null;
};

/** The latest first. */
export const identityChecksQuery = queryOptions({
  queryKey: ['identity-checks'],
  queryFn: ({ signal }) => request<{ checks: IdentityCheck[] }>('/v1/identity-checks', { signal }),
  select: ({ checks }) => checks,
});

export const askIdentityCheck = (documents: readonly { readonly side: DocumentSide; readonly content: string }[]) =>
  request<{ id: string }>('/v1/identity-checks', { body: { documents } });
