/** The independent audit of an instant run; see packages/games/src/instants/README.md for the format it reads. */
export { type AuditOptions, type AuditReport, auditRun, writeAuditReport } from './audit-run.ts';
export type { AuditKeys } from './audit-segment.ts';
export type { Finding, FindingCode } from './findings.ts';
