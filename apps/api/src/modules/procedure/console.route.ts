/** The draw room and the race desk: each step of the procedure as a command, for those whose role it is. */
import { createRoute, z } from '@hono/zod-openapi';
import { resultEntry } from '@valira/db/schema';
import { ok, refuse } from '@valira/outcome';
import { asc, eq } from 'drizzle-orm';
import { actorKey, requireSecondHolder, requireStaff } from '../../platform/auth/index.ts';
import { roundDueAt } from '../../platform/beacon.ts';
import type { Core } from '../../platform/core.ts';
import { fromHex } from '../../platform/hash.ts';
import { json, jsonBody, problems, refused } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { anyJson, idIn, idOut, instantIn, instantOut, lineOfText } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { closeContest, contestView, findContest, type LiveFigures, scheduleContest, viewOfContest } from '../contests/index.ts';
import { announcedBeacon, announcedFallback, commitOperator, commitSecond, revealSecond, runDraw } from '../draws/index.ts';
import { lockOf, type Measure, measuresOf, possibleMeasures } from '../measures/index.ts';
import { certifyResult, enterResult, externalTotalsSchema, importResult } from '../results/index.ts';
import { settlementProgress } from '../settlement/index.ts';
import { mayDraw, type Software } from '../start-of-day/index.ts';
import { deskRefusal, productDeskRefusal } from './desk.ts';
import { measureView, viewOfMeasure } from './measure.routes.ts';

const contestId = z.object({ id: idIn('contest') });
const resultIn = z.record(z.string().max(40), anyJson).openapi({ type: 'object', description: 'As the product’s definition asks for' });
const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
const done = json(z.object({ done: z.literal(true) }), 'Done, or done before under this key');

const schedule = createRoute({
  method: 'post',
  path: '/console/contests',
  tags: ['procedure'],
  summary: 'Schedule a draw or a pool',
  ...requireStaff('official', 'race-desk'),
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.strictObject({
        productVersionId: idIn('productVersion'),
        number: z.number().int().min(1).max(1_000_000),
        source: z.enum(['rng', 'machine', 'external', 'event']),
        opensAt: instantIn,
        closesAt: instantIn,
        drawsAt: instantIn,
        event: z
          .strictObject({
            kind: z.enum(['race', 'match', 'other']),
            name: lineOfText(120),
            meeting: lineOfText(80),
            organiser: lineOfText(120),
            competition: lineOfText(120),
            startsAt: instantIn,
            place: lineOfText(120).optional(),
            andorransTakePart: z.boolean().optional(),
            runners: z.array(z.strictObject({ number: z.number().int().min(1).max(64), name: lineOfText(80) })).max(64),
          })
          .optional()
          .openapi({ description: 'An event of its own for a pool of one leg' }),
        legs: z
          .array(
            z.strictObject({
              eventId: idIn('event'),
              line: z
                .string()
                .regex(/^\d{1,3}\.5$/)
                .optional()
                .openapi({ description: 'Of an over/under leg: a half, as 2.5' }),
            }),
          )
          .min(1)
          .max(31)
          .optional()
          .openapi({ description: 'Or the events that are there, one for each leg' }),
      }),
    ),
  },
  responses: {
    201: json(z.object({ id: idOut('contest') }), 'Scheduled; a draw of the generator has its operator commitment'),
    ...problems,
  },
});

const secondCommitment = createRoute({
  method: 'post',
  path: '/contests/{id}/second-commitment',
  tags: ['procedure'],
  summary: 'The second holder commits to a secret of their own',
  ...requireSecondHolder,
  request: { headers: idempotencyKey, params: contestId, body: jsonBody(z.strictObject({ digest: hex32 })) },
  responses: { 200: done, ...problems },
});

const secondReveal = createRoute({
  method: 'post',
  path: '/contests/{id}/second-reveal',
  tags: ['procedure'],
  summary: 'The second holder opens their secret, after the seal',
  ...requireSecondHolder,
  request: { headers: idempotencyKey, params: contestId, body: jsonBody(z.strictObject({ secret: hex32 })) },
  responses: { 200: done, ...problems },
});

const draw = createRoute({
  method: 'post',
  path: '/console/contests/{id}/draw',
  tags: ['procedure'],
  summary: 'Call the draw: once, by an official; another one certifies',
  ...requireStaff('official'),
  request: { headers: idempotencyKey, params: contestId },
  responses: {
    200: json(z.object({ state: z.literal('drawn'), result: anyJson }), 'Drawn; not public before it is certified'),
    ...problems,
  },
});

