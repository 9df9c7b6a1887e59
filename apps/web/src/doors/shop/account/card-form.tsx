/** The card's fields where the simulator stands in for the provider: they go to it alone, and say so. */
import { useMutation } from '@tanstack/react-query';
import { Button, Notice, TextInput } from '@valira/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentTerms } from './account-api.ts';
import { DeclineNotice } from './decline-notice.tsx';
import { payAtSimulator } from './pay-at-simulator.ts';

const inFours = (text: string): string =>
  text
    .replaceAll(/\D/g, '')
    .slice(0, 19)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ');

export function CardForm(props: { terms: PaymentTerms; simulatorUrl: string; returnUrl: string; pay: string; onPaid: () => void }) {
  const { t } = useTranslation('account');
  const [card, setCard] = useState('');
  const [expiry, setExpiry] = useState('');
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<{ card?: string; expiry?: string; code?: string }>({});
  const paying = useMutation({
    mutationFn: () => payAtSimulator(props.terms, props.simulatorUrl, card, props.returnUrl),
    onSuccess: (paid) => {
      if (paid.outcome === 'ask-holder') location.assign(paid.url);
      if (paid.outcome === 'paid') props.onPaid();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(/^(\d ?){12,19}$/.test(card) ? {} : { card: t('deposit.cardNeeded') }),
      ...(/^(0[1-9]|1[0-2])\s*\/\s*\d{2}$/.test(expiry) ? {} : { expiry: t('deposit.expiryNeeded') }),
      ...(/^\d{3,4}$/.test(code) ? {} : { code: t('deposit.codeNeeded') }),
    };
    setWrong(found);
    if (Object.keys(found).length === 0) paying.mutate();
  };
  return (
    <form onSubmit={send} noValidate className="grid gap-4">
      <Notice>{t('deposit.simulated')}</Notice>
      <TextInput
        label={t('deposit.card')}
        name="card"
        inputMode="numeric"
        autoComplete="cc-number"
        value={card}
        error={wrong.card}
        onChange={(event) => setCard(inFours(event.target.value))}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextInput
          label={t('deposit.expiry')}
          name="expiry"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="12/30"
          value={expiry}
          error={wrong.expiry}
          onChange={(event) => setExpiry(event.target.value)}
        />
        <TextInput
          label={t('deposit.code')}
          name="code"
          inputMode="numeric"
          autoComplete="cc-csc"
          value={code}
          error={wrong.code}
          onChange={(event) => setCode(event.target.value)}
        />
      </div>
      {paying.data?.outcome === 'declined' ? <DeclineNotice code={paying.data.code} /> : null}
      {paying.isError ? <DeclineNotice code="unreachable" /> : null}
      <Button type="submit" look="primary" size="large" isDisabled={paying.isPending}>
        {props.pay}
      </Button>
    </form>
  );
}
