/** Statements go to the inspector's receipt log at once; what it answers is kept. */
import { receipt } from '@valira/db/schema';
import { and, eq } from 'drizzle-orm';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import type { Contest } from '../contests/index.ts';
import type { AdvanceDeps } from './advance-deps.ts';

/** Has a hash receipted by the inspector's log, once. */
export async function handIn(
  { core, control }: Pick<AdvanceDeps, 'core' | 'control'>,
  contest: Contest,
  subject: 'announcement' | 'seal' | 'countersignature' | 'redraw',
  hash: string,
): Promise<void> {
  const reference = wireId('contest', contest.id);
  const known = await core.db
    .select({ id: receipt.id })
    .from(receipt)
    .where(and(eq(receipt.subject, subject), eq(receipt.reference, reference)));
  if (known.length > 0) return;
  const receipted = await control.handIn({ kind: subject, subjectId: reference, hash });
  if (!receipted.ok) throw new Error(`the receipt log holds another ${subject} of contest ${contest.id}`);
  await core.db
    .insert(receipt)
    .values({ id: core.ids.next(), subject, reference, receipt: toJson(receipted.value), at: core.clock.now() })
    .onConflictDoNothing();
}
