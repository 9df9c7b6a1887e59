/**
 * A file of credit transfers for the bank: ISO 20022 pain.001.001.09, SEPA, one debtor, one payment information, one transfer per payment. The end-to-end
 * id of a transfer is the payment's own id, by which the bank's answer finds it again.
 *
 * The same input gives the same bytes.
 */
import { bankText } from './bank-text.ts';

export type Debtor = { readonly name: string; readonly iban: string; readonly bic: string };

export type BankPayment = {
  /** At most 35 characters. */
  readonly endToEndId: string;
  readonly amountCents: bigint;
  readonly holder: string;
  readonly iban: string;
  /** What the holder's statement says. */
  readonly purpose: string;
};

export type PaymentFile = {
  readonly messageId: string;
  readonly createdAt: Date;
  /** YYYY-MM-DD on which the bank is to pay. */
  readonly executesOn: string;
  readonly debtor: Debtor;
  readonly payments: readonly BankPayment[];
};

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? '');

export const decimalOf = (amountCents: bigint): string => {
  const digits = String(amountCents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const element = (name: string, ...content: readonly string[]): string => `<${name}>${content.join('')}</${name}>`;
const text = (name: string, value: string): string => element(name, escaped(value));
const ibanOf = (iban: string): string => element('Id', text('IBAN', iban));
const bankOf = (bic: string): string => element('FinInstnId', text('BICFI', bic));

const transfer = ({ endToEndId, amountCents, holder, iban, purpose }: BankPayment): string =>
  element(
    'CdtTrfTxInf',
    element('PmtId', text('EndToEndId', endToEndId)),
    element('Amt', `<InstdAmt Ccy="EUR">${decimalOf(amountCents)}</InstdAmt>`),
    element('Cdtr', text('Nm', bankText(holder, 70))),
    element('CdtrAcct', ibanOf(iban)),
    element('RmtInf', text('Ustrd', bankText(purpose, 140))),
  );

export function paymentFile({ messageId, createdAt, executesOn, debtor, payments }: PaymentFile): string {
  const count = text('NbOfTxs', String(payments.length));
  const sum = text('CtrlSum', decimalOf(payments.reduce((total, { amountCents }) => total + amountCents, 0n)));
  const debtorName = text('Nm', bankText(debtor.name, 70));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">',
    element(
      'CstmrCdtTrfInitn',
      element('GrpHdr', text('MsgId', messageId), text('CreDtTm', createdAt.toISOString()), count, sum, element('InitgPty', debtorName)),
      element(
        'PmtInf',
        text('PmtInfId', `${messageId.slice(0, 33)}-1`),
        text('PmtMtd', 'TRF'),
        text('BtchBookg', 'false'),
        count,
        sum,
        element('PmtTpInf', element('SvcLvl', text('Cd', 'SEPA'))),
        element('ReqdExctnDt', text('Dt', executesOn)),
        element('Dbtr', debtorName),
        element('DbtrAcct', ibanOf(debtor.iban)),
        element('DbtrAgt', bankOf(debtor.bic)),
        text('ChrgBr', 'SLEV'),
        ...payments.map(transfer),
      ),
    ),
    '</Document>\n',
  ].join('');
}
