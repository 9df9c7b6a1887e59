/**
 * Every call to the random number generator, in an append-only chain (incidents R12 and R18).
 *
 * A draw has exactly one call that made its operator secret and exactly one that made its numbers. A second call of
 * either kind ("let us see what comes") stays in the chain and makes the draw fail verification. A call whose output hash
 * has been seen before means a generator that repeats itself: it is refused and the draw stops; equal *numbers* from
 * different output are never refused.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Sha256 } from '../randomness/hash-ports.ts';
import { statementHash } from './signed-statement.ts';

export type GeneratorPurpose = 'secret' | 'numbers';

export type GeneratorCall = {
  /** 1, 2, 3, … over all calls of this generator. */
  readonly sequence: number;
  readonly generator: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly at: string;
  readonly purpose: GeneratorPurpose;
  readonly drawId: string;
  /** SHA-256 of the raw output, hexadecimal. */
  readonly outputHash: string;
  /** Hash of the call before, hexadecimal; 64 zeros before the first. */
  readonly previous: string;
};

export type GeneratorHead = { readonly generator: string; readonly sequence: number; readonly head: string };

export type GeneratorRefusal = 'generator_output_repeated' | 'generator_call_spare';

export const newGeneratorLog = (generator: string): GeneratorHead => ({ generator, sequence: 0, head: '0'.repeat(64) });

export const generatorHead = (sha256: Sha256, call: GeneratorCall): GeneratorHead => ({
  generator: call.generator,
  sequence: call.sequence,
  head: statementHash(sha256, 'generator-call', call),
});

export type LoggedCall = {
  readonly call: GeneratorCall;
  readonly head: GeneratorHead;
  /** Not ok: the call is in the log all the same, and its draw must not go on. */
  readonly verdict: Outcome<null, GeneratorRefusal>;
};

/**
 * Logs a call. `earlier` answers from the whole log: the draw of an earlier call with this output hash, and how many
 * calls of this purpose this draw has had. A refused call is logged too: what happened is on record.
 */
export function logGeneratorCall(
  sha256: Sha256,
  head: GeneratorHead,
  made: Pick<GeneratorCall, 'at' | 'purpose' | 'drawId' | 'outputHash'>,
  earlier: { readonly drawWithSameOutput: string | null; readonly callsForThisPurpose: number },
): LoggedCall {
  const { at, purpose, drawId, outputHash } = made;
  const call: GeneratorCall = {
    sequence: head.sequence + 1,
    generator: head.generator,
    at,
    purpose,
    drawId,
    outputHash,
    previous: head.head,
  };
  const facts = { drawId, sequence: call.sequence };
  const verdict =
    earlier.drawWithSameOutput !== null
      ? refuse('generator_output_repeated', { facts: { ...facts, earlierDrawId: earlier.drawWithSameOutput } })
      : earlier.callsForThisPurpose > 0
        ? refuse('generator_call_spare', { facts: { ...facts, purpose } })
        : ok(null);
  return { call, head: generatorHead(sha256, call), verdict };
}
