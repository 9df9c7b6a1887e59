import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { languages } from '../../../packages/ui/src/i18n/languages.ts';
import { missingKeys, unusedKeys, usedKeys, wordFiles } from '../../../packages/ui/src/testing/words.ts';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const files = wordFiles(folder('./locales'));

/** Where each part's words are used; doors share the shop's pages for results. */
const parts = [
  { file: 'shop.json', sources: ['./doors/shop', './session', '.'], besides: ['account.json'] },
  { file: 'account.json', sources: ['./doors/shop/account', './doors/shop/join'] },
  { file: 'console.json', sources: ['./doors/console', './doors/actors'] },
  { file: 'inspector.json', sources: ['./doors/inspector', './doors/actors'] },
];

test('every part has the same words in every language', () => {
  expect([...files.keys()].sort()).toEqual(languages.map(({ code }) => code).sort());
  expect(languages).toHaveLength(4);
  for (const file of ['shop.json', 'account.json', 'console.json', 'inspector.json', 'definition.json']) {
    const catalan = [...(files.get('ca')?.get(file) ?? [])].sort();
    expect(catalan.length, file).toBeGreaterThan(5);
    for (const [language, byFile] of files) expect([...(byFile.get(file) ?? [])].sort(), `${file} in ${language}`).toEqual(catalan);
  }
});

describe.each(parts)('words of $file', ({ file, sources, besides = [] }) => {
  const keys = files.get('ca')?.get(file) ?? [];
  // Folders within this one may have a part of their own.
  const others = besides.flatMap((other) => files.get('ca')?.get(other) ?? []);
  const [main = '.'] = sources;

  test('none is missing', () => {
    expect(missingKeys(folder(main), [...keys, ...others])).toEqual([]);
  });

  test('none is unused', () => {
    const used = sources.map((source) => usedKeys(folder(source)));
    expect(used.reduce((left, source) => unusedKeys(left, source), keys)).toEqual([]);
  });
});