const enter = createRoute({
  method: 'post',
  path: '/console/contests/{id}/results',
  tags: ['procedure'],
  summary: 'Type the result without seeing the other person’s entry',
  ...requireStaff('official', 'race-desk'),
  request: { headers: idempotencyKey, params: contestId, body: jsonBody(z.strictObject({ result: resultIn })) },
  responses: { 200: json(z.object({ state: z.enum(['awaiting-second-entry', 'drawn']) }), 'Taken'), ...problems },
});

const external = createRoute({
  method: 'post',
  path: '/console/contests/{id}/external-result',
  tags: ['procedure'],
  summary: 'Import a result and totals that another operator counted',
  ...requireStaff('official', 'race-desk'),
  request: {
    headers: idempotencyKey,
    params: contestId,
    body: jsonBody(z.strictObject({ result: resultIn.optional(), totals: externalTotalsSchema })),
  },
  responses: { 200: done, ...problems },
});

const certify = createRoute({
  method: 'post',
  path: '/console/contests/{id}/certify',
  tags: ['procedure'],
  summary: 'Certify the result, as a second person',
  ...requireStaff('official', 'race-desk'),
  request: {
    headers: idempotencyKey,
    params: contestId,
    body: jsonBody(
      z.strictObject({
        resultVersion: z.number().int().min(1),
        sameAs: idIn('contest')
          .optional()
          .openapi({ description: 'The other draw of the night that has the same numbers, when that is right' }),
      }),
    ),
  },
  responses: { 200: done, ...problems },
});

const stopBet = createRoute({
  method: 'post',
  path: '/console/contests/{id}/stop-bet',
  tags: ['procedure'],
  summary: 'Stop bets now: the start was seen',
  ...requireStaff('race-desk'),
  request: { headers: idempotencyKey, params: contestId, body: jsonBody(z.strictObject({ source: lineOfText(80) })) },
  responses: { 200: done, ...problems },
});

const room = createRoute({
  method: 'get',
  path: '/console/contests/{id}',
  tags: ['procedure'],
  summary: 'A contest as the draw room sees it',
  ...requireStaff(),
  request: { params: contestId },
  responses: {
    200: json(
      z.object({
        contest: contestView,
        entries: z
          .array(z.object({ official: z.string(), at: instantOut }))
          .openapi({ description: 'Who has typed a result; the numbers stay masked' }),
        chunks: z.object({ paid: z.number().int(), total: z.number().int() }),
        lock: z
          .object({ cause: z.string(), at: instantOut, facts: anyJson })
          .nullable()
          .openapi({ description: 'Why the contest is locked; the facts name the first interval that differs' }),
        beacon: z.object({ round: z.number().int(), dueAt: instantOut }).nullable().openapi({
          description: 'The round of the public beacon that the draw is mixed with; it is not drawn before that is due',
        }),
        fallback: z.object({ round: z.number().int(), dueAt: instantOut }).nullable().openapi({
          description: 'The beacon round that was announced for a silent second holder; without one the draw waits or is made void',
        }),
        measures: z.array(measureView),
        mayPropose: z
          .array(z.enum(['release', 'void', 'correction', 'postponement', 'redraw']))
          .openapi({ description: 'What would be taken now' }),
      }),
      'As it stands',
    ),
    ...problems,
  },
});

export type ProcedureRouteDeps = Core & { readonly figures: LiveFigures; readonly software: Software };

