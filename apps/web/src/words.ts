import type { WordsCatalogue } from '@valira/ui';

/** Words of the three doors, each fetched when its door is opened. */
export const webWords: WordsCatalogue = {
  shop: { ca: () => import('./locales/ca/shop.json'), en: () => import('./locales/en/shop.json') },
  console: { ca: () => import('./locales/ca/console.json'), en: () => import('./locales/en/console.json') },
  inspector: { ca: () => import('./locales/ca/inspector.json'), en: () => import('./locales/en/inspector.json') },
  definition: { ca: () => import('./locales/ca/definition.json'), en: () => import('./locales/en/definition.json') },
};
