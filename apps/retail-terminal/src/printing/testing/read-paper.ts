/**
 * What a printer would put on paper, read from the bytes of a job: written from the manual of the commands and from published code pages,
 * not from the encoder.
 */
const CP858_HIGH =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const CP437_HIGH =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const table = (high: string) => (byte: number) => (byte < 0x80 ? String.fromCharCode(byte) : (high[byte - 0x80] ?? '\ufffd'));
const named = (label: string) => (byte: number) => new TextDecoder(label).decode(Uint8Array.of(byte));

/** Page numbers of `ESC t` on the printers we name. */
const PAGES: Readonly<Record<number, (byte: number) => string>> = {
  0: table(CP437_HIGH),
  16: named('windows-1252'),
  19: table(CP858_HIGH),
  40: named('iso-8859-15'),
};

export type PaperRow = { readonly text: string; readonly columns: number; readonly bold: boolean };
export type ReadPaper = {
  readonly rows: readonly PaperRow[];
  /** Each code with its size in dots a module and its level of error correction. */
  readonly codes: readonly { readonly text: string; readonly moduleDots: number; readonly level: string }[];
  readonly cuts: number;
};

export function readPaper(bytes: Uint8Array): ReadPaper {
  let page: ((byte: number) => string) | null = null;
  let reset = false;
  let wide = 1;
  let bold = false;
  let row = '';
  let columns = 0;
  let rowBold = false;
  let stored = '';
  let moduleDots = 3;
  let level = 'l';
  const rows: PaperRow[] = [];
  const codes: { text: string; moduleDots: number; level: string }[] = [];
  let cuts = 0;
  let at = 0;
  const next = (): number => {
    const byte = bytes[at++];
    if (byte === undefined) throw new Error(`the job ends in the middle of a command at ${at}`);
    return byte;
  };
  const unknown = (...command: number[]): never => {
    throw new Error(`unknown command ${Buffer.from(command).toString('hex')} at ${at}`);
  };
  while (at < bytes.length) {
    const byte = next();
    if (byte === 0x0a) {
      rows.push({ text: row, columns, bold: rowBold });
      row = '';
      columns = 0;
      rowBold = false;
    } else if (byte === 0x0d) {
      // Ignored after a line feed.
    } else if (byte === 0x1b) {
      const command = next();
      if (command === 0x40) {
        reset = true;
        page = null;
        wide = 1;
        bold = false;
      } else if (command === 0x74) {
        const number = next();
        page = PAGES[number] ?? unknown(0x1b, 0x74, number);
      } else if (command === 0x45) bold = (next() & 1) === 1;
      else if (command === 0x4d || command === 0x61) next();
      else unknown(0x1b, command);
    } else if (byte === 0x1c) {
      const command = next();
      if (command !== 0x2e) unknown(0x1c, command);
    } else if (byte === 0x1d) {
      const command = next();
      if (command === 0x21) wide = (next() >> 4) + 1;
      else if (command === 0x56) {
        next();
        cuts++;
      } else if (command === 0x28 && next() === 0x6b) {
        const length = next() + 256 * next();
        const body = Array.from({ length }, next);
        const [kind, what, ...rest] = body;
        if (kind !== 0x31) unknown(0x1d, 0x28, 0x6b, kind ?? 0);
        if (what === 0x43) moduleDots = rest[0] ?? 0;
        else if (what === 0x45) level = 'lmqh'[(rest[0] ?? 0) - 0x30] ?? '?';
        else if (what === 0x50) stored = Buffer.from(rest.slice(1)).toString('latin1');
        else if (what === 0x51) codes.push({ text: stored, moduleDots, level });
      } else unknown(0x1d, command);
    } else {
      if (byte < 0x20) unknown(byte);
      // The page of whoever printed before would decide what comes out.
      if (!reset || !page) throw new Error(`text before the code page at ${at}`);
      row += page(byte);
      columns += wide;
      rowBold ||= bold;
    }
  }
  if (row !== '') throw new Error('the last row is not fed');
  return { rows, codes, cuts };
}
