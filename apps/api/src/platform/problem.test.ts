import { describe, expect, it } from 'vitest';
import { languageOf } from './language.ts';
import { problemOf } from './problem.ts';
import { isProblemCode, PROBLEM_AREAS, PROBLEMS } from './problem-registry.ts';

describe('problems', () => {
  it('have one meaning each: no code stands in two areas', () => {
    const codes = PROBLEM_AREAS.flatMap((area) => Object.keys(area));
    expect(codes.toSorted()).toEqual(Object.keys(PROBLEMS).toSorted());
  });

  it('have words in all four languages', () => {
    for (const [code, { words }] of Object.entries(PROBLEMS))
      for (const language of ['ca', 'es', 'fr', 'en'] as const) expect(words[language], `${code} in ${language}`).toMatch(/\S.*\.$/);
  });

  it('speak the language asked for by weight, Catalan otherwise', () => {
    expect(languageOf('de, en;q=0.7, fr;q=0.8')).toBe('fr');
    expect(languageOf('en-GB')).toBe('en');
    expect(languageOf('de')).toBe('ca');
    expect(languageOf(undefined)).toBe('ca');
  });

  it('have their first sentence as title, whole even when it has an abbreviation in it', () => {
    const notOnSale = problemOf({ ok: false, code: 'not_on_sale', path: '', facts: {} }, 'ca');
    expect(notOnSale.title).toBe('Aquest producte no està a la venda (art. 3.6: cal el registre del CRAJ).');
    expect(problemOf({ ok: false, code: 'malformed_json', path: '', facts: {} }, 'ca').title).toBe('El cos no és JSON vàlid');
    for (const code of Object.keys(PROBLEMS).filter(isProblemCode))
      for (const language of ['ca', 'es', 'fr', 'en'])
        expect(problemOf({ ok: false, code, path: '', facts: {} }, language).title, `${code} in ${language}`).toSatisfy(
          (title: string) => (title.match(/\(/g) ?? []).length === (title.match(/\)/g) ?? []).length,
        );
  });

  it('carry bigint facts as text', () => {
    const problem = problemOf({ ok: false, code: 'price_mismatch', path: '', facts: { expectedCents: 9007199254740993n } }, 'en');
    expect(problem).toMatchObject({ status: 409, code: 'price_mismatch', facts: { expectedCents: '9007199254740993' } });
  });
});
