import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { bankText } from './bank-text.ts';
import { type BankPayment, decimalOf, type PaymentFile, paymentFile } from './payment-file.ts';

const schema = readFileSync(new URL('payment-file.xsd', import.meta.url), 'utf8');
const faultsOf = async (contents: string): Promise<string[]> => {
  const { errors } = await validateXML({
    xml: { fileName: 'file.xml', contents },
    schema: { fileName: 'payment-file.xsd', contents: schema },
  });
  return errors.map(({ message }) => message);
};

const payment = (change: Partial<BankPayment> = {}): BankPayment => ({
  endToEndId: 'wdr-06DVPBKX2M8N4Q7R5T1W3Y6Z9C',
  amountCents: 12_000n,
  holder: 'Núria Codina i Marquès',
  iban: 'AD1200012030200359100100',
  purpose: 'Valira wdr-06DVPBKX2M8N4Q7R5T1W3Y6Z9C',
  ...change,
});
const file = (change: Partial<PaymentFile> = {}): PaymentFile => ({
  messageId: 'BAT-06DVPBKX2M8N4Q7R5T1W3Y6Z9C',
  createdAt: new Date('2026-11-30T10:00:00.000Z'),
  executesOn: '2026-12-01',
  debtor: { name: 'Valira Loteries, SA', iban: 'AD1200012030200359100100', bic: 'TESTADAD' },
  payments: [payment()],
  ...change,
});

describe('a file for the bank', () => {
  it('validates against the rules of pain.001.001.09 by libxml2, whatever people are called', async () => {
    const names = fc.string({ unit: 'binary', minLength: 1, maxLength: 100 });
    const some = fc.sample(names, { numRuns: 200, seed: 7 });
    const awkward = [
      '<Nm>&amp;',
      '//Slash//',
      '  ',
      '日本',
      "O'Brien & Fills, S.L.",
      'Łukasz Øre-Straße',
      'Cal·la',
      ']]>',
      'a'.repeat(200),
    ];
    const payments = [...some, ...awkward].map((holder, index) => payment({ holder, amountCents: BigInt(index * 7_919 + 1) }));
    expect(await faultsOf(paymentFile(file({ payments })))).toEqual([]);
  });

  it('names what it holds: count, sum to the cent, one transfer per payment', () => {
    const text = paymentFile(file({ payments: [payment(), payment({ amountCents: 1n }), payment({ amountCents: 99_999_999_999n })] }));
    expect(text).toContain('<NbOfTxs>3</NbOfTxs><CtrlSum>1000000120.00</CtrlSum>');
    expect(text.match(/<InstdAmt Ccy="EUR">[^<]+/g)).toEqual([
      '<InstdAmt Ccy="EUR">120.00',
      '<InstdAmt Ccy="EUR">0.01',
      '<InstdAmt Ccy="EUR">999999999.99',
    ]);
    expect(paymentFile(file())).toBe(paymentFile(file()));
  });

  it('is refused by the schema when an amount, an account or a name is none', async () => {
    const wrong = [
      file({ payments: [payment({ amountCents: 0n })] }),
      file({ payments: [payment({ amountCents: 100_000_000_000n })] }),
      file({ payments: [payment({ iban: 'ad12 0001' })] }),
      file({ payments: [payment({ endToEndId: 'x'.repeat(36) })] }),
      file({ payments: [] }),
      file({ executesOn: '2026-02-30' }),
    ];
    for (const each of wrong) expect(await faultsOf(paymentFile(each)), JSON.stringify(each.executesOn)).not.toEqual([]);
    expect(await faultsOf(paymentFile(file()).replace('EUR', 'USD'))).not.toEqual([]);
  });
});

describe('names', () => {
  it('lose their accents and nothing that tells people apart', () => {
    expect(
      ['Núria Codina i Marquès', 'Cal·la & Fills', 'Łukasz Øre', 'Müller-Lüdenscheidt', 'García Ñúñez', 'Façade'].map((name) =>
        bankText(name, 70),
      ),
    ).toEqual(['Nuria Codina i Marques', 'Cal.la + Fills', 'Lukasz Ore', 'Muller-Ludenscheidt', 'Garcia Nunez', 'Facade']);
    expect([bankText('日本', 70), bankText('a'.repeat(80), 70).length]).toEqual(['NOT PROVIDED', 70]);
  });
});

describe('decimal text', () => {
  it('is exact at any size', () => {
    expect([1n, 10n, 100n, 123_456_789_012n].map(decimalOf)).toEqual(['0.01', '0.10', '1.00', '1234567890.12']);
  });
});
