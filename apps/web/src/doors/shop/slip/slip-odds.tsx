import { Card, useFormat } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../api/wire.ts';
import { oneIn, returnedShare } from '../odds-text.ts';
import { useTierName } from '../use-tier-name.ts';

/** Odds of one line per tier and what comes back in prizes, shown before paying. */
export function SlipOdds(props: { product: Product; lines: number }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const tierName = useTierName();
  const { figures } = props.product;
  const returned = returnedShare(props.product);
  if (!figures) return null;
  return (
    <Card title={t('odds.title')}>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 md:flex md:flex-wrap md:gap-x-4">
        {figures.tiers.map((tier) => (
          <div key={tier.tier}>
            <dt className="text-sm text-ink-2">{tierName(tier.tier)}</dt>
            <dd className="font-bold whitespace-nowrap">{t('draw.oneIn', { odds: format.decimal(oneIn(tier.odds)) })}</dd>
          </div>
        ))}
        {figures.overallOdds ? (
          <div className="col-span-full border-t border-line pt-2 md:ml-auto md:border-t-0 md:pt-0">
            <dt className="text-sm text-ink-2">{t('draw.anyPrize')}</dt>
            <dd className="font-bold whitespace-nowrap">{t('draw.oneIn', { odds: format.decimal(oneIn(figures.overallOdds)) })}</dd>
          </div>
        ) : null}
      </dl>
      <p className="mt-3 text-sm text-ink-2">
        {returned ? t('odds.returns', { percent: returned }) : null} {t('odds.most')}
      </p>
      {props.lines > 1 ? <p className="text-sm text-ink-3">{t('odds.perLine')}</p> : null}
    </Card>
  );
}
