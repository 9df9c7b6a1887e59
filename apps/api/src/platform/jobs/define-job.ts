/**
 * A job: work that must happen at least once, some time after a transaction committed.
 *
 * Its key is its business identity with the version of what it works on (`con_…~2` for the second result of a contest): the queue
 * holds at most one waiting job per key, and a corrected result, having another version, is another job (R32). Handlers run at
 * least once and possibly twice at the same moment (R31), so "done" is a row in the database, never the state of the queue.
 */
import type { Outcome } from '@valira/outcome';
import type { z } from 'zod';
import type { RetryPolicy } from './retry-policy.ts';

/** Jobs of one lane share a queue and its workers; a slow lane does not hold up another. */
export const LANES = ['clock', 'settlement', 'background'] as const;

export type Lane = (typeof LANES)[number];

/** A job on its way to the queue; what an outbox row holds. */
export type JobMessage = { readonly topic: string; readonly key: string; readonly payload: unknown };

export type JobContext = {
  /** 1 on the first try. */
  readonly attempt: number;
  /** Aborted when the worker is asked to stop: a long handler ends after its current step and throws; it is tried again. */
  readonly signal: AbortSignal;
};

/** A refusal is reported and not tried again; whatever throws is. */
export type JobHandler<Payload> = (payload: Payload, context: JobContext) => Promise<Outcome<unknown> | undefined>;

export type JobOptions<Schema extends z.ZodType> = {
  /** Kebab-case, verb first: `settle-contest`. */
  readonly name: string;
  readonly lane: Lane;
  readonly schema: Schema;
  readonly key: (payload: z.output<Schema>) => string;
  readonly retry: RetryPolicy;
};

export type JobDefinition = { readonly name: string; readonly lane: Lane; readonly retry: RetryPolicy };

export type HandledJob = JobDefinition & {
  /** Runs the handler on a payload as it came from the queue. Throws `InvalidPayloadError` when it does not fit the schema. */
  run(payload: unknown, context: JobContext): Promise<Outcome<unknown> | undefined>;
};

export type Job<Schema extends z.ZodType> = JobDefinition & {
  /** Throws when the payload does not fit: that is a bug at the caller. */
  message(payload: z.input<Schema>): JobMessage;
  /** Binds what the handler needs, once, where dependencies are built. */
  handledBy(handler: JobHandler<z.output<Schema>>): HandledJob;
};

export class InvalidPayloadError extends Error {}

export function defineJob<Schema extends z.ZodType>({ name, lane, schema, key, retry }: JobOptions<Schema>): Job<Schema> {
  const definition: JobDefinition = { name, lane, retry };
  return {
    ...definition,
    message: (payload) => ({ topic: name, key: key(schema.parse(payload)), payload }),
    handledBy: (handler) => ({
      ...definition,
      async run(payload, context) {
        const parsed = schema.safeParse(payload);
        if (!parsed.success) throw new InvalidPayloadError(`payload of ${name} does not fit: ${parsed.error.message}`);
        return handler(parsed.data, context);
      },
    }),
  };
}
