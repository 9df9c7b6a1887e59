import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedDocument, nameWords } from './person-index.ts';

const person = (name: string) => nameWords(name).join(' ');

describe('a name', () => {
  it('is one however accents, umlauts and ligatures are spelt', () => {
    for (const [one, ...others] of [
      ['Müller Jörg', 'Mueller Joerg', 'MULLER JORG', 'Mu\u0308ller Jo\u0308rg'],
      ['Núria Solà', 'NURIA SOLA', 'Nu\u0301ria Sola\u0300'],
      ['Ægir Øster', 'Aegir Oester', 'Aegir Oster'],
      ['Gal·la Novell', 'Gal.la Novell'.replace('.', ''), "Gal'la Novell"],
      ['Łukasz Nowak', 'Lukasz Nowak'],
      ['İlker Şahin', 'Ilker Sahin'],
    ] as const)
      for (const other of others) expect(person(other), other).toBe(person(one));
  });

  it('is one with particles, without them, and with them written on', () => {
    for (const name of ['Maria de la Cruz', 'Maria Delacruz', 'DE LA CRUZ, Maria', 'Maria Cruz', 'Maria de Cruz'])
      expect(person(name)).toBe('CRUZ MARIA');
    for (const name of ['Joan Font i Serra', 'Font Serra, Joan', 'JOAN FONT Y SERRA']) expect(person(name)).toBe('FONT JOAN SERRA');
    for (const name of ['Anna von der Heide', 'Anna Vonderheide', 'Heide Anna']) expect(person(name)).toBe(person('Anna Heide'));
  });

  it('is another one for another person', () => {
    const names = ['Joan Font', 'Joana Font', 'Joan Fonts', 'Jordi Font', 'Joan Font Serra', 'Joan Pont'];
    expect(new Set(names.map(person)).size).toBe(names.length);
  });

  const word = fc.stringMatching(/^[BCFGHJKMNPQRTXZ][aeiou][bcfghjkmnpqrtxz]{2,6}$/);
  const particle = fc.constantFrom('de', 'de la', 'i', 'y', 'del', 'van', 'von der', 'dos');
  it('is one in any order of its words, in any case, with any accents and particles between', () => {
    const accented = (text: string, marks: readonly boolean[]) =>
      [...text].map((letter, i) => ('aeiou'.includes(letter) && marks[i % marks.length] ? `${letter}\u0301` : letter)).join('');
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 2, maxLength: 5 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
        fc.option(particle),
        fc.boolean(),
        fc.infiniteStream(fc.nat()),
        (words, marks, between, shout, chance) => {
          const orders = [...chance.take(words.length)];
          const shuffled = words.toSorted((a, b) => (orders[words.indexOf(a)] ?? 0) - (orders[words.indexOf(b)] ?? 0));
          const other = shuffled.map((one) => accented(one, marks)).join(between ? ` ${between} ` : '  ');
          expect(person(shout ? other.toUpperCase() : other)).toBe(person(words.join(' ')));
        },
      ),
    );
  });
});

describe('a document’s number', () => {
  it('is one with and without its century, separators, spaces, and with O for 0 (incident R37)', () => {
    for (const typed of [
      '19850312-1234',
      '850312-1234',
      '198503121234',
      '1985 0312 1234',
      '19850312-I234',
      '85O312-1234',
      '１９８５０３１２１２３４',
    ])
      expect(foldedDocument(typed), typed).toBe('8503121234');
  });

  it('keeps other numbers apart', () => {
    const numbers = ['850312-1234', '850312-1235', '850313-1234', 'X1234567', 'X1234568', '1234567', '200112'];
    expect(new Set(numbers.map(foldedDocument)).size).toBe(numbers.length);
  });
});
