import { CircleQuestionMark, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/use-format.ts';

/** No connection: calm, with the time since; says what cannot be done until it is back. */
export function OfflineBand(props: { sinceMs: number; children: ReactNode }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  return (
    <div role="status" className="flex items-center gap-3 border-b border-line bg-calm-soft px-4 py-2.5 text-sm">
      <WifiOff aria-hidden="true" className="icon text-ink-2" />
      <p>
        <b>{t('offline.since', { time: format.moment(props.sinceMs, 'time') })}</b> {props.children}
      </p>
    </div>
  );
}

/** The answer to a sale was lost: nobody charges until it is known. */
export function UnknownBand(props: { title: string; amount: ReactNode; children: ReactNode }) {
  return (
    <div role="alert" className="flex items-center gap-5 rounded-t-3 bg-gold-soft px-7 py-5">
      <CircleQuestionMark aria-hidden="true" className="size-9 flex-none text-gold-ink" />
      <div className="min-w-0 flex-1">
        <h2 className="text-2xl text-gold-ink">{props.title}</h2>
        <p>{props.children}</p>
      </div>
      <p className="figure text-3xl">{props.amount}</p>
    </div>
  );
}
