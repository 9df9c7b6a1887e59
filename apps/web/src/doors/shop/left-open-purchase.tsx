import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Notice, TextLink } from '@valira/ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { purchasesLeftOpen, resolvePurchase } from '../../api/place-ticket.ts';

/** Purchases whose answers were lost with the page are resolved now, and the buyer is told which they were. */
export function LeftOpenPurchase({ accountId }: { accountId: string }) {
  const { t } = useTranslation('shop');
  const client = useQueryClient();
  const resolving = useQuery({
    queryKey: ['left-open-purchase', accountId],
    queryFn: () => Promise.all(purchasesLeftOpen(accountId).map(resolvePurchase)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: true,
    retryDelay: 4_000,
  });
  const purchases = resolving.data;
  useEffect(() => {
    if (purchases && purchases.length > 0) void client.invalidateQueries({ queryKey: ['tickets'] });
  }, [client, purchases]);
  if (resolving.isPending && purchasesLeftOpen(accountId).length > 0) {
    return (
      <Notice tone="warn" role="status" className="mb-4">
        {t('purchase.asking')}
      </Notice>
    );
  }
  if (!purchases) return null;
  const sold = purchases.flatMap((purchase) => (purchase.outcome === 'sold' ? [purchase.ticket] : []));
  if (sold.length === 0 && purchases.length > 0) {
    return (
      <Notice tone="calm" role="status" className="mb-4">
        {t('purchase.lateNotSold')}
      </Notice>
    );
  }
  return sold.map(({ id }) => (
    <Notice key={id} tone="good" role="status" className="mb-4">
      {t('purchase.lateSold')} <TextLink href={`/tickets/${id}`}>{t('purchase.see')}</TextLink>
    </Notice>
  ));
}
