/**
 * Takes a bank's answers: all of a file or nothing of it. A line about a payment that is not ours, that was never sent, of another amount or against what
 * is known already refuses the whole file, with the line. The same file again answers as before.
 */
import type { Tx } from '@valira/db';
import { bankImport, withdrawal } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq, sql } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { sha256 } from '../../../platform/hash.ts';
import { parseWireId, wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { endPaymentOrder } from '../../claims/index.ts';
import { queueMessages } from '../../messages/index.ts';
import { lockedStanding } from '../../players/index.ts';
import type { BankAnswer, FileFault } from '../bank-files/bank-answer.ts';
import { readCsvAnswers } from '../bank-files/read-csv-answers.ts';
import { readPain002 } from '../bank-files/read-pain002.ts';
import { lockWithdrawal, moveWithdrawal, type Withdrawal } from './withdrawal.ts';

export type BankFile = { readonly format: 'csv' | 'pain.002'; readonly text: string };
export type Imported = { readonly payments: number; readonly paid: number; readonly returned: number };

const MOST_SHOWN = 50;

const refused = (faults: readonly FileFault[]) =>
  refuse('bank_file_refused', {
    facts: {
      faults: faults.length,
      ...Object.fromEntries(faults.slice(0, MOST_SHOWN).map(({ line, fault }) => [`line ${line}`, fault])),
    },
  });

type Applied = 'paid' | 'returned' | 'unchanged';

/** What the answer does to the withdrawal, or why it cannot be. */
function judge(row: Withdrawal | null, { status, amountCents }: BankAnswer): Applied | string {
  if (!row) return 'names no payment of ours';
  if (amountCents !== null && amountCents !== row.amountCents) return 'has another amount than was sent';
  if (row.batchId === null) return 'is about a payment that was never sent';
  if (status === 'pending' || status === row.state) return 'unchanged';
  if (row.state === 'returned') return 'says that a payment was made which had come back';
  return status;
}

async function applyToWithdrawal(core: Pick<Core, 'ids' | 'clock'>, tx: Tx, actor: string, id: string, answer: BankAnswer) {
  const found = await lockWithdrawal(tx, id);
  const judged = judge(found, answer);
  if (!found || (judged !== 'paid' && judged !== 'returned')) return judged;
  const at = core.clock.now();
  await lockedStanding(tx, found.accountId, at);
  const reason = answer.reason ?? 'returned by the bank';
  await tx
    .update(withdrawal)
    .set(judged === 'paid' ? { state: 'paid', paidAt: at } : { state: 'returned', endedBy: actor, endedAt: at, endReason: reason })
    .where(eq(withdrawal.id, id));
  await moveWithdrawal(core, tx, found, judged, at);
  if (judged === 'returned')
    await queueMessages(core, tx, at, [
      {
        accountId: found.accountId,
        kind: 'withdrawal-returned',
        cause: `withdrawal:${id}`,
        facts: { amountCents: String(found.amountCents), ibanEnd: found.ibanEnd ?? '' },
      },
    ]);
  await addAudit(tx, core.ids, at, {
    actor,
    action: `withdrawal.${judged}`,
    subject: wireId('withdrawal', id),
    before: found.state,
    after: { state: judged },
    ...(judged === 'returned' && { reason }),
  });
  return judged;
}

async function applyToOrder(core: Core, tx: Tx, actor: string, id: string, { status, reason }: BankAnswer): Promise<Applied | string> {
  if (status === 'pending') return 'unchanged';
  const ending =
    status === 'paid' ? ({ outcome: 'executed' } as const) : ({ outcome: 'rejected', reason: reason ?? 'returned by the bank' } as const);
  const ended = await endPaymentOrder(core, tx, actor, id, ending);
  if (ended.ok) return status;
  if (ended.code === 'not_found') return 'names no payment of ours';
  return ended.facts.state === ending.outcome ? 'unchanged' : 'does not follow from what is known of the payment';
}

export async function importBankAnswers(
  core: Core,
  tx: Tx,
  actor: string,
  { format, text }: BankFile,
): Promise<Outcome<Imported, 'bank_file_refused'>> {
  // One file after the other: the same file twice at once is the same file.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(7251914841)`);
  const fileHash = sha256(Buffer.from(text));
  const [known] = await tx.select().from(bankImport).where(eq(bankImport.fileHash, fileHash));
  if (known) return ok({ payments: known.payments, paid: known.paid, returned: known.returned });
  const { answers, faults } = format === 'csv' ? readCsvAnswers(text) : readPain002(text);
  if (faults.length > 0) return refused(faults);
  if (answers.length === 0) return refused([{ line: 1, fault: 'is a file without payments' }]);
  const counted = { paid: 0, returned: 0 };
  const against: FileFault[] = [];
  // In ascending order of payments, so that two files at once do not wait for each other in a circle.
  for (const answer of answers.toSorted((a, b) => (a.endToEndId < b.endToEndId ? -1 : 1))) {
    const named = answer.endToEndId.replace('-', '_');
    const withdrawalId = parseWireId('withdrawal', named);
    const orderId = parseWireId('paymentOrder', named);
    const applied = withdrawalId
      ? await applyToWithdrawal(core, tx, actor, withdrawalId, answer)
      : await applyToOrder(core, tx, actor, orderId ?? '', answer);
    if (applied === 'paid' || applied === 'returned') counted[applied] += 1;
    else if (applied !== 'unchanged') against.push({ line: answer.line, fault: applied });
  }
  if (against.length > 0) return refused(against.toSorted((a, b) => a.line - b.line));
  const id = core.ids.next();
  const at = core.clock.now();
  await tx.insert(bankImport).values({ id, fileHash, format, payments: answers.length, ...counted, importedBy: actor, at });
  await addAudit(tx, core.ids, at, {
    actor,
    action: 'bank-file.imported',
    subject: id,
    after: { format, payments: answers.length, ...counted },
  });
  return ok({ payments: answers.length, ...counted });
}
