import {
  Card,
  Countdown,
  FactStrip,
  JackpotFigure,
  LinkButton,
  Meter,
  StatusBadge,
  Streams,
  statusWithTime,
  useFormat,
  useServerNow,
} from '@valira/ui';
import { Dices } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Contest, Product } from '../../api/wire.ts';
import { oneIn, returnedShare } from './odds-text.ts';
import { useTierName } from './use-tier-name.ts';
import { useWords } from './use-words.ts';

/** The next draw: jackpot with its odds, price and return, time left, one way in. */
export function HeroDraw(props: { contest: Contest; product: Product | undefined }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const words = useWords();
  const tierName = useTierName();
  const now = useServerNow(15_000);
  const { contest, product } = props;
  const figures = product?.figures;
  const topTier = figures?.tiers[0];
  const returned = product ? returnedShare(product) : null;
  const opened = Date.parse(contest.opensAt);
  const share = Math.min(1, Math.max(0, (now - opened) / (Date.parse(contest.closesAt) - opened)));
  const facts = [
    ...(figures ? [{ id: 'price', label: t('draw.unitPrice'), value: format.money(BigInt(figures.unitPriceCents)) }] : []),
    ...(figures?.overallOdds
      ? [{ id: 'any', label: t('draw.anyPrize'), value: t('draw.oneIn', { odds: format.decimal(oneIn(figures.overallOdds)) }) }]
      : []),
    ...(topTier
      ? [{ id: 'top', label: tierName(topTier.tier), value: t('draw.oneIn', { odds: format.decimal(oneIn(topTier.odds)) }) }]
      : []),
    ...(returned ? [{ id: 'return', label: t('draw.returns'), value: t('draw.percent', { percent: returned }) }] : []),
  ];
  return (
    <Card className="relative overflow-hidden md:p-8">
      <Streams className="pointer-events-none absolute top-24 right-4 h-40 w-24 opacity-20 md:top-0 md:right-0 md:h-64 md:w-64 md:opacity-30" />
      <div className="relative grid gap-4 md:min-h-[340px] md:grid-cols-[minmax(0,1fr)_200px] md:gap-6">
        <div className="grid content-start gap-2">
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="text-[1.5rem] md:text-2xl">{words(contest.product.names)}</h2>
            <StatusBadge status={statusWithTime(contest.state, contest.closesAt, now)} />
            <span className="text-sm whitespace-nowrap text-ink-3">
              {t('draw.number', { number: contest.number })} · {format.dayTime(contest.drawsAt, now)}
            </span>
          </div>
          {contest.jackpotCents ? (
            <div className="mt-3">
              <JackpotFigure minor={contest.jackpotCents} label={t('draw.jackpot')} note={t('draw.jackpotNote')} />
            </div>
          ) : null}
          <FactStrip facts={facts} className="my-4 max-md:grid max-md:grid-cols-2" />
          <div className="flex flex-wrap gap-3 max-md:[&>*]:w-full">
            <LinkButton look="primary" size="large" href={`/draws/${contest.id}/play`}>
              {t('draw.choose')}
            </LinkButton>
            {figures ? (
              <LinkButton size="large" href={`/draws/${contest.id}/play?quick=1`}>
                <Dices aria-hidden="true" className="icon" />
                {t('draw.quick', { amount: format.money(BigInt(figures.unitPriceCents)) })}
              </LinkButton>
            ) : null}
          </div>
        </div>
        <div className="grid gap-2 self-end rounded-2 border border-line bg-surface px-4 py-3 max-md:order-first">
          <p className="text-sm text-ink-2">{t('draw.closesAt', { time: format.dayTime(contest.closesAt, now) })}</p>
          <p className="figure text-[1.625rem]">
            <Countdown at={contest.closesAt} />
          </p>
          <Meter share={share} label={t('draw.elapsed', { share: format.bps(Math.round(share * 10_000), 0) })} />
        </div>
      </div>
    </Card>
  );
}
