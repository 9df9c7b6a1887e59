/** The operator's claims desk, and the register of prizes paid. */
import { createRoute, z } from '@hono/zod-openapi';
import { ok } from '@valira/outcome';
import { actorKey, requireStaff, requireStaffOrInspector } from '../../platform/auth/index.ts';
import { json, jsonBody, problems, refused } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent, keyOf } from '../../platform/http/idempotent.ts';
import { limited } from '../../platform/http/limited.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { birthDateIn, centsIn, centsOut, idIn, idOut, instantIn, instantOut, lineOfText } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { DOCUMENT_KINDS, identificationMark } from './claimant.ts';
import { claimsByClerk, listClaims } from './claims-register.ts';
import { openClaim } from './open-claim.ts';
import type { ClaimDeps } from './pay-claim.ts';
import { readIdentity } from './read-identity.ts';
import { validateTicket } from './validate-ticket.ts';
import { validationView, viewOfValidation } from './validation.view.ts';

const serial = lineOfText(40);

const validate = createRoute({
  method: 'post',
  path: '/console/validations',
  tags: ['claims'],
  summary: 'What a shop ticket is worth, whatever the amount',
  ...requireStaff('finance'),
  request: { body: jsonBody(z.strictObject({ serial })) },
  responses: { 200: json(validationView, 'The outcome'), ...problems },
});

const open = createRoute({
  method: 'post',
  path: '/console/claims',
  tags: ['claims'],
  summary: 'Claim a ticket at the operator, once, by somebody identified',
  ...requireStaff('finance'),
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.strictObject({
        serial,
        amountCents: centsIn,
        identification: z.strictObject({
          documentKind: z.enum(DOCUMENT_KINDS),
          documentNumber: lineOfText(40),
          name: lineOfText(120),
          birthDate: birthDateIn,
        }),
      }),
    ),
  },
  responses: {
    201: json(
      z.object({ id: idOut('claim'), ticketId: idOut('ticket'), amountCents: centsOut, openedAt: instantOut }),
      'Claimed; it is paid by a payment order',
    ),
    ...problems,
  },
});

const period = { from: instantIn, until: instantIn };

const byClerk = createRoute({
  method: 'get',
  path: '/console/claims/by-clerk',
  tags: ['claims'],
  summary: 'Prizes paid in a period by shop and clerk, the largest total first',
  ...requireStaffOrInspector('finance', 'admin'),
  request: { query: z.strictObject(period) },
  responses: {
    200: json(
      z.object({
        clerks: z.array(
          z.object({
            accountId: idOut('account'),
            shop: z.string().nullable(),
            clerkId: idOut('clerk').nullable(),
            clerk: z.string().nullable(),
            claims: z.number().int(),
            amountCents: centsOut,
            largestCents: centsOut,
            soldElsewhere: z.number().int(),
            identified: z.number().int(),
          }),
        ),
      }),
      'At most 1,000; the operator’s desk has no clerk',
    ),
    ...problems,
  },
});

const list = createRoute({
  method: 'get',
  path: '/console/claims',
  tags: ['claims'],
  summary: 'Prizes paid and claims opened, the latest first',
  ...requireStaffOrInspector('finance', 'admin'),
  request: {
    query: z.strictObject({
      payer: idIn('account').optional(),
      clerk: idIn('clerk').optional(),
      from: period.from.optional(),
      until: period.until.optional(),
      before: idIn('claim').optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
  },
  responses: {
    200: json(
      z.object({
        claims: z.array(
          z.object({
            id: idOut('claim'),
            ticketId: idOut('ticket'),
            soldBy: idOut('account'),
            paidBy: idOut('account'),
            ending: z.enum(['shop', 'operator']),
            terminalId: idOut('terminal').nullable(),
            clerkId: idOut('clerk').nullable(),
            amountCents: centsOut,
            at: instantOut,
          }),
        ),
        next: z.string().nullable(),
      }),
      'A page',
    ),
    ...problems,
  },
});

const identity = createRoute({
  method: 'get',
  path: '/console/claims/{id}/identity',
  tags: ['claims'],
  summary: 'Who made a claim; each look is recorded',
  ...requireStaffOrInspector('finance'),
  request: { params: z.object({ id: idIn('claim') }) },
  responses: {
    200: json(
      z.object({
        documentKind: z.enum(DOCUMENT_KINDS),
        documentNumber: z.string(),
        name: z.string().nullable(),
        birthDate: z.string().nullable(),
      }),
      'What was noted',
    ),
    ...problems,
  },
});

export const claimConsoleRoutes = (deps: ClaimDeps) =>
  newModule()
    .openapi(validate, async (c) => {
      const tooMany = await limited(c, 'sale', actorKey(c.var.actor));
      if (tooMany) return tooMany;
      const found = await validateTicket(deps, c.req.valid('json').serial, { kind: 'operator' }, deps.clock.now());
      return c.json(viewOfValidation(found), 200);
    })
    .openapi(open, async (c) => {
      const { identification, ...input } = c.req.valid('json');
      return idempotent(
        c,
        'open-claim',
        { ...input, identification: identificationMark(deps.keys, identification) },
        async (tx) => {
          const opened = await openClaim(coreWithin(deps, tx), tx, actorKey(c.var.actor), {
            ...input,
            identification,
            key: keyOf(c) ?? '',
          });
          if (!opened.ok) return opened;
          const { claimId, ticketId, amountCents, openedAt } = opened.value;
          return ok({
            id: wireId('claim', claimId),
            ticketId: wireId('ticket', ticketId),
            amountCents: String(amountCents),
            openedAt: openedAt.toISOString(),
          });
        },
        { status: 201 },
      );
    })
    .openapi(identity, async (c) => {
      const { id } = c.req.valid('param');
      const read = await deps.inTransaction((tx) => readIdentity(deps, tx, actorKey(c.var.actor), id));
      if (!read.ok) return refused(c, read);
      const { documentKind, documentNumber, name, birthDate } = read.value;
      return c.json({ documentKind, documentNumber, name: name ?? null, birthDate: birthDate ?? null }, 200);
    })
    .openapi(byClerk, async (c) => {
      const { from, until } = c.req.valid('query');
      const rows = await claimsByClerk(deps.db, { from, until });
      const clerks = rows.map((row) => ({
        ...row,
        accountId: wireId('account', row.accountId),
        clerkId: row.clerkId && wireId('clerk', row.clerkId),
      }));
      return c.json({ clerks }, 200);
    })
    .openapi(list, async (c) => {
      const { from, until, ...filter } = c.req.valid('query');
      const rows = await listClaims(deps.db, {
        ...filter,
        ...(from && { from }),
        ...(until && { until }),
      });
      const last = rows.at(-1);
      return c.json(
        {
          claims: rows.map(({ id, ticketId, accountId, payingAccountId, ending, terminalId, clerkId, amountCents, at }) => ({
            id: wireId('claim', id),
            ticketId: wireId('ticket', ticketId),
            soldBy: wireId('account', accountId),
            paidBy: wireId('account', payingAccountId),
            ending,
            terminalId: terminalId && wireId('terminal', terminalId),
            clerkId: clerkId && wireId('clerk', clerkId),
            amountCents: String(amountCents),
            at: at.toISOString(),
          })),
          next: rows.length === filter.limit && last ? wireId('claim', last.id) : null,
        },
        200,
      );
    });
