/** The record on paper: the same document as the JSON, laid out for a reader, with its hash and signature. */
import type { BundleDocument, MoneyTable } from '@valira/games/verifiable';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { OPERATOR_ZONE } from '../../platform/business-day.ts';
import { printPdf } from '../../platform/pdf.ts';
import type { Contest } from '../contests/index.ts';

const money = new Intl.NumberFormat('ca', { style: 'currency', currency: 'EUR', useGrouping: 'always' });
const time = new Intl.DateTimeFormat('ca', { dateStyle: 'long', timeStyle: 'medium', timeZone: OPERATOR_ZONE });

/** Display only: the exact amount is the text in cents, and Intl formats decimal text exactly. */
const euro = (cents: string): string => {
  const negative = cents.startsWith('-');
  const digits = cents.replace('-', '').padStart(3, '0');
  return money.format(`${negative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as Intl.StringNumericLiteral);
};
const moment = (iso: string): string => time.format(new Date(iso));
const mono = (text: string): Content => ({ text, font: 'Courier', fontSize: 7.5 });
const inTwo = (text: string): string => `${text.slice(0, 64)} ${text.slice(64)}`.trim();

function facts(rows: readonly (readonly [string, Content])[]): Content {
  return {
    layout: 'lightHorizontalLines',
    margin: [0, 4, 0, 12],
    table: { widths: [130, '*'], body: rows.map(([name, value]) => [{ text: name, color: '#44525c' }, value]) },
  };
}

/** What the ledger's movements are called on paper. */
const MOVEMENTS: Readonly<Record<string, string>> = {
  stakes: 'Apostes',
  prizes: 'Premis',
  refunds: 'Retorns',
  'tax-on-stakes': 'Impost sobre les apostes',
  'shop-commission': 'Comissió dels punts de venda',
  revenue: 'Operador',
  loss: 'Aportació de l’operador',
  'jackpot-to-fund': 'Pot acumulat anterior',
  'fund-to-jackpot': 'Pot per al sorteig següent',
  'reserve-to-fund': 'Reserva anterior',
  'fund-to-reserve': 'Reserva',
  'carryover-to-fund': 'Fons traspassat anterior',
  'fund-to-carryover': 'Fons traspassat',
  takeout: 'Retenció (impost inclòs)',
  breakage: 'Arrodoniment dels dividends',
  'fund-to-operator': 'Restes per a l’operador',
  'operator-added-to-fund': 'Garantia de l’operador',
};

function moneySide(title: string, side: MoneyTable['inflow'] | MoneyTable['outflow']): Content {
  const total = Object.values(side).reduce((sum, cents) => sum + BigInt(cents), 0n);
  return {
    layout: 'lightHorizontalLines',
    table: {
      widths: ['*', 'auto'],
      body: [
        [{ text: title, bold: true }, ''],
        ...Object.entries(side).map(([name, cents]): Content[] => [MOVEMENTS[name] ?? name, { text: euro(cents), alignment: 'right' }]),
        [
          { text: 'Total', bold: true },
          { text: euro(String(total)), bold: true, alignment: 'right' },
        ],
      ],
    },
  };
}

export async function recordPdf(
  document: BundleDocument,
  contest: Pick<Contest, 'slug' | 'number' | 'registrationNumber'>,
): Promise<Uint8Array> {
  const { body } = document;
  const result =
    body.kind === 'draw'
      ? body.result.panels.map(({ name, numbers }) => `${name}: ${numbers.join(' – ')}`).join('   ')
      : JSON.stringify(body.result);
  const definition: TDocumentDefinitions = {
    info: { title: `Acta ${contest.slug} ${contest.number}`, author: body.operator, creationDate: new Date(body.times.certifiedAt) },
    defaultStyle: { font: 'Helvetica', fontSize: 9.5, lineHeight: 1.2 },
    pageMargins: [48, 48, 48, 56],
    footer: (page, pages) => ({ text: `${body.subjectId} · ${page}/${pages}`, alignment: 'center', fontSize: 8, color: '#44525c' }),
    content: [
      { text: body.kind === 'draw' ? 'Acta del sorteig' : 'Acta de l’aposta mútua', fontSize: 20, bold: true },
      {
        text: `${contest.slug} núm. ${contest.number} · ${body.operator} · registre CRAJ ${contest.registrationNumber ?? '—'}`,
        margin: [0, 2, 0, 12],
      },
      ...(body.software.demo
        ? [{ text: 'Mode de demostració: aquest programari no està certificat.', color: '#9b1c31', margin: [0, 0, 0, 8] } satisfies Content]
        : []),
      { text: 'Resultat', bold: true, fontSize: 12 },
      { text: result, fontSize: 14, margin: [0, 4, 0, 12] },
      { text: 'Procediment', bold: true, fontSize: 12 },
      facts([
        ['Obertura', moment(body.times.openedAt)],
        ['Tancament', moment(body.times.closesAt)],
        ['Segell', moment(body.times.sealedAt)],
        ['Sorteig', `${moment(body.times.drawnAt)} · ${body.people.drawnBy}`],
        ['Certificació', `${moment(body.times.certifiedAt)} · ${body.people.certifiedBy}`],
        ['Verificable públicament', body.kind === 'draw' ? (body.publiclyVerifiable ? 'sí' : 'no') : 'el segell, sí'],
        ['Bitllets segellats', `${body.seal.body.count} (${body.seal.body.cancelledCount} anul·lats)`],
        ['Import segellat', euro(body.seal.body.stakeCents)],
        ['Arrel', mono(body.seal.body.root)],
        ['Contrasignatura', mono(body.countersignature.keyId)],
        ['Programari', mono(`${body.software.version} ${body.software.buildHash}`)],
      ]),
      { text: 'Premis', bold: true, fontSize: 12 },
      {
        layout: 'lightHorizontalLines',
        margin: [0, 4, 0, 12],
        table: {
          headerRows: 1,
          widths: ['*', 'auto', 'auto', 'auto'],
          body: [
            ['Categoria', 'Guanyadors', 'Premi', 'Total'].map((text): Content => ({ text, bold: true })),
            ...body.prizes.map(({ tier, winners, shareCents, totalCents }): Content[] => [
              tier,
              { text: winners, alignment: 'right' },
              { text: euro(shareCents), alignment: 'right' },
              { text: euro(totalCents), alignment: 'right' },
            ]),
          ],
        },
      },
      { text: 'Diners', bold: true, fontSize: 12 },
      { columns: [moneySide('Entra', body.money.inflow), moneySide('Surt', body.money.outflow)], columnGap: 24, margin: [0, 4, 0, 12] },
      { text: 'Signatura', bold: true, fontSize: 12 },
      facts([
        ['Clau', mono(document.keyId)],
        ['Signatura Ed25519', mono(inTwo(document.signature))],
        ['Comprovació', 'valira verify <fitxer>, amb el fitxer .valira d’aquest sorteig; vegeu docs/verify.md'],
      ]),
    ],
  };
  return printPdf(definition);
}
