/**
 * Packs that came back or were never sent are counted by one person and destroyed before another, under a record. What was counted must be what the
 * register expects: of a pack that was on sale only the tickets that came back unsold.
 */
import type { Tx } from '@valira/db';
import { instantDestruction } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import type { Core } from '../../../platform/core.ts';
import { wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { findRun } from '../runs/run.store.ts';
import { lockPacks, movePacks, type PackRow, type PackState } from './move-packs.ts';

export const counted = z.object({
  packs: z.array(z.number().int().min(1)).min(1).max(1_000),
  tickets: z.number().int().min(1),
  method: z.string().min(1).max(200),
});
export type Counted = z.output<typeof counted>;

export type DestructionRefusal = 'not_found' | 'pack_not_found' | 'pack_elsewhere' | 'count_differs';

const DESTROYED_FROM: readonly PackState[] = ['warehouse', 'returned', 'stolen'];

/** The packs, when they may be destroyed and hold what was counted. */
export async function judgeDestruction(
  tx: Tx,
  runId: string,
  { packs, tickets }: Counted,
): Promise<Outcome<PackRow[], DestructionRefusal>> {
  const run = await findRun(tx, runId);
  if (run?.channel !== 'shop') return refuse('not_found');
  const rows = await lockPacks(tx, runId, packs);
  if (!rows.ok) return rows;
  const elsewhere = rows.value.find(({ state }) => !DESTROYED_FROM.includes(state));
  if (elsewhere) return refuse('pack_elsewhere', { facts: { pack: elsewhere.pack, state: elsewhere.state } });
  const expected = rows.value.reduce((sum, { activatedAt, unsold }) => sum + (activatedAt ? unsold.length : run.packSize), 0);
  return expected === tickets ? rows : refuse('count_differs', { facts: { expected, counted: tickets } });
}

export async function destroyPacks(
  core: Core,
  tx: Tx,
  witness: string,
  { runId, proposedBy, counted: count }: { readonly runId: string; readonly proposedBy: string; readonly counted: Counted },
): Promise<Outcome<string, DestructionRefusal>> {
  const rows = await judgeDestruction(tx, runId, count);
  if (!rows.ok) return rows;
  const id = core.ids.next();
  const now = core.clock.now();
  const { tickets, method } = count;
  await tx
    .insert(instantDestruction)
    .values({ id, runId, packs: rows.value.length, tickets, countedBy: proposedBy, witnessedBy: witness, method, at: now });
  await movePacks(core, tx, rows.value, { to: 'destroyed', by: { actor: witness }, destructionId: id });
  await addAudit(tx, core.ids, now, {
    actor: witness,
    action: 'instant.packs-destroyed',
    subject: wireId('instantDestruction', id),
    after: { run: wireId('instantRun', runId), packs: rows.value.length, tickets, countedBy: proposedBy, method },
  });
  return ok(id);
}