export const procedureRoutes = (deps: ProcedureRouteDeps) =>
  newModule()
    .openapi(schedule, async (c) => {
      const input = c.req.valid('json');
      const actor = actorKey(c.var.actor);
      return idempotent(
        c,
        'schedule-contest',
        input,
        async (tx) => {
          const core = coreWithin(deps, tx);
          const desk = await productDeskRefusal(tx, c.var.actor, input.productVersionId);
          if (desk) return desk;
          // What others drew long ago is imported; what is sold here closes in the future.
          if (input.source !== 'external' && input.closesAt <= core.clock.now())
            return refuse('invalid_input', { path: 'closesAt', facts: { reason: 'is over' } });
          const scheduled = await scheduleContest(core, actor, { ...input, event: input.event ?? null });
          if (!scheduled.ok) return scheduled;
          if (input.source === 'rng') {
            const committed = await commitOperator(core, scheduled.value, actor);
            if (!committed.ok) return committed;
          }
          return ok({ id: wireId('contest', scheduled.value) });
        },
        { status: 201 },
      );
    })
    .openapi(secondCommitment, (c) => {
      const { id } = c.req.valid('param');
      const { digest } = c.req.valid('json');
      const { userId, name } = c.var.actor;
      return idempotent(c, 'second-commitment', { id, digest }, async (tx) => {
        const committed = await commitSecond(coreWithin(deps, tx), id, fromHex(digest), { id: userId, name });
        return committed.ok ? ok({ done: true as const }) : committed;
      });
    })
    .openapi(secondReveal, (c) => {
      const { id } = c.req.valid('param');
      const { secret } = c.req.valid('json');
      const { userId } = c.var.actor;
      return idempotent(c, 'second-reveal', { id, secret }, async (tx) => {
        const revealed = await revealSecond(coreWithin(deps, tx), id, fromHex(secret), userId);
        return revealed.ok ? ok({ done: true as const }) : revealed;
      });
    })
    .openapi(draw, async (c) => {
      const { id } = c.req.valid('param');
      // Asked for before any lock is taken: the beacon answers when it answers.
      const plan = await announcedBeacon(deps.db, id);
      const beacon = plan && roundDueAt(plan) <= deps.clock.now() ? ((await deps.beacon?.round(plan.round)) ?? null) : null;
      return idempotent(
        c,
        'draw',
        { id },
        async (tx) => {
          const certified = await mayDraw({ db: deps.db }, deps.software);
          if (!certified.ok) return certified;
          const drawn = await runDraw(coreWithin(deps, tx), id, c.var.actor.userId, beacon);
          return drawn.ok ? ok({ state: 'drawn' as const, result: toJson(drawn.value.result) }) : drawn;
        },
        { kept: ['generator_stopped'] },
      );
    })
    .openapi(enter, (c) => {
      const { id } = c.req.valid('param');
      const { result } = c.req.valid('json');
      return idempotent(
        c,
        'enter-result',
        { id, result },
        async (tx) => {
          const desk = await deskRefusal(tx, c.var.actor, id);
          if (desk) return desk;
          const entered = await enterResult(coreWithin(deps, tx), id, c.var.actor.userId, result);
          return entered.ok ? ok({ state: entered.value.state }) : entered;
        },
        { kept: ['entries_differ'] },
      );
    })
    .openapi(external, (c) => {
      const { id } = c.req.valid('param');
      const { result, totals } = c.req.valid('json');
      return idempotent(c, 'import-result', { id, result, totals }, async (tx) => {
        const desk = await deskRefusal(tx, c.var.actor, id);
        if (desk) return desk;
        const imported = await importResult(coreWithin(deps, tx), id, c.var.actor.userId, result, totals);
        return imported.ok ? ok({ done: true as const }) : imported;
      });
    })
    .openapi(certify, (c) => {
      const { id } = c.req.valid('param');
      const { resultVersion, sameAs } = c.req.valid('json');
      return idempotent(c, 'certify-result', { id, resultVersion, ...(sameAs && { sameAs }) }, async (tx) => {
        const desk = await deskRefusal(tx, c.var.actor, id);
        if (desk) return desk;
        const certified = await certifyResult(coreWithin(deps, tx), id, c.var.actor.userId, resultVersion, sameAs ?? null);
        return certified.ok ? ok({ done: true as const }) : certified;
      });
    })
    .openapi(stopBet, (c) => {
      const { id } = c.req.valid('param');
      const { source } = c.req.valid('json');
      return idempotent(c, 'stop-bet', { id, source }, async (tx) => {
        const desk = await deskRefusal(tx, c.var.actor, id);
        if (desk) return desk;
        const stopped = await closeContest(coreWithin(deps, tx), id, { actor: c.var.actor.userId, source });
        return stopped.ok ? ok({ done: true as const }) : stopped;
      });
    })
    .openapi(room, async (c) => {
      const { db, figures } = deps;
      const contest = await findContest(db, c.req.valid('param').id);
      if (!contest) return refused(c, refuse('contest_not_found'));
      const [view, entries, chunks, lock, beacon, fallback, measures, possible] = await Promise.all([
        viewOfContest(db, figures, contest, contest.carriedIn),
        db.select().from(resultEntry).where(eq(resultEntry.contestId, contest.id)).orderBy(asc(resultEntry.at)),
        settlementProgress(db, contest),
        contest.state === 'locked' ? lockOf(db, contest.id) : null,
        announcedBeacon(db, contest.id),
        announcedFallback(db, contest.id),
        measuresOf(db, contest.id),
        possibleMeasures(db, contest, deps.clock.now()),
      ]);
      return c.json(
        {
          contest: view,
          entries: entries.map(({ official, at }) => ({ official, at: at.toISOString() })),
          chunks,
          lock: lock && { cause: lock.cause, at: lock.at.toISOString(), facts: toJson(lock.facts) },
          beacon: beacon && { round: beacon.round, dueAt: roundDueAt(beacon).toISOString() },
          fallback: fallback && { round: fallback.round, dueAt: roundDueAt(fallback).toISOString() },
          measures: measures.map(viewOfMeasure),
          mayPropose: measures.some(isPending) ? [] : possible,
        },
        200,
      );
    });

const isPending = ({ decision, end }: Measure): boolean => !decision || (decision.approved && !end);
