/** The console says how a product's draws are planned; the second holder sees which wait for a commitment, and hands in many at once. */
import { createRoute, z } from '@hono/zod-openapi';
import { contest, drawCommitment } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { and, asc, eq, gt, notExists } from 'drizzle-orm';
import { actorKey, requireSecondHolder, requireStaff } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { fromHex, hex } from '../../platform/hash.ts';
import { json, jsonBody, problems } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { idIn, idOut, instantOut } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { findContests } from '../contests/index.ts';
import { bindingOf, commitSecond } from '../draws/index.ts';
import { setDrawPlan } from './set-draw-plan.ts';

const MOST = 200;
const hex32 = z.string().regex(/^[0-9a-f]{64}$/);

const plan = createRoute({
  method: 'post',
  path: '/console/products/{slug}/draw-plan',
  tags: ['calendar'],
  summary: 'Where the numbers of a product come from and how far ahead its draws are made',
  ...requireStaff('product', 'official'),
  request: {
    headers: idempotencyKey,
    params: z.object({ slug: z.string().max(80) }),
    body: jsonBody(
      z.strictObject({
        source: z.enum(['rng', 'machine', 'external']).nullable(),
        horizonDays: z.number().int().min(1).max(366).default(35),
      }),
    ),
  },
  responses: { 200: json(z.object({ done: z.literal(true) }), 'Done; the draws follow within a minute'), ...problems },
});

const awaiting = createRoute({
  method: 'get',
  path: '/second-commitments/awaiting',
  tags: ['calendar'],
  summary: 'Draws that wait for the second holder’s commitment, the next to close first, with what it is bound to',
  ...requireSecondHolder,
  responses: {
    200: json(
      z.object({
        draws: z.array(
          z.object({
            contestId: idOut('contest'),
            product: z.string(),
            number: z.number().int(),
            closesAt: instantOut,
            drawsAt: instantOut,
            definitionHash: z.string(),
            mappingHash: z.string(),
          }),
        ),
      }),
      `The next ${MOST}`,
    ),
    ...problems,
  },
});

const commitMany = createRoute({
  method: 'post',
  path: '/second-commitments',
  tags: ['calendar'],
  summary: 'The second holder commits to the secrets of many draws: all of them or none',
  ...requireSecondHolder,
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.strictObject({
        commitments: z
          .array(z.strictObject({ contestId: idIn('contest'), digest: hex32 }))
          .min(1)
          .max(MOST),
      }),
    ),
  },
  responses: { 200: json(z.object({ committed: z.number().int() }), 'Committed and announced'), ...problems },
});

export const calendarRoutes = (deps: Core) =>
  newModule()
    .openapi(plan, (c) => {
      const { slug } = c.req.valid('param');
      const wanted = c.req.valid('json');
      return idempotent(c, 'plan-draws', { slug, ...wanted }, async (tx) => {
        const set = await setDrawPlan(coreWithin(deps, tx), actorKey(c.var.actor), slug, wanted);
        return set.ok ? ok({ done: true as const }) : set;
      });
    })
    .openapi(awaiting, async (c) => {
      const { db, clock } = deps;
      const second = db
        .select({ id: drawCommitment.contestId })
        .from(drawCommitment)
        .where(and(eq(drawCommitment.contestId, contest.id), eq(drawCommitment.role, 'second')));
      const rows = await db
        .select({ id: contest.id })
        .from(contest)
        .where(and(eq(contest.state, 'scheduled'), eq(contest.source, 'rng'), gt(contest.closesAt, clock.now()), notExists(second)))
        .orderBy(asc(contest.closesAt), asc(contest.id))
        .limit(MOST);
      const found = new Map(
        (
          await findContests(
            db,
            rows.map(({ id }) => id),
          )
        ).map((one) => [one.id, one]),
      );
      const draws = rows.flatMap(({ id }) => found.get(id) ?? []);
      return c.json(
        {
          draws: draws.map((draw) => {
            const { definitionHash, mappingHash } = bindingOf(draw);
            return {
              contestId: wireId('contest', draw.id),
              product: draw.slug,
              number: draw.number,
              closesAt: draw.closesAt.toISOString(),
              drawsAt: draw.drawsAt.toISOString(),
              definitionHash: hex(definitionHash),
              mappingHash: hex(mappingHash),
            };
          }),
        },
        200,
      );
    })
    .openapi(commitMany, (c) => {
      const { commitments } = c.req.valid('json');
      const { userId, name } = c.var.actor;
      return idempotent(c, 'second-commitments', { commitments }, async (tx) => {
        const core = coreWithin(deps, tx);
        const inOrder = commitments.map((one, i) => ({ ...one, i })).sort((a, b) => (a.contestId < b.contestId ? -1 : 1));
        for (const { contestId, digest, i } of inOrder) {
          const committed = await commitSecond(core, contestId, fromHex(digest), { id: userId, name });
          if (!committed.ok) return { ...committed, path: `commitments.${i}` };
        }
        return ok({ committed: commitments.length });
      });
    });
