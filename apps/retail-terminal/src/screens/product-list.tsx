import { Countdown, KeyCap, Money } from '@valira/ui';
import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OfferedProduct } from '../sale/basket.ts';
import { useProductName } from './use-product-name.ts';

/** Products with the digit that sells them; what may not be sold here says why. */
export function ProductList(props: { offered: readonly OfferedProduct[]; chosen: number | null }) {
  const { t } = useTranslation('terminal');
  const nameOf = useProductName();
  return (
    <section aria-label={t('products.title')} className="flex flex-col overflow-y-auto border-r border-line bg-surface">
      <h1 className="sr-only">{t('keys.sell')}</h1>
      {props.offered.length === 0 ? <p className="p-4 text-ink-2">{t('products.none')}</p> : null}
      <ol>
        {props.offered.map((offered, index) => {
          const digit = index + 1;
          const { product, contest } = offered;
          return (
            <li
              key={contest.id}
              aria-current={digit === props.chosen ? 'true' : undefined}
              className={`grid min-h-[62px] grid-cols-[auto_1fr_auto] items-center gap-3 border-b border-line px-3.5 ${digit === props.chosen ? 'bg-primary-soft shadow-[inset_4px_0_0_var(--primary)]' : ''}`}
            >
              <KeyCap dashed={!offered.sellable}>{digit}</KeyCap>
              <div className="grid min-w-0 leading-[1.3]">
                <b className={`truncate ${offered.sellable ? '' : 'font-medium text-ink-3'}`}>{nameOf(offered)}</b>
                <span className="text-xs text-ink-2">
                  {!offered.sellable ? (
                    t(product.family === 'pool' ? 'products.onlineOnly' : 'products.closed')
                  ) : contest.jackpotCents ? (
                    <>
                      {t('products.jackpot')} <Money minor={contest.jackpotCents} cents="jackpot" />
                    </>
                  ) : (
                    t('products.draw', { number: contest.number })
                  )}
                </span>
              </div>
              {offered.sellable ? (
                <div className="grid justify-items-end leading-[1.3]">
                  <b>
                    <Money minor={product.figures?.unitPriceCents ?? product.definition.stake?.unitCents ?? '0'} />
                  </b>
                  <span className="inline-flex items-center gap-1 text-xs text-ink-2">
                    <Clock aria-hidden="true" className="icon" />
                    <Countdown at={contest.closesAt} />
                  </span>
                </div>
              ) : null}
            </li>
          );
        })}
      </ol>
      <div className="mt-auto grid gap-1.5 border-t border-line bg-surface-2 p-3.5 text-sm text-ink-2">
        <p className="font-medium text-ink">{t('faster.title')}</p>
        <p>
          <KeyCap>1</KeyCap> <KeyCap>↵</KeyCap> {t('faster.one')}
        </p>
        <p>
          <KeyCap>1</KeyCap> <KeyCap>4</KeyCap> <KeyCap>↵</KeyCap> {t('faster.four')}
        </p>
        <p>{t('faster.scan')}</p>
      </div>
    </section>
  );
}
