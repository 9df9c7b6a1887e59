/** What is kept of a run's audit: the report of the audit program, and the count of prizes in the table that validation reads. */
import type { Json } from '@valira/games/verifiable';
import { z } from 'zod';

const auditRecord = z.object({
  /** Report of the independent audit program, as it wrote it. */
  report: z.custom<Json>(),
  /** Prizes of each tier counted again from the loaded rows. */
  recount: z.record(z.string(), z.number().int().min(0)),
});

export type AuditRecord = z.output<typeof auditRecord>;

export const readAudit = (stored: unknown): AuditRecord => auditRecord.parse(stored);
export const recountOf = (stored: unknown): Readonly<Record<string, number>> => readAudit(stored).recount;
