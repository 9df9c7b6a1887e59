import { describe, expect, it } from 'vitest';
import { languageOf } from './language.ts';
import { problemOf } from './problem.ts';
import { PROBLEMS } from './problem-registry.ts';

describe('problems', () => {
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

  it('carry bigint facts as text', () => {
    const problem = problemOf({ ok: false, code: 'price_mismatch', path: '', facts: { expectedCents: 9007199254740993n } }, 'en');
    expect(problem).toMatchObject({ status: 409, code: 'price_mismatch', facts: { expectedCents: '9007199254740993' } });
  });
});
