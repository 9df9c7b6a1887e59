/**
 * Opens sealed outcomes: the one place that asks for the key of what a ticket wins. Callers are the reveal of a bought ticket, the payment of a
 * validated one, a reconstruction by two people, and the sums that tell nobody about a single ticket.
 */
import type { Db, Tx } from '@valira/db';
import { instantTicket } from '@valira/db/schema';
import { type InstantTier, openOutcome, prizeOfTier } from '@valira/games/instants';
import { and, asc, eq, gte, lt } from 'drizzle-orm';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import { type StoredRun, sealOf } from '../runs/run.store.ts';
import { encryptBlocks, runKey } from '../runs/run-keys.ts';

export type OpenedOutcome = {
  readonly index: number;
  readonly outcome: Uint8Array;
  readonly tier: InstantTier | null;
  readonly prizeCents: bigint;
};

/** The tier is the first two bytes, counted from 1 in the papers; 0 wins nothing. */
export function readOutcome(run: Pick<StoredRun, 'papers'>, index: number, outcome: Uint8Array): OpenedOutcome {
  const place = ((outcome[0] ?? 0) << 8) | (outcome[1] ?? 0);
  const tier = place === 0 ? null : run.papers.tiers[place - 1];
  if (tier === undefined) throw new Error(`ticket ${index} names tier ${place}, which the papers have not`);
  return { index, outcome, tier, prizeCents: tier ? prizeOfTier(tier) : 0n };
}

export function openSealed(
  keys: Keyring,
  run: Pick<StoredRun, 'papers'>,
  runHash: Uint8Array,
  index: number,
  sealed: Uint8Array,
): OpenedOutcome {
  const outcome = openOutcome(encryptBlocks, runKey(keys, 'outcome', runHash), index, sealed);
  if (!outcome) throw new Error(`ticket ${index} does not open with the key of its run`);
  return readOutcome(run, index, outcome);
}

/** `count` outcomes from `first` on. */
export async function openedOutcomes(
  { keys }: { readonly keys: Keyring },
  db: Db | Tx,
  run: StoredRun,
  first: number,
  count: number,
): Promise<OpenedOutcome[]> {
  const seal = await sealOf(db, run.id);
  if (!seal) throw new Error(`run ${run.id} has no seal`);
  const rows = await db
    .select()
    .from(instantTicket)
    .where(and(eq(instantTicket.runId, run.id), gte(instantTicket.index, first), lt(instantTicket.index, first + count)))
    .orderBy(asc(instantTicket.index));
  return rows.map(({ index, sealed }) => openSealed(keys, run, seal.runHash, index, sealed));
}
