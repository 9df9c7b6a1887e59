/**
 * What a thrown error becomes. A fault (serialization failure, lost connection) is 503 `busy`: try again. Anything else is a bug:
 * a generic 500 that tells nothing about the inside, a log line with the request's id, and a metric that alerts.
 */
import { refuse } from '@valira/outcome';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { languageOf, type Words } from '../language.ts';
import { firstSentence } from '../problem.ts';
import { describeError } from '../telemetry/describe-error.ts';
import { isFault } from '../transaction.ts';
import { refused } from './answer.ts';
import type { HttpEnv } from './http-env.ts';

const BUG_WORDS: Words = {
  ca: 'Error intern. Ja ho sabem; cita el número de petició.',
  es: 'Error interno. Ya lo sabemos; cita el número de petición.',
  fr: 'Erreur interne. Nous sommes prévenus ; citez le numéro de requête.',
  en: 'Internal error. We have been alerted; quote the request id.',
};

const REFUSED_BY_STATUS: Readonly<Record<number, string>> = {
  400: 'malformed_json',
  413: 'body_too_large',
  415: 'unsupported_media_type',
};

export function onError(error: Error, c: Context<HttpEnv>): Response {
  if (error instanceof HTTPException) {
    const code = REFUSED_BY_STATUS[error.status];
    if (code) return refused(c, refuse(code));
  }
  const { telemetry } = c.var.spine;
  if (isFault(error)) {
    telemetry.metrics.faults.inc();
    telemetry.log.warn({ requestId: c.var.requestId, error: describeError(error) }, 'fault');
    c.header('retry-after', '1');
    return refused(c, refuse('busy'));
  }
  telemetry.metrics.bugs.inc();
  telemetry.log.error({ requestId: c.var.requestId, error: describeError(error) }, 'bug');
  const language = languageOf(c.req.header('accept-language'));
  const detail = BUG_WORDS[language];
  c.set('problemCode', 'internal');
  c.header('content-language', language);
  const problem = {
    type: '/docs/problems#internal',
    title: firstSentence(detail),
    status: 500,
    code: 'internal',
    detail,
    requestId: c.var.requestId,
  };
  return c.body(JSON.stringify(problem), 500, { 'content-type': 'application/problem+json' });
}

export const onNotFound = (c: Context<HttpEnv>): Response => refused(c, refuse('not_found'));
