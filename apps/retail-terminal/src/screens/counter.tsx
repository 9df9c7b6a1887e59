/** The counter: status bar, the screen of the function chosen, and the function keys. */
import { useQuery } from '@tanstack/react-query';
import { KeyCap, LogoMark, Money, OfflineBand, type Status, StatusBadge, useFormat, useServerNow } from '@valira/ui';
import { User } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TerminalApi } from '../api/terminal-api.ts';
import type { Contest, Product } from '../api/wire.ts';
import { type Connection, useConnection } from '../connection/use-connection.ts';
import type { Enrolment, TerminalStore } from '../device/terminal-store.ts';
import { owedPaper } from '../printing/print-job.ts';
import type { PrinterState } from '../printing/printer-port.ts';
import type { OfferedProduct } from '../sale/basket.ts';
import type { SignedClerk } from '../terminal.tsx';
import { HelpScreen } from './help-screen.tsx';
import { LastSaleScreen } from './last-sale-screen.tsx';
import { PacksScreen } from './packs-screen.tsx';
import { PrinterScreen } from './printer-screen.tsx';
import { SaleScreen } from './sale-screen.tsx';
import { ScratchScreen } from './scratch-screen.tsx';
import { usePrinter } from './use-printer.ts';
import { useSales } from './use-sales.ts';
import { ValidateScreen } from './validate-screen.tsx';

const functions = [
  { key: 'F1', name: 'help' },
  { key: 'F2', name: 'sell' },
  { key: 'F3', name: 'pay' },
  { key: 'F4', name: 'scratch' },
  { key: 'F5', name: 'packs' },
  { key: 'F6', name: 'last' },
  { key: 'F9', name: 'printer' },
  { key: 'F12', name: 'lock' },
] as const;

type FunctionName = (typeof functions)[number]['name'];

const printerStatus: Readonly<Record<PrinterState, Status>> = {
  ready: 'valid',
  printing: 'pending',
  'paper-low': 'soon',
  'paper-out': 'alert',
  'cover-open': 'alert',
  fault: 'alert',
  offline: 'suspended',
};

const NINE = 9;

/** One entry per product and its next draw, or per race; pari-mutuel only where the licence lets shops sell it. */
export function offeredProducts(
  products: readonly Product[],
  contests: readonly Contest[],
  pariMutuelInShops: boolean,
): readonly OfferedProduct[] {
  const byClose = [...contests].sort((a, b) => a.closesAt.localeCompare(b.closesAt));
  const draws = products
    .filter((product) => product.family === 'draw' && product.channels.includes('shop'))
    .flatMap((product) => {
      const contest = byClose.find((candidate) => candidate.product.slug === product.slug);
      return contest ? [{ product, contest, sellable: true }] : [];
    });
  const pools = byClose
    .filter((contest) => contest.kind === 'pool')
    .flatMap((contest) => {
      const product = products.find((candidate) => candidate.slug === contest.product.slug);
      return product ? [{ product, contest, sellable: pariMutuelInShops && product.channels.includes('shop') }] : [];
    });
  return [...draws, ...pools].slice(0, NINE);
}

