import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { BottomBar, type Door, LinkButton, OfflineBand, SessionStrip, ShopFooter, ShopHeader, TextLink } from '@valira/ui';
import { House, ListChecks, Sparkles, Ticket, Trophy, User } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ticketsQuery } from '../../api/queries.ts';
import type { Me } from '../../api/wire.ts';
import { useMe } from '../../session/use-session.ts';
import { LeftOpenPurchase } from './left-open-purchase.tsx';
import { playedToday } from './played-today.ts';
import { sessionStart } from './session-start.ts';
import { useOffline } from './use-offline.ts';

const HELPLINE = '+376 000 000';

function Strip(props: { me: Me }) {
  const { t } = useTranslation('shop');
  const tickets = useQuery(ticketsQuery);
  return (
    <SessionStrip
      sinceMs={sessionStart(props.me.email)}
      playedTodayMinor={tickets.data ? playedToday(tickets.data, Date.now()) : undefined}
    >
      <span className="flex flex-wrap gap-x-4 gap-y-1">
        <TextLink href="/account/deposit">{t('nav.deposit')}</TextLink>
        <TextLink href="/account/limits">{t('nav.limits')}</TextLink>
        <TextLink href="/account">{t('nav.account')}</TextLink>
      </span>
    </SessionStrip>
  );
}

export function ShopFrame() {
  const { t } = useTranslation('shop');
  const { pathname } = useLocation();
  const me = useMe();
  const offlineSince = useOffline();
  const [small, setSmall] = useState(false);
  useEffect(() => {
    document.title = 'Valira';
    const query = matchMedia('(max-width: 47.49rem)');
    const follow = () => setSmall(query.matches);
    follow();
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);

  const doors: readonly (Door & { readonly onWide: boolean })[] = [
    {
      href: '/',
      label: t('nav.draws'),
      current: pathname === '/' || pathname.startsWith('/draws'),
      icon: <House aria-hidden="true" />,
      onWide: true,
    },
    { href: '/races', label: t('nav.races'), current: pathname.startsWith('/races'), icon: <Trophy aria-hidden="true" />, onWide: true },
    {
      href: '/instants',
      label: t('nav.instants'),
      current: pathname.startsWith('/instants'),
      icon: <Sparkles aria-hidden="true" />,
      onWide: true,
    },
    {
      href: '/tickets',
      label: t('nav.tickets'),
      current: pathname.startsWith('/tickets'),
      icon: <Ticket aria-hidden="true" />,
      onWide: true,
    },
    {
      href: '/results',
      label: t('nav.results'),
      current: pathname.startsWith('/results') || pathname.startsWith('/verify'),
      icon: <ListChecks aria-hidden="true" />,
      onWide: true,
    },
    {
      href: '/account',
      label: t('nav.account'),
      current: pathname.startsWith('/account'),
      icon: <User aria-hidden="true" />,
      onWide: false,
    },
  ];

  const player = me?.kind === 'player' && me.account ? me : null;
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:bg-surface focus:p-3"
      >
        {t('nav.skip')}
      </a>
      <div className="sticky top-0 z-20">
        <ShopHeader
          home="/"
          doors={doors.filter((door) => door.onWide)}
          {...(player?.account
            ? { person: { name: player.name, availableMinor: BigInt(player.account.availableCents), href: '/account' } }
            : {})}
          signIn={
            pathname === '/sign-in' || me === undefined ? null : (
              <LinkButton look="secondary" href="/sign-in">
                {t('signIn.enter')}
              </LinkButton>
            )
          }
        />
        {player ? <Strip me={player} /> : null}
        {offlineSince === null ? null : <OfflineBand sinceMs={offlineSince}>{t('offline.cannotBuy')}</OfflineBand>}
      </div>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-[1232px] flex-1 px-3 pt-5 pb-8 outline-none md:px-6 md:pt-8 md:pb-12"
      >
        {player?.account ? <LeftOpenPurchase accountId={player.account.id} /> : null}
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
      <ShopFooter helpline={HELPLINE} operator={t('footer.operator')} licence={t('footer.licence')}>
        <TextLink href="/rules">{t('footer.rules')}</TextLink> · <TextLink href="/check">{t('footer.check')}</TextLink> ·{' '}
        <TextLink href="/verify">{t('footer.verifier')}</TextLink>
      </ShopFooter>
      {small ? <BottomBar doors={doors} /> : null}
    </div>
  );
}
