import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferedProduct } from '../sale/basket.ts';

export function useProductName(): (offered: OfferedProduct) => string {
  const { i18n } = useTranslation('terminal');
  const { language } = i18n;
  return useCallback(
    ({ product, contest }) => contest.event?.name ?? product.names[language] ?? product.names.ca ?? product.slug,
    [language],
  );
}
