import { Outlet, useLocation } from '@tanstack/react-router';
import { Button, LanguageSwitch, LogoMark, ThemeSwitch } from '@valira/ui';
import { Banknote, BookOpen, CircleDot, Flag, Gauge, Layers, type LucideIcon, Pencil } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { Link } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/wire.ts';
import { SignedIn } from '../../session/signed-in.tsx';
import { useSignIn } from '../../session/use-session.ts';

type Door = {
  readonly href: string;
  readonly name: string;
  readonly icon: LucideIcon;
  /** Who may read what is behind it; everybody of the staff where it does not say. */
  readonly roles?: readonly string[];
};

const doors: readonly Door[] = [
  { href: '/console', name: 'dashboard', icon: Gauge },
  { href: '/console/products', name: 'products', icon: Pencil },
  { href: '/console/draws', name: 'draws', icon: CircleDot },
  { href: '/console/races', name: 'races', icon: Flag },
  { href: '/console/payments', name: 'payments', icon: Banknote, roles: ['finance', 'admin'] },
  { href: '/console/instants', name: 'instants', icon: Layers },
  { href: '/console/ledger', name: 'ledger', icon: BookOpen, roles: ['finance', 'admin'] },
];

export function ConsoleFrame() {
  return (
    <div className="min-h-dvh">
      <SignedIn kinds={['staff']}>{(me) => <Office me={me} />}</SignedIn>
    </div>
  );
}

function Office(props: { me: Me }) {
  const { t } = useTranslation('console');
  const { pathname } = useLocation();
  const { signOut } = useSignIn();
  const { me } = props;
  useEffect(() => {
    document.title = `${t('frame.title')} · Valira`;
  }, [t]);
  const open = doors.filter(({ roles }) => roles === undefined || roles.some((role) => me.roles.includes(role)));
  const current = (href: string): boolean => (href === '/console' ? /^\/console\/?$/.test(pathname) : pathname.startsWith(href));
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] text-[0.84375rem] [font-stretch:96%] md:grid-cols-[212px_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:bg-surface focus:p-3"
      >
        {t('frame.skip')}
      </a>
      <header className="flex flex-col gap-0.5 border-line bg-surface px-2.5 py-3.5 max-md:border-b md:sticky md:top-0 md:h-dvh md:border-r">
        <Link
          href="/console"
          className="flex items-center gap-2 rounded-2 px-2 pb-3.5 text-lg leading-tight font-[740] text-ink no-underline"
        >
          <LogoMark className="size-[26px]" />
          <span>
            Valira
            <small className="block text-xs font-text text-ink-3">{t('frame.title')}</small>
          </span>
        </Link>
        <nav aria-label={t('frame.sections')} className="flex flex-col gap-0.5 max-md:flex-row max-md:flex-wrap">
          {open.map(({ href, name, icon: Icon }) => (
            <Link
              key={href}
              href={href}
              {...(current(href) ? { 'aria-current': 'page' as const } : {})}
              className={`flex items-center gap-2.5 rounded-2 px-2.5 py-1.5 font-medium no-underline ${current(href) ? 'bg-primary-soft text-primary-ink' : 'text-ink-2 hover:bg-surface-2'}`}
            >
              <Icon aria-hidden="true" className="icon" />
              {t(`frame.door.${name}`)}
            </Link>
          ))}
        </nav>
        <div className="mt-auto grid gap-2 border-t border-line px-2 pt-3 max-md:mt-3">
          <div className="flex items-center gap-2.5 leading-tight">
            <span aria-hidden="true" className="grid size-[30px] flex-none place-items-center rounded-full bg-surface-3 text-xs font-bold">
              {me.name
                .split(/\s+/)
                .map((part) => part.charAt(0))
                .join('')
                .slice(0, 2)}
            </span>
            <span className="min-w-0">
              <b className="block truncate font-medium">{me.name}</b>
              <span className="block text-xs text-ink-3">
                {me.roles.map((role) => t(`role.${role}`, { defaultValue: role })).join(', ')}
              </span>
            </span>
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
          <Button size="small" onPress={() => void signOut()}>
            {t('frame.signOut')}
          </Button>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 px-3 pt-4 pb-6 outline-none md:px-6">
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
