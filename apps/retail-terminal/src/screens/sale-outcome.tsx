/**
 * What became of a sale: sold with its receipt, refused with nothing charged, or unknown until the platform says which.
 * While it is unknown nobody charges and nobody hands over a ticket; other customers can be served.
 */
import { Button, KeyCap, Money, Notice, problemWords, StatusBadge, serialInFours, UnknownBand, useFormat } from '@valira/ui';
import { Check, ShieldCheck, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Enrolment } from '../device/terminal-store.ts';
import type { NextDraw, SaleAttempt, SoldAttempt } from '../sale/sale-attempt.ts';
import { ReceiptPaper } from './receipt-paper.tsx';

export const quickPicksOf = (attempt: SaleAttempt): number =>
  attempt.order.wager.kind === 'draw' ? (attempt.order.wager.quickPicks ?? 0) : 0;

type Moment = {
  readonly id: string;
  readonly atMs: number | null;
  readonly title: string;
  readonly detail: string;
  readonly state: 'past' | 'now' | 'next';
};

export function SaleOutcome(props: {
  attempts: readonly SaleAttempt[];
  enrolment: Enrolment;
  onAsk: () => Promise<void>;
  onReprint: (attempt: SaleAttempt) => Promise<unknown>;
  onNext: () => void;
  /** The customer says yes to the draw that was offered: a sale of its own. */
  onTakeOffer: (attempt: SaleAttempt, next: NextDraw) => void;
}) {
  const { t } = useTranslation('terminal');
  const { t: ui } = useTranslation('ui');
  const format = useFormat();
  const { attempts, onAsk, onNext, onTakeOffer } = props;
  const unknown = attempts.find((attempt) => attempt.state === 'unknown');
  const refused = attempts.find((attempt) => attempt.state === 'refused');
  const notSold = attempts.find((attempt) => attempt.state === 'not-sold');
  const sold = attempts.flatMap((attempt) => (attempt.state === 'sold' ? [attempt] : []));
  const last = sold.at(-1);
  const charged = sold.reduce((sum, attempt) => sum + BigInt(attempt.order.priceCents), 0n);

  const offer = refused?.state === 'refused' ? refused.next : null;

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && unknown) {
        event.preventDefault();
        void onAsk();
      } else if (event.key.toLowerCase() === 'n' && offer && refused) {
        event.preventDefault();
        onTakeOffer(refused, offer);
      } else if (event.key === 'Enter' || event.key === 'Escape') {
        event.preventDefault();
        onNext();
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [unknown, refused, offer, onAsk, onNext, onTakeOffer]);

  const focus = unknown ?? notSold ?? refused ?? last;
  if (!focus) return null;
  return (
    <div className="flex h-full flex-col p-5">
      <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-3 border border-line bg-surface">
        {unknown ? (
          <UnknownBand title={t('outcome.unknown')} amount={<Money minor={unknown.order.priceCents} />}>
            {t('outcome.unknownLead')}
          </UnknownBand>
        ) : (
          <div
            role="status"
            className={`flex items-center gap-5 px-7 py-5 ${sold.length > 0 && !refused && !notSold ? 'bg-good-soft' : 'bg-calm-soft'}`}
          >
            {sold.length > 0 && !refused && !notSold ? (
              <Check aria-hidden="true" className="size-9 text-good-ink" strokeWidth={3} />
            ) : (
              <X aria-hidden="true" className="size-9 text-ink-2" strokeWidth={3} />
            )}
            <div className="min-w-0 flex-1">
              <h2 className={`text-2xl ${sold.length > 0 && !refused && !notSold ? 'text-good-ink' : ''}`}>
                {refused
                  ? t('outcome.refused')
                  : notSold
                    ? t('outcome.notSold')
                    : t(last?.late ? 'outcome.lateSold' : 'outcome.sold', { count: sold.length })}
              </h2>
              <p>
                {refused
                  ? t('outcome.refusedLead')
                  : notSold
                    ? t('outcome.notSoldLead')
                    : t(
                        sold.some((attempt) => attempt.paper === 'waiting' || attempt.paper === 'failed')
                          ? 'outcome.soldNoPaper'
                          : last?.late
                            ? 'outcome.lateSoldLead'
                            : 'outcome.soldLead',
                      )}
              </p>
            </div>
            <p className="figure text-3xl">
              <Money minor={charged} />
            </p>
          </div>
        )}
        <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_380px]">
          <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-7 py-6">
            <Timeline attempt={focus} />
            {sold.length > 0 ? (
              <ul className="grid gap-1 text-sm">
                {sold.map((attempt) => (
                  <li key={attempt.key} className="flex justify-between gap-4 border-t border-line pt-1">
                    <span>{attempt.title}</span>
                    <span className="font-mono" data-testid="sold-serial">
                      {attempt.ticket.serial ? serialInFours(attempt.ticket.serial) : ''}
                    </span>
                    <b>
                      <Money minor={attempt.order.priceCents} />
                    </b>
                  </li>
                ))}
              </ul>
            ) : null}
            <div className="mt-auto grid gap-4">
              {unknown ? (
                <Notice tone="warn">
                  <b>{t('outcome.doNotCharge')}</b> {t('outcome.serveOthers')}
                </Notice>
              ) : refused ? (
                <Notice tone="bad" role="alert">
                  {problemWords(ui, { code: refused.code })} <code className="font-mono text-xs">{refused.code}</code>
                </Notice>
              ) : notSold ? (
                <Notice>{t('outcome.chargeNothing')}</Notice>
              ) : (
                <Notice tone="good" icon={ShieldCheck}>
                  {t('outcome.charge')}
                </Notice>
              )}
              <div className="flex flex-wrap gap-3">
                {unknown ? (
                  <>
                    <Button look="primary" size="large" onPress={() => void onAsk()}>
                      <KeyCap inverse>↵</KeyCap>
                      {t('outcome.ask')}
                    </Button>
                    <Button size="large" onPress={onNext}>
                      <KeyCap>Esc</KeyCap>
                      {t('outcome.another')}
                    </Button>
                  </>
                ) : (
                  <>
                    <Button look="primary" size="large" onPress={onNext}>
                      <KeyCap inverse>↵</KeyCap>
                      {t('outcome.next')}
                    </Button>
                    {offer && refused ? (
                      <Button size="large" onPress={() => onTakeOffer(refused, offer)}>
                        <KeyCap>N</KeyCap>
                        {t('outcome.offer', { number: offer.number, when: format.moment(offer.drawsAt, 'day-time') })}
                      </Button>
                    ) : null}
                  </>
                )}
              </div>
            </div>
          </div>
          <aside aria-label={t('receipt.preview')} className="min-h-0 overflow-y-auto border-l border-line bg-surface-3 p-5">
            {last ? (
              <>
                <p className="mb-2 text-xs text-ink-2">{t('receipt.preview')}</p>
                <div className="grid gap-4">
                  {sold.map((attempt) => (
                    <div key={attempt.key} className="grid justify-items-center gap-2">
                      <ReceiptPaper
                        ticket={attempt.ticket}
                        enrolment={props.enrolment}
                        reprint={attempt.reprints}
                        quickPicks={quickPicksOf(attempt)}
                      />
                      <PaperState paper={attempt.paper} />
                      <Button size="small" onPress={() => void props.onReprint(attempt)}>
                        {t(attempt.paper === 'waiting' ? 'outcome.print' : 'outcome.reprint')}
                      </Button>
                    </div>
                  ))}
                </div>
              </>
            ) : (
              <NoReceipt attempt={focus} />
            )}
          </aside>
        </div>
      </div>
    </div>
  );
}

