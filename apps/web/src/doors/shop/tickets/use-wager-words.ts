import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawWager, PoolWager } from '../../../api/wire.ts';

/** A wager in a few words: "3 línies", "Guanyador: 3, 5". */
export function useWagerWords(): (wager: DrawWager | PoolWager) => string {
  const { t } = useTranslation('shop');
  return useCallback(
    (wager) =>
      wager.kind === 'draw'
        ? t('tickets.lines', { count: wager.lines.length })
        : t('tickets.runners', { runners: wager.selections.runners?.join(', ') ?? '' }),
    [t],
  );
}
