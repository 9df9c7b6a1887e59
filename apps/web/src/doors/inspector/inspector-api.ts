/** Reads of the inspector's portal; nothing here writes. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import type { Ticket } from '../../api/wire.ts';

export type DrawRecord = {
  readonly contestId: string;
  readonly number: number;
  readonly product: string;
  readonly resultVersion: number;
  readonly sequence: number;
  readonly hash: string;
  readonly previousHash: string;
  readonly at: string;
};

export type SealRecord = {
  readonly contestId: string;
  readonly number: number;
  readonly product: string;
  readonly root: string;
  readonly leaves: number;
  readonly stakeCents: string;
  readonly sealedAt: string;
  readonly countersignature: { readonly at: string; readonly keyId: string } | null;
};

export type Receipt = {
  readonly sequence: number;
  readonly at: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly hash: string;
  readonly head: string;
};

export type AuditEvent = {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly reason: string | null;
  readonly hash: string;
};

export const recordsQuery = queryOptions({
  queryKey: ['inspection', 'records'],
  queryFn: ({ signal }) => request<{ records: DrawRecord[] }>('/v1/inspection/records', { signal }),
  select: ({ records }) => records,
});

export const sealsQuery = queryOptions({
  queryKey: ['inspection', 'seals'],
  queryFn: ({ signal }) => request<{ seals: SealRecord[] }>('/v1/inspection/seals', { signal }),
  select: ({ seals }) => seals,
});

export const receiptsQuery = queryOptions({
  queryKey: ['inspection', 'receipts'],
  queryFn: ({ signal }) => request<{ receipts: Receipt[] }>('/v1/inspection/receipts', { signal }),
  select: ({ receipts }) => receipts,
});

export const auditQuery = queryOptions({
  queryKey: ['inspection', 'audit'],
  queryFn: ({ signal }) => request<{ events: AuditEvent[]; next: string | null }>('/v1/inspection/audit', { signal }),
  select: ({ events }) => events,
  refetchInterval: 10_000,
});

/** A ticket by its id or its serial. That it was opened is recorded. */
export const inspectedTicketQuery = (number: string) =>
  queryOptions({
    queryKey: ['inspection', 'ticket', number],
    queryFn: ({ signal }) =>
      request<{ accountId: string; ticket: Ticket }>(`/v1/inspection/tickets/${encodeURIComponent(number)}`, { signal }),
    enabled: number !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
