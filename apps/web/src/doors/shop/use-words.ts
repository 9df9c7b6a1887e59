import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Words } from '../../api/wire.ts';

/** Chooses the language in force from names the API gives in all of them. */
export function useWords(): (words: Words) => string {
  const { i18n } = useTranslation('shop');
  const { language } = i18n;
  return useCallback((words) => words[language] ?? words.ca ?? '', [language]);
}
