/** What each day's start found, the register of certified builds, and what every process runs. */
import { createRoute, z } from '@hono/zod-openapi';
import { certifiedBuild, dayCheck, processStart } from '@valira/db/schema';
import { type Outcome, ok } from '@valira/outcome';
import { asc, desc } from 'drizzle-orm';
import { actorKey, requireStaff, requireStaffOrInspector } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { hex } from '../../platform/hash.ts';
import { json, jsonBody, problems } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { anyJson, instantOut, lineOfText } from '../../platform/http/wire.ts';
import { toJson } from '../../platform/json.ts';
import { certifyBuild, proposeBuild } from './certify-build.ts';

const MOST = 200;
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const done = json(z.object({ done: z.literal(true) }), 'Done, or done before under this key');
const answered = (outcome: Outcome<null>) => (outcome.ok ? ok({ done: true as const }) : outcome);

const checks = createRoute({
  method: 'get',
  path: '/console/start-of-day',
  tags: ['start-of-day'],
  summary: 'What the start of each business day found, the latest first',
  ...requireStaffOrInspector(),
  responses: {
    200: json(
      z.object({
        checks: z.array(
          z.object({
            businessDay: z.string(),
            name: z.string(),
            passed: z.boolean(),
            facts: anyJson,
            at: instantOut,
          }),
        ),
      }),
      `The last ${MOST} checks`,
    ),
    ...problems,
  },
});

const builds = createRoute({
  method: 'get',
  path: '/console/builds',
  tags: ['start-of-day'],
  summary: 'The register of certified builds, and what processes run',
  ...requireStaffOrInspector(),
  responses: {
    200: json(
      z.object({
        builds: z.array(
          z.object({
            buildHash: z.string(),
            version: z.string(),
            reason: z.string(),
            proposedBy: z.string(),
            proposedAt: instantOut,
            certifiedBy: z.string().nullable(),
            certifiedAt: instantOut.nullable(),
          }),
        ),
        starts: z.array(z.object({ process: z.string(), version: z.string(), buildHash: z.string(), demo: z.boolean(), at: instantOut })),
      }),
      `The last ${MOST} of each`,
    ),
    ...problems,
  },
});

const propose = createRoute({
  method: 'post',
  path: '/console/builds',
  tags: ['start-of-day'],
  summary: 'Propose a build for certification',
  ...requireStaff('admin'),
  request: {
    headers: idempotencyKey,
    body: jsonBody(z.strictObject({ buildHash: hash, version: lineOfText(40), reason: lineOfText(500) })),
  },
  responses: { 201: json(z.object({ done: z.literal(true) }), 'Proposed'), ...problems },
});

const certify = createRoute({
  method: 'post',
  path: '/console/builds/{hash}/certify',
  tags: ['start-of-day'],
  summary: 'Certify a build, as a second person',
  ...requireStaffOrInspector('admin'),
  request: { headers: idempotencyKey, params: z.object({ hash }) },
  responses: { 200: done, ...problems },
});

export const startOfDayRoutes = (deps: Core) =>
  newModule()
    .openapi(checks, async (c) => {
      const rows = await deps.db.select().from(dayCheck).orderBy(desc(dayCheck.businessDay), asc(dayCheck.name)).limit(MOST);
      return c.json({ checks: rows.map((row) => ({ ...row, facts: toJson(row.facts), at: row.at.toISOString() })) }, 200);
    })
    .openapi(builds, async (c) => {
      const known = await deps.db.select().from(certifiedBuild).orderBy(desc(certifiedBuild.proposedAt)).limit(MOST);
      const starts = await deps.db.select().from(processStart).orderBy(desc(processStart.at)).limit(MOST);
      return c.json(
        {
          builds: known.map((row) => ({
            ...row,
            buildHash: hex(row.buildHash),
            proposedAt: row.proposedAt.toISOString(),
            certifiedAt: row.certifiedAt?.toISOString() ?? null,
          })),
          starts: starts.map(({ process, version, buildHash, demo, at }) => ({
            process,
            version,
            buildHash: hex(buildHash),
            demo,
            at: at.toISOString(),
          })),
        },
        200,
      );
    })
    .openapi(propose, (c) => {
      const input = c.req.valid('json');
      return idempotent(
        c,
        'propose-build',
        input,
        async (tx) => answered(await proposeBuild(coreWithin(deps, tx), actorKey(c.var.actor), input)),
        { status: 201 },
      );
    })
    .openapi(certify, (c) => {
      const { hash: buildHash } = c.req.valid('param');
      return idempotent(c, 'certify-build', { buildHash }, async (tx) =>
        answered(await certifyBuild(coreWithin(deps, tx), actorKey(c.var.actor), buildHash)),
      );
    });
