/** Where a printed ticket lies in its run: pack by pack. Example: packs of 60 from pack 2,001 on: ticket 3 of pack 2,002 is index 63. */
import { createHash } from 'node:crypto';
import { uuidBytes, uuidFromBytes } from '../../../platform/ids.ts';
import type { StoredRun } from '../runs/run.store.ts';

type Layout = Pick<StoredRun, 'firstPack' | 'packSize' | 'size'>;

export const firstIndexOf = ({ firstPack, packSize }: Layout, pack: number): number => (pack - firstPack) * packSize;

/** Null when the pack has no such ticket. */
export const indexOf = (run: Layout, pack: number, ticket: number): number | null =>
  ticket < run.packSize && pack >= run.firstPack ? firstIndexOf(run, pack) + ticket : null;

export const placeOf = (run: Layout, index: number): { readonly pack: number; readonly ticket: number } => ({
  pack: run.firstPack + Math.floor(index / run.packSize),
  ticket: index % run.packSize,
});

/** The ticket's id where claims and ledger name it: the same for the same ticket, version 8 of a UUID. */
export function ticketIdOf(runId: string, index: number): string {
  const bytes = createHash('sha256').update('instant-ticket').update(uuidBytes(runId)).update(String(index)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return uuidFromBytes(bytes);
}
