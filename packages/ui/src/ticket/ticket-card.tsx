/**
 * A ticket as paper: head, lines in mono with hits inverted and bonus dotted, price, and below the perforation the stub
 * with code and serial. Paper in both themes.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LogoMark } from '../frame/logo.tsx';
import { QrCode } from './qr-code.tsx';

export type TicketMark = 'hit' | 'bonus' | 'none';

export type TicketNumber = { readonly text: string; readonly mark: TicketMark };

export type TicketLine = { readonly label: string; readonly numbers: readonly TicketNumber[] };

export type TicketFact = { readonly id: string; readonly label: string; readonly value: ReactNode };

const marks: Record<TicketMark, string> = {
  hit: 'border-transparent bg-paper-ink font-bold text-paper',
  bonus: 'border-dotted border-paper-ink',
  none: 'border-transparent',
};

/** Serials are read in fours: `7KQ2-M0XD-9HFT-4W8B-63`. */
export const serialInFours = (serial: string): string => serial.replace(/[^0-9A-Za-z]/g, '').replace(/(.{4})(?=.)/g, '$1-');

export function TicketCard(props: {
  product: string;
  head: readonly TicketFact[];
  lines: readonly TicketLine[];
  priceLabel: ReactNode;
  price: ReactNode;
  facts: readonly TicketFact[];
  /** Null until the operator may show it. */
  serial: string | null;
  qrText?: string | undefined;
  proof?: ReactNode;
  foot: string;
}) {
  const { t } = useTranslation('ui');
  return (
    <div className="drop-shadow-[0_6px_14px_rgb(19_33_42/0.14)]">
      <article
        aria-label={t('ticket.label', { product: props.product })}
        className="scalloped bg-paper px-4 pt-6 pb-4 text-paper-ink md:px-6"
      >
        <header className="flex items-center justify-between gap-3 border-b-2 border-paper-ink pt-2 pb-3 text-lg font-bold">
          <span className="inline-flex items-center gap-1.5">
            <LogoMark onPaper className="size-6" />
            Valira
          </span>
          <span>{props.product}</span>
        </header>
        <dl className="flex flex-wrap justify-between gap-x-5 gap-y-1 py-3">
          {props.head.map((fact) => (
            <div key={fact.id}>
              <dt className="text-xs text-paper-ink-2">{fact.label}</dt>
              <dd className="font-bold">{fact.value}</dd>
            </div>
          ))}
        </dl>
        <ol className="grid gap-1.5 border-y border-dashed border-paper-line py-3 font-mono text-lg">
          {props.lines.map((line) => (
            <li key={line.label} className="grid grid-cols-[1.75rem_1fr] items-center">
              <b className="font-sans text-sm text-paper-ink-2">{line.label}</b>
              <span className="flex flex-wrap gap-x-1 gap-y-1">
                {line.numbers.map((number) => (
                  <span key={number.text} className={`min-w-[2.35rem] rounded-1 border-2 px-1 py-px text-center ${marks[number.mark]}`}>
                    {number.text}
                    {number.mark === 'none' ? null : <span className="sr-only"> {t(`ticket.${number.mark}`)}</span>}
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ol>
        <p className="flex items-baseline justify-between gap-3 pt-3 pb-2">
          <span>{props.priceLabel}</span>
          <b className="figure text-xl">{props.price}</b>
        </p>
        <dl className="grid gap-[3px] text-sm">
          {props.facts.map((fact) => (
            <div key={fact.id} className="flex justify-between gap-3">
              <dt className="text-paper-ink-2">{fact.label}</dt>
              <dd className="text-right">{fact.value}</dd>
            </div>
          ))}
        </dl>
        <div aria-hidden="true" className="perforation relative -mx-4 mt-4 mb-3 h-[22px] md:-mx-6">
          <span className="absolute top-0 -left-[11px] size-[22px] rounded-full bg-bg" />
          <span className="absolute top-0 -right-[11px] size-[22px] rounded-full bg-bg" />
        </div>
        <div className="grid grid-cols-[112px_1fr] items-center gap-4">
          {props.qrText ? (
            <QrCode text={props.qrText} label={t('ticket.code')} />
          ) : (
            <div className="size-28 border border-dashed border-paper-line" />
          )}
          <div className="min-w-0">
            <p className="text-xs text-paper-ink-2">{t('ticket.serial')}</p>
            <p className="mt-0.5 mb-2.5 font-mono text-[1.0625rem] leading-[1.3] tracking-[0.02em] break-words" data-testid="serial">
              {props.serial ? serialInFours(props.serial) : '····-····'}
            </p>
            {props.proof}
          </div>
        </div>
        <p className="mt-4 pb-1 text-center text-xs text-paper-ink-2">{props.foot}</p>
      </article>
    </div>
  );
}
