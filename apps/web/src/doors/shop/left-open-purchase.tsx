import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Notice, TextLink } from '@valira/ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { purchaseLeftOpen, resolvePurchase } from '../../api/place-ticket.ts';

/** A purchase whose answer was lost with the page is resolved now, and the buyer is told which it was. */
export function LeftOpenPurchase() {
  const { t } = useTranslation('shop');
  const client = useQueryClient();
  const resolving = useQuery({
    queryKey: ['left-open-purchase'],
    queryFn: async () => {
      const key = purchaseLeftOpen();
      return key === null ? null : await resolvePurchase(key);
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: true,
    retryDelay: 4_000,
  });
  const purchase = resolving.data;
  useEffect(() => {
    if (purchase) void client.invalidateQueries({ queryKey: ['tickets'] });
  }, [client, purchase]);
  if (resolving.isPending && purchaseLeftOpen() !== null) {
    return (
      <Notice tone="warn" role="status" className="mb-4">
        {t('purchase.asking')}
      </Notice>
    );
  }
  if (!purchase) return null;
  return (
    <Notice tone={purchase.outcome === 'sold' ? 'good' : 'calm'} role="status" className="mb-4">
      {purchase.outcome === 'sold' ? (
        <>
          {t('purchase.lateSold')} <TextLink href={`/tickets/${purchase.ticket.id}`}>{t('purchase.see')}</TextLink>
        </>
      ) : (
        t('purchase.lateNotSold')
      )}
    </Notice>
  );
}
