/**
 * Keeps every look at a printed ticket, whatever was answered, in a transaction of its own after the one that
 * judged it: a refusal rolls nothing of it back, and nobody holds two connections.
 */
import { instantAttempt } from '@valira/db/schema';
import type { Core } from '../../../platform/core.ts';
import { raiseAlarm } from '../raise-alarm.ts';
import { type Judgement, WRONG_TRIES } from './judge-ticket.ts';

export async function logAttempt(
  core: Core,
  who: { readonly actor: string; readonly accountId: string | null },
  { answer, ticket }: Pick<Judgement, 'answer' | 'ticket'>,
): Promise<void> {
  await core.inTransaction(async (tx) => {
    await tx.insert(instantAttempt).values({
      id: core.ids.next(),
      runId: ticket?.run.id ?? null,
      index: ticket?.index ?? null,
      actor: who.actor,
      accountId: who.accountId,
      answer,
      at: core.clock.now(),
    });
    if (!ticket) return;
    const about = {
      kind: 'stolen-ticket-shown',
      runId: ticket.run.id,
      subject: `${ticket.pack}/${ticket.index % ticket.run.packSize}`,
    } as const;
    if (answer === 'stolen') await raiseAlarm(core, tx, { ...about, facts: { at: who.actor } });
    if (answer === 'too-many')
      await raiseAlarm(core, tx, { ...about, kind: 'wrong-numbers', facts: { at: who.actor, tries: WRONG_TRIES.ofTicket } });
  });
}
