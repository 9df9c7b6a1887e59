/**
 * A refusal's words, from its stable code and facts.
 *
 * The words live under `refusals.<code>`; facts are filled in by name. A code without words yet still tells the person
 * that nothing was done, with the code to quote: never an empty box, never the machine's own text.
 */
import type { TFunction } from 'i18next';

export type ShownProblem = {
  readonly code: string;
  /** Where in the input, e.g. `lines.2.main`; empty for the whole. */
  readonly path?: string;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
};

export const problemWords = (t: TFunction<'ui'>, problem: ShownProblem): string =>
  t([`refusals.${problem.code}`, 'refusals.unlisted'], { ...problem.facts, code: problem.code });
