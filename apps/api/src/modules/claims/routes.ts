/** At the counter: what is this ticket worth, and pay it. */
import { createRoute, z } from '@hono/zod-openapi';
import { ok, refuse } from '@valira/outcome';
import { actorKey, requireTerminal } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, jsonBody, problems, refused } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent, keyOf } from '../../platform/http/idempotent.ts';
import { limited } from '../../platform/http/limited.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { birthDateIn, centsIn, centsOut, idOut, instantOut, lineOfText } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { shopStanding } from '../retail/index.ts';
import type { SoldContests } from '../wagers/index.ts';
import { DOCUMENT_KINDS, identificationMark } from './claimant.ts';
import { payClaim } from './pay-claim.ts';
import { validateTicket } from './validate-ticket.ts';
import { validationView, viewOfValidation } from './validation.view.ts';

const serial = lineOfText(40);
const identification = z.strictObject({
  documentKind: z.enum(DOCUMENT_KINDS),
  documentNumber: lineOfText(40),
  name: lineOfText(120).optional(),
  birthDate: birthDateIn.optional(),
});

const validate = createRoute({
  method: 'post',
  path: '/validations',
  tags: ['claims'],
  summary: 'What a ticket at the counter is worth',
  ...requireTerminal({ clerk: true }),
  request: { body: jsonBody(z.strictObject({ serial })) },
  responses: {
    200: json(validationView, 'The outcome; amounts only for what this shop may pay'),
    ...problems,
  },
});

const pay = createRoute({
  method: 'post',
  path: '/claims',
  tags: ['claims'],
  summary: 'Pay a ticket, once',
  ...requireTerminal({ clerk: true }),
  request: {
    headers: idempotencyKey,
    body: jsonBody(z.strictObject({ serial, amountCents: centsIn, identification: identification.optional() })),
  },
  responses: {
    201: json(z.object({ id: idOut('claim'), ticketId: idOut('ticket'), amountCents: centsOut, paidAt: instantOut }), 'Paid'),
    ...problems,
  },
});

export const claimRoutes = (deps: Core & { readonly soldContests: SoldContests }) =>
  newModule()
    .openapi(validate, async (c) => {
      const { actor } = c.var;
      const tooMany = await limited(c, 'sale', actorKey(actor));
      if (tooMany) return tooMany;
      const shop = await shopStanding(deps.db, actor.accountId);
      if (!shop) return refused(c, refuse('not_allowed'));
      const found = await validateTicket(
        deps,
        c.req.valid('json').serial,
        { kind: 'shop', paysUpToCents: shop.paysUpToCents },
        deps.clock.now(),
      );
      return c.json(viewOfValidation(found), 200);
    })
    .openapi(pay, async (c) => {
      const { actor } = c.var;
      const { amountCents, identification, ...input } = c.req.valid('json');
      const shop = await shopStanding(deps.db, actor.accountId);
      if (!shop) return refused(c, refuse('not_allowed'));
      return idempotent(
        c,
        'pay-claim',
        { ...input, amountCents, identification: identificationMark(deps.keys, identification ?? null) },
        async (tx) => {
          const paid = await payClaim(coreWithin(deps, tx), {
            serial: input.serial,
            amountCents,
            identification: identification ?? null,
            shopPaysUpToCents: shop.paysUpToCents,
            payer: { accountId: actor.accountId, terminalId: actor.terminalId, clerkId: actor.clerk.id },
            key: keyOf(c) ?? '',
          });
          if (!paid.ok) return paid;
          const { claimId, ticketId, paidAt } = paid.value;
          return ok({
            id: wireId('claim', claimId),
            ticketId: wireId('ticket', ticketId),
            amountCents: String(paid.value.amountCents),
            paidAt: paidAt.toISOString(),
          });
        },
        { status: 201 },
      );
    });
