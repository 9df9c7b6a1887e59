/** A shop's weekly statement on paper and for a spreadsheet. */
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { OPERATOR_ZONE } from '../../../platform/business-day.ts';
import type { Language } from '../../../platform/language.ts';
import { printPdf } from '../../../platform/pdf.ts';

export type Statement = {
  readonly week: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly openingCents: bigint;
  readonly salesCents: bigint;
  readonly cancelledCents: bigint;
  readonly prizesCents: bigint;
  readonly commissionCents: bigint;
  readonly paidCents: bigint;
  readonly otherCents: bigint;
  readonly closingCents: bigint;
  readonly tickets: number;
};

type Words = Readonly<Record<Language, string>>;
const words = (ca: string, es: string, fr: string, en: string): Words => ({ ca, es, fr, en });

/** Each line with the sign it has in what the shop owes. */
const LINES: readonly (readonly [name: string, words: Words, of: (statement: Statement) => bigint])[] = [
  ['opening', words('Deute anterior', 'Deuda anterior', 'Dû précédent', 'Owed before'), (of) => of.openingCents],
  ['sales', words('Vendes', 'Ventas', 'Ventes', 'Sales'), (of) => of.salesCents],
  ['cancelled', words('Anul·lacions', 'Anulaciones', 'Annulations', 'Cancellations'), (of) => -of.cancelledCents],
  ['prizes', words('Premis pagats', 'Premios pagados', 'Gains payés', 'Prizes paid'), (of) => -of.prizesCents],
  ['commission', words('Comissió', 'Comisión', 'Commission', 'Commission'), (of) => -of.commissionCents],
  ['paid', words('Pagat a l’operador', 'Pagado al operador', 'Payé à l’opérateur', 'Paid to the operator'), (of) => -of.paidCents],
  ['other', words('Altres moviments', 'Otros movimientos', 'Autres mouvements', 'Other movements'), (of) => of.otherCents],
  [
    'closing',
    words('Deute en tancar la setmana', 'Deuda al cierre de la semana', 'Dû en fin de semaine', 'Owed at the week’s end'),
    (of) => of.closingCents,
  ],
];
const TITLE = words('Liquidació setmanal', 'Liquidación semanal', 'Relevé hebdomadaire', 'Weekly statement');
const TICKETS = words('Bitllets venuts', 'Billetes vendidos', 'Tickets vendus', 'Tickets sold');

/** Exact decimal text with a point. */
const decimal = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

export function csvOfShopStatement(statement: Statement, language: Language): string {
  const rows = LINES.map(([name, label, of]) => [name, label[language], decimal(of(statement))].join(';'));
  return `\uFEFF${['line;name;amount_eur', ...rows, `tickets;${TICKETS[language]};${statement.tickets}`].join('\r\n')}\r\n`;
}

export function pdfOfShopStatement(
  statement: Statement,
  shop: { readonly name: string; readonly address: string },
  language: Language,
): Promise<Buffer> {
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR', useGrouping: 'always' });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: OPERATOR_ZONE });
  const last = new Date(statement.endsAt.getTime() - 1);
  const definition: TDocumentDefinitions = {
    info: { title: `${TITLE[language]} ${statement.week}`, author: 'Valira Loteries, SA' },
    defaultStyle: { font: 'Helvetica', fontSize: 10.5, lineHeight: 1.25 },
    pageMargins: [56, 64, 56, 64],
    content: [
      { text: 'Valira Loteries, SA', color: '#44525c' },
      { text: TITLE[language], fontSize: 20, bold: true, margin: [0, 8, 0, 4] },
      { text: `${shop.name} · ${shop.address}`, color: '#44525c' },
      { text: `${day.format(statement.startsAt)} – ${day.format(last)}`, color: '#44525c', margin: [0, 0, 0, 16] },
      {
        layout: 'lightHorizontalLines',
        table: {
          widths: ['*', 'auto'],
          body: LINES.map(([name, label, of]) => {
            const bold = name === 'opening' || name === 'closing';
            return [
              { text: label[language], bold },
              { text: money.format(decimal(of(statement)) as Intl.StringNumericLiteral), alignment: 'right' as const, bold },
            ];
          }),
        },
      },
      { text: `${TICKETS[language]}: ${new Intl.NumberFormat(language).format(statement.tickets)}`, margin: [0, 12, 0, 0] },
    ],
  };
  return printPdf(definition);
}
