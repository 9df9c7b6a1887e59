import { useQuery } from '@tanstack/react-query';
import { Button, Card, EmptyState, ErrorState, LinkButton, LoadingState, Money, PageHead, TextLink, useFormat } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { walletQuery } from '../../../api/queries.ts';
import type { Me } from '../../../api/wire.ts';
import { SignedIn } from '../../../session/signed-in.tsx';
import { useSignIn } from '../../../session/use-session.ts';
import { StatementCard } from './statement-card.tsx';

export function AccountPage() {
  return <SignedIn kinds={['player']}>{(me) => <Account me={me} />}</SignedIn>;
}

const LINKS = [
  { href: '/account/identity', name: 'identity' },
  { href: '/account/limits', name: 'limits' },
] as const;

function Account(props: { me: Me }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { signOut } = useSignIn();
  const wallet = useQuery(walletQuery);
  const { account, name, email } = props.me;
  return (
    <>
      <PageHead title={name} lead={email} aside={<Button onPress={() => void signOut()}>{t('wallet.signOut')}</Button>} />
      <div className="grid items-start gap-4 md:grid-cols-[320px_minmax(0,1fr)] md:gap-6">
        <div className="grid gap-4">
          <Card title={t('wallet.balance')}>
            <p className="figure text-2xl">
              <Money minor={account?.availableCents ?? '0'} />
            </p>
            {account && account.heldCents !== '0' ? (
              <p className="mt-2 text-sm text-ink-2">
                {t('wallet.held')} <Money minor={account.heldCents} />
              </p>
            ) : null}
            <div className="mt-4 flex flex-wrap gap-2">
              <LinkButton look="primary" href="/account/deposit">
                {t('deposit.title')}
              </LinkButton>
              <LinkButton href="/account/withdraw">{t('withdraw.title')}</LinkButton>
            </div>
          </Card>
          <Card title={t('wallet.care')}>
            <ul className="grid gap-1">
              {LINKS.map(({ href, name: door }) => (
                <li key={href}>
                  <TextLink href={href} className="inline-block py-2">
                    {t(`nav.${door}`)}
                  </TextLink>
                </li>
              ))}
            </ul>
          </Card>
        </div>
        <div className="grid gap-4">
          <Card title={t('wallet.movements')}>
            {wallet.isError ? <ErrorState problem={shownProblem(wallet.error)} /> : null}
            {wallet.isPending ? <LoadingState /> : null}
            {wallet.data?.length === 0 ? (
              <EmptyState action={<LinkButton href="/">{t('nav.draws')}</LinkButton>}>{t('wallet.none')}</EmptyState>
            ) : null}
            <ul>
              {wallet.data?.map((entry) => (
                <li key={entry.id} className="grid grid-cols-[1fr_auto] gap-x-4 border-b border-line py-2 last:border-b-0">
                  <span>{t(`kind.${entry.kind}`, { defaultValue: entry.kind })}</span>
                  <b className={`text-right ${entry.amountCents.startsWith('-') ? '' : 'text-good-ink'}`}>
                    <Money minor={entry.amountCents} signed />
                  </b>
                  <span className="text-sm text-ink-3">{format.moment(entry.at, 'day-time')}</span>
                  <span className="truncate text-right font-mono text-xs text-ink-3">{entry.reference}</span>
                </li>
              ))}
            </ul>
          </Card>
          <StatementCard />
        </div>
      </div>
    </>
  );
}
