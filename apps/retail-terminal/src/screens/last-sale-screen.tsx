import { Button, EmptyState, KeyCap, Notice } from '@valira/ui';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Enrolment } from '../device/terminal-store.ts';
import { owedPaper, type PrintResult } from '../printing/print-job.ts';
import { ReceiptPaper } from './receipt-paper.tsx';
import { PaperState, quickPicksOf } from './sale-outcome.tsx';
import type { Sales } from './use-sales.ts';

/** The last sold ticket, or the oldest that is not surely on paper, to print again: the same serial, marked and counted as a reprint. */
export function LastSaleScreen(props: { sales: Sales; enrolment: Enrolment }) {
  const { t } = useTranslation('terminal');
  const { print, attempts } = props.sales;
  const owed = owedPaper(attempts);
  const last = owed.at(-1) ?? attempts.find((attempt) => attempt.state === 'sold');
  const [result, setResult] = useState<PrintResult | null>(null);
  const key = last?.key;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && key !== undefined) {
        event.preventDefault();
        void print(key).then(setResult);
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [key, print]);
  return (
    <div className="grid h-full place-items-center overflow-y-auto bg-surface-3 p-5">
      <h1 className="sr-only">{t('keys.last')}</h1>
      {last?.state === 'sold' ? (
        <div className="grid justify-items-center gap-4">
          {owed.length > 0 ? <Notice tone="warn">{t('printer.owed', { count: owed.length })}</Notice> : null}
          {result?.kind === 'not-printed' ? (
            <Notice tone="bad" role="alert">
              {t(`printer.state.${result.cause}`)}. {t('printer.stillSold')}
            </Notice>
          ) : null}
          <ReceiptPaper ticket={last.ticket} enrolment={props.enrolment} reprint={last.reprints} quickPicks={quickPicksOf(last)} />
          <PaperState paper={last.paper} />
          <Button size="small" onPress={() => window.print()}>
            {t('receipt.print')}
          </Button>
          <Button look="primary" size="large" onPress={() => void print(last.key).then(setResult)}>
            <KeyCap inverse>↵</KeyCap>
            {t(last.paper === 'waiting' ? 'outcome.print' : 'outcome.reprint')}
          </Button>
        </div>
      ) : (
        <EmptyState>{t('last.none')}</EmptyState>
      )}
    </div>
  );
}
