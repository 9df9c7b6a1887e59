/** What generation and audit of a run are to the platform: a folder of files, written and checked by programs of their own. */
import type { InstantDefinition, InstantKeys } from '@valira/games/instants';
import { type GenerationInput as Generation, generateRun, readLeafHashes, readValidationRecords } from '@valira/instants';
import { auditRun, writeAuditReport } from '@valira/instants-audit';

export type GenerationStep = { readonly ticketsDone: number };

export type GeneratedFiles = { readonly root: Uint8Array };

/** What the files must be of: the papers as approved, the root as the generation gave it. */
export type AuditInput = { readonly signal: AbortSignal; readonly approvedPapersHash: string; readonly publishedRoot: string };

export type RunAudit = { readonly passed: boolean; readonly findings: readonly unknown[] };

export type ValidationBatch = {
  readonly first: number;
  readonly count: number;
  /** 32 bytes a ticket. */
  readonly hashes: Uint8Array;
  readonly sealed: Uint8Array;
  readonly sealedBytes: number;
};

export type GenerationInput = Pick<Generation, 'folder' | 'definition' | 'run' | 'secrets' | 'keys'> & { readonly signal: AbortSignal };

export type RunFiles = {
  /** Takes up what an interrupted generation left in the folder. */
  generate(input: GenerationInput): AsyncGenerator<GenerationStep, GeneratedFiles>;
  audit(folder: string, keys: InstantKeys, options: AuditInput): Promise<RunAudit>;
  validationRecords(folder: string, definition: InstantDefinition): AsyncIterable<ValidationBatch>;
  leafHashes(folder: string): AsyncIterable<{ readonly first: number; readonly count: number; readonly hashes: Uint8Array }>;
};

/** The generator and the audit program, over files and threads. */
export const runFiles = (workers?: number): RunFiles => ({
  async *generate(input) {
    const manifest = yield* generateRun({ ...input, ...(workers !== undefined && { workers }) });
    return { root: Buffer.from(manifest.root, 'hex') };
  },
  async audit(folder, keys, options) {
    const report = await auditRun(folder, keys, { ...options, ...(workers !== undefined && { workers }) });
    await writeAuditReport(folder, report);
    return report;
  },
  validationRecords: readValidationRecords,
  leafHashes: readLeafHashes,
});
