/** Operator: what takes two people after the sale (reconstruction, destruction, refunds), claims at the desk, alarms. */

import { createRoute, z } from '@hono/zod-openapi';
import type { Tx } from '@valira/db';
import { INSTANT_ALARMS, instantAlarm, instantRequest } from '@valira/db/schema';
import { type Outcome, ok } from '@valira/outcome';
import { desc } from 'drizzle-orm';
import { actorKey, requireStaff, requireStaffOrInspector } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, jsonBody, problems, refused } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent, keyOf } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { anyJson, centsIn, centsOut, idIn, idOut, instantOut, lineOfText } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { identificationMark } from '../claims/index.ts';
import { decideRequest, proposeRequest, readReconstruction } from './decide-request.ts';
import { identificationIn } from './tickets/counter.route.ts';
import type { Judgement } from './tickets/judge-ticket.ts';
import { logAttempt } from './tickets/log-attempt.ts';
import { claimInstant } from './tickets/pay-instant.ts';

const requestParam = z.object({ id: idIn('instantRequest') });

const done = json(z.object({ done: z.literal(true) }), 'Done, or done before under this key');

const reason = lineOfText(300);

const requestBody = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('refund'), gameId: idIn('instantGame'), reason }),
  z.strictObject({ kind: z.literal('reconstruction'), number: lineOfText(24), reason }),
  z.strictObject({
    kind: z.literal('destruction'),
    runId: idIn('instantRun'),
    packs: z.array(z.number().int().min(1).max(9_999_999)).min(1).max(1_000),
    tickets: z.number().int().min(1).max(200_000),
    method: lineOfText(200),
    reason,
  }),
]);

const requests = createRoute({
  method: 'get',
  path: '/console/instant-requests',
  tags: ['instants'],
  summary: 'What two people decide about tickets and packs',
  ...requireStaffOrInspector('official', 'finance', 'admin'),
  responses: {
    200: json(
      z.object({
        requests: z.array(
          z.object({
            id: idOut('instantRequest'),
            kind: z.enum(['refund', 'reconstruction', 'destruction']),
            runId: idOut('instantRun'),
            details: anyJson,
            reason: z.string(),
            proposedBy: z.string(),
            proposedAt: instantOut,
            decision: z.enum(['approved', 'refused']).nullable(),
            decidedBy: z.string().nullable(),
            decidedAt: instantOut.nullable(),
          }),
        ),
      }),
      'The newest first',
    ),
    ...problems,
  },
});

const ask = createRoute({
  method: 'post',
  path: '/console/instant-requests',
  tags: ['instants'],
  summary: 'Propose a refund, a reconstruction or a destruction',
  ...requireStaff('official'),
  request: { headers: idempotencyKey, body: jsonBody(requestBody) },
  responses: { 201: json(z.object({ requestId: idOut('instantRequest') }), 'Proposed'), ...problems },
});

const decide = createRoute({
  method: 'post',
  path: '/console/instant-requests/{id}/decision',
  tags: ['instants'],
  summary: 'Decide on what another proposed',
  ...requireStaff('official'),
  request: {
    headers: idempotencyKey,
    params: requestParam,
    body: jsonBody(z.strictObject({ decision: z.enum(['approved', 'refused']) })),
  },
  responses: { 200: done, ...problems },
});

const reconstructed = createRoute({
  method: 'get',
  path: '/console/instant-requests/{id}/ticket',
  tags: ['instants'],
  summary: 'What a damaged ticket shows, for one of the two who decided; each look is logged',
  ...requireStaff('official'),
  request: { params: requestParam },
  responses: {
    200: json(
      z.object({
        game: z.number().int(),
        pack: z.number().int(),
        ticket: z.number().int(),
        virn: z.string(),
        tier: z.string().nullable(),
        prizeCents: centsOut,
      }),
      'Never stored',
    ),
    ...problems,
  },
});

const claimAtDesk = createRoute({
  method: 'post',
  path: '/console/instant-claims',
  tags: ['instants'],
  summary: 'Open a claim on a printed instant ticket at the operator’s desk',
  ...requireStaff('finance'),
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.strictObject({ number: lineOfText(24), virn: lineOfText(24), amountCents: centsIn, identification: identificationIn }),
    ),
  },
  responses: { 201: json(z.object({ claimId: idOut('claim'), amountCents: centsOut, openedAt: instantOut }), 'Opened'), ...problems },
});

