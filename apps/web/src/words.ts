import type { WordsCatalogue } from '@valira/ui';

/** Words of the three doors, each fetched when its door is opened; those of a player's own account when it is. */
export const webWords: WordsCatalogue = {
  shop: {
    ca: () => import('./locales/ca/shop.json'),
    es: () => import('./locales/es/shop.json'),
    fr: () => import('./locales/fr/shop.json'),
    en: () => import('./locales/en/shop.json'),
  },
  account: {
    ca: () => import('./locales/ca/account.json'),
    es: () => import('./locales/es/account.json'),
    fr: () => import('./locales/fr/account.json'),
    en: () => import('./locales/en/account.json'),
  },
  console: {
    ca: () => import('./locales/ca/console.json'),
    es: () => import('./locales/es/console.json'),
    fr: () => import('./locales/fr/console.json'),
    en: () => import('./locales/en/console.json'),
  },
  inspector: {
    ca: () => import('./locales/ca/inspector.json'),
    es: () => import('./locales/es/inspector.json'),
    fr: () => import('./locales/fr/inspector.json'),
    en: () => import('./locales/en/inspector.json'),
  },
  definition: {
    ca: () => import('./locales/ca/definition.json'),
    es: () => import('./locales/es/definition.json'),
    fr: () => import('./locales/fr/definition.json'),
    en: () => import('./locales/en/definition.json'),
  },
};
