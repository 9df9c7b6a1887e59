/**
 * Words of the two apps, loaded by language and part.
 *
 * Each part of an app (shop, console, inspector, terminal, these components) keeps its own file per language, and each is
 * fetched when its part is first opened, so that a player never downloads the console's words. A missing word falls
 * back to Catalan and then to its key; a test in each package keeps that from happening.
 */
import i18next, { type BackendModule, type i18n, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { defaultLanguage, isLanguage, type Language, languages } from './languages.ts';

export type WordsLoader = () => Promise<{ default: ResourceKey }>;

/** By part (i18next calls it a namespace), then by language. */
export type WordsCatalogue = Readonly<Record<string, Readonly<Record<Language, WordsLoader>>>>;

export const componentWords: WordsCatalogue = {
  ui: {
    ca: () => import('../locales/ca/ui.json'),
    es: () => import('../locales/es/ui.json'),
    fr: () => import('../locales/fr/ui.json'),
    en: () => import('../locales/en/ui.json'),
  },
};

const STORAGE_KEY = 'valira.language';

/** The person's earlier choice, else the first language of their browser that we speak, else Catalan. */
export function preferredLanguage(): Language {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(STORAGE_KEY);
  } catch {
    // Storage refused: the browser's languages decide.
  }
  if (isLanguage(stored)) return stored;
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage);
  return spoken ?? defaultLanguage;
}

export async function chooseLanguage(words: i18n, language: Language): Promise<void> {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Not kept for the next visit.
  }
  await words.changeLanguage(language);
}

export async function createI18n(catalogue: WordsCatalogue, options: { language: Language; parts: readonly string[] }): Promise<i18n> {
  const all: WordsCatalogue = { ...componentWords, ...catalogue };
  const backend: BackendModule = {
    type: 'backend',
    init: () => {},
    read: (language, part, answer) => {
      const load = isLanguage(language) ? all[part]?.[language] : undefined;
      if (!load) return answer(new Error(`no words for ${part} in ${language}`), null);
      load().then(
        (words) => answer(null, words.default),
        (error: unknown) => answer(error instanceof Error ? error : new Error(String(error)), null),
      );
    },
  };
  const words = i18next.createInstance();
  words.on('languageChanged', (language) => {
    if (typeof document !== 'undefined') document.documentElement.lang = language;
  });
  await words
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: options.language,
      fallbackLng: defaultLanguage,
      supportedLngs: languages.map(({ code }) => code),
      ns: ['ui', ...options.parts],
      defaultNS: options.parts[0] ?? 'ui',
      fallbackNS: 'ui',
      interpolation: { escapeValue: false },
      returnNull: false,
      react: { useSuspense: true },
    });
  return words;
}
