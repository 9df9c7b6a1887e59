import { KeyCap, Money } from '@valira/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const notes = [
  { key: 'Q', cents: null },
  { key: 'W', cents: 1_000n },
  { key: 'E', cents: 2_000n },
  { key: 'T', cents: 5_000n },
] as const;

/** What the customer owes, what they hand over, and what they get back. */
export function PayPanel(props: {
  total: bigint;
  given: bigint | null;
  change: bigint | null;
  onGive: (cents: bigint) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('terminal');
  const { total, given, change } = props;
  return (
    <aside
      aria-label={t('pay.title')}
      className="flex min-h-0 flex-col gap-2.5 overflow-y-auto border-l border-line bg-surface px-4.5 py-4"
    >
      <p className="flex items-baseline justify-between">
        <span className="text-[1.0625rem] font-medium">{t('pay.total')}</span>
        <b className="figure text-[3rem]" data-testid="total">
          <Money minor={total} />
        </b>
      </p>
      <div className="grid gap-2 rounded-2 border border-line bg-surface-2 px-3.5 py-2.5">
        <p className="flex items-baseline justify-between">
          <span>{t('pay.given')}</span>
          <b className="figure text-[1.25rem]">{given === null ? '—' : <Money minor={given} />}</b>
        </p>
        <div className="flex flex-wrap justify-between gap-1 text-sm">
          {notes.map((note) => {
            const cents = note.cents ?? total;
            const chosen = given !== null && given === cents;
            return (
              <button
                key={note.key}
                type="button"
                disabled={total === 0n}
                aria-pressed={chosen}
                onClick={() => props.onGive(cents)}
                className={`inline-flex min-h-8 items-center gap-1.5 ${chosen ? 'font-bold' : ''}`}
              >
                <KeyCap>{note.key}</KeyCap>
                {note.cents === null ? t('pay.exact') : t('pay.note', { euros: (note.cents / 100n).toString() })}
              </button>
            );
          })}
        </div>
        <p className="flex items-baseline justify-between border-t border-line pt-2">
          <span>{t('pay.change')}</span>
          <b className="figure text-[1.875rem] text-good-ink" data-testid="change">
            {change === null ? '—' : <Money minor={change} />}
          </b>
        </p>
        {given !== null && change === null ? <p className="text-sm font-medium text-bad-ink">{t('pay.short')}</p> : null}
      </div>
      {props.children}
    </aside>
  );
}
