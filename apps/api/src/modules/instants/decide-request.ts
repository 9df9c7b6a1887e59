/**
 * What two people decide: an unopened electronic ticket's money goes back (its place in the pool stays taken), a damaged printed ticket is made
 * readable from its number, or packs that one counted are destroyed before the other. Who proposed does not approve, which the database checks too.
 */
import type { Tx } from '@valira/db';
import { instantRefund, instantRequest, instantReveal, instantSale } from '@valira/db/schema';
import { parseTicketNumber, virnOf, writeVirn } from '@valira/games/instants';
import { cents } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { account, postOperation } from '../ledger/index.ts';
import { accrueRun } from './accrue-run.ts';
import { type Counted, counted, type DestructionRefusal, destroyPacks, judgeDestruction } from './packs/destroy-packs.ts';
import { findRun, lockRun, runOfPack, sealOf } from './runs/run.store.ts';
import { encryptBlocks, runKey } from './runs/run-keys.ts';
import { openedOutcomes } from './tickets/open-outcome.ts';
import { indexOf, placeOf } from './tickets/ticket-place.ts';

type Proposal = { readonly reason: string } & (
  | { readonly kind: 'refund'; readonly gameId: string }
  | { readonly kind: 'reconstruction'; readonly number: string }
  | ({ readonly kind: 'destruction'; readonly runId: string } & Counted)
);

export type RequestRefusal =
  | DestructionRefusal
  | 'ticket_not_found'
  | 'instant_not_found'
  | 'instant_opened'
  | 'instant_refunded'
  | 'four_eyes'
  | 'wrong_state';

type Subject = { readonly runId: string; readonly index: number | null; readonly details: Counted | null };

/** What is asked for. */
async function subjectOf(tx: Tx, proposal: Proposal): Promise<Outcome<Subject, RequestRefusal>> {
  if (proposal.kind === 'destruction') {
    const { runId, packs, tickets, method } = proposal;
    const details = counted.parse({ packs, tickets, method });
    const judged = await judgeDestruction(tx, runId, details);
    return judged.ok ? ok({ runId, index: null, details }) : judged;
  }
  if (proposal.kind === 'refund') {
    const [sale] = await tx.select().from(instantSale).where(eq(instantSale.id, proposal.gameId));
    return sale ? ok({ runId: sale.runId, index: sale.index, details: null }) : refuse('instant_not_found');
  }
  const place = parseTicketNumber(proposal.number);
  const run = place.ok ? await runOfPack(tx, place.value.game, place.value.pack) : null;
  const index = place.ok && run ? indexOf(run, place.value.pack, place.value.ticket) : null;
  return run && index !== null ? ok({ runId: run.id, index, details: null }) : refuse('ticket_not_found');
}

export async function proposeRequest(core: Core, tx: Tx, actor: string, proposal: Proposal): Promise<Outcome<string, RequestRefusal>> {
  const subject = await subjectOf(tx, proposal);
  if (!subject.ok) return subject;
  const id = core.ids.next();
  const now = core.clock.now();
  const { kind, reason } = proposal;
  await tx.insert(instantRequest).values({ id, kind, ...subject.value, reason, proposedBy: actor, proposedAt: now });
  await addAudit(tx, core.ids, now, {
    actor,
    action: `instant.${kind}-proposed`,
    subject: wireId('instantRequest', id),
    after: { run: wireId('instantRun', subject.value.runId), index: subject.value.index, ...subject.value.details },
    reason,
  });
  return ok(id);
}

