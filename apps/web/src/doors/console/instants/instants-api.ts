/** The console's requests about instant games. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/request.ts';
import type { Odds, Words } from '../../../api/wire.ts';

export type DeskRun = {
  readonly id: string;
  readonly versionId: string;
  readonly names: Words;
  readonly game: number;
  readonly run: number;
  readonly channel: 'online' | 'shop';
  readonly tickets: number;
  readonly state: string;
  readonly phase: string | null;
  readonly doneTickets: number;
  readonly failure: string | null;
  readonly proposedBy: string;
  readonly secrets: readonly { readonly role: string; readonly commitment: string; readonly by: string }[];
  readonly seal: { readonly root: string; readonly leaves: number; readonly receipted: boolean } | null;
};

export type Preview = {
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
  readonly odds: {
    readonly tiers: readonly { readonly tier: string; readonly prizeCents: string; readonly count: number; readonly oneIn: Odds }[];
    readonly overallOneIn: Odds;
    readonly salesCents: string;
    readonly prizeFundCents: string;
    readonly returnToPlayer: Odds;
  } | null;
};

export type PackStretch = { readonly from: number; readonly to: number; readonly state: string; readonly shop: string | null };

export const deskRunsQuery = queryOptions({
  queryKey: ['console', 'instants'],
  queryFn: ({ signal }) => request<{ runs: DeskRun[] }>('/v1/console/instants', { signal }),
  select: ({ runs }) => runs,
  // A run that is being made shows how far it is.
  refetchInterval: ({ state }) => (state.data?.runs.some((run) => run.state === 'generating') ? 1_000 : 15_000),
});

const path = (id: string, step: string): string => `/v1/console/instants/${encodeURIComponent(id)}/${step}`;

export const auditQuery = (id: string) =>
  queryOptions({
    queryKey: ['console', 'instants', id, 'audit'],
    queryFn: ({ signal }) => request<{ report: unknown; recount: Readonly<Record<string, number>> }>(path(id, 'audit'), { signal }),
  });
export const packsQuery = (id: string) =>
  queryOptions({
    queryKey: ['console', 'instants', id, 'packs'],
    queryFn: ({ signal }) => request<{ stretches: PackStretch[] }>(path(id, 'packs'), { signal }),
    select: ({ stretches }) => stretches,
    refetchInterval: 15_000,
  });

export const previewPapers = (definition: unknown): Promise<Preview> =>
  request<Preview>('/v1/console/instants/preview', { body: { definition } });

/** 32 bytes of this machine's own chance. */
const newSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const proposeRun = (versionId: string) => request('/v1/console/instants', { body: { versionId, secret: newSecret() } });
export const supplySecret = (id: string) => request(path(id, 'second-secret'), { body: { secret: newSecret() } });
export const openRun = (id: string) => request(path(id, 'open'), { method: 'POST' });
export const resumeRun = (id: string) => request(path(id, 'resume'), { method: 'POST' });
export const cancelRun = (id: string, reason: string) => request(path(id, 'cancel'), { body: { reason } });
export const endRun = (id: string, reason: string) => request(path(id, 'end'), { body: { reason } });
export const shipPacks = (id: string, body: { shopId: string; from: number; to: number }) => request(path(id, 'shipments'), { body });
