/**
 * A ticket on paper of one width: 42 columns on 80 mm, 32 on 58 mm.
 *
 * Pure text, so that what is previewed, printed and tested is the same. Amounts stand at the right edge; what does not fit beside them
 * moves to a row of its own, and names too long for the paper are broken between words: nothing is lost. The serial is printed in fours
 * and once more in the code beneath.
 */
import { formatMoment, formatMoney, localeOf, serialInFours } from '@valira/ui';
import type { SoldTicket } from '../api/wire.ts';

export const COLUMNS = 42;

export type ReceiptLine = { readonly text: string; readonly weight?: 'bold' | 'double' };

export type ReceiptWords = {
  readonly operator: (operator: string) => string;
  readonly licence: (licence: string) => string;
  readonly draw: (number: number) => string;
  readonly random: string;
  readonly unknownNumbers: (lines: number) => string;
  readonly lines: (count: number, unit: string) => string;
  readonly runner: (number: number) => string;
  readonly sold: (when: string) => string;
  readonly claim: (until: string) => string;
  readonly reprint: (count: number) => string;
  readonly adults: readonly string[];
};

export type ReceiptAbout = {
  readonly language: string;
  readonly operator: string;
  readonly licence: string;
  /** Which reprint this is; 0 is the ticket's first print. */
  readonly reprint: number;
  readonly quickPicks: number;
  readonly columns?: number;
  /** The printer's own characters; the text as it is when there is no printer. */
  readonly printable?: (text: string) => string;
};

/** Left and right on one row, or on two when one is too narrow. */
export function spread(left: string, right: string, columns = COLUMNS): readonly string[] {
  if (right === '') return wrap(left, columns);
  if (left.length + 1 + right.length <= columns) return [left.padEnd(columns - right.length) + right];
  return [...wrap(left, columns), ...wrap(right, columns).map((row) => row.padStart(columns))];
}

export function wrap(text: string, columns = COLUMNS): readonly string[] {
  const rows: string[] = [];
  let row = '';
  for (const word of text.split(' ')) {
    if (row !== '' && row.length + 1 + word.length > columns) {
      rows.push(row);
      row = '';
    }
    row = row === '' ? word : `${row} ${word}`;
    while (row.length > columns) {
      rows.push(row.slice(0, columns));
      row = row.slice(columns);
    }
  }
  return [...rows, row];
}

/** Receipts have no narrow spaces. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

export function receiptLines(ticket: SoldTicket, words: ReceiptWords, about: ReceiptAbout): readonly ReceiptLine[] {
  const columns = about.columns ?? COLUMNS;
  // Written in the printer's characters before it is laid out: `EUR` is two columns longer than the sign.
  const ready = (text: string): string => (about.printable ?? plain)(text);
  const locale = localeOf(about.language);
  const money = (minor: string): string => formatMoney(BigInt(minor), locale);
  const name = ticket.product.names[about.language] ?? ticket.product.names.ca ?? ticket.product.slug;
  const rows: ReceiptLine[] = [];
  const put = (text: string, weight?: ReceiptLine['weight']) => {
    const room = weight === 'double' ? Math.floor(columns / 2) : columns;
    rows.push(...wrap(ready(text), room).map((row) => (weight ? { text: row, weight } : { text: row })));
  };
  const put2 = (left: string, right: string, weight?: ReceiptLine['weight']) =>
    rows.push(...spread(ready(left), ready(right), columns).map((row) => (weight ? { text: row, weight } : { text: row })));
  const rule = () => rows.push({ text: '-'.repeat(columns) });

  if (ticket.shop) {
    put(ticket.shop.name.toUpperCase(), 'bold');
    put(ticket.shop.address);
  }
  put(words.operator(about.operator));
  put(words.licence(about.licence));
  rule();
  put(name.toUpperCase(), 'double');
  for (const contest of ticket.contests) put2(words.draw(contest.number), formatMoment(contest.drawsAt, locale, 'day-time'));
  rule();
  wagerLines(ticket, words, about.quickPicks, put, put2);
  rule();
  put2(priceLabel(ticket, words, money), money(ticket.priceCents), 'bold');
  rule();
  if (ticket.soldAt) put(words.sold(formatMoment(ticket.soldAt, locale, 'receipt')));
  const who = [ticket.terminal?.label, ticket.clerk?.name, ticket.clerk?.cardNumber].filter(Boolean).join(' · ');
  if (who) put(who);
  if (ticket.claimUntil) put(words.claim(plain(formatMoment(ticket.claimUntil, locale, 'receipt')).slice(0, 10)));
  if (ticket.serial) put(serialInFours(ticket.serial), 'bold');
  if (about.reprint > 0) put(words.reprint(about.reprint), 'bold');
  return rows;
}

function wagerLines(
  ticket: SoldTicket,
  words: ReceiptWords,
  quickPicks: number,
  put: (text: string, weight?: ReceiptLine['weight']) => void,
  put2: (left: string, right: string, weight?: ReceiptLine['weight']) => void,
): void {
  const { wager } = ticket;
  if (wager.kind === 'pool') {
    for (const runner of wager.selections.runners) put(` ${words.runner(runner)}`, 'bold');
    return;
  }
  const lines = wager.lines ?? [];
  // Before the sale nobody knows the quick picks: the platform draws them.
  if (lines.length === 0 && wager.quickPicks) put2(` ${words.unknownNumbers(wager.quickPicks)}`, words.random);
  for (const [index, line] of lines.entries()) {
    const numbers = Object.values(line)
      .map((panel) => panel.map((number) => String(number).padStart(2, '0')).join('  '))
      .join(' + ');
    const letter = String.fromCharCode(65 + (index % 26));
    // Quick picks come after the lines the buyer chose.
    put2(` ${letter}   ${numbers}`, index >= lines.length - quickPicks ? words.random : '', 'bold');
  }
}

function priceLabel(ticket: SoldTicket, words: ReceiptWords, money: (minor: string) => string): string {
  const { wager } = ticket;
  if (wager.kind === 'pool') return words.lines(1, money(wager.stakeCents));
  const count = Math.max(1, wager.lines?.length ?? wager.quickPicks ?? 0);
  const unit = BigInt(ticket.priceCents) / BigInt(count) / BigInt(Math.max(1, ticket.contests.length));
  return words.lines(count, money(unit.toString()));
}
