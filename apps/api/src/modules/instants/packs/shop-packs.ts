/**
 * At the counter: a shop confirms what arrived, puts a pack on sale, gives one back, or reports one stolen.
 *
 * A pack that was on sale leaves with the tickets that are still there: those are worth nothing from then on, and the others are billed.
 */
import type { Tx } from '@valira/db';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Core } from '../../../platform/core.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { runOfPack, type StoredRun } from '../runs/run.store.ts';
import { billPack } from './bill-pack.ts';
import { lockPacks, type Mover, movePacks, type PackRow, type PackState } from './move-packs.ts';
import { settleEarlierPacks } from './settle-packs.ts';
import { watchSelectiveSelling } from './watch-selective-selling.ts';

export type ShopPack = { readonly game: number; readonly pack: number };

export type ShopPackRefusal =
  | 'pack_not_found'
  | 'pack_elsewhere'
  | 'not_on_sale'
  | 'credit_limit_reached'
  | 'unsold_tickets_expected'
  | 'invalid_input';

type Found = { readonly run: StoredRun; readonly row: PackRow };

/** The pack, when this shop has it in one of these states. A pack of another shop looks like none. */
async function packOf(
  tx: Tx,
  shopId: string,
  { game, pack }: ShopPack,
  states: readonly PackState[],
): Promise<Outcome<Found, 'pack_not_found' | 'pack_elsewhere'>> {
  const run = await runOfPack(tx, game, pack);
  if (!run) return refuse('pack_not_found', { facts: { pack } });
  const rows = await lockPacks(tx, run.id, [pack]);
  if (!rows.ok) return rows;
  const [row] = rows.value;
  if (!row || row.accountId !== shopId) return refuse('pack_not_found', { facts: { pack } });
  return states.includes(row.state) ? ok({ run, row }) : refuse('pack_elsewhere', { facts: { pack, state: row.state } });
}

const audited = (core: Core, tx: Tx, by: Mover, { run, row }: Found, action: string, more: object = {}) =>
  addAudit(tx, core.ids, core.clock.now(), {
    actor: by.actor,
    action: `instant.pack-${action}`,
    subject: `${run.game}/${row.pack}`,
    after: { shop: row.accountId, clerk: by.clerkId, ...more },
  });

export async function receivePack(
  core: Core,
  tx: Tx,
  shopId: string,
  by: Mover,
  pack: ShopPack,
): Promise<Outcome<PackState, ShopPackRefusal>> {
  const found = await packOf(tx, shopId, pack, ['shipped']);
  if (!found.ok) return found;
  await movePacks(core, tx, [found.value.row], { to: 'received', by });
  await audited(core, tx, by, found.value, 'received');
  return ok('received');
}

/** From now on its tickets are sold and pay. Earlier packs become due where the papers say so. */
export async function activatePack(
  core: Core,
  tx: Tx,
  shopId: string,
  by: Mover,
  pack: ShopPack,
): Promise<Outcome<PackState, ShopPackRefusal>> {
  const found = await packOf(tx, shopId, pack, ['received']);
  if (!found.ok) return found;
  const { run, row } = found.value;
  if (run.state !== 'on-sale') return refuse('not_on_sale');
  const settled = await settleEarlierPacks(core, tx, run, row);
  if (!settled.ok) return settled;
  await movePacks(core, tx, [row], { to: 'activated', by });
  await audited(core, tx, by, found.value, 'activated');
  return ok('activated');
}

/** `unsold`: numbers of the tickets that are still in the pack; only of one that was on sale. */
async function leaveShop(
  core: Core,
  tx: Tx,
  by: Mover,
  found: Found,
  { to, unsold, reason }: { readonly to: 'returned' | 'stolen'; readonly unsold: readonly number[] | null; readonly reason?: string },
): Promise<Outcome<PackState, ShopPackRefusal>> {
  const { run, row } = found;
  if ((row.state === 'activated') !== (unsold !== null)) return refuse('unsold_tickets_expected', { path: 'unsold' });
  if (unsold) {
    if (new Set(unsold).size !== unsold.length || unsold.some((ticket) => ticket < 0 || ticket >= run.packSize))
      return refuse('invalid_input', { path: 'unsold' });
    const billed = await billPack(core, tx, run, row, { tickets: run.packSize - unsold.length, trigger: to });
    if (!billed.ok) return billed;
  }
  await movePacks(core, tx, [row], { to, by, ...(unsold && { unsold }), ...(reason !== undefined && { reason }) });
  await audited(core, tx, by, found, to, { unsold: unsold?.length ?? null, reason });
  if (unsold && row.accountId) await watchSelectiveSelling(core, tx, run, row.accountId);
  return ok(to);
}

export async function returnPack(
  core: Core,
  tx: Tx,
  shopId: string,
  by: Mover,
  { unsold, ...pack }: ShopPack & { readonly unsold: readonly number[] | null },
): Promise<Outcome<PackState, ShopPackRefusal>> {
  const found = await packOf(tx, shopId, pack, ['shipped', 'received', 'activated']);
  return found.ok ? leaveShop(core, tx, by, found.value, { to: 'returned', unsold }) : found;
}

export async function reportStolen(
  core: Core,
  tx: Tx,
  shopId: string,
  by: Mover,
  { unsold, reason, ...pack }: ShopPack & { readonly unsold: readonly number[] | null; readonly reason: string },
): Promise<Outcome<PackState, ShopPackRefusal>> {
  const found = await packOf(tx, shopId, pack, ['shipped', 'received', 'activated']);
  return found.ok ? leaveShop(core, tx, by, found.value, { to: 'stolen', unsold, reason }) : found;
}
