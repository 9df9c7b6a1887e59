/**
 * A ticket on 80 mm paper: 42 columns of one width.
 *
 * Pure text, so that what is previewed, printed and tested is the same. Amounts stand at the right edge; names too long for
 * the paper are broken between words. The serial is printed in fours and once more in the code beneath.
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

const rule: ReceiptLine = { text: '-'.repeat(COLUMNS) };

/** Left and right on one line; the left gives way when they do not fit. */
export function spread(left: string, right: string): string {
  const room = COLUMNS - right.length - 1;
  const cut = left.length > room ? `${left.slice(0, Math.max(0, room - 1))}…` : left;
  return cut.padEnd(COLUMNS - right.length) + right;
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

/** Printer paper has no narrow spaces. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

export function receiptLines(
  ticket: SoldTicket,
  words: ReceiptWords,
  about: {
    readonly language: string;
    readonly operator: string;
    readonly licence: string;
    readonly prints: number;
    readonly quickPicks: number;
  },
): readonly ReceiptLine[] {
  const locale = localeOf(about.language);
  const money = (minor: string): string => plain(formatMoney(BigInt(minor), locale));
  const name = ticket.product.names[about.language] ?? ticket.product.names.ca ?? ticket.product.slug;
  const rows: ReceiptLine[] = [];
  if (ticket.shop) {
    rows.push({ text: ticket.shop.name.toUpperCase().slice(0, COLUMNS), weight: 'bold' });
    rows.push(...wrap(ticket.shop.address).map((text) => ({ text })));
  }
  rows.push(...wrap(words.operator(about.operator)).map((text) => ({ text })));
  rows.push({ text: words.licence(about.licence).slice(0, COLUMNS) }, rule);
  rows.push({ text: name.toUpperCase().slice(0, COLUMNS / 2), weight: 'double' });
  for (const contest of ticket.contests) {
    rows.push({ text: spread(words.draw(contest.number), plain(formatMoment(contest.drawsAt, locale, 'day-time'))) });
  }
  rows.push(rule);
  rows.push(...wagerLines(ticket, words, about.quickPicks));
  rows.push(rule);
  rows.push({ text: spread(priceLabel(ticket, words, money), money(ticket.priceCents)), weight: 'bold' });
  rows.push(rule);
  if (ticket.soldAt) rows.push({ text: words.sold(plain(formatMoment(ticket.soldAt, locale, 'receipt'))).slice(0, COLUMNS) });
  const who = [ticket.terminal?.label, ticket.clerk?.name, ticket.clerk?.cardNumber].filter(Boolean).join(' · ');
  if (who) rows.push({ text: who.slice(0, COLUMNS) });
  if (ticket.claimUntil)
    rows.push({ text: words.claim(plain(formatMoment(ticket.claimUntil, locale, 'receipt')).slice(0, 10)).slice(0, COLUMNS) });
  if (ticket.serial) rows.push({ text: serialInFours(ticket.serial), weight: 'bold' });
  if (about.prints > 1) rows.push({ text: words.reprint(about.prints - 1), weight: 'bold' });
  return rows;
}

function wagerLines(ticket: SoldTicket, words: ReceiptWords, quickPicks: number): readonly ReceiptLine[] {
  const { wager } = ticket;
  if (wager.kind === 'pool') return wager.selections.runners.map((runner) => ({ text: ` ${words.runner(runner)}`, weight: 'bold' }));
  const lines = wager.lines ?? [];
  // Before the sale nobody knows the quick picks: the platform draws them.
  if (lines.length === 0 && wager.quickPicks) return [{ text: spread(` ${words.unknownNumbers(wager.quickPicks)}`, words.random) }];
  return lines.flatMap((line, index) => {
    const numbers = Object.values(line)
      .map((panel) => panel.map((number) => String(number).padStart(2, '0')).join('  '))
      .join(' + ');
    const letter = String.fromCharCode(65 + (index % 26));
    // Quick picks come after the lines the buyer chose.
    const mark = index >= lines.length - quickPicks ? words.random : '';
    return wrap(` ${letter}   ${numbers}`).map(
      (text, row): ReceiptLine => ({ text: row === 0 ? spread(text, mark) : text, weight: 'bold' }),
    );
  });
}

function priceLabel(ticket: SoldTicket, words: ReceiptWords, money: (minor: string) => string): string {
  const { wager } = ticket;
  if (wager.kind === 'pool') return words.lines(1, money(wager.stakeCents));
  const count = Math.max(1, wager.lines?.length ?? wager.quickPicks ?? 0);
  const unit = BigInt(ticket.priceCents) / BigInt(count) / BigInt(Math.max(1, ticket.contests.length));
  return words.lines(count, money(unit.toString()));
}
