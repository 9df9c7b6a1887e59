/** The words of a receipt in the language of the terminal. */
import type { TFunction } from 'i18next';
import type { ReceiptWords } from './receipt-lines.ts';

export const receiptWords = (t: TFunction<'terminal'>): ReceiptWords => ({
  operator: (operator) => t('receipt.operator', { operator }),
  licence: (licence) => t('receipt.licence', { licence }),
  draw: (number) => t('receipt.draw', { number }),
  random: t('receipt.random'),
  unknownNumbers: (count) => t('basket.random', { count }),
  lines: (count, unit) => t('receipt.lines', { count, unit }),
  runner: (number) => t('receipt.runner', { number }),
  sold: (when) => t('receipt.sold', { when }),
  claim: (until) => t('receipt.claim', { until }),
  reprint: (count) => t('receipt.reprint', { count }),
  adults: [t('receipt.adults'), t('receipt.care')],
});
