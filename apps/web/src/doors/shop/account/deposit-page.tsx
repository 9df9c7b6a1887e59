/** Paying in: amount, card at the provider, and what became of it. The address holds the deposit, so a reload or the bank's page lose nothing. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, ErrorState, LinkButton, LoadingState, Notice, PageHead, useFormat } from '@valira/ui';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem, shownProblem } from '../../../api/problem.ts';
import { SignedIn } from '../../../session/signed-in.tsx';
import { cancelDeposit, type Deposit, depositQuery, depositTermsQuery, MONEY_KEYS, openDeposit, payDeposit } from './account-api.ts';
import { AmountField, readAmount } from './amount-field.tsx';
import { CardForm } from './card-form.tsx';
import { DeclineNotice } from './decline-notice.tsx';

const StripeForm = lazy(async () => ({ default: (await import('./stripe-form.tsx')).StripeForm }));

const SUGGESTED = [1_000n, 2_000n, 5_000n, 10_000n];

const idInAddress = (): string | null => new URLSearchParams(location.search).get('deposit');

export function DepositPage() {
  return <SignedIn kinds={['player']}>{() => <DepositMoney />}</SignedIn>;
}

function DepositMoney() {
  const { t } = useTranslation('account');
  const [id, setId] = useState(idInAddress);
  const keep = (next: string | null) => {
    history.replaceState(history.state, '', next ? `/account/deposit?deposit=${next}` : '/account/deposit');
    setId(next);
  };
  return (
    <div className="mx-auto grid w-full max-w-[34rem] gap-4">
      <PageHead crumbs={[{ href: '/account', label: t('nav.account') }, { label: t('deposit.title') }]} title={t('deposit.title')} />
      {id ? <PayDeposit id={id} onAgain={() => keep(null)} /> : <ChooseAmount onOpened={keep} />}
    </div>
  );
}

function ChooseAmount(props: { onOpened: (id: string) => void }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const terms = useQuery(depositTermsQuery);
  const [amount, setAmount] = useState('');
  const [wrong, setWrong] = useState<string>();
  // One key per amount asked for: a second press, or an answer that was lost, opens no second deposit.
  const key = useRef({ amount: '', key: '' });
  const opening = useMutation({
    mutationFn: (cents: bigint) => {
      if (key.current.amount !== String(cents)) key.current = { amount: String(cents), key: crypto.randomUUID() };
      return openDeposit(cents, key.current.key);
    },
    onSuccess: ({ id }) => props.onOpened(id),
  });
  if (terms.isError) return <ErrorState problem={shownProblem(terms.error)} />;
  if (!terms.data) return <LoadingState />;
  if (!terms.data.available) return <Notice tone="warn">{t('deposit.unavailable')}</Notice>;
  const bounds = { min: format.money(BigInt(terms.data.minCents)), max: format.money(BigInt(terms.data.maxCents)) };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const cents = readAmount(amount);
    const within = cents !== null && cents >= BigInt(terms.data.minCents) && cents <= BigInt(terms.data.maxCents);
    setWrong(cents === null ? t('amount.needed') : within ? undefined : t('deposit.bounds', bounds));
    if (cents !== null && within) opening.mutate(cents);
  };
  const limit = opening.error instanceof Problem && /limit/.test(opening.error.code);
  return (
    <Card>
      <form onSubmit={send} noValidate className="grid gap-4">
        <AmountField
          label={t('deposit.amount')}
          value={amount}
          onChange={setAmount}
          error={wrong}
          hint={t('deposit.bounds', bounds)}
          suggestions={SUGGESTED}
        />
        {opening.isError ? (
          <ErrorState
            problem={shownProblem(opening.error)}
            {...(limit ? { action: <LinkButton href="/account/limits">{t('nav.limits')}</LinkButton> } : {})}
          />
        ) : null}
        <Button type="submit" look="primary" size="large" isDisabled={opening.isPending}>
          {t('deposit.continue')}
        </Button>
        <p className="text-sm text-ink-2">{t('deposit.ownCard')}</p>
      </form>
    </Card>
  );
}

function PayDeposit(props: { id: string; onAgain: () => void }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const client = useQueryClient();
  const deposit = useQuery(depositQuery(props.id));
  const terms = useQuery({
    queryKey: ['deposit-payment', props.id],
    queryFn: () => payDeposit(props.id),
    enabled: deposit.data?.state === 'open',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [sent, setSent] = useState(false);
  const cancelling = useMutation({ mutationFn: () => cancelDeposit(props.id), onSuccess: () => void deposit.refetch() });
  const state = deposit.data?.state;
  useEffect(() => {
    if (state === 'credited') for (const queryKey of MONEY_KEYS) void client.invalidateQueries({ queryKey });
  }, [state, client]);
  if (deposit.isError) return <ErrorState problem={shownProblem(deposit.error)} />;
  if (!deposit.data) return <LoadingState />;
  const amount = format.money(BigInt(deposit.data.amountCents));
  if (state !== 'open') return <Ended deposit={deposit.data} amount={amount} onAgain={props.onAgain} />;
  const returnUrl = `${location.origin}/account/deposit?deposit=${props.id}`;
  const pay = t('deposit.pay', { amount });
  return (
    <Card title={pay}>
      {terms.isError ? <ErrorState problem={shownProblem(terms.error)} /> : null}
      {terms.isPending ? <LoadingState /> : null}
      {sent ? (
        <Notice role="status">{t('deposit.waiting')}</Notice>
      ) : terms.data ? (
        <>
          {deposit.data.declinedCode ? <DeclineNotice code={deposit.data.declinedCode} /> : null}
          {terms.data.simulatorUrl ? (
            <CardForm
              terms={terms.data}
              simulatorUrl={terms.data.simulatorUrl}
              returnUrl={returnUrl}
              pay={pay}
              onPaid={() => setSent(true)}
            />
          ) : (
            <Suspense fallback={<LoadingState />}>
              <StripeForm terms={terms.data} returnUrl={returnUrl} pay={pay} onPaid={() => setSent(true)} />
            </Suspense>
          )}
        </>
      ) : null}
      {sent ? null : (
        <Button look="text" className="mt-3" isDisabled={cancelling.isPending} onPress={() => cancelling.mutate()}>
          {t('deposit.cancel')}
        </Button>
      )}
    </Card>
  );
}

function Ended(props: { deposit: Deposit; amount: string; onAgain: () => void }) {
  const { t } = useTranslation('account');
  const credited = props.deposit.state === 'credited';
  return (
    <div className="grid gap-4">
      <Notice tone={credited ? 'good' : 'calm'} role="status">
        {credited ? t('deposit.credited', { amount: props.amount }) : t('deposit.cancelled', { amount: props.amount })}
      </Notice>
      <div className="flex flex-wrap gap-2">
        <LinkButton look="primary" href="/">
          {t('nav.draws')}
        </LinkButton>
        <LinkButton href="/account">{t('nav.account')}</LinkButton>
        <Button onPress={props.onAgain}>{t('deposit.again')}</Button>
      </div>
    </div>
  );
}
