/** Buying, looking at and proving tickets: for a player with a session, or a shop's terminal with a clerk. */
import { createRoute, z } from '@hono/zod-openapi';
import { ok, refuse } from '@valira/outcome';
import { actorKey, requireBuyer, requirePlayer, requireTerminal } from '../../platform/auth/index.ts';
import { json, jsonBody, problems, type RefusalResponse, refused } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { limited } from '../../platform/http/limited.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { centsOut, idIn, instantOut, lineOfText, pageQuery } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { buyerOf, buyTicket, printedAgain, purchaseErrors, type TicketDeps } from './buy-ticket.ts';
import { cancelTicket } from './cancel-ticket.ts';
import { proveInclusion } from './inclusion.ts';
import { purchaseBody } from './purchase-body.ts';
import { reprintTicket } from './reprint-ticket.ts';
import { resolveSale } from './resolve-sale.ts';
import { findTicket, listTickets, viewTickets } from './ticket.store.ts';
import { saleView, ticketView } from './ticket.view.ts';

const buy = createRoute({
  method: 'post',
  path: '/tickets',
  tags: ['tickets'],
  summary: 'Buy a ticket',
  description: 'Sold when, and only when, it is durable. The same key and body give the same ticket again, byte for byte.',
  ...requireBuyer,
  request: {
    headers: idempotencyKey,
    body: jsonBody(purchaseBody),
  },
  responses: { 201: json(saleView, 'Sold'), 200: json(saleView, 'Sold before, under the same key'), ...problems },
});

const resolve = createRoute({
  method: 'post',
  path: '/tickets/resolve',
  tags: ['tickets'],
  summary: 'What became of a purchase whose answer was lost',
  ...requireBuyer,
  request: { body: jsonBody(z.strictObject({ idempotencyKey: z.uuid() })) },
  responses: {
    200: json(
      z.object({ outcome: z.enum(['sold', 'not-sold']), ticket: saleView.nullable() }),
      'Sold, or not sold and never will be under this key',
    ),
    ...problems,
  },
});

const list = createRoute({
  method: 'get',
  path: '/tickets',
  tags: ['tickets'],
  summary: 'My tickets, newest first',
  ...requirePlayer,
  request: { query: pageQuery('ticket') },
  responses: { 200: json(z.object({ tickets: z.array(ticketView), next: z.string().nullable() }), 'A page'), ...problems },
});

const one = createRoute({
  method: 'get',
  path: '/tickets/{id}',
  tags: ['tickets'],
  summary: 'One of my tickets',
  ...requireBuyer,
  request: { params: z.object({ id: idIn('ticket') }) },
  responses: { 200: json(ticketView, 'The ticket as it stands'), ...problems },
});

const proofView = z
  .object({
    serial: z.string(),
    salt: z.string(),
    leaf: z.object({ commitment: z.string(), lines: z.string(), stakeCents: centsOut, state: z.enum(['sold', 'cancelled']) }),
    index: z.number().int(),
    leaves: z.number().int(),
    path: z.array(z.string()),
    root: z.string(),
    sealedAt: instantOut,
  })
  .openapi('InclusionProof');

const proof = createRoute({
  method: 'get',
  path: '/tickets/{id}/proof',
  tags: ['tickets'],
  summary: 'Proof that my ticket is in the seal',
  ...requireBuyer,
  request: { params: z.object({ id: idIn('ticket') }), query: z.strictObject({ contest: idIn('contest') }) },
  responses: { 200: json(proofView, 'Serial and salt open the leaf; the path leads to the sealed root'), ...problems },
});

const cancel = createRoute({
  method: 'post',
  path: '/tickets/{id}/cancel',
  tags: ['tickets'],
  summary: 'Cancel a ticket in its window, by its own code, where it was bought',
  ...requireBuyer,
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('ticket') }),
    body: jsonBody(z.strictObject({ serial: lineOfText(40), reason: lineOfText(200).default('asked for at the counter') })),
  },
  responses: { 200: json(z.object({ refundCents: centsOut, cancelledAt: instantOut }), 'Cancelled; the stake is back'), ...problems },
});

