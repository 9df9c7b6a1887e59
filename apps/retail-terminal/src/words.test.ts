import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { languages } from '../../../packages/ui/src/i18n/languages.ts';
import { missingKeys, unusedKeys, usedKeys, wordFiles } from '../../../packages/ui/src/testing/words.ts';

const source = fileURLToPath(new URL('.', import.meta.url));
const files = wordFiles(fileURLToPath(new URL('./locales', import.meta.url)));
const keys = files.get('ca')?.get('terminal.json') ?? [];

test('the terminal has the same words in every language', () => {
  expect(keys.length).toBeGreaterThan(100);
  expect([...files.keys()].sort()).toEqual(languages.map(({ code }) => code).sort());
  for (const [language, byFile] of files) expect([...(byFile.get('terminal.json') ?? [])].sort(), language).toEqual([...keys].sort());
});

test('none of them is missing and none unused', () => {
  expect(missingKeys(source, keys)).toEqual([]);
  expect(unusedKeys(keys, usedKeys(source))).toEqual([]);
});
