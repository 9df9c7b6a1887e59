import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { missingKeys, unusedKeys, usedKeys, wordFiles } from '../testing/words.ts';
import { languages } from './languages.ts';

const source = fileURLToPath(new URL('..', import.meta.url));
const files = wordFiles(fileURLToPath(new URL('../locales', import.meta.url)));

describe('the words of the shared components', () => {
  test('are the same keys in every language', () => {
    const catalan = [...(files.get('ca')?.get('ui.json') ?? [])].sort();
    expect(catalan.length).toBeGreaterThan(100);
    expect([...files.keys()].sort()).toEqual(languages.map(({ code }) => code).sort());
    for (const [language, byFile] of files) expect([...(byFile.get('ui.json') ?? [])].sort(), language).toEqual(catalan);
  });

  test('have none missing and none unused', () => {
    const keys = files.get('ca')?.get('ui.json') ?? [];
    expect(missingKeys(source, keys)).toEqual([]);
    expect(unusedKeys(keys, usedKeys(source))).toEqual([]);
  });
});