/** Only what the clerk has to see to: a printed ticket says nothing. */
export function PaperState(props: { paper: SoldAttempt['paper'] }) {
  const { t } = useTranslation('terminal');
  if (props.paper === 'printed') return null;
  if (props.paper === 'sent') return <StatusBadge status="pending">{t('printer.paper.sent')}</StatusBadge>;
  return <StatusBadge status="alert">{t(`printer.paper.${props.paper}`)}</StatusBadge>;
}

function NoReceipt(props: { attempt: SaleAttempt }) {
  const { t } = useTranslation('terminal');
  const { attempt } = props;
  return (
    <dl className="grid gap-2 rounded-2 border border-dashed border-line-strong bg-surface p-4 [&>div]:flex [&>div]:justify-between [&>div]:gap-3">
      <div>
        <dt className="text-ink-2">{t('outcome.sale')}</dt>
        <dd className="text-right">{attempt.title}</dd>
      </div>
      <div>
        <dt className="text-ink-2">{t('outcome.amount')}</dt>
        <dd>
          <Money minor={attempt.order.priceCents} />
        </dd>
      </div>
      <div>
        <dt className="text-ink-2">{t('outcome.key')}</dt>
        <dd className="font-mono text-sm">{`${attempt.key.slice(0, 8)}…${attempt.key.slice(-4)}`}</dd>
      </div>
    </dl>
  );
}

function Timeline(props: { attempt: SaleAttempt }) {
  const { t } = useTranslation('terminal');
  const format = useFormat();
  const { attempt } = props;
  const settled = 'settledAtMs' in attempt ? attempt.settledAtMs : null;
  const moments: readonly Moment[] = [
    { id: 'saved', atMs: attempt.savedAtMs, title: t('moment.saved'), detail: t('moment.savedDetail'), state: 'past' },
    { id: 'sent', atMs: attempt.sentAtMs, title: t('moment.sent'), detail: '', state: 'past' },
    ...(attempt.state === 'unknown'
      ? [
          {
            id: 'unknown',
            atMs: attempt.unknownSinceMs,
            title: t('moment.unknown'),
            detail: t('moment.unknownDetail', { count: attempt.asked }),
            state: 'now' as const,
          },
          { id: 'resolved', atMs: null, title: t('moment.resolved'), detail: t('moment.resolvedDetail'), state: 'next' as const },
        ]
      : []),
    ...(settled === null ? [] : [{ id: 'settled', atMs: settled, title: t(`moment.${attempt.state}`), detail: '', state: 'now' as const }]),
  ];
  return (
    <ol>
      {moments.map((moment, index) => (
        <li key={moment.id} className="relative grid min-h-[58px] grid-cols-[72px_16px_1fr] gap-4">
          <time className="text-right text-ink-2">{moment.atMs === null ? '' : format.moment(moment.atMs, 'time-seconds')}</time>
          <span aria-hidden="true" className="relative">
            {index < moments.length - 1 ? <span className="absolute top-4 bottom-[-4px] left-[7px] w-0.5 bg-line" /> : null}
            <span
              className={`absolute top-1 left-0 size-4 rounded-full ${
                moment.state === 'past'
                  ? 'scale-75 bg-ink-2'
                  : moment.state === 'now'
                    ? 'border-4 border-gold-ink bg-surface'
                    : 'scale-75 border-2 border-dashed border-line-strong'
              }`}
            />
          </span>
          <div>
            <b className={moment.state === 'next' ? 'font-medium text-ink-2' : ''}>{moment.title}</b>
            <p className="text-sm text-ink-2">{moment.detail}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