export function Counter(props: { store: TerminalStore; enrolment: Enrolment; api: TerminalApi; signed: SignedClerk; onLock: () => void }) {
  const { t } = useTranslation('terminal');
  const { api, enrolment, signed, onLock } = props;
  const { token } = signed;
  const [screen, setScreen] = useState<FunctionName>('sell');
  const [scanned, setScanned] = useState<string | null>(null);
  const connection = useConnection(api.ping);
  const printer = usePrinter(props.store, enrolment);
  const sales = useSales(props.store, api, token, printer.print);
  const owed = owedPaper(sales.attempts).filter((attempt) => attempt.paper !== 'sent').length;
  const standing = useQuery({ queryKey: ['standing', token], queryFn: () => api.standing(token), refetchInterval: 15_000 });
  const products = useQuery({ queryKey: ['products'], queryFn: api.products, refetchInterval: 60_000 });
  const contests = useQuery({ queryKey: ['contests'], queryFn: api.openContests, refetchInterval: 20_000 });
  const pools = standing.data?.licence?.pariMutuelInShops ?? false;
  const offered = useMemo(() => offeredProducts(products.data ?? [], contests.data ?? [], pools), [products.data, contests.data, pools]);

  const go = useCallback(
    (name: FunctionName) => {
      if (name === 'lock') onLock();
      else setScreen(name);
    },
    [onLock],
  );

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const chosen = functions.find((one) => one.key === event.key);
      if (!chosen) return;
      event.preventDefault();
      go(chosen.name);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [go]);

  const scan = useCallback((serial: string) => {
    setScanned(serial);
    setScreen('pay');
  }, []);

  return (
    <div className="grid h-dvh min-h-[720px] min-w-[1024px] grid-rows-[auto_1fr_auto] text-[14px]">
      <header>
        <div className="flex h-11 items-center gap-5 border-b border-line bg-surface px-4 text-sm">
          <span className="inline-flex items-center gap-2 text-[1.0625rem] font-[740]">
            <LogoMark className="size-6" /> Valira
          </span>
          <b>{enrolment.shop.name}</b>
          <span className="text-ink-2">{enrolment.label}</span>
          <span className="inline-flex items-center gap-1.5">
            <User aria-hidden="true" className="icon" />
            {signed.clerk.name}
          </span>
          <span className="ml-auto inline-flex items-center gap-2">
            {owed > 0 ? <StatusBadge status="alert">{t('printer.owed', { count: owed })}</StatusBadge> : null}
            {printer.setting.connection === 'screen' ? null : (
              <StatusBadge status={printerStatus[printer.state]}>{t(`printer.state.${printer.state}`)}</StatusBadge>
            )}
            <ConnectionBadge connection={connection} />
          </span>
          {standing.data ? (
            <span className="text-ink-2">
              {t('bar.credit')}{' '}
              <b className="text-ink">
                <Money minor={standing.data.shop.availableCents} />
              </b>
            </span>
          ) : null}
          <Clock />
        </div>
        {connection.state === 'offline' ? <OfflineBand sinceMs={connection.sinceMs}>{t('bar.cannotSell')}</OfflineBand> : null}
      </header>
      <main className="min-h-0">
        {screen === 'sell' ? (
          <SaleScreen
            offered={offered}
            online={connection.state === 'online' || connection.state === 'slow'}
            sales={sales}
            enrolment={enrolment}
            signed={signed}
            onScanned={scan}
            onSettled={() => void standing.refetch()}
          />
        ) : null}
        {screen === 'pay' ? (
          <ValidateScreen key={scanned ?? 'typed'} api={api} clerk={token} scanned={scanned} onDone={() => setScanned(null)} />
        ) : null}
        {screen === 'scratch' ? <ScratchScreen api={api} clerk={token} /> : null}
        {screen === 'packs' ? <PacksScreen api={api} clerk={token} /> : null}
        {screen === 'last' ? <LastSaleScreen sales={sales} enrolment={enrolment} /> : null}
        {screen === 'printer' ? <PrinterScreen printer={printer} /> : null}
        {screen === 'help' ? <HelpScreen /> : null}
      </main>
      <nav aria-label={t('keys.title')} className="flex h-11 items-center gap-0.5 border-t border-line bg-surface px-3">
        {functions.map((one) => (
          <button
            key={one.key}
            type="button"
            aria-current={one.name === screen ? 'page' : undefined}
            onClick={() => go(one.name)}
            className={`inline-flex items-center gap-2 rounded-[6px] px-2.5 py-1 text-sm last:ml-auto ${one.name === screen ? 'bg-primary-soft' : ''}`}
          >
            <KeyCap>{one.key}</KeyCap>
            {t(`keys.${one.name}`)}
          </button>
        ))}
      </nav>
    </div>
  );
}

function Clock() {
  const format = useFormat();
  return <span className="text-[1.0625rem] font-bold">{format.moment(useServerNow(), 'time-seconds')}</span>;
}

function ConnectionBadge(props: { connection: Connection }) {
  const { t } = useTranslation('terminal');
  const { connection } = props;
  switch (connection.state) {
    case 'checking':
      return <StatusBadge status="pending">{t('connection.checking')}</StatusBadge>;
    case 'online':
      return <StatusBadge status="valid">{t('connection.online', { ms: Math.round(connection.roundTripMs) })}</StatusBadge>;
    case 'slow':
      return <StatusBadge status="soon">{t('connection.slow', { ms: Math.round(connection.roundTripMs) })}</StatusBadge>;
    case 'offline':
      return <StatusBadge status="suspended">{t('connection.offline')}</StatusBadge>;
  }
}