const reprint = createRoute({
  method: 'post',
  path: '/tickets/{id}/reprint',
  tags: ['tickets'],
  summary: 'Print the same ticket again',
  ...requireTerminal({ clerk: true }),
  request: { headers: idempotencyKey, params: z.object({ id: idIn('ticket') }) },
  responses: { 200: json(z.object({ ticket: saleView, reprints: z.number().int() }), 'Same serial; which reprint it is'), ...problems },
});

export const ticketRoutes = (deps: TicketDeps) => {
  const { db, keys, soldContests } = deps;
  return newModule()
    .openapi(buy, async (c) => {
      const actor = c.get('actor');
      const tooMany = await limited(c, 'sale', actorKey(actor));
      if (tooMany) return tooMany;
      const bought = await buyTicket(deps, actor, c.req.valid('header')['idempotency-key'].toLowerCase(), c.req.valid('json'));
      if (!bought.ok) return refused(c, bought, purchaseErrors(bought));
      const { ticket, made } = bought.value;
      return made ? c.json(ticket, 201) : c.json(ticket, 200);
    })
    .openapi(resolve, async (c) => {
      const { accountId } = c.var.actor;
      const resolved = await resolveSale(deps, accountId, c.req.valid('json').idempotencyKey.toLowerCase());
      return c.json(
        { outcome: resolved.outcome, ticket: resolved.outcome === 'sold' ? await printedAgain(deps, accountId, resolved.ticketId) : null },
        200,
      );
    })
    .openapi(list, async (c) => {
      const { limit, before } = c.req.valid('query');
      const stored = await listTickets(db, c.var.actor.accountId, limit, before);
      const last = stored.at(-1);
      return c.json(
        {
          tickets: await viewTickets(db, keys, soldContests, stored, true),
          next: stored.length === limit && last ? wireId('ticket', last.id) : null,
        },
        200,
      );
    })
    .openapi(one, async (c) => {
      const stored = await findTicket(db, c.var.actor.accountId, c.req.valid('param').id);
      const [view] = stored ? await viewTickets(db, keys, soldContests, [stored], true) : [];
      return view ? c.json(view, 200) : refused(c, refuse('ticket_not_found'));
    })
    .openapi(proof, async (c) => {
      const proven = await proveInclusion(db, keys, c.var.actor.accountId, c.req.valid('param').id, c.req.valid('query').contest);
      if (!proven.ok) return refused(c, proven);
      const { leaf, sealedAt, path, ...rest } = proven.value;
      return c.json({ ...rest, leaf: { ...leaf }, path: [...path], sealedAt: sealedAt.toISOString() }, 200);
    })
    .openapi(cancel, (c) => {
      const { actor } = c.var;
      const { id } = c.req.valid('param');
      const { serial, reason } = c.req.valid('json');
      const { accountId, terminalId } = buyerOf(actor);
      return idempotent(c, 'cancel-ticket', { id, reason }, async (tx) => {
        const cancelled = await cancelTicket(coreWithin(deps, tx), {
          accountId,
          terminalId,
          ticketId: id,
          serial,
          actor: actorKey(actor),
          reason,
        });
        if (!cancelled.ok) return cancelled;
        const { refundCents, cancelledAt } = cancelled.value;
        return ok({ refundCents: String(refundCents), cancelledAt: cancelledAt.toISOString() });
      });
    })
    .openapi(reprint, async (c) => {
      const { actor } = c.var;
      const { id } = c.req.valid('param');
      const { accountId, terminalId } = actor;
      // The serial is no part of what is stored under the key: the ticket is read again for each answer.
      const ticket = await printedAgain(deps, accountId, id);
      const again = await idempotent(c, 'reprint-ticket', { id }, async (tx) => {
        const made = await reprintTicket(coreWithin(deps, tx), { accountId, terminalId, ticketId: id, actor: actorKey(actor) });
        return made.ok ? ok({ reprints: made.value }) : made;
      });
      if (again.status !== 200 || !ticket) return again as RefusalResponse;
      const { reprints } = (await again.json()) as { reprints: number };
      return c.json({ ticket, reprints }, 200);
    });
};
