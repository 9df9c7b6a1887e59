/**
 * Languages people can choose, and the locale their numbers and dates are written in.
 *
 * Catalan is the official language and the default. A language appears here when every one of its files exists, which a test of each app
 * counts.
 */
export const languages = [
  { code: 'ca', name: 'Català', locale: 'ca-AD' },
  { code: 'es', name: 'Español', locale: 'es-ES' },
  { code: 'fr', name: 'Français', locale: 'fr-FR' },
  { code: 'en', name: 'English', locale: 'en-GB' },
] as const;

export type Language = (typeof languages)[number]['code'];

export const defaultLanguage: Language = 'ca';

export const isLanguage = (value: string | null | undefined): value is Language => languages.some((language) => language.code === value);

/** BCP 47 locale for `Intl`; unknown languages get the default's. */
export const localeOf = (language: string): string => languages.find(({ code }) => code === language)?.locale ?? languages[0].locale;