const alarms = createRoute({
  method: 'get',
  path: '/console/instant-alarms',
  tags: ['instants'],
  summary: 'What the operator is warned of',
  ...requireStaffOrInspector('official', 'finance', 'admin'),
  responses: {
    200: json(
      z.object({
        alarms: z.array(
          z.object({
            id: idOut('instantAlarm'),
            kind: z.enum(INSTANT_ALARMS),
            runId: idOut('instantRun'),
            subject: z.string(),
            facts: anyJson,
            at: instantOut,
          }),
        ),
      }),
      'The newest first',
    ),
    ...problems,
  },
});

const answered = (outcome: Outcome<null>) => (outcome.ok ? ok({ done: true as const }) : outcome);

const LISTED = 200;

export const instantRequestRoutes = (deps: Core) => {
  const within = (tx: Tx) => coreWithin(deps, tx);
  return newModule()
    .openapi(requests, async (c) => {
      const rows = await deps.db.select().from(instantRequest).orderBy(desc(instantRequest.id)).limit(LISTED);
      return c.json(
        {
          requests: rows.map((row) => ({
            id: wireId('instantRequest', row.id),
            kind: row.kind,
            runId: wireId('instantRun', row.runId),
            details: toJson(row.details ?? { index: row.index }),
            reason: row.reason,
            proposedBy: row.proposedBy,
            proposedAt: row.proposedAt.toISOString(),
            decision: row.decision,
            decidedBy: row.decidedBy,
            decidedAt: row.decidedAt?.toISOString() ?? null,
          })),
        },
        200,
      );
    })
    .openapi(ask, (c) => {
      const input = c.req.valid('json');
      return idempotent(
        c,
        'propose-instant-request',
        input,
        async (tx) => {
          const asked = await proposeRequest(within(tx), tx, actorKey(c.var.actor), input);
          return asked.ok ? ok({ requestId: wireId('instantRequest', asked.value) }) : asked;
        },
        { status: 201 },
      );
    })
    .openapi(decide, (c) => {
      const { id } = c.req.valid('param');
      const { decision } = c.req.valid('json');
      return idempotent(c, 'decide-instant-request', { id, decision }, async (tx) =>
        answered(await decideRequest(within(tx), tx, actorKey(c.var.actor), { id, decision })),
      );
    })
    .openapi(reconstructed, async (c) => {
      const read = await deps.inTransaction((tx) => readReconstruction(deps, tx, actorKey(c.var.actor), c.req.valid('param').id));
      return read.ok ? c.json({ ...read.value, prizeCents: String(read.value.prizeCents) }, 200) : refused(c, read);
    })
    .openapi(claimAtDesk, async (c) => {
      const { amountCents, identification, ...input } = c.req.valid('json');
      const judgements: Judgement[] = [];
      const answer = await idempotent(
        c,
        'claim-instant',
        { ...input, amountCents, identification: identificationMark(deps.keys, identification) },
        async (tx) => {
          const onJudged = (judged: Judgement) => judgements.push(judged);
          const request = { ...input, amountCents, identification, key: keyOf(c) ?? '', onJudged };
          const opened = await claimInstant(within(tx), tx, actorKey(c.var.actor), request);
          if (!opened.ok) return opened;
          const { claimId, paidAt } = opened.value;
          return ok({ claimId: wireId('claim', claimId), amountCents: String(amountCents), openedAt: paidAt.toISOString() });
        },
        { status: 201 },
      );
      for (const judged of judgements) await logAttempt(deps, { actor: actorKey(c.var.actor), accountId: null }, judged);
      return answer;
    })
    .openapi(alarms, async (c) => {
      const rows = await deps.db.select().from(instantAlarm).orderBy(desc(instantAlarm.id)).limit(LISTED);
      return c.json(
        {
          alarms: rows.map(({ id, kind, runId, subject, facts, at }) => ({
            id: wireId('instantAlarm', id),
            kind,
            runId: wireId('instantRun', runId),
            subject,
            facts: toJson(facts),
            at: at.toISOString(),
          })),
        },
        200,
      );
    });
};
