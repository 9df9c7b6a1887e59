/**
 * A number and what it is, told by shape and weight first, colour second: outline = a number; filled = chosen; thick ring
 * = drawn; gold with a tick = matched; grey without edge = missed; diamond = bonus.
 */
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export type BallKind = 'plain' | 'chosen' | 'drawn' | 'matched' | 'missed' | 'bonus' | 'bonus-matched' | 'masked';

const kinds: Record<BallKind, string> = {
  plain: 'rounded-full border-[1.5px] border-line-strong bg-surface text-ink',
  chosen: 'rounded-full border-[1.5px] border-primary bg-primary text-on-primary',
  drawn: 'rounded-full border-2 border-ink bg-surface text-ink',
  matched: 'rounded-full border-2 border-gold-ink bg-gold text-on-gold dark:border-gold',
  missed: 'rounded-full border-[1.5px] border-transparent bg-surface-3 font-medium text-ink-2',
  bonus: 'rotate-45 scale-[0.82] rounded-[22%] border-2 border-seal bg-surface text-ink',
  'bonus-matched': 'rotate-45 scale-[0.82] rounded-[22%] border-2 border-seal bg-seal text-on-seal',
  masked: 'rounded-full border-[1.5px] border-line bg-surface-3 text-ink-3',
};

const sizes = {
  small: 'size-[1.875rem] text-[0.875rem]',
  medium: 'size-[2.375rem] text-[1.0625rem]',
  large: 'size-9 text-[1rem] md:size-11 md:text-[1.1875rem]',
} as const;

export function NumberBall(props: { number: number | string; kind?: BallKind; size?: keyof typeof sizes }) {
  const { t } = useTranslation('ui');
  const kind = props.kind ?? 'plain';
  const diamond = kind === 'bonus' || kind === 'bonus-matched';
  return (
    <span
      className={`relative inline-grid flex-none place-items-center leading-none font-bold [font-stretch:92%] ${sizes[props.size ?? 'medium']} ${kinds[kind]}`}
    >
      <span className={diamond ? '-rotate-45 scale-[1.2]' : ''}>{props.number}</span>
      {kind === 'matched' ? (
        <span
          aria-hidden="true"
          className="absolute -top-[0.35rem] -right-[0.5rem] grid size-[0.8rem] place-items-center rounded-full bg-good text-on-good shadow-[0_0_0_2px_var(--surface)]"
        >
          <Check className="size-[0.6rem]" strokeWidth={4} />
        </span>
      ) : null}
      {kind === 'plain' || kind === 'chosen' || kind === 'masked' ? null : <span className="sr-only"> {t(`ball.${kind}`)}</span>}
    </span>
  );
}

export function BallRow(props: { children: React.ReactNode; label?: string }) {
  return (
    <fieldset aria-label={props.label} className="flex min-w-0 flex-wrap items-center gap-1.5 md:gap-2">
      {props.children}
    </fieldset>
  );
}
