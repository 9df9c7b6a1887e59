/** The race desk: events entered and changed, bets stopped, runners taken out, results typed and declared, objections decided. */
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
import { createEvent } from './create-event.ts';
import { decideScratch } from './decide-scratch.ts';
import { editEvent } from './edit-event.ts';
import { enterEventResult } from './enter-event-result.ts';
import { findEvent } from './event.store.ts';
import { deskView, touchedView, viewOfDesk, viewOfTouched } from './event.view.ts';
import { lodgeObjection } from './lodge-objection.ts';
import { makeOfficial } from './make-official.ts';
import { proposeScratch } from './propose-scratch.ts';
import { stopEvent } from './stop-event.ts';
import { voteObjection } from './vote-objection.ts';

const eventId = z.object({ id: idIn('event') });
const reason = lineOfText(500).refine((text) => text.length >= 3);
const changeable = {
  name: lineOfText(120),
  organiser: lineOfText(120),
  competition: lineOfText(120),
  startsAt: instantIn,
  andorransTakePart: z.boolean().openapi({ description: 'Whether Andorran athletes or entities take part; then it is refused (Law 7.10)' }),
  runners: z.array(z.strictObject({ number: z.number().int().min(1).max(64), name: lineOfText(80) })).max(64),
};
const done = json(z.object({ done: z.literal(true) }), 'Done, or done before under this key');

const create = createRoute({
  method: 'post',
  path: '/console/events',
  tags: ['events'],
  summary: 'Enter a race, a match or another event',
  ...requireStaff('race-desk'),
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.strictObject({
        kind: z.enum(['race', 'match', 'other']),
        meeting: lineOfText(80),
        place: lineOfText(120).optional(),
        ...changeable,
      }),
    ),
  },
  responses: { 201: json(z.object({ id: idOut('event'), meetingId: idOut('meeting') }), 'Entered'), ...problems },
});

const edit = createRoute({
  method: 'post',
  path: '/console/events/{id}',
  tags: ['events'],
  summary: 'Change an event that no pool stands on yet',
  ...requireStaff('race-desk'),
  request: { headers: idempotencyKey, params: eventId, body: jsonBody(z.strictObject(changeable)) },
  responses: { 200: done, ...problems },
});

const desk = createRoute({
  method: 'get',
  path: '/console/events/{id}',
  tags: ['events'],
  summary: 'An event as the race desk sees it',
  ...requireStaff(),
  request: { params: eventId },
  responses: { 200: json(deskView, 'As it stands'), ...problems },
});

const stop = createRoute({
  method: 'post',
  path: '/console/events/{id}/stop-bet',
  tags: ['events'],
  summary: 'Stop bets now on every pool with this event: the start was seen',
  ...requireStaff('race-desk'),
  request: { headers: idempotencyKey, params: eventId, body: jsonBody(z.strictObject({ source: lineOfText(80) })) },
  responses: { 200: json(z.object({ at: instantOut, closed: z.array(idOut('contest')) }), 'Closed'), ...problems },
});

const propose = createRoute({
  method: 'post',
  path: '/console/events/{id}/scratches',
  tags: ['events'],
  summary: 'Propose that a runner goes out; the answer says what that touches',
  ...requireStaff('race-desk', 'official'),
  request: {
    headers: idempotencyKey,
    params: eventId,
    body: jsonBody(z.strictObject({ runner: z.number().int().min(1).max(64), reason })),
  },
  responses: { 201: json(z.object({ id: idOut('scratch'), touched: z.array(touchedView) }), 'Proposed'), ...problems },
});

const decide = createRoute({
  method: 'post',
  path: '/console/scratches/{id}/decision',
  tags: ['events'],
  summary: 'Confirm or reject, as a second person; a confirmed one is final',
  ...requireStaff('race-desk', 'official'),
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('scratch') }),
    body: jsonBody(z.strictObject({ confirm: z.boolean() })),
  },
  responses: { 200: json(z.object({ touched: z.array(touchedView) }), 'Decided'), ...problems },
});

const enter = createRoute({
  method: 'post',
  path: '/console/events/{id}/results',
  tags: ['events'],
  summary: 'Type the result without seeing the other person’s entry',
  ...requireStaff('race-desk', 'official'),
  request: {
    headers: idempotencyKey,
    params: eventId,
    body: jsonBody(z.strictObject({ result: z.record(z.string().max(40), anyJson) })),
  },
  responses: {
    200: json(z.object({ state: z.enum(['awaiting-second-entry', 'entered']), version: z.number().int().nullable() }), 'Taken'),
    ...problems,
  },
});

const official = createRoute({
  method: 'post',
  path: '/console/events/{id}/official',
  tags: ['events'],
  summary: 'Declare the result official, as a second person',
  ...requireStaff('race-desk', 'official'),
  request: { headers: idempotencyKey, params: eventId, body: jsonBody(z.strictObject({ version: z.number().int().min(1) })) },
  responses: { 200: done, ...problems },
});

