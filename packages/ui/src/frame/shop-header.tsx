/**
 * Balance and doors of the shop. Balance and session are never hidden: on phones the header stays and the doors move to
 * the bar at the bottom.
 */
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Money } from '../money/money.tsx';
import { useServerNow } from '../time/server-clock.tsx';
import { LogoMark } from './logo.tsx';

export type Door = { readonly href: string; readonly label: string; readonly current: boolean; readonly icon?: ReactNode };

export type HeaderPerson = { readonly name: string; readonly availableMinor: bigint; readonly href: string };

export function ShopHeader(props: { home: string; doors: readonly Door[]; person?: HeaderPerson | undefined; signIn?: ReactNode }) {
  const { t } = useTranslation('ui');
  const initials = props.person?.name
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .join('')
    .slice(0, 2);
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex h-14 w-full max-w-[1232px] items-center gap-3 px-3 md:h-16 md:gap-8 md:px-6">
        <Link
          href={props.home}
          className="inline-flex items-center gap-2 text-[1.25rem] font-[740] tracking-[-0.01em] text-ink no-underline"
        >
          <LogoMark />
          Valira
        </Link>
        <nav aria-label={t('frame.main')} className="hidden gap-1 md:flex">
          {props.doors.map((door) => (
            <Link
              key={door.href}
              href={door.href}
              {...(door.current ? { 'aria-current': 'page' as const } : {})}
              className={`rounded-2 px-3 py-2 font-medium no-underline ${door.current ? 'bg-primary-soft text-primary-ink' : 'text-ink-2 hover:bg-surface-2'}`}
            >
              {door.label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-6">
          {props.person ? (
            <>
              <Link href={props.person.href} className="grid justify-items-end leading-[1.15] text-ink no-underline">
                <span className="text-xs text-ink-3">{t('frame.available')}</span>
                <b className="text-lg font-figure [font-stretch:94%]" data-testid="balance">
                  <Money minor={props.person.availableMinor} />
                </b>
              </Link>
              <Link href={props.person.href} className="hidden items-center gap-2 text-sm text-ink-2 no-underline md:inline-flex">
                <i
                  aria-hidden="true"
                  className="grid size-8 place-items-center rounded-full bg-surface-3 text-sm font-bold text-ink not-italic"
                >
                  {initials}
                </i>
                {props.person.name}
              </Link>
            </>
          ) : (
            props.signIn
          )}
        </div>
      </div>
    </header>
  );
}

/** The strip under the header: minutes of this session and what was played today. */
export function SessionStrip(props: { sinceMs: number; playedTodayMinor?: bigint | undefined; children?: ReactNode }) {
  const { t } = useTranslation('ui');
  const minutes = Math.max(0, Math.floor((useServerNow(15_000) - props.sinceMs) / 60_000));
  return (
    <div className="border-b border-line bg-surface-2 text-sm text-ink-2">
      <div className="mx-auto flex min-h-[34px] w-full max-w-[1232px] flex-wrap items-center gap-x-6 gap-y-1 px-3 whitespace-nowrap md:px-6">
        <span>
          <Clock aria-hidden="true" className="icon mr-1 inline align-[-0.2em] text-ink-3" />
          {t('frame.session')} <b className="font-medium text-ink">{t('time.minutes', { minutes })}</b>
        </span>
        {props.playedTodayMinor === undefined ? null : (
          <span>
            {t('frame.playedToday')}{' '}
            <b className="font-medium text-ink">
              <Money minor={props.playedTodayMinor} />
            </b>
          </span>
        )}
        <span className="ml-auto">{props.children}</span>
      </div>
    </div>
  );
}

/** The doors on a phone. */
export function BottomBar(props: { doors: readonly Door[] }) {
  const { t } = useTranslation('ui');
  return (
    <nav
      aria-label={t('frame.sections')}
      className="sticky bottom-0 z-10 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {props.doors.map((door) => (
        <Link
          key={door.href}
          href={door.href}
          {...(door.current ? { 'aria-current': 'page' as const } : {})}
          className={`grid min-h-14 flex-1 content-center justify-items-center gap-0.5 px-0.5 text-2xs font-medium no-underline [&_svg]:size-[22px] ${
            door.current ? 'text-primary-ink shadow-[inset_0_2px_0_var(--primary)]' : 'text-ink-2'
          }`}
        >
          {door.icon}
          {door.label}
        </Link>
      ))}
    </nav>
  );
}
