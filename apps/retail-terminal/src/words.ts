import type { WordsCatalogue } from '@valira/ui';

export const terminalWords: WordsCatalogue = {
  terminal: {
    ca: () => import('./locales/ca/terminal.json'),
    es: () => import('./locales/es/terminal.json'),
    fr: () => import('./locales/fr/terminal.json'),
    en: () => import('./locales/en/terminal.json'),
  },
};
