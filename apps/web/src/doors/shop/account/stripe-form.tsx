/** The provider's own form (Payment Element), loaded from the provider when it is needed and from nowhere else. */

import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { Button, LoadingState } from '@valira/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentTerms } from './account-api.ts';
import { DeclineNotice } from './decline-notice.tsx';

type Open = { readonly stripe: Stripe; readonly elements: StripeElements };

export function StripeForm(props: { terms: PaymentTerms; returnUrl: string; pay: string; onPaid: () => void }) {
  const { i18n } = useTranslation('account');
  const { clientSecret, publishableKey } = props.terms;
  const place = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [declined, setDeclined] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { language } = i18n;

  useEffect(() => {
    let gone = false;
    void loadStripe(publishableKey, { locale: language as 'ca' as never }).then((stripe) => {
      if (gone || !stripe || !place.current) return;
      const elements = stripe.elements({ clientSecret });
      elements.create('payment').mount(place.current);
      setOpen({ stripe, elements });
    });
    return () => {
      gone = true;
    };
  }, [clientSecret, publishableKey, language]);

  const pay = async () => {
    if (!open) return;
    setBusy(true);
    const { error } = await open.stripe.confirmPayment({
      elements: open.elements,
      confirmParams: { return_url: props.returnUrl },
      redirect: 'if_required',
    });
    setBusy(false);
    setDeclined(error ? (error.decline_code ?? error.code ?? 'other') : null);
    if (!error) props.onPaid();
  };

  return (
    <div className="grid gap-4">
      {open ? null : <LoadingState />}
      <div ref={place} />
      {declined ? <DeclineNotice code={declined} /> : null}
      <Button look="primary" size="large" isDisabled={busy || !open} onPress={() => void pay()}>
        {props.pay}
      </Button>
    </div>
  );
}
