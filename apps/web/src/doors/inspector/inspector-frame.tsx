import { Outlet, useLocation } from '@tanstack/react-router';
import { Button, LanguageSwitch, LogoMark, ThemeSwitch } from '@valira/ui';
import { Eye } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { Link } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { SignedIn } from '../../session/signed-in.tsx';
import { useSignIn } from '../../session/use-session.ts';

const doors = [
  { href: '/inspector', name: 'records' },
  { href: '/inspector/seals', name: 'seals' },
  { href: '/inspector/receipts', name: 'receipts' },
  { href: '/inspector/audit', name: 'audit' },
  { href: '/inspector/tickets', name: 'tickets' },
] as const;

export function InspectorFrame() {
  return <SignedIn kinds={['inspector']}>{(me) => <Portal name={me.name} />}</SignedIn>;
}

function Portal(props: { name: string }) {
  const { t } = useTranslation('inspector');
  const { pathname } = useLocation();
  const { signOut } = useSignIn();
  useEffect(() => {
    document.title = `${t('frame.title')} · Valira`;
  }, [t]);
  const current = (href: string): boolean =>
    href === '/inspector' ? /^\/inspector(\/records.*)?\/?$/.test(pathname) : pathname.startsWith(href);
  return (
    <div className="flex min-h-dvh flex-col text-[0.84375rem] [font-stretch:96%]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:bg-surface focus:p-3"
      >
        {t('frame.skip')}
      </a>
      <header className="border-b-[3px] border-seal bg-surface">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 px-3 py-2.5 md:px-6">
          <Link href="/inspector" className="inline-flex items-center gap-2 text-lg leading-tight font-bold text-ink no-underline">
            <LogoMark className="size-7" />
            <span>
              {t('frame.title')}
              <small className="block text-xs font-text text-ink-3">{t('frame.readOnly')}</small>
            </span>
          </Link>
          <nav aria-label={t('frame.sections')} className="flex flex-wrap gap-1">
            {doors.map(({ href, name }) => (
              <Link
                key={href}
                href={href}
                {...(current(href) ? { 'aria-current': 'page' as const } : {})}
                className={`rounded-2 px-3 py-1.5 font-medium no-underline ${current(href) ? 'bg-seal-soft text-seal-ink' : 'text-ink-2 hover:bg-surface-2'}`}
              >
                {t(`frame.door.${name}`)}
              </Link>
            ))}
          </nav>
          <p className="ml-auto flex max-w-[18rem] items-center gap-2.5 rounded-2 bg-seal-soft px-3 py-1.5 text-xs text-seal-ink">
            <Eye aria-hidden="true" className="icon" />
            {t('frame.logged')}
          </p>
          <span className="font-medium">{props.name}</span>
          <Button size="small" onPress={() => void signOut()}>
            {t('frame.signOut')}
          </Button>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex-1 px-3 pt-4 pb-6 outline-none md:px-6">
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
      <footer className="flex gap-5 border-t border-line px-3 py-3 text-xs md:px-6">
        <LanguageSwitch />
        <ThemeSwitch />
      </footer>
    </div>
  );
}
