/** What a shop's terminal calls: enrolment, the clerk's PIN, and its own standing. */
import { createRoute, z } from '@hono/zod-openapi';
import { ok, refuse } from '@valira/outcome';
import { requireNobody, requireTerminal } from '../../platform/auth/index.ts';
import { publicKeySchema } from '../../platform/auth/terminal-signature.ts';
import type { Core } from '../../platform/core.ts';
import { json, jsonBody, problems, refused } from '../../platform/http/answer.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { limited } from '../../platform/http/limited.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { centsOut, idOut, instantOut } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { licenceInForce } from '../licence/index.ts';
import { PIN_PATTERN } from './clerk-pin.ts';
import { endClerkSessions, startClerkSession } from './clerk-session.ts';
import { enrolTerminal } from './enrol-terminal.ts';
import { shopStanding } from './shop-standing.ts';

const shopView = z.object({ name: z.string(), address: z.string(), licenceNumber: z.string() });
const licenceView = z.object({ number: z.string(), operator: z.string() });
const clerkView = z.object({ id: idOut('clerk'), name: z.string(), cardNumber: z.string() });

const enrol = createRoute({
  method: 'post',
  path: '/terminals/enrol',
  tags: ['terminals'],
  summary: 'Make this device the terminal that a one-time code stands for',
  ...requireNobody,
  request: { headers: idempotencyKey, body: jsonBody(z.strictObject({ code: z.string().min(1).max(40), publicKey: publicKeySchema })) },
  responses: {
    200: json(
      z.object({ terminalId: idOut('terminal'), label: z.string(), shop: shopView, licence: licenceView.nullable() }),
      'Enrolled: sign every request with the device key from now on',
    ),
    ...problems,
  },
});

const startSession = createRoute({
  method: 'post',
  path: '/terminals/clerk-sessions',
  tags: ['terminals'],
  summary: 'A clerk begins, by PIN; whoever was at the terminal before is signed off',
  ...requireTerminal(),
  request: { body: jsonBody(z.strictObject({ pin: z.string().regex(PIN_PATTERN) })) },
  responses: {
    201: json(
      z.object({ token: z.string(), clerk: clerkView, expiresAt: instantOut }),
      'The token goes into Valira-Clerk. It is not stored, so a lost answer is followed by a new session',
    ),
    ...problems,
  },
});

const endSession = createRoute({
  method: 'post',
  path: '/terminals/clerk-sessions/end',
  tags: ['terminals'],
  summary: 'The clerk at this terminal signs off',
  ...requireTerminal(),
  responses: { 200: json(z.object({ clerk: z.null() }), 'Nobody is at the terminal'), ...problems },
});

const me = createRoute({
  method: 'get',
  path: '/terminals/me',
  tags: ['terminals'],
  summary: 'The terminal, its shop’s standing and the licence it sells under',
  ...requireTerminal(),
  responses: {
    200: json(
      z.object({
        terminal: z.object({ id: idOut('terminal'), label: z.string() }),
        clerk: clerkView.nullable(),
        shop: shopView.extend({
          creditCents: centsOut,
          owesCents: centsOut,
          availableCents: centsOut,
          paysUpToCents: centsOut,
        }),
        licence: licenceView.extend({ pariMutuelInShops: z.boolean() }).nullable(),
      }),
      'As of now',
    ),
    ...problems,
  },
});

export const terminalRoutes = (core: Core) =>
  newModule()
    .openapi(enrol, async (c) => {
      const tooMany = await limited(c, 'enrol', clientAddress(c, c.var.spine.proxyHops));
      if (tooMany) return tooMany;
      const input = c.req.valid('json');
      return idempotent(c, 'enrol-terminal', input, async (tx) => {
        const enrolled = await enrolTerminal(core, tx, input);
        if (!enrolled.ok) return enrolled;
        const licence = await licenceInForce(tx, 'shop', core.clock.now());
        const { terminalId, label, shop } = enrolled.value;
        return ok({
          terminalId: wireId('terminal', terminalId),
          label,
          shop,
          licence: licence && { number: licence.number, operator: licence.operator },
        });
      });
    })
    .openapi(startSession, async (c) => {
      const { actor } = c.var;
      const tooMany = await limited(c, 'pin', actor.terminalId);
      if (tooMany) return tooMany;
      const { pin } = c.req.valid('json');
      const started = await core.inTransaction((tx) => startClerkSession(core, tx, actor, pin));
      if (!started.ok) return refused(c, started);
      // Not cleared: a clerk could guess a colleague's PIN and type their own in between.
      await c.var.spine.limits.giveBack('pin', actor.terminalId);
      const { token, clerk, expiresAt } = started.value;
      return c.json({ token, clerk: { ...clerk, id: wireId('clerk', clerk.id) }, expiresAt: expiresAt.toISOString() }, 201);
    })
    .openapi(endSession, async (c) => {
      await core.inTransaction((tx) => endClerkSessions(tx, c.var.actor.terminalId, core.clock.now()));
      const token = c.req.header('valira-clerk');
      if (token) c.var.spine.actors.terminals.forgetClerkToken(token);
      return c.json({ clerk: null }, 200);
    })
    .openapi(me, async (c) => {
      const { terminalId, accountId, label, clerk } = c.var.actor;
      const [standing, licence] = await Promise.all([shopStanding(core.db, accountId), licenceInForce(core.db, 'shop', core.clock.now())]);
      if (!standing) return refused(c, refuse('not_found'));
      const { name, address, licenceNumber, creditCents, owesCents, availableCents, paysUpToCents } = standing;
      return c.json(
        {
          terminal: { id: wireId('terminal', terminalId), label },
          clerk: clerk && { ...clerk, id: wireId('clerk', clerk.id) },
          shop: {
            name,
            address,
            licenceNumber,
            creditCents: String(creditCents),
            owesCents: String(owesCents),
            availableCents: String(availableCents),
            paysUpToCents: String(paysUpToCents),
          },
          licence,
        },
        200,
      );
    });
