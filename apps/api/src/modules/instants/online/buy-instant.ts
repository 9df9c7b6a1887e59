/**
 * Buys the next ticket of a pool that was shuffled and committed to before its first sale.
 *
 * One transaction: may it be sold, may this player play, money from cash to the stakes of the run, and the sale, to which the database gives the
 * next index. The player's balance is locked before the pool, so the pool's row is held for the shortest part. Nobody opens the outcome here: it is
 * sealed under a key that this command does not ask for.
 *
 * Not by the intake's group commit: docs/adr/0012.
 */
import type { Tx } from '@valira/db';
import { balance, instantSale } from '@valira/db/schema';
import { cents } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, sql } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { account, CODES, HOUSE, postOperation } from '../../ledger/index.ts';
import { takeStake } from '../../play-limits/index.ts';
import { findRun } from '../runs/run.store.ts';

export type BoughtInstant = { readonly gameId: string; readonly runId: string; readonly index: number; readonly at: Date };

export type BuyRefusal =
  | 'instant_not_found'
  | 'not_on_sale'
  | 'sales_stopped'
  | 'channel_not_allowed'
  | 'licence_suspended'
  | 'price_mismatch'
  | 'instant_sold_out'
  | 'account_suspended'
  | 'account_excluded'
  | 'account_barred'
  | 'account_paused'
  | 'account_closed'
  | 'stake_limit_reached'
  | 'loss_limit_reached'
  | 'insufficient_funds';

type Gate = {
  version_state: string;
  channels: string[];
  licensed: boolean;
  stopped: boolean;
  account_state: 'active' | 'suspended' | 'excluded' | 'barred' | 'closed';
  paused: boolean;
};

/** The name under which the database refuses a sale from an empty or ended pool. */
export const POOL_OPEN = 'instant_pool_open';

export async function buyInstant(
  core: Core,
  tx: Tx,
  accountId: string,
  { runId, priceCents }: { readonly runId: string; readonly priceCents: bigint },
): Promise<Outcome<BoughtInstant, BuyRefusal>> {
  const run = await findRun(tx, runId);
  if (run?.channel !== 'online' || ['proposed', 'generating', 'failed', 'cancelled'].includes(run.state))
    return refuse('instant_not_found');
  // Whoever excludes the player or lowers a limit holds this row too: what is read from here on is as it stays.
  await tx
    .select({ amount: balance.amountCents })
    .from(balance)
    .where(and(eq(balance.accountId, accountId), eq(balance.code, CODES['player-cash'])))
    .for('update');
  const now = core.clock.now();
  const at = now.toISOString();
  const [gate] = await tx.execute<Gate>(sql`
    SELECT v.state AS version_state, to_jsonb(v.channels) AS channels,
      EXISTS (SELECT 1 FROM licence l WHERE l.kind = 'C@' AND NOT l.suspended AND v.modality = ANY (l.modalities)
        AND ${at}::timestamptz >= l.valid_from AND ${at}::timestamptz < l.valid_until) AS licensed,
      EXISTS (SELECT 1 FROM sales_stop s WHERE s.released_at IS NULL AND s.subject IN (${runId}, v.product_id, ${HOUSE})) AS stopped,
      a.state AS account_state, coalesce(a.paused_until > ${at}::timestamptz, false) AS paused
    FROM product_version v, account a WHERE v.id = ${run.productVersionId} AND a.id = ${accountId}`);
  if (!gate) throw new Error(`account ${accountId} is gone`);
  if (gate.account_state !== 'active') return refuse(`account_${gate.account_state}`);
  if (gate.paused) return refuse('account_paused');
  if (gate.version_state !== 'on-sale' || run.state !== 'on-sale') return refuse('not_on_sale');
  if (gate.stopped) return refuse('sales_stopped');
  if (!gate.channels.includes('online')) return refuse('channel_not_allowed');
  if (!gate.licensed) return refuse('licence_suspended');
  if (priceCents !== run.priceCents) return refuse('price_mismatch', { facts: { expectedCents: run.priceCents } });
  const limited = await takeStake(tx, { accountId, priceCents, at: now });
  if (!limited.ok) return limited;
  const id = core.ids.next();
  const posted = await postOperation(tx, core.ids, now, {
    accountId,
    key: `instant:${id}`,
    postings: [
      {
        debit: account('player-cash', accountId),
        credit: account('stakes', runId),
        amount: cents(priceCents),
        kind: 'stake',
        reference: runId,
      },
    ],
  });
  if (!posted.ok) return refuse('insufficient_funds', { facts: { priceCents } });
  const { operationId } = posted.value;
  const [sale] = await tx
    .insert(instantSale)
    .values({ accountId, id, runId, index: 0, priceCents, operationId, at: now })
    .returning({ index: instantSale.index });
  if (!sale) throw new Error(`the sale ${id} was not written`);
  await addAudit(tx, core.ids, now, {
    actor: wireId('account', accountId),
    action: 'instant.sold',
    subject: wireId('instantGame', id),
    after: { run: wireId('instantRun', runId), index: sale.index, priceCents },
  });
  return ok({ gameId: id, runId, index: sale.index, at: now });
}
