/**
 * The paper and the letters of a receipt printer.
 *
 * A printer knows one page of 256 characters at a time and prints whatever it holds for a byte: `€` is 0xD5 on page 858, 0x80 on Windows
 * 1252 and 0xA4 on ISO 8859-15, and on page 437 it does not exist. A character the page lacks is replaced from the list below, never left
 * to become another letter (incident R35). Example: `5,00 €` on page 437 is `5,00 EUR`.
 */
import CodepageEncoder from '@point-of-sale/codepage-encoder';

export const CODE_PAGES = ['cp858', 'windows1252', 'iso8859-15', 'cp437'] as const;
export type CodePage = (typeof CODE_PAGES)[number];

/** Columns of the printer's ordinary letters: 80 mm paper holds 42, 58 mm paper 32. */
export const PAPERS = { 80: { columns: 42 }, 58: { columns: 32 } } as const;
export type PaperMm = keyof typeof PAPERS;

export type PaperSetting = { readonly paperMm: PaperMm; readonly codePage: CodePage };

export const DEFAULT_PAPER: PaperSetting = { paperMm: 80, codePage: 'cp858' };

/** What stands in for characters that a page may lack. */
const FALLBACKS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '…': '...',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '·': '.',
  '×': 'x',
  ŀ: 'l·',
  Ŀ: 'L·',
  œ: 'oe',
  Œ: 'OE',
  º: 'o',
  ª: 'a',
};

/** Pages have signs below 32 too, such as an arrow at 27; to a printer those bytes are commands. */
function hasOn(page: CodePage, character: string): boolean {
  if (character === '?') return true;
  const [byte = 0, ...more] = CodepageEncoder.encode(character, page);
  // A question mark is the encoder's sign for a missing character.
  return more.length === 0 && byte >= 0x20 && byte !== 0x3f && byte !== 0x7f;
}

export type Printable = { readonly text: string /** Each character the page lacks, once. */; readonly replaced: readonly string[] };

/** The same words in characters of the page: listed fallbacks, else the letter without its accent, else a question mark. */
export function printable(text: string, page: CodePage): Printable {
  const replaced = new Set<string>();
  // Paper has no narrow spaces, and a stray control character would be a command.
  const plain = text
    .normalize('NFC')
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/\p{Cc}/gu, ' ');
  const write = (character: string): string => {
    if (hasOn(page, character)) return character;
    replaced.add(character);
    const listed = FALLBACKS[character];
    if (listed !== undefined) return [...listed].map(write).join('');
    const bare = character.normalize('NFD').replace(/\p{M}/gu, '');
    return bare !== character && [...bare].every((part) => hasOn(page, part)) ? bare : '?';
  };
  return { text: [...plain].map(write).join(''), replaced: [...replaced] };
}
