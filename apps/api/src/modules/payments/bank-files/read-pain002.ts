/**
 * A bank's answers as ISO 20022 pain.002: the status of each transfer, by its end-to-end id. Read as a stream of elements with their lines; a document type,
 * an entity, depth or size beyond reason, another root and a payment named twice are faults.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { type BankAnswer, centsOfDecimal, END_TO_END, type FileFault, type ReadFile, statusOf } from './bank-answer.ts';

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:pain\.002\.001\.\d{2}$/;
const MOST_DEPTH = 24;
const MOST_PAYMENTS = 10_000;
const MOST_TEXT = 200;

type Open = { line: number; endToEndId: string; code: string; amount: string; currency: string; reason: string };

export function readPain002(text: string): ReadFile {
  const answers: BankAnswer[] = [];
  const faults: FileFault[] = [];
  const named = new Map<string, number>();
  const path: string[] = [];
  let open: Open | null = null;
  let words = '';
  let stopped = false;
  const parser = new SaxesParser({ xmlns: true, position: true });
  const fault = (words: string, line = parser.line): void => {
    faults.push({ line, fault: words });
  };
  const stop = (words: string): void => {
    if (!stopped) fault(words);
    stopped = true;
  };

  const close = ({ line, endToEndId, code, amount, currency, reason }: Open): void => {
    const status = statusOf(code);
    const amountCents = amount === '' ? null : centsOfDecimal(amount);
    const earlier = named.get(endToEndId);
    if (!END_TO_END.test(endToEndId)) fault('names no payment of ours', line);
    else if (earlier !== undefined) fault(`names the payment of line ${earlier} again`, line);
    else if (!status) fault('has a status that is not known', line);
    else if (amount !== '' && (amountCents === null || currency !== 'EUR')) fault('has no amount in euro like 120.00', line);
    else if (status === 'returned' && reason === '') fault('is a return without a reason', line);
    else {
      named.set(endToEndId, line);
      answers.push({ line, endToEndId, status, amountCents, reason: reason === '' ? null : reason.slice(0, 140) });
    }
  };

  parser.on('error', (error) => stop(`is not well-formed XML: ${error.message.replace(/^\d+:\d+: /, '')}`));
  parser.on('doctype', () => stop('has a document type, which is not taken'));
  parser.on('opentag', (tag: SaxesTagNS) => {
    if (stopped) return;
    if (path.length === 0 && (tag.local !== 'Document' || !NAMESPACE.test(tag.uri))) {
      stop('is no pain.002 document');
      return;
    }
    path.push(tag.local);
    words = '';
    if (path.length > MOST_DEPTH) stop('is nested too deeply');
    if (tag.local === 'TxInfAndSts') {
      if (named.size >= MOST_PAYMENTS) stop(`is beyond the ${MOST_PAYMENTS} payments of a file`);
      open = { line: parser.line, endToEndId: '', code: '', amount: '', currency: '', reason: '' };
    }
    if (tag.local === 'InstdAmt' && open) open.currency = tag.attributes.Ccy?.value ?? '';
  });
  parser.on('text', (part) => {
    if (words.length <= MOST_TEXT) words += part;
  });
  parser.on('closetag', (tag: SaxesTagNS) => {
    if (stopped) return;
    const value = words.trim();
    if (open && value.length > MOST_TEXT) stop('has a text that is too long');
    else if (open) {
      if (tag.local === 'OrgnlEndToEndId') open.endToEndId = value;
      if (tag.local === 'TxSts') open.code = value;
      if (tag.local === 'InstdAmt') open.amount = value;
      if ((tag.local === 'Cd' || tag.local === 'Prtry') && path.at(-2) === 'Rsn') open.reason = value;
      if (tag.local === 'TxInfAndSts') {
        close(open);
        open = null;
      }
    }
    path.pop();
    words = '';
  });
  try {
    parser.write(text).close();
  } catch (error) {
    stop(`cannot be read: ${error instanceof Error ? error.message : 'unknown'}`);
  }
  // A file that is no such document has that one fault: what was read of it before means nothing.
  return stopped ? { answers: [], faults: faults.slice(-1) } : { answers, faults };
}
