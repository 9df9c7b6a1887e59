/**
 * A plain prize table, as lotteries publish and spreadsheets hold it: price, tickets, and a line for each prize. From CSV or JSON.
 *
 * CSV: lines `price,2.00` and `tickets,120000`, then `prize,count` and one line per tier; a prize of several parts is `5.00+5.00`, one that
 * is multiplied `20.00x5`. Further columns and lines that begin with # are not read. JSON: { "price": "2.00", "tickets": 120000,
 * "prizes": [{ "prize": "5.00+5.00", "count": 2000 }] }.
 *
 * Amounts have the currency's digits or none: "2" and "2.00" are EUR 2.00, "2.5" is refused rather than guessed.
 */
import { type Cents, cents, minorDigits } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import { prizeOfTier } from '../definition/instant-definition.ts';

export type PrizeTableTier = { readonly id: string; readonly partsCents: Cents[]; readonly multiplier: number; readonly count: number };
export type PrizeTable = { readonly priceCents: Cents; readonly runSize: number; readonly tiers: readonly PrizeTableTier[] };

type Refused = 'prize_table_invalid';
type Plain = {
  readonly price: string;
  readonly tickets: number;
  readonly prizes: readonly { readonly prize: string; readonly count: number }[];
};

const plainTable = z.looseObject({
  price: z.string(),
  tickets: z.int().min(1).max(100_000_000),
  prizes: z
    .array(z.looseObject({ prize: z.string(), count: z.int().min(1).max(100_000_000) }))
    .min(1)
    .max(200),
});

const refused = (path: string, reason: string) => refuse<Refused>('prize_table_invalid', { path, facts: { reason } });

function readAmount(text: string, digits: number): Cents | null {
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return null;
  const [, whole = '', fraction] = match;
  if (fraction !== undefined && fraction.length !== digits) return null;
  return cents(BigInt(whole + (fraction ?? '0'.repeat(digits))));
}

/** Fields of a CSV line; a field in double quotes may hold commas. */
function fieldsOf(line: string): string[] {
  const fields: string[] = [];
  for (const [, field = '', separator] of line.matchAll(/("(?:[^"]|"")*"|[^,]*)(,|$)/g)) {
    fields.push((field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field).trim());
    if (separator === '') break;
  }
  return fields;
}

function readCsv(text: string): Outcome<Plain, Refused> {
  let price = '';
  let tickets = 0;
  let columns: { readonly prize: number; readonly count: number } | null = null;
  const prizes: { prize: string; count: number }[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const fields = fieldsOf(line);
    const path = `line ${index + 1}`;
    const [name = '', value = ''] = fields;
    if (columns) {
      const count = fields[columns.count] ?? '';
      if (!/^[1-9]\d{0,8}$/.test(count)) return refused(path, 'count_invalid');
      prizes.push({ prize: fields[columns.prize] ?? '', count: Number(count) });
    } else if (name === 'price') price = value;
    else if (name === 'tickets') {
      if (!/^[1-9]\d{0,8}$/.test(value)) return refused(path, 'tickets_invalid');
      tickets = Number(value);
    } else if (fields.includes('prize') && fields.includes('count'))
      columns = { prize: fields.indexOf('prize'), count: fields.indexOf('count') };
    else return refused(path, 'line_unknown');
  }
  if (price === '') return refused('price', 'price_missing');
  if (tickets === 0) return refused('tickets', 'tickets_missing');
  if (prizes.length === 0) return refused('prizes', 'prizes_missing');
  return ok({ price, tickets, prizes });
}

function readJson(text: string): Outcome<Plain, Refused> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refused('', 'not_json');
  }
  const parsed = plainTable.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return refused(issue?.path.join('.') ?? '', issue?.message ?? 'invalid');
}

/** The table, or `prize_table_invalid` with where and `facts.reason`. Tiers get ids `1`, `2`, … in the order of the table. */
export function importPrizeTable(text: string, format: 'csv' | 'json', currency: keyof typeof minorDigits): Outcome<PrizeTable, Refused> {
  const plain = format === 'csv' ? readCsv(text) : readJson(text);
  if (!plain.ok) return plain;
  const digits = minorDigits[currency];
  const priceCents = readAmount(plain.value.price, digits);
  if (priceCents === null || priceCents === 0n) return refused('price', 'amount_invalid');
  const tiers: PrizeTableTier[] = [];
  let prizes = 0;
  for (const [index, { prize, count }] of plain.value.prizes.entries()) {
    const path = `prizes.${index}`;
    const [sum = '', times, ...more] = prize.split(/[x×]/);
    const multiplier = times === undefined ? 1 : Number(times);
    if (more.length > 0 || !Number.isInteger(multiplier) || multiplier < 1 || multiplier > 99) return refused(path, 'multiplier_invalid');
    const partsCents: Cents[] = [];
    for (const part of sum.split('+')) {
      const amount = readAmount(part, digits);
      if (amount === null || amount === 0n) return refused(path, 'amount_invalid');
      partsCents.push(amount);
    }
    tiers.push({ id: String(index + 1), partsCents, multiplier, count });
    prizes += count;
  }
  if (prizes > plain.value.tickets) return refused('prizes', 'more_prizes_than_tickets');
  return ok({ priceCents, runSize: plain.value.tickets, tiers });
}

export const prizeFund = (table: PrizeTable): bigint => table.tiers.reduce((sum, tier) => sum + prizeOfTier(tier) * BigInt(tier.count), 0n);
