import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SoldTicket } from '../api/wire.ts';
import { COLUMNS, type ReceiptWords, receiptLines, spread, wrap } from './receipt-lines.ts';

const words: ReceiptWords = {
  operator: (operator) => `Operador: ${operator}`,
  licence: (licence) => `Llic. C ${licence} · Distribuïdor G`,
  draw: (number) => `Sorteig ${number}`,
  random: 'at.',
  unknownNumbers: (count) => `${count} línies`,
  lines: (count, unit) => `${count} línies × ${unit}`,
  runner: (number) => `Guanyador ${number}`,
  sold: (when) => `Venut  ${when}`,
  claim: (until) => `Cobrament fins al ${until}`,
  reprint: (count) => `REIMPRESSIÓ ${count}`,
  adults: ['18+ El joc pot crear addicció'],
};

const ticket: SoldTicket = {
  id: 'tkt_1',
  serial: '7KQ2M0XD9HFT4W8B63',
  product: { slug: 'cims-645', names: { ca: 'Cims 6/45' }, registrationNumber: 'P-2026-014' },
  contests: [{ id: 'con_92', number: 92, closesAt: '2026-11-14T19:00:00Z', drawsAt: '2026-11-14T19:30:00Z' }],
  wager: { kind: 'draw', lines: [{ main: [4, 9, 23, 30, 38, 41] }, { main: [11, 15, 20, 27, 33, 45] }] },
  priceCents: '200',
  soldAt: '2026-11-14T15:42:10Z',
  shop: { name: 'Estanc del Pont', address: 'Av. del Pont 12, AD700 Escaldes' },
  clerk: { name: 'Marta R.', cardNumber: 'I-0148' },
  terminal: { label: 'T-0207' },
  claimUntil: '2027-02-14T22:59:59Z',
  commitmentIds: [],
};
const about = { language: 'ca', operator: 'Valira Loteries, SA', licence: 'C-0001', reprint: 0, quickPicks: 1 };

describe('a receipt', () => {
  const text = receiptLines(ticket, words, about).map((line) => line.text);

  test('says shop, operator, game, draw, numbers, price, moment, deadline and serial', () => {
    const all = text.join('\n');
    for (const part of [
      'ESTANC DEL PONT',
      'Valira Loteries, SA',
      'CIMS 6/45',
      'Sorteig 92',
      '04  09  23  30  38  41',
      '2,00 €',
      '14/11/2026 16:42:10',
      '14/02/2027',
      '7KQ2-M0XD-9HFT-4W8B-63',
    ]) {
      expect(all).toContain(part);
    }
  });

  test('marks the quick picks, which come after the chosen lines', () => {
    expect(text.find((line) => line.includes('41'))).not.toContain('at.');
    expect(text.find((line) => line.includes('45') && line.includes('27'))).toContain('at.');
  });

  test('printed again has the same serial and says so', () => {
    const again = receiptLines(ticket, words, { ...about, reprint: 2 }).map((line) => line.text);
    expect(again).toContain('REIMPRESSIÓ 2');
    expect(again).toContain('7KQ2-M0XD-9HFT-4W8B-63');
  });

  test('fits the paper, whatever the names, lines and amounts', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.array(fc.record({ main: numbers }), { minLength: 1, maxLength: 10 }),
        fc.nat(10 ** 9),
        (name, address, lines, price) => {
          const rows = receiptLines(
            {
              ...ticket,
              shop: { name, address },
              product: { ...ticket.product, names: { ca: name } },
              wager: { kind: 'draw', lines },
              priceCents: String(price),
            },
            words,
            about,
          );
          for (const row of rows) expect(row.text.length).toBeLessThanOrEqual(row.weight === 'double' ? COLUMNS / 2 : COLUMNS);
        },
      ),
    );
  });
});

test('an amount always stands whole at the right edge, and what stands left of it is whole too', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-zç ]{0,80}$/),
      fc.stringMatching(/^\d{1,12},\d\d €$/),
      fc.constantFrom(42, 32),
      (left, right, columns) => {
        const rows = spread(left, right, columns);
        for (const row of rows) expect(row.length).toBeLessThanOrEqual(columns);
        expect(rows.at(-1)).toHaveLength(columns);
        expect(rows.at(-1)?.endsWith(right)).toBe(true);
        expect(rows.join('').replaceAll(' ', '')).toBe(`${left}${right}`.replaceAll(' ', ''));
      },
    ),
  );
});

test('wrapping loses no word', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-zç]{1,60}$/), { minLength: 1 }), (list) => {
      expect(wrap(list.join(' ')).join('').replaceAll(' ', '')).toBe(list.join(''));
    }),
  );
});
