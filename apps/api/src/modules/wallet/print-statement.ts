/** A yearly statement as a file: CSV with every movement, or a page with the totals. */
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { OPERATOR_ZONE } from '../../platform/business-day.ts';
import type { Language } from '../../platform/language.ts';
import { printPdf } from '../../platform/pdf.ts';
import { LINE_WORDS, STATEMENT_WORDS } from './statement-words.ts';
import { lineOf, STATEMENT_LINES, type YearStatement } from './year-statement.ts';

/** Exact decimal text with a point. */
const decimal = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Every movement, oldest first, in words of the ledger: for a spreadsheet. No field can begin a formula but an amount. */
export function csvOfStatement({ openingCents, entries }: YearStatement, language: Language): string {
  let balance = openingCents;
  const rows = entries.map(({ id, at, kind, amountCents }) => {
    balance += amountCents;
    return [at.toISOString(), LINE_WORDS[lineOf(kind)][language], kind, decimal(amountCents), decimal(balance), id].join(';');
  });
  return `\uFEFF${['at;line;kind;amount_eur;balance_eur;transfer', ...rows].join('\r\n')}\r\n`;
}

export function pdfOfStatement(statement: YearStatement, accountId: string, name: string, language: Language, now: Date): Promise<Buffer> {
  const { year, openingCents, closingCents, totals, entries } = statement;
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR', useGrouping: 'always' });
  const euro = (cents: bigint): string => money.format(decimal(cents) as Intl.StringNumericLiteral);
  const say = (word: keyof typeof STATEMENT_WORDS, values: Record<string, string> = {}): string =>
    STATEMENT_WORDS[word][language].replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
  const row = (words: string, cents: bigint, bold = false) => [
    { text: words, bold },
    { text: euro(cents), alignment: 'right' as const, bold },
  ];
  const at = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: OPERATOR_ZONE }).format(now);
  const isOver = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(OPERATOR_ZONE).year > year;
  const definition: TDocumentDefinitions = {
    info: { title: say('title', { year: String(year) }), author: 'Valira Loteries, SA' },
    defaultStyle: { font: 'Helvetica', fontSize: 10.5, lineHeight: 1.25 },
    pageMargins: [56, 64, 56, 64],
    content: [
      { text: 'Valira Loteries, SA', color: '#44525c' },
      { text: say('title', { year: String(year) }), fontSize: 20, bold: true, margin: [0, 8, 0, 4] },
      { text: `${name} · ${say('account')} ${accountId}`, color: '#44525c', margin: [0, 0, 0, 16] },
      {
        layout: 'lightHorizontalLines',
        table: {
          widths: ['*', 'auto'],
          body: [
            row(say('opening'), openingCents, true),
            ...STATEMENT_LINES.filter((line) => totals[line] !== 0n).map((line) => row(LINE_WORDS[line][language], totals[line])),
            row(isOver ? say('closing') : say('sofar'), closingCents, true),
          ],
        },
      },
      {
        layout: 'noBorders',
        margin: [0, 12, 0, 12],
        table: { widths: ['*', 'auto'], body: [row(say('played'), totals.prizes + totals.stakes + totals.refunds)] },
      },
      { text: say('movements', { count: new Intl.NumberFormat(language).format(entries.length) }), color: '#44525c' },
      { text: say('made', { at }), color: '#44525c' },
    ],
  };
  return printPdf(definition);
}
