/**
 * What a draw came up with, from outside: complete and possible, or refused.
 *
 * Example, 6/45 with a bonus: `{ panels: { main: [3, 12, 24, 31, 38, 40] }, bonuses: { bonus: [7] } }`. A bonus number that
 * is also a main number is refused: it comes from the rest of the same drum.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import type { DigitsPart, GamePart, KenoPart, MatrixPart, PreassignedPart, RafflePart } from '../definition/game-definition.ts';
import { parseRaffleCode } from '../ticket/raffle-code.ts';
import { drawnCount } from './line-classes.ts';

/** One full draw of a matrix game. */
export type MatrixRound = {
  readonly panels: readonly (readonly number[])[];
  readonly bonuses: readonly (readonly number[])[];
  readonly digits: readonly number[];
};
export type MatrixResult = { readonly family: 'matrix'; readonly rounds: readonly MatrixRound[] };
export type KenoResult = { readonly family: 'keno'; readonly numbers: readonly number[] };
export type DigitsResult = { readonly family: 'digits'; readonly digits: readonly number[]; readonly series: number };
export type DrawnNumber = { readonly number: number; readonly series: number; readonly fraction: number };
/** Drawn values per extraction, in the order of the definition; series and fraction are 0 where none is drawn. */
export type PreassignedResult = { readonly family: 'preassigned'; readonly extractions: readonly (readonly DrawnNumber[])[] };
/** Winning codes per win of the definition. */
export type RaffleResult = { readonly family: 'raffle'; readonly codes: readonly (readonly bigint[])[] };
export type PartResult = MatrixResult | KenoResult | DigitsResult | PreassignedResult | RaffleResult;

export type ResultRefusal = 'result_malformed' | 'wrong_count' | 'number_out_of_range' | 'number_duplicated' | 'unknown_panel';

const numbers = z.array(z.int()).max(128);
const roundInput = z.strictObject({
  panels: z.record(z.string().max(40), numbers),
  bonuses: z.record(z.string().max(40), numbers).default({}),
  digits: z.record(z.string().max(40), z.int()).default({}),
});
const roundsInput = z.strictObject({ rounds: z.array(roundInput).max(4) });
const kenoInput = z.strictObject({ numbers });
const digitsInput = z.strictObject({ digits: z.string().max(9), series: z.int().optional() });
const preassignedInput = z.strictObject({
  extractions: z.record(
    z.string().max(40),
    z.array(z.union([z.string().max(8), z.strictObject({ number: z.string().max(8), series: z.int(), fraction: z.int() })])).max(10_000),
  ),
});
const raffleInput = z.strictObject({ codes: z.record(z.string().max(40), z.array(z.string().max(60)).max(10_000)) });

type Read<T> = Outcome<T, ResultRefusal>;

function read<T>(schema: z.ZodType<T>, json: unknown): Read<T> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return refuse('result_malformed', { path: issue?.path.join('.') ?? '', facts: { reason: issue?.message ?? 'unreadable' } });
}

function drumNumbers(
  values: readonly number[] | undefined,
  count: number,
  first: number,
  from: number,
  taken: ReadonlySet<number>,
  path: string,
): Read<number[]> {
  if (values?.length !== count) return refuse('wrong_count', { path, facts: { count: values?.length ?? 0, wanted: count } });
  const seen = new Set(taken);
  for (const [index, number] of values.entries()) {
    if (number < first || number >= first + from) return refuse('number_out_of_range', { path: `${path}.${index}`, facts: { number } });
    if (seen.has(number)) return refuse('number_duplicated', { path: `${path}.${index}`, facts: { number } });
    seen.add(number);
  }
  return ok([...values].sort((a, b) => a - b));
}

const strangers = (given: Readonly<Record<string, unknown>>, known: readonly { readonly id: string }[], path: string): Read<true> => {
  const stranger = Object.keys(given).find((id) => !known.some((entry) => entry.id === id));
  return stranger === undefined ? ok(true) : refuse('unknown_panel', { path: `${path}.${stranger}` });
};

/** A game of one round may leave the list of rounds out. */
function parseMatrixResult(part: MatrixPart, json: unknown): Read<MatrixResult> {
  if (part.rounds === 1) {
    const round = parseRound(part, json);
    return round.ok ? ok({ family: 'matrix', rounds: [round.value] }) : round;
  }
  const input = read(roundsInput, json);
  if (!input.ok) return input;
  if (input.value.rounds.length !== part.rounds)
    return refuse('wrong_count', { path: 'rounds', facts: { count: input.value.rounds.length, wanted: part.rounds } });
  const rounds: MatrixRound[] = [];
  for (const [index, entry] of input.value.rounds.entries()) {
    const round = parseRound(part, entry);
    if (!round.ok) return { ...round, path: `rounds.${index}.${round.path}` };
    rounds.push(round.value);
  }
  return ok({ family: 'matrix', rounds });
}

