/**
 * A licence or a contract of a distributor, and its early end.
 *
 * A contract stays within what it rests on: for class G the operator's licence, for class H the principal's contract, which must allow
 * resale (Llei 14/2024, art. 38.1.2.c). The database holds both, and keeps from them the window in which the shops sell.
 */
import type { Tx } from '@valira/db';
import { distributor, distributorTerm, licence } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, gte, inArray, lte } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { recordChange } from './record-change.ts';

export type NewTerm = {
  readonly distributorId: string;
  readonly what: 'licence' | 'contract';
  readonly number: string;
  readonly validFrom: Date;
  readonly validUntil: Date;
  readonly resaleAllowed?: boolean;
};

const LONGEST_YEARS = 5;

type Distributor = typeof distributor.$inferSelect;

async function withinItsGround(tx: Tx, { kind, principalId }: Distributor, { validFrom, validUntil }: NewTerm): Promise<boolean> {
  if (kind !== 'mixed') {
    const rows = await tx
      .select({ id: licence.id })
      .from(licence)
      .where(and(inArray(licence.kind, ['C', 'convention']), lte(licence.validFrom, validFrom), gte(licence.validUntil, validUntil)));
    return rows.length > 0;
  }
  const contracts = await tx
    .select()
    .from(distributorTerm)
    .where(
      and(
        eq(distributorTerm.distributorId, principalId ?? ''),
        eq(distributorTerm.what, 'contract'),
        eq(distributorTerm.resaleAllowed, true),
        lte(distributorTerm.validFrom, validFrom),
      ),
    );
  return contracts.some((one) => (one.endedAt && one.endedAt < one.validUntil ? one.endedAt : one.validUntil) >= validUntil);
}

/** The term's id. */
export async function enterTerm(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  term: NewTerm,
): Promise<Outcome<string, 'not_found' | 'already_exists' | 'wrong_state' | 'invalid_input' | 'term_out_of_bounds'>> {
  const { ids, clock } = core;
  const { distributorId, what, number, validFrom, validUntil, resaleAllowed = false } = term;
  // A principal's contract may end while this one is entered: the window in which shops sell is cut by it all the same.
  const [found] = await tx.select().from(distributor).where(eq(distributor.id, distributorId));
  if (!found) return refuse('not_found');
  if (found.kind === 'own') return refuse('wrong_state');
  const longest = new Date(validFrom);
  longest.setUTCFullYear(longest.getUTCFullYear() + LONGEST_YEARS);
  if (validUntil <= validFrom || (what === 'licence' && validUntil > longest)) return refuse('invalid_input', { path: 'validUntil' });
  if (resaleAllowed && (what !== 'contract' || found.kind === 'mixed')) return refuse('invalid_input', { path: 'resaleAllowed' });
  if (what === 'contract' && !(await withinItsGround(tx, found, term))) return refuse('term_out_of_bounds', { path: 'validUntil' });
  const id = ids.next();
  const at = clock.now();
  const added = await tx
    .insert(distributorTerm)
    .values({ id, distributorId, what, number, validFrom, validUntil, resaleAllowed, enteredBy: actor, at })
    .onConflictDoNothing()
    .returning({ id: distributorTerm.id });
  if (added.length === 0) return refuse('already_exists', { path: 'number' });
  const facts = { what, number, validFrom: validFrom.toISOString(), validUntil: validUntil.toISOString(), resaleAllowed };
  await addAudit(tx, ids, at, { actor, action: 'distributor-term-entered', subject: id, after: { distributorId, ...facts } });
  await recordChange(core, tx, actor, { kind: 'term-entered', subject: id, distributorId, facts, tell: 'nothing' });
  return ok(id);
}

/** Ends a licence or contract before its date; its shops stop selling at that instant. */
export async function endTerm(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  { termId, reason }: { readonly termId: string; readonly reason: string },
): Promise<Outcome<{ readonly endedAt: Date }, 'not_found' | 'wrong_state'>> {
  const { ids, clock } = core;
  const [found] = await tx.select().from(distributorTerm).where(eq(distributorTerm.id, termId)).for('update');
  if (!found) return refuse('not_found');
  const at = clock.now();
  if (found.endedAt || found.validUntil <= at) return refuse('wrong_state');
  await tx.update(distributorTerm).set({ endedAt: at, endReason: reason }).where(eq(distributorTerm.id, termId));
  await addAudit(tx, ids, at, { actor, action: 'distributor-term-ended', subject: termId, reason });
  await recordChange(core, tx, actor, {
    kind: 'term-ended',
    subject: termId,
    distributorId: found.distributorId,
    facts: { what: found.what, number: found.number, reason },
    tell: 'within-five-working-days',
  });
  return ok({ endedAt: at });
}
