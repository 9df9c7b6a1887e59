/**
 * After the claim period of an ended run: prizes of sold tickets that nobody claimed go to the fund the law names, and what is left of the run's fund,
 * more or less than nothing, is the operator's.
 *
 * Told as one sum: which tickets they were stays sealed. Example: fund 144,000.00 on everything sold, 139,500.00 paid, 4,000.00 on sold tickets unclaimed:
 * 4,000.00 lapse; the other 500.00 lay in packs that were destroyed and had been set aside for tickets sold elsewhere.
 */
import type { Tx } from '@valira/db';
import { instantLapse, instantPack, instantPayment, instantRun } from '@valira/db/schema';
import { cents } from '@valira/money';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { account, CODES, HOUSE, postOperation } from '../ledger/index.ts';
import { accrueRun } from './accrue-run.ts';
import { holdPacks } from './packs/move-packs.ts';
import { lockRun, type StoredRun } from './runs/run.store.ts';
import { claimsUntil } from './tickets/judge-ticket.ts';
import { openedOutcomes } from './tickets/open-outcome.ts';
import { firstIndexOf } from './tickets/ticket-place.ts';

/** Credit less debit of the run's fund. */
async function fundOf(tx: Tx, runId: string): Promise<bigint> {
  const [row] = await tx.execute<{ fund: string }>(sql`
    SELECT (coalesce(sum(amount_cents) FILTER (WHERE credit_code = ${CODES['instant-fund']} AND credit_owner = ${runId}), 0)
      - coalesce(sum(amount_cents) FILTER (WHERE debit_code = ${CODES['instant-fund']} AND debit_owner = ${runId}), 0))::text AS fund
    FROM transfer WHERE (credit_code = ${CODES['instant-fund']} AND credit_owner = ${runId}) OR (debit_code = ${CODES['instant-fund']} AND debit_owner = ${runId})`);
  return BigInt(row?.fund ?? 0);
}

/** Winning tickets that were sold and not paid. */
async function unclaimed(core: Core, tx: Tx, run: StoredRun): Promise<{ tickets: number; amountCents: bigint }> {
  if (run.channel === 'online') return { tickets: 0, amountCents: 0n };
  const packs = await tx
    .select()
    .from(instantPack)
    .where(and(eq(instantPack.runId, run.id), isNotNull(instantPack.activatedAt)))
    .orderBy(asc(instantPack.pack));
  const paid = new Set(
    (await tx.select({ index: instantPayment.index }).from(instantPayment).where(eq(instantPayment.runId, run.id))).map(
      ({ index }) => index,
    ),
  );
  let tickets = 0;
  let amountCents = 0n;
  for (const { pack, unsold } of packs) {
    for (const { index, prizeCents } of await openedOutcomes(core, tx, run, firstIndexOf(run, pack), run.packSize)) {
      if (prizeCents === 0n || paid.has(index) || unsold.includes(index % run.packSize)) continue;
      tickets += 1;
      amountCents += prizeCents;
    }
  }
  return { tickets, amountCents };
}

/** True when it lapsed now. */
export const lapseRun = (core: Core, runId: string): Promise<boolean> =>
  core.inTransaction(async (tx) => {
    await holdPacks(tx, runId, 'alone');
    const run = await lockRun(tx, runId);
    const now = core.clock.now();
    const claimUntil = run && claimsUntil(run);
    if (run?.state !== 'ended' || !claimUntil || now <= claimUntil) return false;
    await accrueRun(core, tx, run);
    const { tickets, amountCents } = await unclaimed(core, tx, run);
    const restCents = (await fundOf(tx, runId)) - amountCents;
    const fund = account('instant-fund', runId);
    const posted = await postOperation(tx, core.ids, now, {
      accountId: HOUSE,
      key: `instant-lapse:${runId}`,
      postings: [
        { debit: fund, credit: account('prizes-unclaimed'), amount: cents(amountCents), kind: 'instant-lapse', reference: runId },
        restCents >= 0n
          ? { debit: fund, credit: account('operator-revenue'), amount: cents(restCents), kind: 'instant-rest', reference: runId }
          : { debit: account('operator-loss'), credit: fund, amount: cents(-restCents), kind: 'instant-rest', reference: runId },
      ],
    });
    if (!posted.ok) throw new Error(`the lapse of run ${runId} was refused by the ledger`);
    await tx.insert(instantLapse).values({ runId, tickets, amountCents, restCents, claimUntil, at: now });
    await tx.update(instantRun).set({ state: 'lapsed' }).where(eq(instantRun.id, runId));
    await addAudit(tx, core.ids, now, {
      actor: 'system',
      action: 'instant.run-lapsed',
      subject: wireId('instantRun', runId),
      after: { tickets, amountCents, restCents },
    });
    return true;
  });
