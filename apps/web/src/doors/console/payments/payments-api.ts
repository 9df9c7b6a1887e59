/** What finance reads and asks for about players' money. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/request.ts';

export type ConsoleWithdrawal = {
  readonly id: string;
  readonly accountId: string;
  readonly amountCents: string;
  readonly state: string;
  readonly approvalNeeded: boolean;
  readonly requestedAt: string;
  readonly reviewedBy: string | null;
  readonly ibanEnd: string | null;
  readonly endReason: string | null;
};

export type PaymentBatch = {
  readonly id: string;
  readonly messageId: string;
  readonly payments: number;
  readonly amountCents: string;
  readonly createdAt: string;
};

export type ReconciledDay = {
  readonly date: string;
  readonly run: number;
  readonly entries: number;
  readonly providerCents: string;
  readonly ledgerCents: string;
  readonly feeCents: string;
  readonly differences: readonly { readonly source: string; readonly providerCents: string; readonly ledgerCents: string }[];
};

export const consoleWithdrawalsQuery = queryOptions({
  queryKey: ['console', 'withdrawals'],
  queryFn: ({ signal }) => request<{ withdrawals: ConsoleWithdrawal[] }>('/v1/console/withdrawals?limit=100', { signal }),
  select: ({ withdrawals }) => withdrawals,
  refetchInterval: 15_000,
});

export const paymentBatchesQuery = queryOptions({
  queryKey: ['console', 'payment-batches'],
  queryFn: ({ signal }) => request<{ batches: PaymentBatch[] }>('/v1/console/payment-batches?limit=25', { signal }),
  select: ({ batches }) => batches,
});

export const reconciliationsQuery = queryOptions({
  queryKey: ['console', 'payment-reconciliations'],
  queryFn: ({ signal }) => request<{ days: ReconciledDay[] }>('/v1/console/payment-reconciliations', { signal }),
  select: ({ days }) => days,
});

const of = (id: string, verb: string): string => `/v1/console/withdrawals/${encodeURIComponent(id)}/${verb}`;

export const approveWithdrawal = (id: string) => request<{ state: string }>(of(id, 'approve'), { method: 'POST' });
export const rejectWithdrawal = (id: string, reason: string) => request<{ state: string }>(of(id, 'reject'), { body: { reason } });
export const exportPayments = () =>
  request<{ messageId: string; payments: number; amountCents: string }>('/v1/console/payment-batches', { method: 'POST' });
export const importAnswers = (format: 'csv' | 'pain.002', text: string) =>
  request<{ payments: number; paid: number; returned: number }>('/v1/console/bank-imports', { body: { format, text } });
