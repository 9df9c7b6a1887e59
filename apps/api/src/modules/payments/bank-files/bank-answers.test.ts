import { describe, expect, it } from 'vitest';
import { readCsvAnswers } from './read-csv-answers.ts';
import { readPain002 } from './read-pain002.ts';

const A = 'wdr-06DVPBKX2M8N4Q7R5T1W3Y6Z9C';
const B = 'wdr-06DVPBKX2M8N4Q7R5T1W3Y6Z9D';
const HEADER = 'end_to_end_id,status,amount,reason';
const csv = (...lines: string[]) => readCsvAnswers([HEADER, ...lines].join('\n'));
const first = (read: { faults: readonly { line: number; fault: string }[] }) => `${read.faults[0]?.line} ${read.faults[0]?.fault}`;

describe('a CSV file of answers', () => {
  it('is read line by line, with commas or semicolons, either line end and a byte order mark', () => {
    const text = `\uFEFF${[HEADER, `${A},ACSC,120.00,`, `${B},RJCT,0.01,AC04`].join('\r\n').replaceAll(',', ';')}\r\n`;
    expect(readCsvAnswers(text)).toEqual({
      faults: [],
      answers: [
        { line: 2, endToEndId: A, status: 'paid', amountCents: 12_000n, reason: null },
        { line: 3, endToEndId: B, status: 'returned', amountCents: 1n, reason: 'AC04' },
      ],
    });
  });

  it.each([
    ['no header', readCsvAnswers(`${A},ACSC,1.00,`), '1 is not end_to_end_id,status,amount,reason'],
    ['a stranger’s id', csv('wdr-1,ACSC,1.00,'), '2 names no payment of ours'],
    ['a formula', csv(`${A},ACSC,1.00,`, `=cmd|' /C calc'!A0,ACSC,1.00,`), '3 names no payment of ours'],
    ['a formula as reason', csv(`${A},RJCT,1.00,=HYPERLINK(1)`), '2 has a reason with characters that are not taken'],
    ['quotes', csv(`"${A}",ACSC,1.00,`), '2 names no payment of ours'],
    ['a field too many', csv(`${A},ACSC,1.00,,x`), '2 has 5 fields and not 4'],
    ['a field too few', csv(`${A},ACSC`), '2 has 2 fields and not 4'],
    ['an unknown status', csv(`${A},OKAY,1.00,`), '2 has a status that is not known'],
    ['an amount with a comma in it', csv(`${A},ACSC,1.000,`), '2 has no amount like 120.00'],
    ['a negative amount', csv(`${A},ACSC,-1.00,`), '2 has no amount like 120.00'],
    ['an amount in exponents', csv(`${A},ACSC,1e3,`), '2 has no amount like 120.00'],
    ['a return without a reason', csv(`${A},RJCT,1.00,`), '2 is a return without a reason'],
    ['a payment twice', csv(`${A},ACSC,1.00,`, `${A},RJCT,1.00,AC04`), '3 names the payment of line 2 again'],
    ['an empty line between', csv(`${A},ACSC,1.00,`, '', `${B},ACSC,1.00,`), '3 has 1 fields and not 4'],
    ['a control character', csv(`${A},RJCT,1.00,AC\u000004`), '2 has a reason with characters that are not taken'],
  ])('with %s is told by its line', (_, read, expected) => {
    expect(first(read)).toBe(expected);
  });

  it('of more lines than a bank sends is not read', () => {
    expect(csv(...Array(10_001).fill(`${A},ACSC,1.00,`)).answers).toEqual([]);
  });
});

const transaction = (id: string, status: string, more = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${more}</TxInfAndSts>`;
const document = (body: string, version = '10') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}">\n<CstmrPmtStsRpt><OrgnlPmtInfAndSts>\n${body}\n</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
const returned = '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>';
const amount = '<OrgnlTxRef><Amt><InstdAmt Ccy="EUR">120.00</InstdAmt></Amt></OrgnlTxRef>';

describe('a pain.002 file of answers', () => {
  it('is read transfer by transfer, in any of its versions', () => {
    for (const version of ['03', '10', '14'])
      expect(readPain002(document(`${transaction(A, 'ACSC', amount)}\n${transaction(B, 'RJCT', returned)}`, version))).toEqual({
        faults: [],
        answers: [
          { line: 4, endToEndId: A, status: 'paid', amountCents: 12_000n, reason: null },
          { line: 5, endToEndId: B, status: 'returned', amountCents: null, reason: 'AC04' },
        ],
      });
  });

  const bomb = `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>`;
  it.each([
    ['a document type with entities', `<?xml version="1.0"?>${bomb}${document('').slice(39)}`, /1 has a document type/],
    ['an outside entity', `<!DOCTYPE d SYSTEM "file:///etc/passwd"><Document/>`, /1 has a document type/],
    ['an undeclared entity', document(transaction('&secret;', 'ACSC')), /4 is not well-formed/],
    ['another document', '<Document xmlns="urn:other"/>', /1 is no pain.002/],
    ['an element that is not closed', document('<TxInfAndSts>').replace('</Document>', ''), /is not well-formed/],
    ['nesting without end', document('<a>'.repeat(5_000)), /4 is nested too deeply/],
    ['a stranger’s payment', document(`\n\n${transaction('E2E-1', 'ACSC')}`), /6 names no payment of ours/],
    ['a payment twice', document(`${transaction(A, 'ACSC')}\n${transaction(A, 'RJCT', returned)}`), /5 names the payment of line 4 again/],
    ['another currency', document(transaction(A, 'ACSC', amount.replace('EUR', 'USD'))), /4 has no amount in euro/],
    ['an unknown status', document(transaction(A, 'YES')), /4 has a status/],
    ['a return without a reason', document(transaction(A, 'RJCT')), /4 is a return without a reason/],
    ['no XML at all', 'end_to_end_id,status', /1 is not well-formed/],
    ['an empty file', '', /is not well-formed|cannot be read/],
  ])('with %s is told by its line, and nothing of it is taken', (_, text, expected) => {
    const read = readPain002(text);
    expect(first(read)).toMatch(expected);
  });
});
