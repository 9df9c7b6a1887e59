/**
 * The classes of a matrix line: how many of its numbers were drawn, how many bonus numbers it holds, whether its digit is
 * the drawn one, and in how many of all equally likely draws each class occurs.
 *
 * Example, 6/45 with one bonus number (8,145,060 draws of six × 39 bonus numbers): class 5 + bonus occurs in
 * C(6,5) × 39 × 1 = 234 of 317,657,340 draws, class 5 without it in C(6,5) × 39 × 38 = 8,892.
 */
import type { MatrixPart } from '../definition/game-definition.ts';
import { binomial } from '../randomness/combinations.ts';

export type LineClass = {
  /** Hits per panel, in the order of the definition. */
  readonly panelHits: readonly number[];
  /** Bonus numbers held, in the order of the definition. */
  readonly bonusHits: readonly number[];
  readonly digitHits: readonly boolean[];
  /** Draws of this class. */
  readonly ways: bigint;
};

type PanelOutcome = { readonly hits: number; readonly bonus: ReadonlyMap<number, number>; readonly ways: bigint };

export const drawnCount = (panel: MatrixPart['panels'][number]): number => panel.drawn ?? panel.choose;

/** Ways in which a line of `held` numbers meets the draw of one panel and then, from the rest of the drum, its bonus numbers. */
function panelOutcomes(part: MatrixPart, panelIndex: number): PanelOutcome[] {
  const panel = part.panels[panelIndex];
  if (!panel) return [];
  const stages = part.bonuses.flatMap((bonus, index) => (bonus.panel === panel.id ? [{ index, count: bonus.count }] : []));
  const outcomes: PanelOutcome[] = [];
  const walk = (stage: number, held: number, others: number, hits: number, bonus: ReadonlyMap<number, number>, ways: bigint): void => {
    const next = stages[stage];
    if (!next) {
      outcomes.push({ hits, bonus, ways });
      return;
    }
    for (let own = 0; own <= Math.min(held, next.count); own += 1) {
      const more = binomial(held, own) * binomial(others, next.count - own);
      if (more > 0n) walk(stage + 1, held - own, others - (next.count - own), hits, new Map([...bonus, [next.index, own]]), ways * more);
    }
  };
  const drawn = drawnCount(panel);
  for (let hits = 0; hits <= Math.min(panel.choose, drawn); hits += 1) {
    const ways = binomial(panel.choose, hits) * binomial(panel.from - panel.choose, drawn - hits);
    if (ways > 0n) walk(0, panel.choose - hits, panel.from - panel.choose - (drawn - hits), hits, new Map(), ways);
  }
  return outcomes;
}

/** Every class of a line with its number of draws; the numbers sum to `drawCount`. */
export function lineClasses(part: MatrixPart): LineClass[] {
  let classes: LineClass[] = [{ panelHits: [], bonusHits: part.bonuses.map(() => 0), digitHits: [], ways: 1n }];
  part.panels.forEach((_, panelIndex) => {
    const outcomes = panelOutcomes(part, panelIndex);
    classes = classes.flatMap((before) =>
      outcomes.map((outcome) => ({
        panelHits: [...before.panelHits, outcome.hits],
        bonusHits: before.bonusHits.map((held, index) => outcome.bonus.get(index) ?? held),
        digitHits: [],
        ways: before.ways * outcome.ways,
      })),
    );
  });
  for (const { size } of part.drawnDigits) {
    classes = classes.flatMap((before) => [
      { ...before, digitHits: [...before.digitHits, true], ways: before.ways },
      { ...before, digitHits: [...before.digitHits, false], ways: before.ways * BigInt(size - 1) },
    ]);
  }
  return classes;
}

/** Equally likely draws of one round: panels, then bonus numbers, then digits. */
export function drawCount(part: MatrixPart): bigint {
  let count = 1n;
  for (const panel of part.panels) {
    let rest = panel.from - drawnCount(panel);
    count *= binomial(panel.from, drawnCount(panel));
    for (const bonus of part.bonuses) {
      if (bonus.panel !== panel.id) continue;
      count *= binomial(rest, bonus.count);
      rest -= bonus.count;
    }
  }
  for (const { size } of part.drawnDigits) count *= BigInt(size);
  return count;
}

type ClassHits = Pick<LineClass, 'panelHits' | 'bonusHits' | 'digitHits'>;

/** Indexes into `part.wins` that a line of this class wins in a round: at most one of each group in a definition that can work. */
export function winsOfClass(part: MatrixPart, line: ClassHits, round: number): number[] {
  const won: number[] = [];
  part.wins.forEach((win, index) => {
    const panels = part.panels.every((panel, i) => win.hits[panel.id]?.includes(line.panelHits[i] ?? 0) ?? true);
    const bonuses = part.bonuses.every((bonus, i) => win.hits[bonus.id]?.includes(line.bonusHits[i] ?? 0) ?? true);
    const digits = part.drawnDigits.every((digit, i) => (win.digits[digit.id] ?? line.digitHits[i]) === line.digitHits[i]);
    if (win.round === round && panels && bonuses && digits) won.push(index);
  });
  return won;
}
