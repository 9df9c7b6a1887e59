/** The states of one purchase on a page: choosing → sending → sold, refused, or unknown → resolved. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { isOutcomeUnknown, type Order, placeTicket, resolvePurchase } from '../../api/place-ticket.ts';
import type { SoldTicket } from '../../api/wire.ts';

export type PurchaseState =
  | { readonly step: 'choosing' }
  | { readonly step: 'sending' }
  | { readonly step: 'sold'; readonly ticket: SoldTicket }
  | { readonly step: 'refused'; readonly error: unknown }
  | { readonly step: 'unknown'; readonly asking: boolean }
  | { readonly step: 'not-sold' };

export function usePurchase() {
  const client = useQueryClient();
  const [state, setState] = useState<PurchaseState>({ step: 'choosing' });
  const key = useRef('');

  const settled = useCallback(() => {
    for (const queryKey of [['me'], ['tickets'], ['contests'], ['wallet']]) void client.invalidateQueries({ queryKey });
  }, [client]);

  const ask = useCallback(async () => {
    setState({ step: 'unknown', asking: true });
    try {
      const purchase = await resolvePurchase(key.current);
      setState(purchase.outcome === 'sold' ? { step: 'sold', ticket: purchase.ticket } : { step: 'not-sold' });
      settled();
    } catch {
      setState({ step: 'unknown', asking: false });
    }
  }, [settled]);

  const buy = useCallback(
    async (order: Order) => {
      key.current = crypto.randomUUID();
      setState({ step: 'sending' });
      try {
        const purchase = await placeTicket(order, key.current);
        if (purchase.outcome === 'sold') setState({ step: 'sold', ticket: purchase.ticket });
        settled();
      } catch (error) {
        if (isOutcomeUnknown(error)) await ask();
        else setState({ step: 'refused', error });
      }
    },
    [ask, settled],
  );

  const startAgain = useCallback(() => setState({ step: 'choosing' }), []);
  return { state, buy, ask, startAgain };
}
