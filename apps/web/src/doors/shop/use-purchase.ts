/** The states of one purchase on a page: choosing → sending → sold, refused, or unknown → resolved. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isOutcomeUnknown, type KeptPurchase, type Order, placeTicket, resolvePurchase } from '../../api/place-ticket.ts';
import { isSessionOver } from '../../api/problem.ts';
import type { SoldTicket } from '../../api/wire.ts';

const ASK_AGAIN_MS = 4_000;

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
  const sent = useRef<KeptPurchase | null>(null);

  const settled = useCallback(() => {
    for (const queryKey of [['me'], ['tickets'], ['contests'], ['wallet']]) void client.invalidateQueries({ queryKey });
  }, [client]);

  const ask = useCallback(async () => {
    if (sent.current === null) return;
    setState({ step: 'unknown', asking: true });
    try {
      const purchase = await resolvePurchase(sent.current);
      setState(purchase.outcome === 'sold' ? { step: 'sold', ticket: purchase.ticket } : { step: 'not-sold' });
      settled();
    } catch (error) {
      setState({ step: 'unknown', asking: false });
      if (isSessionOver(error)) settled();
    }
  }, [settled]);

  // The buyer is told that we keep asking, so we do: every few seconds, and at once when the connection is back.
  useEffect(() => {
    if (state.step !== 'unknown' || state.asking) return;
    const again = () => void ask();
    const later = setTimeout(again, ASK_AGAIN_MS);
    addEventListener('online', again);
    return () => {
      clearTimeout(later);
      removeEventListener('online', again);
    };
  }, [state, ask]);

  const buy = useCallback(
    async (order: Order, accountId: string) => {
      sent.current = { accountId, key: crypto.randomUUID() };
      setState({ step: 'sending' });
      try {
        const purchase = await placeTicket(order, sent.current);
        if (purchase.outcome === 'sold') setState({ step: 'sold', ticket: purchase.ticket });
        settled();
      } catch (error) {
        if (isOutcomeUnknown(error)) await ask();
        else {
          setState({ step: 'refused', error });
          // The page showed something that no longer holds: a balance, an open draw, a session.
          settled();
        }
      }
    },
    [ask, settled],
  );

  const startAgain = useCallback(() => setState({ step: 'choosing' }), []);
  return { state, buy, ask, startAgain };
}
