/** How routes answer: JSON of a declared shape, or a problem document. */
import { z } from '@hono/zod-openapi';
import type { Refusal } from '@valira/outcome';
import type { Context, TypedResponse } from 'hono';
import type { ClientErrorStatusCode, ServerErrorStatusCode } from 'hono/utils/http-status';
import { type FieldError, respondRefusal } from '../problem.ts';

export const problemSchema = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    code: z.string(),
    detail: z.string(),
    errors: z.array(z.strictObject({ path: z.string(), code: z.string(), detail: z.string().optional() })).optional(),
    facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  })
  .openapi('Problem');

export type ProblemBody = z.output<typeof problemSchema>;

const problemContent = { 'application/problem+json': { schema: problemSchema } };

/** Spread into a route's `responses`: what every route may answer besides its successes. */
export const problems = {
  '4XX': { description: 'Refused. `code` says why and stays the same; the words are in the language asked for.', content: problemContent },
  '5XX': { description: 'Failed or busy. Try again with the same key: nothing happens twice.', content: problemContent },
} as const;

/** A route's response of that shape. */
export const json = <S extends z.ZodType>(schema: S, description: string) => ({ description, content: { 'application/json': { schema } } });

/** A route's required JSON body of that shape. */
export const jsonBody = <S extends z.ZodType>(schema: S) => ({ required: true, content: { 'application/json': { schema } } }) as const;

export type RefusalResponse = Response &
  (TypedResponse<ProblemBody, ClientErrorStatusCode, 'json'> | TypedResponse<ProblemBody, ServerErrorStatusCode, 'json'>);

/** Answers with a refusal, in a type that every route which declares `problems` may return. */
export function refused(c: Context, refusal: Refusal, errors: readonly FieldError[] = []): RefusalResponse {
  c.set('problemCode', refusal.code);
  return respondRefusal(c, refusal, errors) as RefusalResponse;
}
