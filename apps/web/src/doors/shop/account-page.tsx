import { useQuery } from '@tanstack/react-query';
import { Button, Card, EmptyState, ErrorState, LinkButton, LoadingState, Money, PageHead, useFormat } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../api/problem.ts';
import { walletQuery } from '../../api/queries.ts';
import type { Me } from '../../api/wire.ts';
import { SignedIn } from '../../session/signed-in.tsx';
import { useSignIn } from '../../session/use-session.ts';

export function AccountPage() {
  return <SignedIn kinds={['player']}>{(me) => <Account me={me} />}</SignedIn>;
}

function Account(props: { me: Me }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const { signOut } = useSignIn();
  const wallet = useQuery(walletQuery);
  const { account, name, email } = props.me;
  return (
    <>
      <PageHead title={name} lead={email} aside={<Button onPress={() => void signOut()}>{t('account.signOut')}</Button>} />
      <div className="grid items-start gap-4 md:grid-cols-[300px_minmax(0,1fr)] md:gap-6">
        <Card title={t('account.balance')}>
          <p className="figure text-2xl">
            <Money minor={account?.availableCents ?? '0'} />
          </p>
          {account && account.heldCents !== '0' ? (
            <p className="mt-2 text-sm text-ink-2">
              {t('account.held')} <Money minor={account.heldCents} />
            </p>
          ) : null}
        </Card>
        <Card title={t('account.movements')}>
          {wallet.isError ? <ErrorState problem={shownProblem(wallet.error)} /> : null}
          {wallet.isPending ? <LoadingState /> : null}
          {wallet.data?.length === 0 ? (
            <EmptyState action={<LinkButton href="/">{t('tickets.today')}</LinkButton>}>{t('account.none')}</EmptyState>
          ) : null}
          <ul>
            {wallet.data?.map((entry) => (
              <li key={entry.id} className="grid grid-cols-[1fr_auto] gap-x-4 border-b border-line py-2 last:border-b-0">
                <span>{t(`account.kind.${entry.kind}`, { defaultValue: entry.kind })}</span>
                <b className={`text-right ${entry.amountCents.startsWith('-') ? '' : 'text-good-ink'}`}>
                  <Money minor={entry.amountCents} signed />
                </b>
                <span className="text-sm text-ink-3">{format.moment(entry.at, 'day-time')}</span>
                <span className="truncate text-right font-mono text-xs text-ink-3">{entry.reference}</span>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  );
}
