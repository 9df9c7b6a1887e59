import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReceiptWords } from '../receipt/receipt-lines.ts';
import { receiptWords } from '../receipt/receipt-words.ts';

export function useReceiptWords(): ReceiptWords {
  const { t } = useTranslation('terminal');
  return useMemo(() => receiptWords(t), [t]);
}
