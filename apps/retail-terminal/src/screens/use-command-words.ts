import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferedProduct } from '../sale/basket.ts';
import type { Command } from '../sale/command-line.ts';
import { useProductName } from './use-product-name.ts';

/** What the typed line would do, in words, while it is typed. */
export function useCommandWords(offered: readonly OfferedProduct[]): (command: Command) => string {
  const { t } = useTranslation('terminal');
  const nameOf = useProductName();
  return useCallback(
    (command) => {
      const chosen = 'product' in command ? offered[command.product - 1] : undefined;
      const name = chosen ? `${nameOf(chosen)} · ${chosen.contest.number}` : '';
      switch (command.kind) {
        case 'empty':
          return '';
        case 'quick':
          return t('read.quick', { name, count: command.count });
        case 'lines':
          return t('read.lines', { name, count: command.lines.length });
        case 'bets':
          return t('read.bets', { name, runners: command.bets.map(({ runner, units }) => `${runner}×${units}`).join(', ') });
        case 'serial':
          return t('read.serial');
        case 'unfinished':
          return t('read.unfinished', { name, count: command.missing });
        case 'refused': {
          const product = Number(command.facts?.product ?? 0);
          const barred = command.why === 'no_product' ? offered[product - 1] : undefined;
          if (barred) return t(barred.product.family === 'pool' ? 'read.onlineOnly' : 'read.closed');
          return t(`fault.${command.why}`, { ...command.facts });
        }
      }
    },
    [t, nameOf, offered],
  );
}
