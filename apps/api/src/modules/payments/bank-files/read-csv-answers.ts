/**
 * A bank's answers as CSV: `end_to_end_id,status,amount,reason`, with commas or semicolons, the header first, one payment a line. Strict: fields are ids,
 * codes and plain words, so quotes, formulas, control characters, missing or further fields, and a payment named twice are faults.
 *
 * Example: `wdr-06DVPBKX2M8N4Q7R5T1W3Y6Z9C,RJCT,120.00,AC04`.
 */
import { type BankAnswer, centsOfDecimal, END_TO_END, type FileFault, type ReadFile, statusOf } from './bank-answer.ts';

const HEADER = ['end_to_end_id', 'status', 'amount', 'reason'];
const MOST_LINES = 10_000;
const REASON = /^[\p{L}\p{N}][\p{L}\p{N} .,:/()-]{0,139}$/u;

function readLine(fields: readonly string[], line: number): BankAnswer | FileFault {
  const [endToEndId = '', code = '', amount = '', reason = ''] = fields;
  if (fields.length !== HEADER.length) return { line, fault: `has ${fields.length} fields and not ${HEADER.length}` };
  if (!END_TO_END.test(endToEndId)) return { line, fault: 'names no payment of ours' };
  const status = statusOf(code);
  if (!status) return { line, fault: 'has a status that is not known' };
  const amountCents = centsOfDecimal(amount);
  if (amountCents === null) return { line, fault: 'has no amount like 120.00' };
  if (reason !== '' && !REASON.test(reason)) return { line, fault: 'has a reason with characters that are not taken' };
  if (status === 'returned' && reason === '') return { line, fault: 'is a return without a reason' };
  return { line, endToEndId, status, amountCents, reason: reason === '' ? null : reason };
}

export function readCsvAnswers(text: string): ReadFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n/);
  if (lines.at(-1) === '') lines.pop();
  if (lines.length > MOST_LINES)
    return { answers: [], faults: [{ line: MOST_LINES + 1, fault: `is beyond the ${MOST_LINES} lines of a file` }] };
  const [header = '', ...rest] = lines;
  const mark = header.includes(';') ? ';' : ',';
  if (header !== HEADER.join(mark)) return { answers: [], faults: [{ line: 1, fault: `is not ${HEADER.join(mark)}` }] };
  const answers: BankAnswer[] = [];
  const faults: FileFault[] = [];
  const named = new Map<string, number>();
  for (const [index, content] of rest.entries()) {
    const line = index + 2;
    const read = readLine(content.split(mark), line);
    const earlier = 'endToEndId' in read ? named.get(read.endToEndId) : undefined;
    if (!('endToEndId' in read)) faults.push(read);
    else if (earlier !== undefined) faults.push({ line, fault: `names the payment of line ${earlier} again` });
    else {
      named.set(read.endToEndId, line);
      answers.push(read);
    }
  }
  return { answers, faults };
}
