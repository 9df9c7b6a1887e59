/** Reads of the inspector's portal; nothing here writes. */
import { queryOptions } from '@tanstack/react-query';
import { contestsQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Contest } from '../../api/wire.ts';

export type DrawRecord = {
  readonly contestId: string;
  readonly resultVersion: number;
  readonly sequence: string;
  readonly hash: string;
  readonly previousHash: string;
  readonly at: string;
};
/** An entry of the receipt log: what the operator handed over, when it arrived, and the log's head before it. */
export type Receipt = {
  readonly sequence: number;
  readonly at: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly hash: string;
  readonly previous: string;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** Receipts that came back with the seals of these contests, by sequence. */
export function receiptsOf(contests: readonly Contest[]): readonly Receipt[] {
  return contests
    .flatMap((contest) => {
      const receipt = contest.seal?.receipt;
      const body = isRecord(receipt) && isRecord(receipt.body) ? receipt.body : null;
      if (!body) return [];
      const text = (name: string): string => String(body[name] ?? '');
      return [
        {
          sequence: Number(body.sequence),
          at: text('at'),
          kind: text('kind'),
          subjectId: text('subjectId'),
          hash: text('hash'),
          previous: text('previous'),
        },
      ];
    })
    .sort((a, b) => b.sequence - a.sequence);
}

const SEALED = ['sealed', 'drawn', 'certified', 'settled', 'reconciled', 'published', 'archived', 'locked'] as const;

export const sealedContestsQuery = contestsQuery({ state: SEALED, limit: 100 });

export type AuditEvent = {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly hash: string;
};

export const recordsQuery = queryOptions({
  queryKey: ['inspection', 'records'],
  queryFn: ({ signal }) => request<{ records: DrawRecord[] }>('/v1/inspection/records', { signal }),
  select: ({ records }) => records,
});

export const auditQuery = queryOptions({
  queryKey: ['inspection', 'audit'],
  queryFn: ({ signal }) => request<{ events: AuditEvent[]; next: string | null }>('/v1/inspection/audit', { signal }),
  select: ({ events }) => events,
  refetchInterval: 10_000,
});
