/**
 * What becomes of shop tickets: shown at a counter (two at once, sometimes), claimed at the operator and paid by an order that the bank may return,
 * shown too late, or never shown.
 */
import { approvePaymentOrder } from '../../modules/claims/approve-payment-order.ts';
import { endPaymentOrder } from '../../modules/claims/end-payment-order.ts';
import { openClaim } from '../../modules/claims/open-claim.ts';
import { payClaim } from '../../modules/claims/pay-claim.ts';
import { proposePaymentOrder } from '../../modules/claims/propose-payment-order.ts';
import { sendPaymentOrder } from '../../modules/claims/send-payment-order.ts';
import { validateTicket } from '../../modules/claims/validate-ticket.ts';
import { untilAnswered } from './asking.ts';
import type { HeldTicket, Market } from './market.ts';

const SHOP_PAYS_UP_TO = 10_000n;
const BANK = { holder: 'Maria Riba', iban: 'AD1200012030200359100100' };

const identificationOf = ({ deskChance: chance }: Market) => ({
  documentKind: 'passport' as const,
  documentNumber: `P${chance.between(1_000_000, 9_999_999)}`,
  name: 'Maria Riba',
  birthDate: '1980-05-14',
});

/** Most holders come within days; some lose their ticket, some come when it is too late. */
export async function showTickets(market: Market): Promise<void> {
  const { deskChance: chance, clock } = market;
  const now = clock.now();
  const waiting = market.held.splice(0);
  for (const ticket of waiting) {
    const daysAgo = (now.getTime() - ticket.lastDrawAt.getTime()) / 86_400_000;
    if (daysAgo < 0) market.held.push(ticket);
    else if (chance.percent(daysAgo > 25 ? 10 : 25)) await show(market, ticket);
    else if (!chance.percent(8)) market.held.push(ticket);
  }
}

async function show(market: Market, ticket: HeldTicket): Promise<void> {
  const { deskChance: chance, counters, soldContests, core } = market;
  const deps = { ...core, soldContests };
  const found = await validateTicket(deps, ticket.serial, { kind: 'shop', paysUpToCents: SHOP_PAYS_UP_TO }, core.clock.now());
  if (found.outcome === 'being-corrected' || found.outcome === 'not-yet') {
    market.held.push(ticket);
    return;
  }
  if (found.outcome === 'claim-at-operator') return claimAtOperator(market, ticket);
  if (found.outcome !== 'pays') return;
  const payAt = (payer: (typeof counters)[number], amountCents: bigint) =>
    payClaim(deps, {
      serial: ticket.serial,
      amountCents,
      identification: identificationOf(market),
      shopPaysUpToCents: SHOP_PAYS_UP_TO,
      payer,
      key: chance.uuid(),
    });
  if (chance.percent(10)) {
    const other = await market.crashes.without(() => payAt(chance.pick(counters), found.amountCents + 1n));
    if (other.ok) throw new Error(`ticket ${ticket.ticketId} paid another amount`);
  }
  if (chance.percent(25)) {
    const both = await market.crashes.without(() =>
      Promise.all([
        payAt(counters[0] as (typeof counters)[number], found.amountCents),
        payAt(counters[1] as (typeof counters)[number], found.amountCents),
      ]),
    );
    if (both.filter(({ ok }) => ok).length !== 1) throw new Error(`ticket ${ticket.ticketId} was not paid at one of two counters`);
  } else await untilAnswered(() => payAt(chance.pick(counters), found.amountCents), ['already_paid']);
  market.witness.paid.set(ticket.ticketId, found.amountCents);
}

async function claimAtOperator(market: Market, ticket: HeldTicket): Promise<void> {
  const { core, soldContests } = market;
  const found = await validateTicket({ ...core, soldContests }, ticket.serial, { kind: 'operator' }, core.clock.now());
  if (found.outcome !== 'pays') return;
  const { amountCents } = found;
  const identification = identificationOf(market);
  const key = market.deskChance.uuid();
  await untilAnswered(
    () =>
      core.inTransaction((tx) =>
        openClaim({ ...core, soldContests }, tx, 'staff:desk', { serial: ticket.serial, amountCents, identification, key }),
      ),
    ['already_claimed', 'already_paid'],
  );
  const claimed = await market.world.db.query.claim.findFirst({ where: (row, { eq }) => eq(row.ticketId, ticket.ticketId) });
  if (!claimed) throw new Error(`the claim of ticket ${ticket.ticketId} is gone`);
  await propose(market, claimed.id);
}

async function propose({ core }: Market, claimId: string): Promise<void> {
  await untilAnswered(() => core.inTransaction((tx) => proposePaymentOrder(core, tx, 'staff:desk', claimId, BANK)), ['payment_order_open']);
}

/** Every open order goes one step: approved by a second person, sent, then executed by the bank or returned. */
export async function moveOrders(market: Market): Promise<void> {
  const { core, deskChance: chance } = market;
  const open = await market.world.db.query.paymentOrder.findMany({
    where: (row, { inArray }) => inArray(row.state, ['proposed', 'approved', 'sent']),
    orderBy: (row, { asc }) => asc(row.id),
  });
  for (const { id, state, claimId } of open) {
    if (chance.percent(50)) continue;
    if (state === 'proposed')
      await untilAnswered(() => core.inTransaction((tx) => approvePaymentOrder(core, tx, 'staff:second', id)), ['wrong_state']);
    else if (state === 'approved')
      await untilAnswered(() => core.inTransaction((tx) => sendPaymentOrder(core, tx, 'staff:desk', id, 'file')), ['wrong_state']);
    else {
      const returned = chance.percent(25);
      const ending = returned ? { outcome: 'rejected' as const, reason: 'account closed' } : { outcome: 'executed' as const };
      await untilAnswered(() => core.inTransaction((tx) => endPaymentOrder(core, tx, 'staff:desk', id, ending)), ['wrong_state']);
      if (returned) await propose(market, claimId);
    }
  }
}
