/**
 * Which of a line's numbers came out.
 *
 * A number matches on its own panel; a bonus number is one drawn from the rest of the same drum, so a chosen number that
 * equals it is marked apart. Example: line 3 8 15 28 33 40 with 7 12 19 28 33 45 and bonus 8 → 28 and 33 matched, 8 bonus.
 */
import type { DrawResult } from '../../../api/result-shape.ts';
import type { DrawLine, MatrixDefinition } from '../../../api/wire.ts';

export type LineMark = 'matched' | 'bonus' | 'missed';

export type MarkedNumber = { readonly panel: string; readonly number: number; readonly mark: LineMark };

export type MarkedLine = { readonly numbers: readonly MarkedNumber[]; readonly hits: number; readonly bonusHits: number };

/** Names of the definition's bonus numbers by the panel whose drum they come from. */
const bonusNames = (definition: MatrixDefinition | null, panel: string): readonly string[] =>
  definition?.bonuses?.filter((bonus) => bonus.panel === panel).map((bonus) => bonus.id) ?? [];

export function markLine(line: DrawLine, result: DrawResult, definition: MatrixDefinition | null): MarkedLine {
  const numbers = Object.entries(line).flatMap(([panel, chosen]) => {
    const drawn = result.panels[panel] ?? [];
    const bonus = bonusNames(definition, panel).flatMap((name) => result.bonuses[name] ?? []);
    return chosen.map(
      (number): MarkedNumber => ({ panel, number, mark: drawn.includes(number) ? 'matched' : bonus.includes(number) ? 'bonus' : 'missed' }),
    );
  });
  return {
    numbers,
    hits: numbers.filter(({ mark }) => mark === 'matched').length,
    bonusHits: numbers.filter(({ mark }) => mark === 'bonus').length,
  };
}
