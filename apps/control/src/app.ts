/**
 * The control system over HTTP. Everything under /v1 asks for the bearer token that it shares with the platform's worker.
 *
 * Answers: 200 with the value; 400 `request_malformed` with the places; 401 without the token; 404 for a contest that was never
 * registered; 409 with `code` and what belongs to it for every other refusal; 413 for a body past 32 MB; 503 while the database is away.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Refusal } from '@valira/outcome';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Logger } from 'pino';
import { z } from 'zod';
import { postponeContest, postponementShape } from './contests/postpone-contest.ts';
import { contestShape, registerContest } from './contests/register-contest.ts';
import { releaseContest, releaseShape } from './contests/release-contest.ts';
import { isDatabaseAway } from './database-away.ts';
import type { ControlDeps } from './deps.ts';
import { linkShape } from './links/check-link.ts';
import { intakeHeads, storeLinks } from './links/store-links.ts';
import { handIn, listReceipts, logIdOf, receiptRequestShape, verifyReceipts } from './receipts/receipt-log.ts';
import { reconcileResult, resultShape } from './results/reconcile-result.ts';
import { countersignSeal } from './seals/countersign-seal.ts';
import { sealRequestShape } from './seals/seal-shape.ts';
import { hex } from './statements/digest.ts';
import { contestDetail, controlStatus } from './status.ts';
import { subjectText, uuid } from './wire-shapes.ts';

const linksShape = z.strictObject({ links: z.array(linkShape).min(1).max(5_000) });
const sequenceText = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const receiptsQuery = z.strictObject({
  after: sequenceText.default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  subjectId: subjectText.optional(),
});
const rangeQuery = z.strictObject({ from: sequenceText.pipe(z.number().min(1)).default(1), until: sequenceText.pipe(z.number().min(1)) });

const LARGEST_BODY = 32 * 1024 * 1024;

class Malformed extends Error {
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  constructor(issues: readonly { readonly path: string; readonly message: string }[]) {
    super('request_malformed');
    this.issues = issues;
  }
}

function parsed<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  throw new Malformed(result.error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message })));
}

async function body<Shape extends z.ZodType>(c: Context, shape: Shape): Promise<z.output<Shape>> {
  let json: unknown;
  try {
    json = JSON.parse(await c.req.text());
  } catch (error) {
    if (error instanceof SyntaxError) throw new Malformed([{ path: '', message: 'not JSON' }]);
    throw error;
  }
  return parsed(shape, json);
}

/** Answers an outcome; what a refusal carries beside its code goes with it. */
function answer(c: Context, outcome: { readonly ok: true; readonly value: unknown } | Refusal): Response {
  if (outcome.ok) return c.json(outcome.value);
  const { ok: _, path, facts, ...rest } = outcome;
  const status = rest.code === 'contest_unknown' ? 404 : 409;
  return c.json({ ...rest, ...(path !== '' && { path }), ...(Object.keys(facts).length > 0 && { facts }) }, status);
}

const bearer = (token: string) => {
  const wanted = Buffer.from(`Bearer ${token}`);
  return (given: string | undefined): boolean => {
    const offered = Buffer.from(given ?? '');
    return offered.length === wanted.length && timingSafeEqual(offered, wanted);
  };
};

export function controlApp(deps: ControlDeps, token: string, log: Logger): Hono {
  const app = new Hono();
  const admitted = bearer(token);
  const contestOf = (c: Context): string => parsed(uuid, c.req.param('id'));

  app.onError((error, c) => {
    if (error instanceof Malformed) return c.json({ code: 'request_malformed', issues: error.issues }, 400);
    if (isDatabaseAway(error)) {
      log.warn({ err: error, path: c.req.path }, 'database not ready');
      return c.json({ code: 'unavailable' }, 503);
    }
    log.error({ err: error, path: c.req.path }, 'request failed');
    return c.json({ code: 'internal_error' }, 500);
  });
  app.notFound((c) => c.json({ code: 'not_found' }, 404));

  app.get('/healthz', (c) => c.json({ ok: true }));
  app.get('/readyz', async (c) => {
    try {
      await deps.sql`SELECT 1 FROM receipt LIMIT 1`;
      return c.json({ ready: true });
    } catch (error) {
      log.warn({ err: error }, 'database not ready');
      return c.json({ ready: false }, 503);
    }
  });

  app.use('/v1/*', async (c, next) => (admitted(c.req.header('authorization')) ? next() : c.json({ code: 'token_wrong' }, 401)));
  app.use('/v1/*', bodyLimit({ maxSize: LARGEST_BODY, onError: (c) => c.json({ code: 'body_too_large' }, 413) }));

  app.post('/v1/contests', async (c) => answer(c, await registerContest(deps, await body(c, contestShape))));
  app.get('/v1/contests/:id', async (c) => {
    const detail = await contestDetail(deps, contestOf(c));
    return detail ? c.json(detail) : c.json({ code: 'contest_unknown' }, 404);
  });
  app.post('/v1/contests/:id/postponements', async (c) =>
    answer(c, await postponeContest(deps, contestOf(c), await body(c, postponementShape))),
  );
  app.post('/v1/contests/:id/releases', async (c) => answer(c, await releaseContest(deps, contestOf(c), await body(c, releaseShape))));
  app.post('/v1/links', async (c) => answer(c, await storeLinks(deps, (await body(c, linksShape)).links)));
  app.get('/v1/heads', async (c) => c.json({ heads: await intakeHeads(deps) }));
  app.post('/v1/seals', async (c) => answer(c, await countersignSeal(deps, await body(c, sealRequestShape))));
  app.post('/v1/results', async (c) => answer(c, await reconcileResult(deps, await body(c, resultShape))));
  app.post('/v1/receipts', async (c) => answer(c, await handIn(deps, await body(c, receiptRequestShape))));
  app.get('/v1/receipts', async (c) => {
    const { after, limit, subjectId } = parsed(receiptsQuery, c.req.query());
    return c.json({ receipts: await listReceipts(deps, { after, limit, subjectId: subjectId ?? null }) });
  });
  app.get('/v1/receipts/verify', async (c) => {
    const { from, until } = parsed(rangeQuery, c.req.query());
    return answer(c, await verifyReceipts(deps, from, until));
  });
  app.get('/v1/keys', async (c) => {
    const { control, receiptLog } = deps.keys;
    const trusted = await deps.trusted.all();
    return c.json({
      control: { keyId: control.keyId, publicKey: hex(control.publicKey) },
      receiptLog: { keyId: receiptLog.keyId, publicKey: hex(receiptLog.publicKey), log: logIdOf(receiptLog) },
      trusted: trusted.map(({ keyId, purpose, publicKey, actors, reason, at }) => ({
        keyId,
        purpose,
        publicKey: hex(publicKey),
        actors,
        reason,
        at: at.toISOString(),
      })),
    });
  });
  app.get('/v1/status', async (c) => c.json(await controlStatus(deps)));
  return app;
}
