/**
 * Jobs and audit intents are written in the transaction of the change they follow from. A relay hands them on after the commit:
 * nothing is announced that did not happen, and nothing that happened is forgotten.
 */
import type { Tx } from '@valira/db';
import { auditIntent, outbox } from '@valira/db/schema';
import type { Ids } from './ids.ts';
import { toJson } from './json.ts';

/** Asks for a job. `key` is its business identity; asking twice is harmless. */
export async function addToOutbox(tx: Tx, topic: string, key: string, payload: unknown): Promise<void> {
  await tx.insert(outbox).values({ topic, key, payload: toJson(payload) });
}

export type AuditEntry = {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
};

/** Records who did what; the sequencer chains it. */
export async function addAudit(tx: Tx, ids: Ids, at: Date, entry: AuditEntry): Promise<void> {
  await tx.insert(auditIntent).values({ id: ids.next(), body: toJson(entry), at });
}
