/** A thread of the audit: reads the segments it is told to and answers with what it found in them. */
import { parentPort, workerData } from 'node:worker_threads';
import { type AuditKeys, auditSegment, type SegmentAudit } from './audit-segment.ts';
import type { Papers } from './papers.ts';
import { readSegment, type SegmentPlace } from './read-segment.ts';

export type AuditThreadInput = {
  readonly folder: string;
  readonly papers: Papers;
  readonly keys: AuditKeys;
  /** All VIRNs of the run, ten bytes each. */
  readonly virns: SharedArrayBuffer;
};
export type AuditOrder = { readonly place: SegmentPlace; readonly packs: readonly string[] };
export type AuditAnswer = { readonly index: number; readonly readable: boolean } & Omit<SegmentAudit, 'virns'>;

const { folder, papers, keys, virns } = workerData as AuditThreadInput;
const all = new Uint8Array(virns);

parentPort?.on('message', ({ place, packs }: AuditOrder) => {
  const { virns: own, ...rest } = auditSegment(papers, keys, place.index, { ...readSegment(folder, place), packs });
  all.set(own, 10 * place.firstTicket);
  const answer: AuditAnswer = { index: place.index, readable: own.length > 0, ...rest };
  parentPort?.postMessage(answer);
});