const lodge = createRoute({
  method: 'post',
  path: '/console/events/{id}/objections',
  tags: ['events'],
  summary: 'Record an objection; while it is open the result cannot become official',
  ...requireStaff('race-desk', 'official'),
  request: { headers: idempotencyKey, params: eventId, body: jsonBody(z.strictObject({ lodgedBy: lineOfText(120), reason })) },
  responses: { 201: json(z.object({ id: idOut('objection') }), 'Recorded'), ...problems },
});

const vote = createRoute({
  method: 'post',
  path: '/console/objections/{id}/votes',
  tags: ['events'],
  summary: 'Uphold or dismiss; the verdict of the first two who agree decides',
  ...requireStaff('race-desk', 'official'),
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('objection') }),
    body: jsonBody(z.strictObject({ verdict: z.enum(['upheld', 'dismissed']) })),
  },
  responses: { 200: json(z.object({ verdict: z.enum(['upheld', 'dismissed']).nullable() }), 'Null while no two agree'), ...problems },
});

const DONE = ok({ done: true as const });

export const deskRoutes = (deps: Core) =>
  newModule()
    .openapi(create, (c) => {
      const input = c.req.valid('json');
      return idempotent(
        c,
        'create-event',
        input,
        async (tx) => {
          const made = await createEvent(coreWithin(deps, tx), c.var.actor.userId, input);
          return made.ok ? ok({ id: wireId('event', made.value.eventId), meetingId: wireId('meeting', made.value.meetingId) }) : made;
        },
        { status: 201 },
      );
    })
    .openapi(edit, (c) => {
      const { id } = c.req.valid('param');
      const input = c.req.valid('json');
      return idempotent(c, 'edit-event', { id, input }, async (tx) => {
        const changed = await editEvent(coreWithin(deps, tx), c.var.actor.userId, id, input);
        return changed.ok ? DONE : changed;
      });
    })
    .openapi(desk, async (c) => {
      const event = await findEvent(deps.db, c.req.valid('param').id);
      return event ? c.json(await viewOfDesk(deps.db, event, deps.clock.now()), 200) : refused(c, refuse('event_not_found'));
    })
    .openapi(stop, (c) => {
      const { id } = c.req.valid('param');
      const { source } = c.req.valid('json');
      return idempotent(c, 'stop-event', { id, source }, async (tx) => {
        const stopped = await stopEvent(coreWithin(deps, tx), { eventId: id, actor: c.var.actor.userId, source });
        if (!stopped.ok) return stopped;
        return ok({ at: stopped.value.at.toISOString(), closed: stopped.value.closed.map((one) => wireId('contest', one)) });
      });
    })
    .openapi(propose, (c) => {
      const { id } = c.req.valid('param');
      const input = c.req.valid('json');
      return idempotent(
        c,
        'propose-scratch',
        { id, input },
        async (tx) => {
          const proposed = await proposeScratch(coreWithin(deps, tx), c.var.actor.userId, { eventId: id, ...input });
          if (!proposed.ok) return proposed;
          return ok({ id: wireId('scratch', proposed.value.proposalId), touched: proposed.value.touched.map(viewOfTouched) });
        },
        { status: 201 },
      );
    })
    .openapi(decide, (c) => {
      const { id } = c.req.valid('param');
      const { confirm } = c.req.valid('json');
      return idempotent(c, 'decide-scratch', { id, confirm }, async (tx) => {
        const decided = await decideScratch(coreWithin(deps, tx), c.var.actor.userId, id, confirm);
        return decided.ok ? ok({ touched: decided.value.touched.map(viewOfTouched) }) : decided;
      });
    })
    .openapi(enter, (c) => {
      const { id } = c.req.valid('param');
      const { result } = c.req.valid('json');
      return idempotent(
        c,
        'enter-event-result',
        { id, result },
        (tx) => enterEventResult(coreWithin(deps, tx), id, c.var.actor.userId, result),
        {
          kept: ['entries_differ'],
        },
      );
    })
    .openapi(official, (c) => {
      const { id } = c.req.valid('param');
      const { version } = c.req.valid('json');
      return idempotent(c, 'make-official', { id, version }, async (tx) => {
        const made = await makeOfficial(coreWithin(deps, tx), id, c.var.actor.userId, version);
        return made.ok ? DONE : made;
      });
    })
    .openapi(lodge, (c) => {
      const { id } = c.req.valid('param');
      const input = c.req.valid('json');
      return idempotent(
        c,
        'lodge-objection',
        { id, input },
        async (tx) => {
          const lodged = await lodgeObjection(coreWithin(deps, tx), c.var.actor.userId, { eventId: id, ...input });
          return lodged.ok ? ok({ id: wireId('objection', lodged.value) }) : lodged;
        },
        { status: 201 },
      );
    })
    .openapi(vote, (c) => {
      const { id } = c.req.valid('param');
      const { verdict } = c.req.valid('json');
      return idempotent(c, 'vote-objection', { id, verdict }, async (tx) => {
        const voted = await voteObjection(coreWithin(deps, tx), c.var.actor.userId, id, verdict);
        return voted.ok ? ok({ verdict: voted.value }) : voted;
      });
    });
