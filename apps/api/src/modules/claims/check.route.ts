/** POST /v1/ticket-checks: whoever holds a shop ticket asks what it is worth, by its number. Tells nothing about who bought it or where. */
import { createRoute, z } from '@hono/zod-openapi';
import { requireNobody } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, jsonBody, problems } from '../../platform/http/answer.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { limited } from '../../platform/http/limited.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { lineOfText } from '../../platform/http/wire.ts';
import type { SoldContests } from '../wagers/index.ts';
import { validateTicket } from './validate-ticket.ts';
import { validationView, viewOfValidation } from './validation.view.ts';

const check = createRoute({
  method: 'post',
  path: '/ticket-checks',
  tags: ['claims'],
  summary: 'What a shop ticket is worth, by its number; for anybody who holds it',
  ...requireNobody,
  request: { body: jsonBody(z.strictObject({ serial: lineOfText(40) })) },
  responses: {
    200: json(validationView.omit({ ticketId: true, needsIdentification: true }), 'The outcome, from published results alone'),
    ...problems,
  },
});

export const checkRoutes = (deps: Core & { readonly soldContests: SoldContests }) =>
  newModule().openapi(check, async (c) => {
    const tooMany = await limited(c, 'check', clientAddress(c, c.var.spine.proxyHops));
    if (tooMany) return tooMany;
    const found = await validateTicket(deps, c.req.valid('json').serial, { kind: 'operator' }, deps.clock.now());
    const { ticketId: _ticket, needsIdentification: _identified, ...view } = viewOfValidation(found);
    return c.json(view, 200);
  });
