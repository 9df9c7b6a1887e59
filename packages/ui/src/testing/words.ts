/**
 * Finds words that are used and missing, or present and unused, in a package's files of words.
 *
 * A key counts as used when it stands in the source as a literal, or when a template literal of the source has its
 * beginning (`status.${…}` uses every key under `status.`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Words = { readonly [key: string]: string | Words };

const flatten = (words: Words, prefix = ''): string[] =>
  Object.entries(words).flatMap(([key, value]) => (typeof value === 'string' ? [`${prefix}${key}`] : flatten(value, `${prefix}${key}.`)));

const withoutPlural = (key: string): string => key.replace(/(_ordinal)?_(zero|one|two|few|many|other)$/, '');

function sources(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

export function wordFiles(localesFolder: string): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const languages = readdirSync(localesFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(
    languages.map((language) => [
      language.name,
      new Map(
        readdirSync(join(localesFolder, language.name)).map((file) => [
          file,
          flatten(JSON.parse(readFileSync(join(localesFolder, language.name, file), 'utf8')) as Words),
        ]),
      ),
    ]),
  );
}

/** `t('…')` and `i18nKey="…"` literals, and the beginnings of template literals given to `t`. */
export function usedKeys(sourceFolder: string): { readonly literals: ReadonlySet<string>; readonly beginnings: readonly string[] } {
  const text = sources(sourceFolder);
  const literals = new Set([...text.matchAll(/(['"`])([a-zA-Z][\w-]*(?:\.[\w-]+)*)\1/g)].map((match) => match[2] ?? ''));
  const beginnings = [...text.matchAll(/`([a-zA-Z][\w-]*(?:\.[\w-]+)*\.)\$\{/g)].map((match) => match[1] ?? '');
  return { literals, beginnings };
}

/** Keys of a file that nothing in the source uses. */
export const unusedKeys = (keys: readonly string[], used: ReturnType<typeof usedKeys>): readonly string[] =>
  keys.filter((key) => !used.literals.has(withoutPlural(key)) && !used.beginnings.some((beginning) => key.startsWith(beginning)));

/** Keys given to `t('…')` literally that no file has. */
export function missingKeys(sourceFolder: string, keys: readonly string[]): readonly string[] {
  const known = new Set(keys.map(withoutPlural));
  const asked = [...sources(sourceFolder).matchAll(/\bt\(\s*'([\w.-]+)'/g)].map((match) => match[1] ?? '');
  const shown = [...sources(sourceFolder).matchAll(/i18nKey="([\w.-]+)"/g)].map((match) => match[1] ?? '');
  return [...new Set([...asked, ...shown])].filter((key) => !known.has(key));
}
