/**
 * Commands that happen once. The client's key and the hash of its input are stored with the answer, in the command's own transaction.
 *
 * Same key, same input: the stored answer again. Same key, other input: `key_reused`. A refusal stores nothing and rolls back whatever
 * the command wrote, so a later try with the same key is judged afresh; a refusal that is itself a fact (two entries of a result
 * that differ) is named in `kept` and stays, with its answer. Two requests with one key wait for each other: the second finds the
 * first one's answer. (Sales keep their keys in `sale_key`, written by the intake.)
 */
import { z } from '@hono/zod-openapi';
import type { Tx } from '@valira/db';
import { commandKey } from '@valira/db/schema';
import { type Outcome, type Refusal, refuse } from '@valira/outcome';
import { and, eq, sql } from 'drizzle-orm';
import type { Context, TypedResponse } from 'hono';
import type { JSONParsed } from 'hono/utils/types';
import type { Actor } from '../auth/actor.ts';
import { actorKey } from '../auth/actor.ts';
import { sha256 } from '../hash.ts';
import { canonicalText, fieldWithoutCanonicalText, toJson } from '../json.ts';
import { isProblemCode, PROBLEMS } from '../problem-registry.ts';
import { type RefusalResponse, refused } from './answer.ts';
import type { HttpVariables } from './http-env.ts';
import { keyOf } from './idempotency-key.ts';

/** What is stored: the outcome as JSON. */
const storedOutcome = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.json() }),
  z.object({
    ok: z.literal(false),
    code: z.string(),
    path: z.string(),
    facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
]);

export { idempotencyKey, keyOf } from './idempotency-key.ts';

type Success = 200 | 201 | 202;

class RolledBack extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/**
 * Runs `run` once per actor and key and answers with what it returned, as JSON of `status`. `command` names the verb, and is part
 * of what must be the same. A secret in the input (a password) is to be passed as its keyed hash.
 */
export async function idempotent<T, V extends HttpVariables & { actor?: Actor }, S extends Success = 200>(
  c: Context<{ Variables: V }>,
  command: string,
  input: unknown,
  run: (tx: Tx) => Promise<Outcome<T>>,
  { status = 200 as S, kept = [] }: { readonly status?: S; readonly kept?: readonly string[] } = {},
): Promise<RefusalResponse | (Response & TypedResponse<JSONParsed<T>, S, 'json'>)> {
  const key = keyOf(c);
  if (!key) return refused(c, refuse('idempotency_key_required'));
  const { clock, inTransaction } = c.get('spine');
  const caller = c.get('actor');
  const actor = caller ? actorKey(caller) : 'public';
  const unspeakable = fieldWithoutCanonicalText(input);
  if (unspeakable !== null) return refused(c, refuse('invalid_input'), [{ path: unspeakable, code: 'no_canonical_form' }]);
  const inputHash = sha256(Buffer.from(canonicalText({ command, input })));
  const answer = async (tx: Tx): Promise<Outcome<unknown>> => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${actor}/${key}`}, 7251914820))`);
    const [earlier] = await tx
      .select()
      .from(commandKey)
      .where(and(eq(commandKey.actor, actor), eq(commandKey.key, key)));
    if (earlier && !Buffer.from(earlier.inputHash).equals(inputHash)) return refuse('key_reused');
    if (earlier) return storedOutcome.parse(earlier.answer);
    const outcome = await run(tx);
    if (!outcome.ok && !kept.includes(outcome.code)) throw new RolledBack(outcome);
    const stored = storedOutcome.parse(toJson(outcome));
    const answered = outcome.ok ? status : isProblemCode(outcome.code) ? PROBLEMS[outcome.code].status : 500;
    await tx.insert(commandKey).values({ actor, key, command, inputHash, status: answered, answer: stored, at: clock.now() });
    return stored;
  };
  try {
    const outcome = await inTransaction(answer);
    if (!outcome.ok) return refused(c, outcome);
    // In canonical form, since the database keeps no order of fields: the answer given again is the same to the byte.
    const response: Response = c.body(canonicalText(outcome.value), status, { 'content-type': 'application/json' });
    return response as Response & TypedResponse<JSONParsed<T>, S, 'json'>;
  } catch (error) {
    if (error instanceof RolledBack) return refused(c, error.refusal);
    throw error;
  }
}
