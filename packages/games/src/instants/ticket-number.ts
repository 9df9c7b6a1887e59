/**
 * The number on a printed ticket: game (3 digits) – pack (6, or 7 from 1,000,000 on) – ticket in the pack (3, from 000) – check digit.
 *
 * The check digit is Damm's (doctoral thesis, Marburg 2004): it finds every single wrong digit and every swap of neighbours.
 * Example: game 572, pack 4, ticket 0 → 572-000004-000-8.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';

export type TicketNumber = { readonly game: number; readonly pack: number; readonly ticket: number };

/** The quasigroup of order 10 from Damm's thesis. */
const table = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
].map((row) => Uint8Array.from(row, Number));

/** The check digit after one more digit. */
export const dammStep = (interim: number, digit: number): number => table[interim]?.[digit] ?? 0;

/** Check digit of a text of digits. */
export function dammDigit(digits: string): number {
  let interim = 0;
  for (const digit of digits) interim = dammStep(interim, Number(digit));
  return interim;
}

const packDigits = (pack: number): string => String(pack).padStart(pack > 999_999 ? 7 : 6, '0');

/** Throws unless game is 1…999, pack 1…9,999,999 and ticket 0…199. */
export function writeTicketNumber({ game, pack, ticket }: TicketNumber): string {
  const fits = (value: number, least: number, most: number): boolean => Number.isInteger(value) && value >= least && value <= most;
  if (!fits(game, 1, 999) || !fits(pack, 1, 9_999_999) || !fits(ticket, 0, 199))
    throw new RangeError(`no ticket ${game}-${pack}-${ticket}`);
  const parts = [String(game).padStart(3, '0'), packDigits(pack), String(ticket).padStart(3, '0')];
  return `${parts.join('-')}-${dammDigit(parts.join(''))}`;
}

/** A number as typed or scanned, with or without hyphens and blanks between its parts. */
export function parseTicketNumber(text: string): Outcome<TicketNumber, 'ticket_number_invalid'> {
  const digits = text.replaceAll(/[\s-]/g, '');
  const match = /^(\d{3})(\d{6,7})(\d{3})(\d)$/.exec(digits);
  if (!match) return refuse('ticket_number_invalid', { facts: { reason: 'not_a_number' } });
  const [game = 0, pack = 0, ticket = 0] = match.slice(1).map(Number);
  if (dammDigit(digits) !== 0) return refuse('ticket_number_invalid', { facts: { reason: 'check_digit' } });
  const inRange = game >= 1 && pack >= 1 && ticket <= 199 && packDigits(pack) === match[2];
  return inRange ? ok({ game, pack, ticket }) : refuse('ticket_number_invalid', { facts: { reason: 'out_of_range' } });
}
