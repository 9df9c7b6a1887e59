/**
 * A refusal's words, from its stable code and facts.
 *
 * The words live under `refusals.<code>`; facts are filled in by name. A code without words yet still tells the person
 * what happened: in the API's own words, which it has for each of its codes, or else in ours for the unforeseen; never an
 * empty box.
 */
import type { TFunction } from 'i18next';

export type ShownProblem = {
  readonly code: string;
  /** Where in the input, e.g. `lines.2.main`; empty for the whole. */
  readonly path?: string;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly requestId?: string | undefined;
  /** The API's own words, in the language that was asked for. */
  readonly detail?: string | undefined;
};

export function problemWords(t: TFunction<'ui'>, problem: ShownProblem): string {
  const ours = t(`refusals.${problem.code}`, { ...problem.facts, defaultValue: '' });
  return ours || problem.detail || t('refusals.unlisted');
}
