/**
 * Words for a generated form's fields and choices.
 *
 * Looked up from the most particular to the most general: the whole path (`dividend.breakStepCents`), then the name alone
 * (`breakStepCents`), then the name taken apart ("Break step"). The last is a fallback so that a new setting can be used before it is
 * translated; the words of definitions are in the app that shows the form.
 */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

export type FormWords = {
  readonly label: (path: string) => string;
  readonly choice: (path: string, value: string) => string;
  readonly hint: (path: string) => string | undefined;
};

/** `breakStepCents` → `Break step`: the unit is shown by the control itself. */
export function nameApart(name: string): string {
  // Currencies and other codes are written as they are.
  if (name === name.toUpperCase()) return name;
  const bare = name.replace(/(?<=[a-z])(Cents|Bps|At)$/, '');
  const words = bare
    .replace(/[-_]/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const withoutIndexes = (path: string): string =>
  path
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .join('.');

const lastName = (path: string): string => withoutIndexes(path).split('.').at(-1) ?? '';

/** `part`: the app's file of words, with `label`, `choice` and `hint` inside. */
export function useFormWords(part: string): FormWords {
  const { t } = useTranslation(part);
  return useMemo(
    () => ({
      label: (path) => t([`label.${withoutIndexes(path)}`, `label.${lastName(path)}`], { defaultValue: nameApart(lastName(path)) }),
      choice: (path, value) => t([`choice.${withoutIndexes(path)}.${value}`, `choice.${value}`], { defaultValue: nameApart(value) }),
      hint: (path) => t([`hint.${withoutIndexes(path)}`, `hint.${lastName(path)}`], { defaultValue: '' }) || undefined,
    }),
    [t],
  );
}
