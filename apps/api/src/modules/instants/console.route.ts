/** The operator's desk for instant games: working papers, runs, packs, requests of two people, claims. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Tx } from '@valira/db';
import {
  INSTANT_ALARMS,
  INSTANT_PACK_STATES,
  INSTANT_RUN_PHASES,
  INSTANT_RUN_STATES,
  instantAlarm,
  instantRequest,
  instantRun,
  instantSeal,
  instantSecret,
  productVersion,
  receipt,
} from '@valira/db/schema';
import { inspectInstantDefinition, instantOdds, parseInstantDefinition } from '@valira/games/instants';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { desc, eq } from 'drizzle-orm';
import { actorKey, requireStaff, requireStaffOrInspector } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { fromHex, hex } from '../../platform/hash.ts';
import { json, jsonBody, problems, refused } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent, keyOf } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { anyJson, centsIn, centsOut, idIn, idOut, instantOut, lineOfText } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { identificationMark } from '../claims/index.ts';
import { decideRequest, proposeRequest, readReconstruction } from './decide-request.ts';
import { packMap, packSteps } from './packs/pack-map.ts';
import { shipPacks } from './packs/ship-packs.ts';
import { readAudit } from './runs/audit-record.ts';
import { endRun, openRun } from './runs/open-run.ts';
import { cancelRun, proposeRun, resumeRun, supplySecret } from './runs/propose-run.ts';
import { lockRun } from './runs/run.store.ts';
import { identificationIn } from './tickets/counter.route.ts';
import type { Judgement } from './tickets/judge-ticket.ts';
import { logAttempt } from './tickets/log-attempt.ts';
import { claimInstant } from './tickets/pay-instant.ts';

const runParam = z.object({ id: idIn('instantRun') });
const requestParam = z.object({ id: idIn('instantRequest') });
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

const map = createRoute({
  method: 'get',
  path: '/console/instants/{id}/packs',
  tags: ['instants'],
  summary: 'Where every pack of a run is, in stretches of neighbours',
  ...requireStaffOrInspector('product', 'official', 'finance', 'admin'),
  request: { params: runParam },
  responses: {
    200: json(
      z.object({
        stretches: z.array(
          z.object({
            from: z.number().int(),
            to: z.number().int(),
            state: z.enum(INSTANT_PACK_STATES),
            shopId: idOut('account').nullable(),
            shop: z.string().nullable(),
          }),
        ),
      }),
      'By number',
    ),
    ...problems,
  },
});

const steps = createRoute({
  method: 'get',
  path: '/console/instants/{id}/packs/{pack}',
  tags: ['instants'],
  summary: 'The way of one pack: who, when, from where',
  ...requireStaffOrInspector('product', 'official', 'finance', 'admin'),
  request: { params: runParam.extend({ pack: z.coerce.number().int().min(1).max(9_999_999) }) },
  responses: {
    200: json(
      z.object({
        steps: z.array(
          z.object({
            n: z.number().int(),
            from: z.enum(INSTANT_PACK_STATES),
            to: z.enum(INSTANT_PACK_STATES),
            shopId: idOut('account').nullable(),
            actor: z.string(),
            clerk: z.string().nullable(),
            reason: z.string().nullable(),
            unsold: z.number().int().nullable(),
            at: instantOut,
          }),
        ),
      }),
      'In order',
    ),
    ...problems,
  },
});

const ship = createRoute({
  method: 'post',
  path: '/console/instants/{id}/shipments',
  tags: ['instants'],
  summary: 'Send packs to a shop',
  ...requireStaff('official', 'admin'),
  request: {
    headers: idempotencyKey,
    params: runParam,
    body: jsonBody(
      z
        .strictObject({
          shopId: idIn('account'),
          from: z.number().int().min(1).max(9_999_999),
          to: z.number().int().min(1).max(9_999_999),
        })
        .refine(({ from, to }) => to >= from && to - from < 1_000, { path: ['to'] }),
    ),
  },
  responses: { 201: json(z.object({ shipmentId: idOut('instantShipment') }), 'Sent'), ...problems },
});

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

export const instantConsoleRoutes = (deps: Core) => {
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
    })
    .openapi(map, async (c) => {
      const stretches = await packMap(deps.db, c.req.valid('param').id);
      return c.json({ stretches: stretches.map((one) => ({ ...one, shopId: one.shopId && wireId('account', one.shopId) })) }, 200);
    })
    .openapi(steps, async (c) => {
      const { id, pack } = c.req.valid('param');
      const found = await packSteps(deps.db, id, pack);
      return c.json(
        { steps: found.map((one) => ({ ...one, shopId: one.shopId && wireId('account', one.shopId), at: one.at.toISOString() })) },
        200,
      );
    })
    .openapi(ship, (c) => {
      const { id: runId } = c.req.valid('param');
      const input = c.req.valid('json');
      return idempotent(
        c,
        'ship-packs',
        { runId, ...input },
        async (tx) => {
          const sent = await shipPacks(within(tx), tx, actorKey(c.var.actor), { runId, ...input });
          return sent.ok ? ok({ shipmentId: wireId('instantShipment', sent.value) }) : sent;
        },
        { status: 201 },
      );
    })
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