async function refund(core: Core, tx: Tx, request: typeof instantRequest.$inferSelect): Promise<Outcome<null, RequestRefusal>> {
  const [sale] = await tx
    .select()
    .from(instantSale)
    .where(and(eq(instantSale.runId, request.runId), eq(instantSale.index, request.index ?? -1)));
  if (!sale) return refuse('instant_not_found');
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${sale.id}, 7251914823))`);
  const [opened] = await tx.select({ id: instantReveal.saleId }).from(instantReveal).where(eq(instantReveal.saleId, sale.id));
  if (opened) return refuse('instant_opened');
  const [earlier] = await tx.select({ id: instantRefund.saleId }).from(instantRefund).where(eq(instantRefund.saleId, sale.id));
  if (earlier) return refuse('instant_refunded');
  const now = core.clock.now();
  await tx.insert(instantRefund).values({ accountId: sale.accountId, saleId: sale.id, requestId: request.id, at: now });
  const posted = await postOperation(tx, core.ids, now, {
    accountId: sale.accountId,
    key: `instant-refund:${sale.id}`,
    postings: [
      {
        debit: account('stakes', sale.runId),
        credit: account('player-cash', sale.accountId),
        amount: cents(sale.priceCents),
        kind: 'refund',
        reference: sale.runId,
      },
    ],
  });
  if (!posted.ok) throw new Error(`the refund of ${sale.id} was refused by the ledger`);
  // What this ticket had given to fund, tax and revenue comes back in the same moment.
  const run = await lockRun(tx, sale.runId);
  if (run) await accrueRun(core, tx, run);
  return ok(null);
}

export async function decideRequest(
  core: Core,
  tx: Tx,
  actor: string,
  { id, decision }: { readonly id: string; readonly decision: 'approved' | 'refused' },
): Promise<Outcome<null, RequestRefusal>> {
  const [request] = await tx.select().from(instantRequest).where(eq(instantRequest.id, id)).for('update');
  if (!request) return refuse('not_found');
  if (request.decision) return refuse('wrong_state');
  if (request.proposedBy === actor) return refuse('four_eyes');
  if (decision === 'approved' && request.kind === 'refund') {
    const refunded = await refund(core, tx, request);
    if (!refunded.ok) return refunded;
  }
  if (decision === 'approved' && request.kind === 'destruction') {
    const destroyed = await destroyPacks(core, tx, actor, { ...request, counted: counted.parse(request.details) });
    if (!destroyed.ok) return destroyed;
  }
  const now = core.clock.now();
  await tx.update(instantRequest).set({ decision, decidedBy: actor, decidedAt: now }).where(eq(instantRequest.id, id));
  await addAudit(tx, core.ids, now, { actor, action: `instant.${request.kind}-${decision}`, subject: wireId('instantRequest', id) });
  return ok(null);
}

export type Reconstructed = {
  readonly game: number;
  readonly pack: number;
  readonly ticket: number;
  readonly virn: string;
  readonly tier: string | null;
  readonly prizeCents: bigint;
};

/** What the damaged ticket shows, for one of the two who decided. Never stored; each look is logged. */
export async function readReconstruction(
  core: Core,
  tx: Tx,
  actor: string,
  id: string,
): Promise<Outcome<Reconstructed, 'not_found' | 'wrong_state' | 'not_allowed'>> {
  const [request] = await tx.select().from(instantRequest).where(eq(instantRequest.id, id));
  if (request?.kind !== 'reconstruction' || request.index === null) return refuse('not_found');
  if (request.decision !== 'approved') return refuse('wrong_state');
  if (![request.proposedBy, request.decidedBy].includes(actor)) return refuse('not_allowed');
  const run = await findRun(tx, request.runId);
  const seal = await sealOf(tx, request.runId);
  if (!run || !seal) return refuse('not_found');
  const [opened] = await openedOutcomes(core, tx, run, request.index, 1);
  if (!opened) throw new Error(`ticket ${request.index} of run ${run.id} is gone`);
  await addAudit(tx, core.ids, core.clock.now(), { actor, action: 'instant.reconstruction-read', subject: wireId('instantRequest', id) });
  return ok({
    game: run.game,
    ...placeOf(run, request.index),
    virn: writeVirn(virnOf(encryptBlocks, runKey(core.keys, 'virn', seal.runHash), request.index)),
    tier: opened.tier?.id ?? null,
    prizeCents: opened.prizeCents,
  });
}
