/**
 * A runner of a race: cloth number, name, its share of the pool, what one unit would pay now, and its toggle. A scratched
 * runner stays in its place, struck through, with the money that went back.
 */
import { ChevronDown, ChevronUp } from 'lucide-react';
import { ToggleButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Meter } from '../controls/meter.tsx';
import { useFormat } from '../format/use-format.ts';
import { StatusBadge } from '../status/status-badge.tsx';

export type Runner = {
  readonly number: number;
  readonly name: string;
  readonly about?: string | undefined;
  /** Share of the pool in basis points; null while the pool is empty. */
  readonly shareBps: number | null;
  /** Probable dividend in minor units for one unit staked; null while it cannot be told. */
  readonly probableMinor: bigint | null;
  readonly previousMinor?: bigint | null | undefined;
  readonly scratched: boolean;
  readonly refundedMinor?: bigint | undefined;
};

export function ClothNumber(props: { number: number; struck?: boolean; chosen?: boolean }) {
  return (
    <span
      className={`inline-grid size-7 place-items-center rounded-1 border-[1.5px] font-bold ${
        props.chosen ? 'border-primary bg-primary text-on-primary' : 'border-line-strong'
      } ${props.struck ? 'text-ink-3 line-through' : ''}`}
    >
      {props.number}
    </span>
  );
}

function Movement(props: { now: bigint; before: bigint }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  if (props.now === props.before) return <span>{t('race.same')}</span>;
  const Arrow = props.now > props.before ? ChevronUp : ChevronDown;
  return (
    <span className="inline-flex items-center gap-0.5">
      <Arrow aria-hidden="true" className="icon" />
      {t('race.was', { value: format.dividend(props.before) })}
    </span>
  );
}

export function RaceRow(props: {
  runner: Runner;
  choice?: { label: string; chosen: boolean; onChange: (chosen: boolean) => void; disabled?: boolean };
}) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const { runner, choice } = props;
  const share = runner.shareBps === null ? null : format.bps(runner.shareBps, 0);
  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 border-b border-line py-2.5 last:border-b-0 md:grid-cols-[auto_minmax(0,1.3fr)_minmax(0,1fr)_6rem_5.5rem]">
      <ClothNumber number={runner.number} struck={runner.scratched} />
      <div className="min-w-0 leading-[1.3]">
        <b className={runner.scratched ? 'text-ink-3 line-through' : ''}>{runner.name}</b>
        {runner.about ? <p className="truncate text-sm text-ink-3">{runner.about}</p> : null}
      </div>
      {runner.scratched ? (
        <div className="col-span-3 flex flex-wrap items-center gap-2 text-sm md:col-span-3">
          <StatusBadge status="scratched" />
          {runner.refundedMinor === undefined ? null : t('race.refunded', { amount: format.money(runner.refundedMinor) })}
        </div>
      ) : (
        <>
          <div className="col-start-2 row-start-2 grid gap-1 md:col-start-auto md:row-start-auto">
            {share === null ? null : (
              <>
                <Meter square share={(runner.shareBps ?? 0) / 10_000} label={t('race.share', { share })} className="md:max-w-[180px]" />
                <span aria-hidden="true" className="text-xs text-ink-3">
                  {t('race.share', { share })}
                </span>
              </>
            )}
          </div>
          <div className="col-start-3 row-start-1 text-right md:col-start-auto md:row-start-auto">
            <b className="figure text-lg">{runner.probableMinor === null ? '—' : format.dividend(runner.probableMinor)}</b>
            {runner.probableMinor !== null && runner.previousMinor !== null && runner.previousMinor !== undefined ? (
              <p className="text-xs text-ink-3">
                <Movement now={runner.probableMinor} before={runner.previousMinor} />
              </p>
            ) : null}
          </div>
          {choice ? (
            <ToggleButton
              isSelected={choice.chosen}
              isDisabled={choice.disabled ?? false}
              onChange={choice.onChange}
              className="col-start-3 row-start-2 min-h-11 min-w-24 rounded-2 border border-line-strong bg-surface px-3 text-sm font-medium data-[disabled]:border-line data-[disabled]:text-ink-3 data-[selected]:border-primary data-[selected]:bg-primary data-[selected]:text-on-primary md:col-start-auto md:row-start-auto md:min-h-9 md:min-w-0"
            >
              {choice.label}
              <span className="sr-only"> {t('race.choose', { number: runner.number, name: runner.name })}</span>
            </ToggleButton>
          ) : null}
        </>
      )}
    </li>
  );
}
