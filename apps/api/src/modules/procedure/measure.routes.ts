/** Measures in the draw room: one person proposes, another decides. */
import { createRoute, z } from '@hono/zod-openapi';
import { ok, refuse } from '@valira/outcome';
import { requireStaff } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, jsonBody, problems, refused } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { anyJson, idIn, idOut, instantIn, instantOut, lineOfText } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { decideMeasure, findMeasure, type Measure, measuresUnder, proposeBreakdown, proposeMeasure } from '../measures/index.ts';
import { deskRefusal } from './desk.ts';

const reason = lineOfText(500).min(3);
const proposed = json(z.object({ id: idOut('measure') }), 'Proposed; another person decides');

export const measureView = z
  .object({
    id: idOut('measure'),
    kind: z.enum(['release', 'void', 'breakdown', 'postponement', 'correction', 'redraw']),
    contestId: idOut('contest').nullable(),
    reason: z.string(),
    terms: anyJson,
    proposedBy: z.string(),
    proposedAt: instantOut,
    decision: z.object({ decidedBy: z.string(), approved: z.boolean(), at: instantOut }).nullable(),
    end: z.object({ facts: anyJson, at: instantOut }).nullable().openapi({ description: 'Set once it has been carried out' }),
  })
  .openapi('Measure');

export const viewOfMeasure = ({ id, kind, contestId, reason, terms, proposedBy, at, decision, end }: Measure) => ({
  id: wireId('measure', id),
  kind,
  contestId: contestId && wireId('contest', contestId),
  reason,
  terms: toJson(terms),
  proposedBy,
  proposedAt: at.toISOString(),
  decision: decision && { decidedBy: decision.decidedBy, approved: decision.approved, at: decision.at.toISOString() },
  end: end && { facts: toJson(end.facts), at: end.at.toISOString() },
});

const propose = createRoute({
  method: 'post',
  path: '/console/contests/{id}/measures',
  tags: ['procedure'],
  summary: 'Propose to release a locked contest, to draw it once more, to make one void, or to correct its result',
  ...requireStaff('official', 'race-desk'),
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('contest') }),
    body: jsonBody(z.strictObject({ kind: z.enum(['release', 'void', 'correction', 'redraw']), reason })),
  },
  responses: { 201: proposed, ...problems },
});

const postpone = createRoute({
  method: 'post',
  path: '/console/contests/{id}/postponements',
  tags: ['procedure'],
  summary: 'Propose a later close and draw, before the close',
  ...requireStaff('official', 'race-desk'),
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('contest') }),
    body: jsonBody(z.strictObject({ closesAt: instantIn, drawsAt: instantIn, reason })),
  },
  responses: { 201: proposed, ...problems },
});

const breakdown = createRoute({
  method: 'post',
  path: '/console/breakdowns',
  tags: ['procedure'],
  summary: 'Propose a breakdown: every open contest of a product, or of all products, becomes void',
  ...requireStaff('official'),
  request: { headers: idempotencyKey, body: jsonBody(z.strictObject({ product: lineOfText(80).nullable(), reason })) },
  responses: { 201: proposed, ...problems },
});

const decide = createRoute({
  method: 'post',
  path: '/console/measures/{id}/decision',
  tags: ['procedure'],
  summary: 'Approve or reject a measure, as a second person',
  ...requireStaff('official', 'race-desk'),
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('measure') }),
    body: jsonBody(z.strictObject({ approve: z.boolean() })),
  },
  responses: { 200: json(z.object({ done: z.literal(true) }), 'Decided'), ...problems },
});

const one = createRoute({
  method: 'get',
  path: '/console/measures/{id}',
  tags: ['procedure'],
  summary: 'A measure, and for a breakdown what it made void',
  ...requireStaff(),
  request: { params: z.object({ id: idIn('measure') }) },
  responses: { 200: json(z.object({ measure: measureView, voids: z.array(measureView) }), 'As it stands'), ...problems },
});

export const measureRoutes = (deps: Core) =>
  newModule()
    .openapi(propose, (c) => {
      const { id } = c.req.valid('param');
      const input = c.req.valid('json');
      return idempotent(
        c,
        'propose-measure',
        { id, ...input },
        async (tx) => {
          const desk = await deskRefusal(tx, c.var.actor, id);
          if (desk) return desk;
          const made = await proposeMeasure(coreWithin(deps, tx), c.var.actor.userId, { contestId: id, ...input });
          return made.ok ? ok({ id: wireId('measure', made.value) }) : made;
        },
        { status: 201 },
      );
    })
    .openapi(postpone, (c) => {
      const { id } = c.req.valid('param');
      const input = c.req.valid('json');
      return idempotent(
        c,
        'propose-postponement',
        { id, ...input },
        async (tx) => {
          const desk = await deskRefusal(tx, c.var.actor, id);
          if (desk) return desk;
          const proposal = { contestId: id, kind: 'postponement' as const, ...input };
          const made = await proposeMeasure(coreWithin(deps, tx), c.var.actor.userId, proposal);
          return made.ok ? ok({ id: wireId('measure', made.value) }) : made;
        },
        { status: 201 },
      );
    })
    .openapi(breakdown, (c) => {
      const input = c.req.valid('json');
      return idempotent(
        c,
        'propose-breakdown',
        input,
        async (tx) => {
          const made = await proposeBreakdown(coreWithin(deps, tx), c.var.actor.userId, input);
          return made.ok ? ok({ id: wireId('measure', made.value) }) : made;
        },
        { status: 201 },
      );
    })
    .openapi(decide, (c) => {
      const { id } = c.req.valid('param');
      const { approve } = c.req.valid('json');
      return idempotent(c, 'decide-measure', { id, approve }, async (tx) => {
        const measure = await findMeasure(tx, id);
        const desk = measure?.contestId ? await deskRefusal(tx, c.var.actor, measure.contestId) : null;
        if (desk) return desk;
        if (measure?.kind === 'breakdown' && !c.var.actor.roles.includes('official')) return refuse('not_allowed');
        const decided = await decideMeasure(coreWithin(deps, tx), c.var.actor.userId, id, approve);
        return decided.ok ? ok({ done: true as const }) : decided;
      });
    })
    .openapi(one, async (c) => {
      const found = await findMeasure(deps.db, c.req.valid('param').id);
      if (!found) return refused(c, refuse('measure_not_found'));
      const voids = await measuresUnder(deps.db, found.id);
      return c.json({ measure: viewOfMeasure(found), voids: voids.map(viewOfMeasure) }, 200);
    });
