/**
 * A receipt as the bytes of an ESC/POS printer.
 *
 * Every job sets the printer anew and names its code page before the first letter, so that nothing is left from whoever printed before.
 * The code beneath holds the serial alone. At 8 dots a millimetre and 8 dots a module its 25 modules are 25 mm wide, on 58 mm paper too.
 */
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import type { SoldTicket } from '../api/wire.ts';
import { type ReceiptAbout, type ReceiptLine, type ReceiptWords, receiptLines, wrap } from '../receipt/receipt-lines.ts';
import { PAPERS, type PaperSetting, printable } from './paper.ts';

export type PrintableReceipt = {
  readonly bytes: Uint8Array;
  /** Characters the printer's page lacks, replaced by their listed fallbacks. */
  readonly replaced: readonly string[];
};

const QR = { model: 2, size: 8, errorlevel: 'q' } as const;

export type PaperDocument = { readonly lines: readonly ReceiptLine[]; readonly code: string | null; readonly after: readonly string[] };

/** Lines of text, a code, and what follows it, on the paper of this printer. Lines are already in its characters and width. */
export function documentBytes(document: PaperDocument, setting: PaperSetting): Uint8Array {
  const { columns } = PAPERS[setting.paperMm];
  const encoder = new ReceiptPrinterEncoder({ language: 'esc-pos', columns, feedBeforeCut: 4, codepageMapping: 'epson', errors: 'strict' });
  encoder.initialize().codepage(setting.codePage);
  for (const { text, weight } of document.lines) {
    if (weight === 'double') encoder.bold(true).size(2, 2).text(text).size(1, 1).bold(false).newline();
    else if (weight === 'bold') encoder.bold(true).text(text).bold(false).newline();
    else encoder.text(text).newline();
  }
  if (document.code !== null) encoder.newline().align('center').qrcode(document.code, QR).align('left').newline();
  for (const text of document.after) encoder.text(text).newline();
  return encoder.cut('partial').encode();
}

/** Plain rows in the printer's characters, broken to its width. */
export const writtenLines = (rows: readonly string[], setting: PaperSetting): readonly ReceiptLine[] =>
  rows.flatMap((row) => wrap(printable(row, setting.codePage).text, PAPERS[setting.paperMm].columns).map((text) => ({ text })));

export function receiptBytes(
  ticket: SoldTicket,
  words: ReceiptWords,
  about: Omit<ReceiptAbout, 'columns' | 'printable'>,
  setting: PaperSetting,
): PrintableReceipt {
  const { columns } = PAPERS[setting.paperMm];
  const replaced = new Set<string>();
  const write = (text: string): string => {
    const written = printable(text, setting.codePage);
    for (const character of written.replaced) replaced.add(character);
    return written.text;
  };
  const lines = receiptLines(ticket, words, { ...about, columns, printable: write });
  const after = words.adults.flatMap((text) => wrap(write(text), columns));
  // Without its dashes the serial fits the same code whichever way the printer packs it.
  const code = ticket.serial?.replaceAll('-', '') ?? null;
  return { bytes: documentBytes({ lines, code, after }, setting), replaced: [...replaced] };
}
