import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import i18next, { type TFunction } from 'i18next';
import { describe, expect, test } from 'vitest';
import type { SoldTicket } from '../api/wire.ts';
import { receiptWords } from '../receipt/receipt-words.ts';
import { CODE_PAGES, type CodePage, PAPERS, type PaperMm, printable } from './paper.ts';
import { documentBytes, receiptBytes, writtenLines } from './receipt-bytes.ts';
import { readPaper } from './testing/read-paper.ts';

const locales = new URL('../locales/', import.meta.url);

/** The terminal's own words where a language has them; Catalan words in the forms of the other languages until then. */
async function wordsIn(language: string) {
  const has = readdirSync(locales).includes(language);
  const words = JSON.parse(readFileSync(new URL(`${has ? language : 'ca'}/terminal.json`, locales), 'utf8')) as object;
  const i18n = i18next.createInstance();
  await i18n.init({
    lng: language,
    ns: ['terminal'],
    defaultNS: 'terminal',
    resources: { [language]: { terminal: words } },
    interpolation: { escapeValue: false },
  });
  return receiptWords(i18n.t as TFunction<'terminal'>);
}

const ticket: SoldTicket = {
  id: 'tkt_1',
  serial: '7KQ2-M0XD-9HFT-4W8B-63',
  product: {
    slug: 'cims-645',
    names: {
      ca: 'Col·lecció Plaça de Canòlich à é ï ú',
      es: 'Sorteo de Año Nuevo: ñ á é í ó ú ü ¿?',
      fr: 'Tirage de Noël: ç à â é è ê ë î ô ù û',
      en: 'The Queen’s Draw — “Peaks”',
    },
    registrationNumber: 'P-2026-014',
  },
  contests: [{ id: 'con_92', number: 1092, closesAt: '2026-11-14T19:00:00Z', drawsAt: '2026-11-14T19:30:00Z' }],
  wager: { kind: 'draw', lines: [{ main: [4, 9, 23, 30, 38, 41] }, { main: [11, 15, 20, 27, 33, 45] }] },
  priceCents: '123456700',
  soldAt: '2026-11-14T15:42:10Z',
  shop: { name: 'Llibreria Canòlich · l·l', address: 'Plaça Príncep Benlloch 12, AD500 Andorra la Vella' },
  clerk: { name: 'Núria Ç.', cardNumber: 'I-0148' },
  terminal: { label: 'T-0207' },
  claimUntil: '2027-02-14T22:59:59Z',
  commitmentIds: [],
};
const about = { operator: 'Valira Loteries, SA', licence: 'G-0001', reprint: 0, quickPicks: 1 };
const LANGUAGES = ['ca', 'es', 'fr', 'en'] as const;
const WIDTHS = [80, 58] as const;

