/**
 * Refusals and failures as RFC 9457 problem documents.
 *
 * A refusal keeps its stable code and gets words in the language asked for. A code of an engine that the registry does not list
 * (`number_out_of_range` in a line) is shown under `errors`, at its path, below a registered code.
 */
import type { Refusal } from '@valira/outcome';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { toJson } from './json.ts';
import { languageOf } from './language.ts';
import { isProblemCode, PROBLEMS, type ProblemCode } from './problem-registry.ts';

export type FieldError = { readonly path: string; readonly code: string; readonly detail?: string };

export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  readonly facts?: unknown;
};

export const problemType = (code: string): string => `/docs/problems#${code}`;

/** What comes before the full stop that ends the first sentence; one of an abbreviation (art. 3.6) ends none. */
export const firstSentence = (text: string): string => text.split(/\. (?=[\p{Lu}¿¡])/u)[0] ?? text;

export function problemOf(refusal: Refusal<ProblemCode>, acceptLanguage: string | undefined, errors: readonly FieldError[] = []): Problem {
  const { status, words } = PROBLEMS[refusal.code];
  const text = words[languageOf(acceptLanguage)];
  return {
    type: problemType(refusal.code),
    title: firstSentence(text),
    status,
    code: refusal.code,
    detail: text,
    ...(errors.length > 0 && { errors }),
    ...(Object.keys(refusal.facts).length > 0 && { facts: toJson(refusal.facts) }),
  };
}

/** Answers with a refusal. A refusal that is not registered is a bug. */
export function respondRefusal(c: Context, refusal: Refusal, errors: readonly FieldError[] = []): Response {
  if (!isProblemCode(refusal.code)) throw new Error(`refusal without words: ${refusal.code}`);
  const problem = problemOf({ ...refusal, code: refusal.code }, c.req.header('accept-language'), errors);
  c.header('content-language', languageOf(c.req.header('accept-language')));
  return c.body(JSON.stringify(problem), problem.status as ContentfulStatusCode, { 'content-type': 'application/problem+json' });
}
