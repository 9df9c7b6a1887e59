/**
 * Results as the API carries them, read into what pages show.
 *
 * A draw's is `{ panels: { main: [3, 12, …] }, bonuses: { bonus: [7] } }`; a race's is
 * `{ legs: [{ kind: 'finish', order: [[3], [5, 8], [1]] }] }`, dead-heaters side by side.
 */
export type DrawResult = {
  readonly panels: Readonly<Record<string, readonly number[]>>;
  readonly bonuses: Readonly<Record<string, readonly number[]>>;
};

export type Finish = readonly (readonly number[])[];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumbers = (value: unknown): value is readonly number[] => Array.isArray(value) && value.every((item) => typeof item === 'number');

const numbersByName = (value: unknown): Readonly<Record<string, readonly number[]>> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).flatMap(([name, numbers]): [string, readonly number[]][] =>
      isNumbers(numbers) ? [[name, numbers]] : [],
    ),
  );

/** Null for anything that is no draw result. */
export function drawResultOf(result: unknown): DrawResult | null {
  if (!isRecord(result) || !isRecord(result.panels)) return null;
  return { panels: numbersByName(result.panels), bonuses: numbersByName(result.bonuses) };
}

/** Order of finish of the first leg; null for anything else, a void race included. */
export function finishOf(result: unknown): Finish | null {
  if (!isRecord(result) || !Array.isArray(result.legs)) return null;
  const [leg] = result.legs as readonly unknown[];
  return isRecord(leg) && leg.kind === 'finish' && Array.isArray(leg.order) ? leg.order.filter(isNumbers) : null;
}

export const finishResult = (finish: Finish) => ({ legs: [{ kind: 'finish', order: finish.map((place) => [...place]) }] });
