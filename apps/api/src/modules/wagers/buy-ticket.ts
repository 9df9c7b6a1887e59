/** A purchase from who asks to what is answered, whichever way the request came in. */
import { type Outcome, ok, type Refusal } from '@valira/outcome';
import type { ClerkActor, PlayerActor } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import type { FieldError } from '../../platform/problem.ts';
import type { ShopHeaders } from '../retail/index.ts';
import { offerNextDraw } from './offer-next-draw.ts';
import type { PurchaseBody } from './purchase-body.ts';
import type { Purchase, Sales } from './sell-ticket.ts';
import type { SoldContests } from './sold-contests.ts';
import { findTicket, printedTicket } from './ticket.store.ts';
import { type SaleView, viewOfSale } from './ticket.view.ts';

export type TicketDeps = Core & { readonly sales: Sales; readonly soldContests: SoldContests; readonly shopHeaders: ShopHeaders };

export const buyerOf = (actor: PlayerActor | ClerkActor): Purchase['buyer'] =>
  actor.kind === 'player'
    ? { accountId: actor.accountId, channel: 'online', terminalId: null, clerkId: null }
    : { accountId: actor.accountId, channel: 'shop', terminalId: actor.terminalId, clerkId: actor.clerk.id };

/** A ticket as it was printed when it was sold; null when the account has none of this id. */
export async function printedAgain({ db, keys, soldContests }: TicketDeps, accountId: string, ticketId: string): Promise<SaleView | null> {
  const stored = await findTicket(db, accountId, ticketId);
  if (!stored) return null;
  const contests = await soldContests.find(stored.entries.map(({ contestId }) => contestId));
  return viewOfSale(await printedTicket(db, keys, contests, stored, true));
}

/** `made` is false for a ticket that was sold before under this key. */
export type Bought = { readonly ticket: SaleView; readonly made: boolean };

export async function buyTicket(
  deps: TicketDeps,
  actor: PlayerActor | ClerkActor,
  key: string,
  { contestIds, wager, priceCents }: PurchaseBody,
): Promise<Outcome<Bought>> {
  const buyer = buyerOf(actor);
  const sold = await deps.sales.sell({ buyer, key, contestIds, wager, priceCents });
  if (!sold.ok) return sold.code === 'contest_closed' ? offerNextDraw(deps.db, contestIds, sold) : sold;
  const { order, contests, answer } = sold.value;
  if (!answer.made) {
    const earlier = await printedAgain(deps, buyer.accountId, answer.ticketId);
    if (!earlier) throw new Error(`ticket ${answer.ticketId} of a known key is gone`);
    return ok({ ticket: earlier, made: false });
  }
  const [first] = contests;
  if (!first) throw new Error('a sale is for a contest');
  const ticket = viewOfSale({
    ticketId: answer.ticketId,
    ...answer.made,
    contests,
    wager: first.engine.describeWager(order.lines, order.stakePerContest),
    priceCents: order.stakePerContest * BigInt(contests.length),
    channel: order.channel,
    shop: actor.kind === 'terminal' ? await deps.shopHeaders.of(actor.accountId) : null,
    terminal: actor.kind === 'terminal' ? { label: actor.label } : null,
    clerk: actor.kind === 'terminal' ? { name: actor.clerk.name, cardNumber: actor.clerk.cardNumber } : null,
  });
  return ok({ ticket, made: true });
}

/** Where in the line a refusal of the engine is. */
export const purchaseErrors = (refusal: Refusal): FieldError[] =>
  refusal.code === 'invalid_line' ? [{ path: refusal.path, code: String(refusal.facts.reason ?? refusal.code) }] : [];
