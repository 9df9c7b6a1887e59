/** Taking out: to the declared account, as much as there is; and what became of earlier ones. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  FactRows,
  LinkButton,
  LoadingState,
  Money,
  Notice,
  PageHead,
  StatusBadge,
  useFormat,
} from '@valira/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { SignedIn } from '../../../session/signed-in.tsx';
import {
  cancelWithdrawal,
  MONEY_KEYS,
  ownWalletQuery,
  requestWithdrawal,
  type Wallet,
  type Withdrawal,
  withdrawalsQuery,
} from './account-api.ts';
import { AmountField, readAmount } from './amount-field.tsx';

export function WithdrawPage() {
  return <SignedIn kinds={['player']}>{() => <TakeOut />}</SignedIn>;
}

function TakeOut() {
  const { t } = useTranslation('account');
  const wallet = useQuery(ownWalletQuery);
  const rows = useQuery(withdrawalsQuery);
  return (
    <div className="mx-auto grid w-full max-w-[40rem] gap-4">
      <PageHead crumbs={[{ href: '/account', label: t('nav.account') }, { label: t('withdraw.title') }]} title={t('withdraw.title')} />
      {wallet.isError ? <ErrorState problem={shownProblem(wallet.error)} /> : null}
      {wallet.data ? <Ask wallet={wallet.data} /> : <LoadingState />}
      <Card title={t('withdraw.earlier')}>
        {rows.isError ? <ErrorState problem={shownProblem(rows.error)} /> : null}
        {rows.data?.length === 0 ? <EmptyState>{t('withdraw.none')}</EmptyState> : null}
        <ul>
          {rows.data?.map((row) => (
            <Earlier key={row.id} row={row} />
          ))}
        </ul>
      </Card>
    </div>
  );
}

const useRefresh = () => {
  const client = useQueryClient();
  return () => {
    for (const queryKey of MONEY_KEYS) void client.invalidateQueries({ queryKey });
  };
};

function Ask(props: { wallet: Wallet }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const refresh = useRefresh();
  const { wallet } = props;
  const [amount, setAmount] = useState('');
  const [wrong, setWrong] = useState<string>();
  const key = useRef(crypto.randomUUID());
  const asking = useMutation({
    mutationFn: (cents: bigint) => requestWithdrawal(cents, key.current),
    onSuccess: () => {
      key.current = crypto.randomUUID();
      setAmount('');
      refresh();
    },
  });
  const most = BigInt(wallet.withdrawableCents);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const cents = readAmount(amount);
    setWrong(cents === null ? t('amount.needed') : cents > most ? t('withdraw.most', { amount: format.money(most) }) : undefined);
    if (cents !== null && cents <= most) asking.mutate(cents);
  };
  return (
    <Card>
      <FactRows
        className="mb-4"
        facts={[
          { id: 'available', label: t('withdraw.available'), value: <Money minor={wallet.availableCents} /> },
          ...(wallet.heldCents === '0' ? [] : [{ id: 'held', label: t('withdraw.held'), value: <Money minor={wallet.heldCents} /> }]),
          ...(wallet.owedCents === '0' ? [] : [{ id: 'owed', label: t('withdraw.owed'), value: <Money minor={wallet.owedCents} /> }]),
          ...(wallet.account
            ? [{ id: 'account', label: t('withdraw.account'), value: `${wallet.account.holder} · ···· ${wallet.account.ibanEnd}` }]
            : []),
        ]}
      />
      {wallet.withdrawalRefusal ? (
        <Notice tone="warn">
          <p>{t(`withdraw.why.${wallet.withdrawalRefusal}`, { defaultValue: t('withdraw.why.other') })}</p>
          {wallet.withdrawalRefusal === 'identity_not_verified' ? (
            <LinkButton href="/account/identity" className="mt-2">
              {t('nav.identity')}
            </LinkButton>
          ) : null}
        </Notice>
      ) : (
        <form onSubmit={send} noValidate className="grid gap-4">
          <AmountField
            label={t('withdraw.amount')}
            value={amount}
            onChange={setAmount}
            error={wrong}
            {...(most > 0n ? { suggestions: [most] } : {})}
          />
          {asking.isError ? <ErrorState problem={shownProblem(asking.error)} /> : null}
          {asking.isSuccess ? (
            <Notice tone="good" role="status">
              {asking.data.state === 'requested' ? t('withdraw.asked') : t('withdraw.accepted')}
            </Notice>
          ) : null}
          <Button type="submit" look="primary" size="large" isDisabled={asking.isPending}>
            {t('withdraw.action')}
          </Button>
          <p className="text-sm text-ink-2">{t('withdraw.lead')}</p>
        </form>
      )}
    </Card>
  );
}

const LOOK: Readonly<Record<string, string>> = {
  requested: 'pending',
  reviewed: 'pending',
  approved: 'approved',
  exported: 'sold',
  paid: 'paid',
  returned: 'refused',
  cancelled: 'cancelled',
  rejected: 'refused',
};

function Earlier(props: { row: Withdrawal }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const refresh = useRefresh();
  const cancelling = useMutation({ mutationFn: () => cancelWithdrawal(props.row.id), onSettled: refresh });
  const { amountCents, state, requestedAt, cancellable, endReason } = props.row;
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0">
      <span className="text-sm text-ink-2">{format.moment(requestedAt, 'day-time')}</span>
      <b className="text-right">
        <Money minor={amountCents} />
      </b>
      <span className="flex flex-wrap items-center gap-2">
        <StatusBadge status={LOOK[state] ?? state}>{t(`withdraw.state.${state}`)}</StatusBadge>
        {endReason ? <span className="text-xs text-ink-3">{endReason}</span> : null}
      </span>
      {cancellable ? (
        <Button size="small" isDisabled={cancelling.isPending} onPress={() => cancelling.mutate()}>
          {t('withdraw.cancel')}
        </Button>
      ) : null}
    </li>
  );
}
