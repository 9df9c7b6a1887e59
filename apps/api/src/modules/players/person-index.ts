/**
 * How a person is found again without being readable: keyed hashes of what identifies them, folded first so that different spellings of one
 * person meet (incident R37). Folding errs towards meeting: what is easily confused is one.
 *
 * Example: "Müller", "Mueller" and "MULLER" are MULLER; "de la Cruz", "Delacruz" and "Cruz" are CRUZ; "Font i Serra, Joan" and "Joan Font Serra"
 * are the same three words; the numbers 19850312-1234, 850312-1234 and 198503121234 share a form, as do 0 and O, 1, I and L.
 */
import type { Keyring } from '../../platform/keys/keyring.ts';

/** Letters and digits only; what is easily confused is one character. */
export const plainDocument = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/** A number that begins with a birth date is written with and without its century: 19850312 1234 and 850312 1234. */
const CENTURY = /^(?:19|20)(\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3,5})$/;

/** The one form that all spellings of a document's number share. */
export const foldedDocument = (typed: string): string => {
  const plain = plainDocument(typed);
  return CENTURY.exec(plain)?.[1] ?? plain;
};

/** Particles of names in the languages around: they come and go with the form that was filled in. */
const PARTICLES = new Set(
  'A AL D DA DAS DE DEL DELA DELAS DELLA DELLO DELOS DELS DEN DER DES DI DO DOS DU E EL EN I L LA LAS LE LES LO LOS S SA SES TEN TER VAN VANDEN VANDER VOM VON VONDER Y ZU ZUM ZUR'.split(
    ' ',
  ),
);
/** Longest first: "Delacruz" is "de la Cruz". */
const JOINED = /^(?:DELLA|DELLO|DELAS|DELOS|DELA|DELS|DEL|VANDER|VANDEN|VONDER|VAN|VON|DAS|DOS|DE|DI|DA|DU)(?=.{3})/;

/** The words of a name, each once, in no order but the alphabet's. */
export function nameWords(name: string): readonly string[] {
  const latin = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[ÆŒØÐĐŁÞ·’'`´]/g, (letter) => ({ Æ: 'AE', Œ: 'OE', Ø: 'O', Ð: 'D', Đ: 'D', Ł: 'L', Þ: 'TH' })[letter] ?? '')
    .replace(/([AOU])E/g, '$1');
  const words = latin
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !PARTICLES.has(word))
    .map((word) => word.replace(JOINED, ''));
  return [...new Set(words)].sort();
}

export const documentIndexOf = (keys: Keyring, documentNumber: string): Uint8Array =>
  keys.mac('personal-index', Buffer.from(`person/document/${foldedDocument(documentNumber)}`));

/** `birthDate` is YYYY-MM-DD. */
export const nameIndexOf = (keys: Keyring, name: string, birthDate: string): Uint8Array =>
  keys.mac('personal-index', Buffer.from(`person/name/${birthDate}/${nameWords(name).join(' ')}`));

export const ibanIndexOf = (keys: Keyring, iban: string): Uint8Array => keys.mac('personal-index', Buffer.from(`person/iban/${iban}`));

/** A keyed hash of each word of the name with the birth date: people of one date who share words share these. */
export const wordKeysOf = (keys: Keyring, name: string, birthDate: string): readonly Uint8Array[] =>
  nameWords(name).map((word) => keys.mac('personal-index', Buffer.from(`person/word/${birthDate}/${word}`)));