describe('bytes for a receipt printer, read back', () => {
  for (const language of LANGUAGES)
    for (const paperMm of WIDTHS)
      for (const codePage of CODE_PAGES)
        test(`${language}, ${paperMm} mm, ${codePage}: text, amounts, serial and code come out, nothing wider than the paper`, async () => {
          const words = await wordsIn(language);
          const { bytes } = receiptBytes(ticket, words, { ...about, language }, { paperMm, codePage });
          const paper = readPaper(bytes);
          const { columns } = PAPERS[paperMm];
          for (const row of paper.rows) expect(row.columns).toBeLessThanOrEqual(columns);
          const all = paper.rows.map((row) => row.text).join('\n');
          const joined = all.replaceAll(/\s+/g, ' ');
          const written = (text: string) => printable(text, codePage).text;
          for (const part of [
            written('LLIBRERIA CANÒLICH · L·L'),
            written('Plaça Príncep Benlloch 12, AD500'),
            'Valira Loteries, SA',
            '04 09 23 30 38 41',
            written('Núria Ç.'),
            '7KQ2-M0XD-9HFT-4W8B-63',
          ])
            expect(joined).toContain(part);
          for (const word of (ticket.product.names[language] as string).toUpperCase().split(' ')) expect(joined).toContain(written(word));
          for (const row of words.adults) expect(joined).toContain(written(row));
          // The amount of 1,234,567.00 stands whole, with the sign or with the three letters that stand for it.
          const amounts = paper.rows.filter((row) => /1.?234.?567[.,]00/.test(row.text));
          expect(amounts.length).toBeGreaterThan(0);
          for (const { text } of amounts) expect(text).toMatch(codePage === 'cp437' ? /EUR/ : /€/);
          if (codePage !== 'cp437') expect(all).not.toContain('EUR');
          if (language === 'ca') expect(all).toContain('L·L');
          expect(paper.codes).toEqual([{ text: '7KQ2M0XD9HFT4W8B63', moduleDots: 8, level: 'q' }]);
          expect(paper.cuts).toBe(1);
        });

  test('the code is 25 mm wide, at least 24, and fits the 48 mm that 58 mm paper prints on', () => {
    // ISO/IEC 18004, level Q: version 1 holds 16 letters and digits, version 2 holds 29 of them or 20 bytes; version 2 has 25 modules.
    const mm = (25 * 8) / 8;
    expect(mm).toBeGreaterThanOrEqual(24);
    expect(mm + 2 * 4).toBeLessThanOrEqual(48);
  });

  test('a reprint says which it is, above the same code', async () => {
    const words = await wordsIn('ca');
    const paper = readPaper(
      receiptBytes(ticket, words, { ...about, language: 'ca', reprint: 2 }, { paperMm: 80, codePage: 'cp858' }).bytes,
    );
    expect(paper.rows.map((row) => row.text)).toContain('REIMPRESSIÓ 2');
    expect(paper.codes[0]?.text).toBe('7KQ2M0XD9HFT4W8B63');
  });

  test('no name of a shop or a game breaks out of its text into commands, or off the paper', async () => {
    const words = await wordsIn('ca');
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(...WIDTHS),
        fc.constantFrom(...CODE_PAGES),
        (name, address, paperMm: PaperMm, codePage: CodePage) => {
          const odd = { ...ticket, shop: { name, address }, product: { ...ticket.product, names: { ca: name } } };
          const paper = readPaper(receiptBytes(odd, words, { ...about, language: 'ca' }, { paperMm, codePage }).bytes);
          for (const row of paper.rows) expect(row.columns).toBeLessThanOrEqual(PAPERS[paperMm].columns);
          expect(paper.codes).toHaveLength(1);
          expect(paper.cuts).toBe(1);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('“Plaça · 5,00 € · à è” (incident R35)', () => {
  const line = 'Plaça · 5,00 € · à è';
  const bytesOn = (codePage: CodePage) =>
    documentBytes({ lines: writtenLines([line], { paperMm: 80, codePage }), code: null, after: [] }, { paperMm: 80, codePage });
  const HEAD = '1b401c2e1b4d00';
  const END = '0a0d0a0d0a0d0a0d0a0d1d56010a0d';
  // ç, · and € of each page, as the case has them: 87 FA D5, E7 B7 80, E7 B7 A4; the page command stands before the first letter.
  const golden: Readonly<Record<CodePage, string>> = {
    cp858: `${HEAD}1b7413506c61876120fa20352c303020d520fa2085208a${END}`,
    windows1252: `${HEAD}1b7410506c61e76120b720352c3030208020b720e020e8${END}`,
    'iso8859-15': `${HEAD}1b7428506c61e76120b720352c303020a420b720e020e8${END}`,
    cp437: `${HEAD}1b7400506c61876120fa20352c30302045555220fa2085208a${END}`,
  };
  for (const codePage of CODE_PAGES)
    test(`is the bytes of ${codePage}, and reads back as itself${codePage === 'cp437' ? ' with EUR for the sign it lacks' : ''}`, () => {
      const bytes = bytesOn(codePage);
      expect(Buffer.from(bytes).toString('hex')).toBe(golden[codePage]);
      expect(readPaper(bytes).rows[0]?.text).toBe(codePage === 'cp437' ? 'Plaça · 5,00 EUR · à è' : line);
    });

  test('what a page lacks is named, so that it can be logged, and never becomes another letter', () => {
    expect(printable('5,00 €', 'cp437')).toEqual({ text: '5,00 EUR', replaced: ['€'] });
    expect(printable('5,00 €', 'cp858')).toEqual({ text: '5,00 €', replaced: [] });
    expect(printable('À ŀl … 日', 'cp437')).toEqual({ text: 'A l·l ... ?', replaced: ['À', 'ŀ', '…', '日'] });
    expect(printable('what?', 'cp858')).toEqual({ text: 'what?', replaced: [] });
  });
});