function parseRound(part: MatrixPart, json: unknown): Read<MatrixRound> {
  const input = read(roundInput, json);
  if (!input.ok) return input;
  for (const check of [
    strangers(input.value.panels, part.panels, 'panels'),
    strangers(input.value.bonuses, part.bonuses, 'bonuses'),
    strangers(input.value.digits, part.drawnDigits, 'digits'),
  ]) {
    if (!check.ok) return check;
  }
  const taken = new Map<string, Set<number>>();
  const panels: number[][] = [];
  for (const panel of part.panels) {
    const drawn = drumNumbers(input.value.panels[panel.id], drawnCount(panel), panel.first, panel.from, new Set(), `panels.${panel.id}`);
    if (!drawn.ok) return drawn;
    taken.set(panel.id, new Set(drawn.value));
    panels.push(drawn.value);
  }
  const bonuses: number[][] = [];
  for (const bonus of part.bonuses) {
    const panel = part.panels.find(({ id }) => id === bonus.panel);
    const before = taken.get(bonus.panel) ?? new Set<number>();
    const drawn = drumNumbers(
      input.value.bonuses[bonus.id],
      bonus.count,
      panel?.first ?? 1,
      panel?.from ?? 0,
      before,
      `bonuses.${bonus.id}`,
    );
    if (!drawn.ok) return drawn;
    for (const number of drawn.value) before.add(number);
    bonuses.push(drawn.value);
  }
  const digits: number[] = [];
  for (const { id, size } of part.drawnDigits) {
    const digit = input.value.digits[id];
    if (digit === undefined) return refuse('wrong_count', { path: `digits.${id}`, facts: { count: 0, wanted: 1 } });
    if (digit < 0 || digit >= size) return refuse('number_out_of_range', { path: `digits.${id}`, facts: { number: digit } });
    digits.push(digit);
  }
  return ok({ panels, bonuses, digits });
}

function parseKenoResult(part: KenoPart, json: unknown): Read<KenoResult> {
  const input = read(kenoInput, json);
  if (!input.ok) return input;
  const drawn = drumNumbers(input.value.numbers, part.drawn, 1, part.spots, new Set(), 'numbers');
  return drawn.ok ? ok({ family: 'keno', numbers: drawn.value }) : drawn;
}

function parseDigitsResult(part: DigitsPart, json: unknown): Read<DigitsResult> {
  const input = read(digitsInput, json);
  if (!input.ok) return input;
  const { digits: text, series = 0 } = input.value;
  if (text.length !== part.positions || !/^\d*$/.test(text))
    return refuse('wrong_count', { path: 'digits', facts: { count: text.length, wanted: part.positions } });
  if (part.repeats === 'forbidden' && new Set(text).size !== text.length) return refuse('number_duplicated', { path: 'digits' });
  if (part.seriesCount === 0 ? series !== 0 : series < 1 || series > part.seriesCount)
    return refuse('number_out_of_range', { path: 'series', facts: { number: series } });
  return ok({ family: 'digits', digits: [...text].map(Number), series });
}

function parsePreassignedResult(part: PreassignedPart, json: unknown): Read<PreassignedResult> {
  const input = read(preassignedInput, json);
  if (!input.ok) return input;
  const known = strangers(input.value.extractions, part.extractions, 'extractions');
  if (!known.ok) return known;
  const extractions: DrawnNumber[][] = [];
  for (const { id, count, digits, fraction } of part.extractions) {
    const values = input.value.extractions[id] ?? [];
    if (values.length !== count)
      return refuse('wrong_count', { path: `extractions.${id}`, facts: { count: values.length, wanted: count } });
    const drawn: DrawnNumber[] = [];
    const seen = new Set<number>();
    for (const [index, value] of values.entries()) {
      const path = `extractions.${id}.${index}`;
      const text = typeof value === 'string' ? value : value.number;
      if (text.length !== digits || !/^\d+$/.test(text)) return refuse('result_malformed', { path, facts: { digits } });
      if (fraction !== (typeof value === 'object')) return refuse('result_malformed', { path, facts: { fraction } });
      const number = Number(text);
      if (digits === part.digits && number >= part.numbers) return refuse('number_out_of_range', { path, facts: { number } });
      if (seen.has(number)) return refuse('number_duplicated', { path, facts: { number } });
      seen.add(number);
      const series = typeof value === 'object' ? value.series : 0;
      const part1 = typeof value === 'object' ? value.fraction : 0;
      if (fraction && (series < 1 || series > part.seriesCount || part1 < 1 || part1 > part.fractionCount))
        return refuse('number_out_of_range', { path, facts: { series, fraction: part1 } });
      drawn.push({ number, series, fraction: part1 });
    }
    extractions.push(drawn);
  }
  return ok({ family: 'preassigned', extractions });
}

function parseRaffleResult(part: RafflePart, json: unknown): Read<RaffleResult> {
  const input = read(raffleInput, json);
  if (!input.ok) return input;
  const known = strangers(
    input.value.codes,
    part.wins.map(({ tier }) => ({ id: tier })),
    'codes',
  );
  if (!known.ok) return known;
  const seen = new Set<bigint>();
  const codes: bigint[][] = [];
  for (const { tier, codes: wanted } of part.wins) {
    const texts = input.value.codes[tier] ?? [];
    // Fewer codes than prizes is possible only when fewer were sold; more never is.
    if (texts.length > wanted || texts.length === 0)
      return refuse('wrong_count', { path: `codes.${tier}`, facts: { count: texts.length, wanted } });
    const drawn: bigint[] = [];
    for (const [index, text] of texts.entries()) {
      const code = parseRaffleCode(part, text);
      if (code === undefined) return refuse('result_malformed', { path: `codes.${tier}.${index}` });
      if (seen.has(code)) return refuse('number_duplicated', { path: `codes.${tier}.${index}` });
      seen.add(code);
      drawn.push(code);
    }
    codes.push(drawn);
  }
  return ok({ family: 'raffle', codes });
}

/** The checked result of one part of a game. */
export function parseResult(part: GamePart, json: unknown): Outcome<PartResult, ResultRefusal> {
  switch (part.family) {
    case 'matrix':
      return parseMatrixResult(part, json);
    case 'keno':
      return parseKenoResult(part, json);
    case 'digits':
      return parseDigitsResult(part, json);
    case 'preassigned':
      return parsePreassignedResult(part, json);
    case 'raffle':
      return parseRaffleResult(part, json);
  }
}
