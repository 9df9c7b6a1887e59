/**
 * Names as every bank of the SEPA area takes them: Latin letters without accents, digits and / - ? : ( ) . , ' +, at most `max` characters.
 *
 * Example: "Núria Codina i Marquès" is "Nuria Codina i Marques", "Cal·la & Fills" is "Cal.la + Fills", "Łukasz Øre" is "Lukasz Ore".
 */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ı: 'i',
  '·': '.',
  '’': "'",
  '‘': "'",
  '&': '+',
  _: '-',
};

export function bankText(text: string, max: number): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|[&_]/gu, (mark) => LETTERS[mark] ?? ' ')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    // An element may neither begin nor end with a slash, nor hold two in a row.
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/^[ /]+|[ /]+$/g, '')
    .slice(0, max)
    .replace(/[ /]+$/, '');
  return plain === '' ? 'NOT PROVIDED' : plain;
}
