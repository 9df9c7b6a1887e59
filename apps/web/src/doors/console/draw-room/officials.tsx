import { StatusBadge, useFormat } from '@valira/ui';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .join('')
    .slice(0, 2);

/** One of the two officials: what they have done, never what they entered. */
export function OfficialCard(props: { name: string; role: string; mine: boolean; doneAt: string | null; children?: ReactNode }) {
  const { t } = useTranslation('console');
  const format = useFormat();
  return (
    <section
      aria-label={props.name}
      className={`rounded-[10px] px-4 py-3.5 ${props.mine ? 'border-2 border-primary bg-surface' : 'border border-line bg-surface-2'}`}
    >
      <header className="grid grid-cols-[auto_1fr_auto] items-center gap-2.5 leading-tight">
        <span aria-hidden="true" className="grid size-[30px] place-items-center rounded-full bg-surface-3 text-xs font-bold">
          {props.mine ? initialsOf(props.name) : '?'}
        </span>
        <span>
          <b className="block font-bold">{props.name}</b>
          <span className="text-xs text-ink-2">{props.role}</span>
        </span>
        {props.doneAt ? (
          <StatusBadge status="settled">{t('officials.done')}</StatusBadge>
        ) : (
          <StatusBadge status="draft">{t('officials.under')}</StatusBadge>
        )}
      </header>
      {props.children}
      {props.doneAt && !props.mine ? (
        <p className="mt-2 text-xs text-ink-2">
          <Lock aria-hidden="true" className="icon mr-1 inline align-[-0.2em]" />
          {t('officials.hidden', { time: format.moment(props.doneAt, 'time-seconds') })}
        </p>
      ) : null}
    </section>
  );
}
