import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Tiers are named by their hits: `5-bonus` is "5 + C"; any other name is shown as the definition has it. */
export function useTierName(): (tier: string) => string {
  const { t } = useTranslation('shop');
  return useCallback(
    (tier) => {
      const match = /^(\d+)(-bonus)?$/.exec(tier);
      if (!match) return tier;
      return match[2] ? t('tier.bonus', { hits: match[1] }) : t('tier.hits', { count: Number(match[1]) });
    },
    [t],
  );
}
