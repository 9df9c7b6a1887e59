/** Operator: working papers with their odds, and the life of a run from two secrets to its end. */

import { createRoute, z } from '@hono/zod-openapi';
import type { Tx } from '@valira/db';
import { INSTANT_RUN_PHASES, INSTANT_RUN_STATES, instantRun, instantSeal, instantSecret, productVersion, receipt } from '@valira/db/schema';
import { inspectInstantDefinition, instantOdds, parseInstantDefinition } from '@valira/games/instants';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { desc, eq } from 'drizzle-orm';
import { actorKey, requireStaff, requireStaffOrInspector } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { fromHex, hex } from '../../platform/hash.ts';
import { json, jsonBody, problems, refused } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { anyJson, centsOut, idIn, idOut, instantOut, lineOfText } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { readAudit } from './runs/audit-record.ts';
import { endRun, openRun } from './runs/open-run.ts';
import { cancelRun, proposeRun, resumeRun, supplySecret } from './runs/propose-run.ts';
import { lockRun } from './runs/run.store.ts';

const runParam = z.object({ id: idIn('instantRun') });

const done = json(z.object({ done: z.literal(true) }), 'Done, or done before under this key');

const reason = lineOfText(300);

/** 32 bytes, made on the proposer's own machine. */
const secretIn = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .openapi({ example: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff', description: '32 random bytes in hexadecimal' });

const ratio = z.object({ n: z.string(), d: z.string() });

const asRatio = ({ n, d }: { n: bigint; d: bigint }) => ({ n: String(n), d: String(d) });

const preview = createRoute({
  method: 'post',
  path: '/console/instants/preview',
  tags: ['instants'],
  summary: 'What working papers amount to: problems, or chances and return',
  ...requireStaffOrInspector('product', 'official'),
  request: { body: jsonBody(z.strictObject({ definition: z.record(z.string(), anyJson) })) },
  responses: {
    200: json(
      z.object({
        problems: z.array(z.object({ path: z.string(), reason: z.string() })),
        odds: z
          .object({
            tiers: z.array(z.object({ tier: z.string(), prizeCents: centsOut, count: z.number().int(), oneIn: ratio })),
            overallOneIn: ratio,
            salesCents: centsOut,
            prizeFundCents: centsOut,
            returnToPlayer: ratio,
          })
          .nullable(),
      }),
      'Exact fractions; nothing is stored',
    ),
    ...problems,
  },
});

const runRow = z
  .object({
    id: idOut('instantRun'),
    versionId: idOut('productVersion'),
    names: z.record(z.string(), z.string()),
    game: z.number().int(),
    run: z.number().int(),
    channel: z.enum(['online', 'shop']),
    tickets: z.number().int(),
    packSize: z.number().int(),
    firstPack: z.number().int(),
    priceCents: centsOut,
    state: z.enum(INSTANT_RUN_STATES),
    phase: z.enum(INSTANT_RUN_PHASES).nullable(),
    doneTickets: z.number().int(),
    failure: z.string().nullable(),
    proposedBy: z.string(),
    createdAt: instantOut,
    openedBy: z.string().nullable(),
    openedAt: instantOut.nullable(),
    endedAt: instantOut.nullable(),
    endReason: z.string().nullable(),
    secrets: z.array(z.object({ role: z.enum(['operator', 'second']), commitment: z.string(), by: z.string(), at: instantOut })),
    seal: z.object({ root: z.string(), leaves: z.number().int(), sealedAt: instantOut, receipted: z.boolean() }).nullable(),
  })
  .openapi('InstantRunAtDesk');

const list = createRoute({
  method: 'get',
  path: '/console/instants',
  tags: ['instants'],
  summary: 'Every run with where it stands',
  ...requireStaffOrInspector(),
  responses: { 200: json(z.object({ runs: z.array(runRow) }), 'The newest first'), ...problems },
});

const audit = createRoute({
  method: 'get',
  path: '/console/instants/{id}/audit',
  tags: ['instants'],
  summary: 'The report of the audit program and the count of the loaded table',
  ...requireStaffOrInspector('product', 'official', 'admin'),
  request: { params: runParam },
  responses: { 200: json(z.object({ report: anyJson, recount: z.record(z.string(), z.number().int()) }), 'As it was passed'), ...problems },
});

const propose = createRoute({
  method: 'post',
  path: '/console/instants',
  tags: ['instants'],
  summary: 'Propose a run of approved papers, with the first secret',
  ...requireStaff('official'),
  request: { headers: idempotencyKey, body: jsonBody(z.strictObject({ versionId: idIn('productVersion'), secret: secretIn })) },
  responses: { 201: json(z.object({ runId: idOut('instantRun') }), 'Proposed'), ...problems },
});

const second = createRoute({
  method: 'post',
  path: '/console/instants/{id}/second-secret',
  tags: ['instants'],
  summary: 'Supply the second secret, which starts the generation',
  ...requireStaff('official'),
  request: { headers: idempotencyKey, params: runParam, body: jsonBody(z.strictObject({ secret: secretIn })) },
  responses: { 200: done, ...problems },
});

const cancel = createRoute({
  method: 'post',
  path: '/console/instants/{id}/cancel',
  tags: ['instants'],
  summary: 'Give up a run that was not opened',
  ...requireStaff('official'),
  request: { headers: idempotencyKey, params: runParam, body: jsonBody(z.strictObject({ reason })) },
  responses: { 200: done, ...problems },
});

const resume = createRoute({
  method: 'post',
  path: '/console/instants/{id}/resume',
  tags: ['instants'],
  summary: 'Try a failed generation again, from where it stopped',
  ...requireStaff('official'),
  request: { headers: idempotencyKey, params: runParam },
  responses: { 200: done, ...problems },
});

const open = createRoute({
  method: 'post',
  path: '/console/instants/{id}/open',
  tags: ['instants'],
  summary: 'Put a sealed, receipted run on sale',
  ...requireStaff('official'),
  request: { headers: idempotencyKey, params: runParam },
  responses: { 200: done, ...problems },
});

const end = createRoute({
  method: 'post',
  path: '/console/instants/{id}/end',
  tags: ['instants'],
  summary: 'End the sales of a run',
  ...requireStaff('official', 'product', 'admin'),
  request: { headers: idempotencyKey, params: runParam, body: jsonBody(z.strictObject({ reason })) },
  responses: { 200: done, ...problems },
});

const answered = (outcome: Outcome<null>) => (outcome.ok ? ok({ done: true as const }) : outcome);

const LISTED = 200;

export const instantRunRoutes = (deps: Core) => {
  const within = (tx: Tx) => coreWithin(deps, tx);
  /** What stands for a secret where an input is hashed: tells nothing without the key. */
  const mark = (secret: string) => hex(deps.keys.mac('session', Buffer.from(`instant-secret/${secret}`)));
  return newModule()
    .openapi(preview, (c) => {
      const { definition } = c.req.valid('json');
      const found = inspectInstantDefinition(definition);
      const parsed = parseInstantDefinition(definition);
      const odds = parsed.ok ? instantOdds(parsed.value) : null;
      return c.json(
        {
          problems: [...found],
          odds: odds && {
            tiers: odds.tiers.map(({ tier, prizeCents, count, oneIn }) => ({
              tier,
              prizeCents: String(prizeCents),
              count,
              oneIn: asRatio(oneIn),
            })),
            overallOneIn: asRatio(odds.overallOneIn),
            salesCents: String(odds.salesCents),
            prizeFundCents: String(odds.prizeFundCents),
            returnToPlayer: asRatio(odds.returnToPlayer),
          },
        },
        200,
      );
    })
    .openapi(list, async (c) => {
      const rows = await deps.db
        .select({ run: instantRun, names: productVersion.names, seal: instantSeal })
        .from(instantRun)
        .innerJoin(productVersion, eq(productVersion.id, instantRun.productVersionId))
        .leftJoin(instantSeal, eq(instantSeal.runId, instantRun.id))
        .orderBy(desc(instantRun.createdAt))
        .limit(LISTED);
      const secrets = await deps.db.select().from(instantSecret).orderBy(instantSecret.at);
      const receipts = await deps.db.select({ reference: receipt.reference }).from(receipt).where(eq(receipt.subject, 'instant-root'));
      const receipted = new Set(receipts.map(({ reference }) => reference));
      return c.json(
        {
          runs: rows.map(({ run, names, seal }) => ({
            id: wireId('instantRun', run.id),
            versionId: wireId('productVersion', run.productVersionId),
            names: z.record(z.string(), z.string()).parse(names),
            game: run.game,
            run: run.run,
            channel: run.channel,
            tickets: run.size,
            packSize: run.packSize,
            firstPack: run.firstPack,
            priceCents: String(run.priceCents),
            state: run.state,
            phase: run.phase,
            doneTickets: run.doneTickets,
            failure: run.failure,
            proposedBy: run.proposedBy,
            createdAt: run.createdAt.toISOString(),
            openedBy: run.openedBy,
            openedAt: run.openedAt?.toISOString() ?? null,
            endedAt: run.endedAt?.toISOString() ?? null,
            endReason: run.endReason,
            secrets: secrets
              .filter(({ runId }) => runId === run.id)
              .map(({ role, commitment, suppliedBy, at }) => ({ role, commitment: hex(commitment), by: suppliedBy, at: at.toISOString() })),
            seal: seal && {
              root: hex(seal.root),
              leaves: seal.leaves,
              sealedAt: seal.sealedAt.toISOString(),
              receipted: receipted.has(wireId('instantRun', run.id)),
            },
          })),
        },
        200,
      );
    })
    .openapi(audit, async (c) => {
      const [seal] = await deps.db
        .select()
        .from(instantSeal)
        .where(eq(instantSeal.runId, c.req.valid('param').id));
      if (!seal) return refused(c, refuse('not_found'));
      const { report, recount } = readAudit(seal.audit);
      return c.json({ report, recount }, 200);
    })
    .openapi(propose, (c) => {
      const { versionId, secret } = c.req.valid('json');
      return idempotent(
        c,
        'propose-instant-run',
        { versionId, secret: mark(secret) },
        async (tx) => {
          const proposed = await proposeRun(within(tx), tx, actorKey(c.var.actor), { versionId, secret: fromHex(secret) });
          return proposed.ok ? ok({ runId: wireId('instantRun', proposed.value) }) : proposed;
        },
        { status: 201 },
      );
    })
    .openapi(second, (c) => {
      const { id: runId } = c.req.valid('param');
      const { secret } = c.req.valid('json');
      return idempotent(c, 'supply-instant-secret', { runId, secret: mark(secret) }, async (tx) =>
        answered(await supplySecret(within(tx), tx, actorKey(c.var.actor), { runId, secret: fromHex(secret) })),
      );
    })
    .openapi(cancel, (c) => {
      const { id } = c.req.valid('param');
      const { reason: why } = c.req.valid('json');
      return idempotent(c, 'cancel-instant-run', { id, why }, async (tx) =>
        answered(await cancelRun(within(tx), tx, actorKey(c.var.actor), id, why)),
      );
    })
    .openapi(resume, (c) => {
      const { id } = c.req.valid('param');
      return idempotent(c, 'resume-instant-run', { id }, async (tx) =>
        answered(await resumeRun(within(tx), tx, actorKey(c.var.actor), id)),
      );
    })
    .openapi(open, (c) => {
      const { id } = c.req.valid('param');
      return idempotent(c, 'open-instant-run', { id }, async (tx) => answered(await openRun(within(tx), tx, actorKey(c.var.actor), id)));
    })
    .openapi(end, (c) => {
      const { id } = c.req.valid('param');
      const { reason: why } = c.req.valid('json');
      return idempotent(c, 'end-instant-run', { id, why }, async (tx) => {
        const run = await lockRun(tx, id);
        return run ? answered(await endRun(within(tx), tx, actorKey(c.var.actor), run, why)) : refuse('not_found');
      });
    });
};
