/**
 * Outcomes: how a command or a pure decision answers.
 *
 * A *refusal* is an expected "no" and therefore a value: it carries a stable code, where in the input it
 * applies, and facts that the words shown to a person are built from. Bugs throw. Faults of the surroundings
 * (lost connection, serialization failure) throw too and are retried; they never become a refusal.
 */

export type Ok<T> = { readonly ok: true; readonly value: T };

export type RefusalFacts = Readonly<Record<string, string | number | bigint | boolean | null>>;

export type Refusal<Code extends string = string> = {
  readonly ok: false;
  readonly code: Code;
  /** Where in the input, e.g. `lines.2.main`; empty for the whole. */
  readonly path: string;
  readonly facts: RefusalFacts;
};

export type Outcome<T, Code extends string = string> = Ok<T> | Refusal<Code>;

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

export const refuse = <Code extends string>(code: Code, at: { path?: string; facts?: RefusalFacts } = {}): Refusal<Code> => ({
  ok: false,
  code,
  path: at.path ?? '',
  facts: at.facts ?? {},
});

/** The value of an outcome that cannot be a refusal here; a refusal at this place is a bug and throws. */
export function expectOk<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`unexpected refusal: ${outcome.code}${outcome.path ? ` at ${outcome.path}` : ''}`);
}
