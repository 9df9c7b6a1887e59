import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../status/status-badge.tsx';
import { Countdown } from '../time/countdown.tsx';
import { Moment } from '../time/moment.tsx';

/** A draw in a list: name and state, its figure, time left, odds, one button. */
export function DrawCard(props: {
  name: string;
  about: string;
  status: string;
  figureLabel: string;
  figure: ReactNode;
  closesAt: string;
  odds: ReactNode;
  action: ReactNode;
}) {
  const { t } = useTranslation('ui');
  return (
    <article className="grid content-start gap-0.5 rounded-3 border border-line bg-surface p-4 md:p-5">
      <header className="flex items-baseline justify-between gap-3">
        <h3 className="text-md">{props.name}</h3>
        <StatusBadge status={props.status} />
      </header>
      <p className="text-sm text-ink-3">{props.about}</p>
      <p className="mt-3 text-sm text-ink-2">{props.figureLabel}</p>
      <p className="figure text-2xl">{props.figure}</p>
      <div className="my-3 grid gap-0.5 border-t border-line pt-3 text-sm text-ink-2">
        <p className="flex items-center gap-2">
          <Clock aria-hidden="true" className="icon" />
          <span>
            {t('draw.closesAt')} <Moment at={props.closesAt} as="time" /> · {t('draw.left')}{' '}
            <Countdown at={props.closesAt} className="font-bold text-ink" />
          </span>
        </p>
        <p>{props.odds}</p>
      </div>
      <div className="mt-auto">{props.action}</div>
    </article>
  );
}
