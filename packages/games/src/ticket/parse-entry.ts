/**
 * One entry of a ticket from outside: in range, without duplicates, with the right count, or refused.
 *
 * Example, 6/45 with systems to 12: `{ picks: { main: [7, 1, 3, 40, 22, 45] } }` becomes 1-3-7-22-40-45; 46 is refused at
 * `picks.main.5` with `number_out_of_range`.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import type { DigitsPart, GamePart, KenoPart, MatrixPart, PreassignedPart, RafflePart } from '../definition/game-definition.ts';
import { canWin } from '../match/digit-classes.ts';
import type { DigitsEntry, Entry, KenoEntry, MatrixEntry, PreassignedEntry, RaffleEntry } from './part-play.ts';
import { parseRaffleCode } from './raffle-code.ts';
import type { TicketRefusal } from './ticket-refusal.ts';

const numbers = z.array(z.int()).max(128);
const matrixInput = z.strictObject({ picks: z.record(z.string().max(40), numbers), reduced: z.string().max(40).optional() });
const kenoInput = z.strictObject({ marks: numbers });
const digitsInput = z.strictObject({ bet: z.string().max(40), digits: z.string().max(9), series: z.int().optional() });
const preassignedInput = z.strictObject({ number: z.string().max(8), series: z.int(), fraction: z.int() });
const raffleInput = z.strictObject({ code: z.string().max(60) });

type Parsed<E> = Outcome<E, TicketRefusal>;

function read<T>(schema: z.ZodType<T>, json: unknown, path: string): Outcome<T, 'ticket_malformed'> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return refuse('ticket_malformed', { path: [path, ...(issue?.path ?? [])].join('.'), facts: { reason: issue?.message ?? 'unreadable' } });
}

/** Ascending distinct numbers of a drum, `least` to `most` of them. */
function parseNumbers(
  input: readonly number[],
  drum: { first: number; from: number; least: number; most: number },
  path: string,
): Parsed<number[]> {
  if (input.length < drum.least || input.length > drum.most)
    return refuse('wrong_count', { path, facts: { count: input.length, least: drum.least, most: drum.most } });
  const seen = new Set<number>();
  for (const [index, number] of input.entries()) {
    if (number < drum.first || number >= drum.first + drum.from)
      return refuse('number_out_of_range', { path: `${path}.${index}`, facts: { number } });
    if (seen.has(number)) return refuse('number_duplicated', { path: `${path}.${index}`, facts: { number } });
    seen.add(number);
  }
  return ok([...input].sort((a, b) => a - b));
}

function parseMatrixEntry(part: MatrixPart, json: unknown, path: string): Parsed<MatrixEntry> {
  const input = read(matrixInput, json, path);
  if (!input.ok) return input;
  const { picks, reduced } = input.value;
  const system = part.reducedSystems.find(({ id }) => id === reduced);
  if (reduced !== undefined && !system) return refuse('unknown_reduced_system', { path: `${path}.reduced`, facts: { reduced } });
  for (const id of Object.keys(picks)) {
    if (!part.panels.some((panel) => panel.id === id)) return refuse('unknown_panel', { path: `${path}.picks.${id}` });
  }
  const parsed: number[][] = [];
  for (const panel of part.panels) {
    const exact = system?.panel === panel.id ? system.picks : undefined;
    const drum = { first: panel.first, from: panel.from, least: exact ?? panel.choose, most: exact ?? panel.maxPicks };
    const sorted = parseNumbers(picks[panel.id] ?? [], drum, `${path}.picks.${panel.id}`);
    if (!sorted.ok) return sorted;
    parsed.push(sorted.value);
  }
  return ok(system ? { picks: parsed, reduced: system.id } : { picks: parsed });
}

function parseKenoEntry(part: KenoPart, json: unknown, path: string): Parsed<KenoEntry> {
  const input = read(kenoInput, json, path);
  if (!input.ok) return input;
  const marks = parseNumbers(input.value.marks, { first: 1, from: part.spots, least: part.minMarks, most: part.maxMarks }, `${path}.marks`);
  return marks.ok ? ok({ marks: marks.value }) : marks;
}

function parseDigitsEntry(part: DigitsPart, json: unknown, path: string): Parsed<DigitsEntry> {
  const input = read(digitsInput, json, path);
  if (!input.ok) return input;
  const { bet, digits: text, series = 0 } = input.value;
  if (!part.bets.some(({ id }) => id === bet)) return refuse('unknown_bet', { path: `${path}.bet`, facts: { bet } });
  if (text.length !== part.positions || !/^\d*$/.test(text))
    return refuse('digits_malformed', { path: `${path}.digits`, facts: { positions: part.positions } });
  const digits = [...text].map(Number);
  if (part.repeats === 'forbidden' && new Set(digits).size !== digits.length)
    return refuse('number_duplicated', { path: `${path}.digits` });
  if (part.seriesCount === 0 ? series !== 0 : series < 1 || series > part.seriesCount)
    return refuse('series_out_of_range', { path: `${path}.series`, facts: { series, seriesCount: part.seriesCount } });
  if (!canWin(part, bet, digits)) return refuse('bet_does_not_fit', { path: `${path}.bet`, facts: { bet, digits: text } });
  return ok({ bet, digits, series });
}

function parsePreassignedEntry(part: PreassignedPart, json: unknown, path: string): Parsed<PreassignedEntry> {
  const input = read(preassignedInput, json, path);
  if (!input.ok) return input;
  const { number: text, series, fraction } = input.value;
  if (text.length !== part.digits || !/^\d*$/.test(text))
    return refuse('digits_malformed', { path: `${path}.number`, facts: { positions: part.digits } });
  const number = Number(text);
  if (number >= part.numbers) return refuse('number_out_of_range', { path: `${path}.number`, facts: { number } });
  if (series < 1 || series > part.seriesCount)
    return refuse('series_out_of_range', { path: `${path}.series`, facts: { series, seriesCount: part.seriesCount } });
  if (fraction < 1 || fraction > part.fractionCount)
    return refuse('fraction_out_of_range', { path: `${path}.fraction`, facts: { fraction, fractionCount: part.fractionCount } });
  return ok({ number, series, fraction });
}

function parseRaffleEntry(part: RafflePart, json: unknown, path: string): Parsed<RaffleEntry> {
  const input = read(raffleInput, json, path);
  if (!input.ok) return input;
  const code = parseRaffleCode(part, input.value.code);
  return code === undefined ? refuse('code_malformed', { path: `${path}.code` }) : ok({ code });
}

/** An entry of the part's family. `path` is put before the place of a refusal. */
export function parseEntry(part: GamePart, json: unknown, path: string): Parsed<Entry> {
  switch (part.family) {
    case 'matrix':
      return parseMatrixEntry(part, json, path);
    case 'keno':
      return parseKenoEntry(part, json, path);
    case 'digits':
      return parseDigitsEntry(part, json, path);
    case 'preassigned':
      return parsePreassignedEntry(part, json, path);
    case 'raffle':
      return parseRaffleEntry(part, json, path);
  }
}
