import { Button, EmptyState, KeyCap } from '@valira/ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Enrolment } from '../device/terminal-store.ts';
import { ReceiptPaper } from './receipt-paper.tsx';
import { quickPicksOf } from './sale-outcome.tsx';
import type { Sales } from './use-sales.ts';

/** The last sold ticket, to print again: the same serial, marked and counted as a reprint. */
export function LastSaleScreen(props: { sales: Sales; enrolment: Enrolment }) {
  const { t } = useTranslation('terminal');
  const last = props.sales.attempts.find((attempt) => attempt.state === 'sold');
  const { printed } = props.sales;
  const key = last?.key;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && key !== undefined) {
        event.preventDefault();
        void printed(key);
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [key, printed]);
  return (
    <div className="grid h-full place-items-center overflow-y-auto bg-surface-3 p-5">
      <h1 className="sr-only">{t('keys.last')}</h1>
      {last?.state === 'sold' ? (
        <div className="grid justify-items-center gap-4">
          <ReceiptPaper
            ticket={last.ticket}
            enrolment={props.enrolment}
            prints={Math.max(1, last.prints)}
            quickPicks={quickPicksOf(last)}
          />
          <Button look="primary" size="large" onPress={() => void printed(last.key)}>
            <KeyCap inverse>↵</KeyCap>
            {t('outcome.reprint')}
          </Button>
        </div>
      ) : (
        <EmptyState>{t('last.none')}</EmptyState>
      )}
    </div>
  );
}
