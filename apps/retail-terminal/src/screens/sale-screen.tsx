/** One screen to sell on: products by digit, the line that is typed, the basket, and what the customer pays. */
import { Button, Countdown, KeyCap, Money, Notice, StatusBadge, serialInFours, useFormat, useServerNow } from '@valira/ui';
import { ScanLine, UserCheck } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Enrolment } from '../device/terminal-store.ts';
import { type BasketItem, changeOf, type OfferedProduct, ordersOf, totalOf } from '../sale/basket.ts';
import { type CommandProduct, readCommand } from '../sale/command-line.ts';
import type { NextDraw, SaleAttempt } from '../sale/sale-attempt.ts';
import type { SignedClerk } from '../terminal.tsx';
import { PayPanel } from './pay-panel.tsx';
import { ProductList } from './product-list.tsx';
import { DraftReceipt } from './receipt-paper.tsx';
import { SaleOutcome } from './sale-outcome.tsx';
import { useCommandWords } from './use-command-words.ts';
import { useProductName } from './use-product-name.ts';
import type { Sales } from './use-sales.ts';

const commandProduct = (offered: OfferedProduct): CommandProduct | null => {
  if (!offered.sellable) return null;
  const { definition } = offered.product;
  if (offered.product.family === 'draw' && definition.panels)
    return { kind: 'draw', panels: definition.panels, mostLines: definition.limits?.maxEntries ?? 10 };
  const runners = offered.contest.event?.runners.filter((runner) => !runner.scratched).map((runner) => runner.number) ?? [];
  return { kind: 'pool', runners };
};

export function SaleScreen(props: {
  offered: readonly OfferedProduct[];
  online: boolean;
  sales: Sales;
  enrolment: Enrolment;
  signed: SignedClerk;
  onScanned: (serial: string) => void;
  onSettled: () => void;
}) {
  const { t } = useTranslation('terminal');
  const nameOf = useProductName();
  const format = useFormat();
  const now = useServerNow();
  const { offered, sales } = props;
  const [typed, setTyped] = useState('');
  const [basket, setBasket] = useState<readonly BasketItem[]>([]);
  const [givenCents, setGivenCents] = useState<bigint | null>(null);
  const [outcomes, setOutcomes] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const line = useRef<HTMLInputElement>(null);

  const open = useMemo(
    () => offered.map((one) => (Date.parse(one.contest.closesAt) > now ? one : { ...one, sellable: false })),
    [offered, now],
  );
  const command = readCommand(typed, open.map(commandProduct));
  const commandWords = useCommandWords(open);
  const pending = ordersOf(command, open);
  const total = totalOf(basket);
  const shown = outcomes.flatMap((key) => sales.attempts.filter((attempt) => attempt.key === key));
  const unknown = sales.attempts.filter((attempt) => attempt.state === 'unknown');

  useEffect(() => {
    if (outcomes.length === 0) line.current?.focus();
  }, [outcomes.length]);

  const add = () => {
    const items = pending.map((one) => ({ ...one, id: crypto.randomUUID() }));
    setBasket([...basket, ...items]);
    setTyped('');
    setGivenCents(null);
  };

  const sell = async () => {
    if (basket.length === 0 || busy || !props.online) return;
    setBusy(true);
    const sold = await sales.sell(
      basket.map((item) => ({ order: item.order, title: `${nameOf(item.offered)} · ${item.offered.contest.number}` })),
    );
    setBusy(false);
    setOutcomes(sold.map((attempt) => attempt.key));
    // What was not tried stays in the basket.
    setBasket(basket.slice(sold.length));
    setGivenCents(null);
    props.onSettled();
    for (const attempt of sold) if (attempt.state === 'sold') void sales.print(attempt.key);
  };

  const takeOffer = async (attempt: SaleAttempt, next: NextDraw) => {
    if (busy || !props.online) return;
    setBusy(true);
    const title = attempt.title.replace(/\d+$/, String(next.number));
    const sold = await sales.sell([{ order: { ...attempt.order, contestIds: [next.contestId] }, title }]);
    setBusy(false);
    setOutcomes(sold.map(({ key }) => key));
    props.onSettled();
    for (const one of sold) if (one.state === 'sold') void sales.print(one.key);
  };

  const enter = () => {
    if (command.kind === 'serial') {
      setTyped('');
      props.onScanned(command.serial);
    } else if (pending.length > 0) add();
    else if (command.kind === 'empty') void sell();
  };

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      enter();
      return;
    }
    if (typed !== '') return;
    const notes: Record<string, bigint> = { q: total, w: 1_000n, e: 2_000n, t: 5_000n };
    const given = notes[event.key.toLowerCase()];
    if (given !== undefined && basket.length > 0) {
      event.preventDefault();
      setGivenCents(given);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      setBasket(basket.slice(0, -1));
    }
  };

  if (shown.length > 0) {
    return (
      <SaleOutcome
        attempts={shown}
        enrolment={props.enrolment}
        onAsk={sales.askNow}
        onReprint={(attempt: SaleAttempt) => sales.print(attempt.key)}
        onNext={() => setOutcomes([])}
        onTakeOffer={(attempt, next) => void takeOffer(attempt, next)}
      />
    );
  }

  const close = firstClose(basket, now);
  const draft = basket.at(-1);
  const change = givenCents === null ? null : changeOf(total, givenCents);
  return (
    <div className="grid h-full min-h-0 grid-cols-[304px_minmax(0,1fr)_340px]">
      <ProductList
        offered={open}
        chosen={
          command.kind === 'quick' || command.kind === 'lines' || command.kind === 'bets' || command.kind === 'unfinished'
            ? command.product
            : null
        }
      />
      <section aria-label={t('sale.play')} className="flex min-w-0 flex-col gap-2.5 overflow-y-auto px-5 py-4">
        <label className="flex h-16 items-center gap-3 rounded-2 border-2 border-focus bg-surface px-4.5">
          <ScanLine aria-hidden="true" className="size-[22px] flex-none text-ink-3" />
          <span className="sr-only">{t('sale.line')}</span>
          <input
            ref={line}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            aria-describedby="read"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={press}
            className="w-[11ch] min-w-0 flex-none bg-transparent font-mono text-[1.625rem] outline-none focus:w-[18ch]"
          />
          <span
            id="read"
            aria-live="polite"
            className={`min-w-0 flex-1 truncate border-l border-line pl-3.5 ${command.kind === 'refused' ? 'font-medium text-bad-ink' : 'text-ink-2'}`}
          >
            {command.kind === 'empty' ? t(basket.length > 0 ? 'sale.enterSells' : 'sale.prompt') : commandWords(command)}
          </span>
          {pending.length > 0 ? (
            <b className="figure text-xl">
              <Money minor={totalOf(pending)} />
            </b>
          ) : null}
        </label>
        <ul className="flex flex-wrap gap-x-4.5 gap-y-1 px-0.5 text-sm text-ink-2">
          {(['enter', 'numbers', 'more', 'delete'] as const).map((hint) => (
            <li key={hint} className="inline-flex items-center gap-2">
              <KeyCap>{t(`hint.${hint}.key`)}</KeyCap>
              {t(`hint.${hint}.what`)}
            </li>
          ))}
        </ul>
        {unknown.length > 0 ? (
          <Notice tone="warn" role="status">
            {t('sale.unknownOpen', { count: unknown.length, titles: unknown.map((attempt) => attempt.title).join(', ') })}
          </Notice>
        ) : null}
        <section aria-label={t('basket.title')} className="rounded-2 border border-line bg-surface px-3.5 pt-3 pb-1">
          <h2 className="mb-1 text-md">
            {t('basket.title')} <span className="text-sm font-text text-ink-3">{t('basket.count', { count: basket.length })}</span>
          </h2>
          {basket.length === 0 ? <p className="py-2 text-ink-3">{t('basket.empty')}</p> : null}
          <ol>
            {basket.map((item) => (
              <li key={item.id} className="flex items-baseline justify-between gap-3 border-t border-line py-2 first:border-t-0">
                <span>
                  <b className="font-medium">{nameOf(item.offered)}</b> · {item.offered.contest.number} · <WagerText item={item} />
                </span>
                <b>
                  <Money minor={item.order.priceCents} />
                </b>
              </li>
            ))}
          </ol>
        </section>
        <section aria-label={t('recent.title')} className="mt-auto">
          <h2 className="mb-0.5 text-sm font-medium text-ink-2">{t('recent.title')}</h2>
          <table className="w-full border-collapse text-sm">
            <tbody>
              {sales.attempts.slice(0, 3).map((attempt) => (
                <tr key={attempt.key} className="[&>td]:border-t [&>td]:border-line [&>td]:py-1.5 [&>td]:pr-2">
                  <td className="w-[52px] text-ink-2">{format.moment(attempt.savedAtMs, 'time')}</td>
                  <td>{attempt.title}</td>
                  <td className="font-mono">
                    {attempt.state === 'sold' && attempt.ticket.serial ? `${serialInFours(attempt.ticket.serial).slice(0, 10)}…` : ''}
                  </td>
                  <td>
                    <StatusBadge
                      status={
                        {
                          saved: 'pending',
                          sent: 'pending',
                          unknown: 'unknown',
                          sold: 'sold',
                          'not-sold': 'cancelled',
                          refused: 'refused',
                        }[attempt.state]
                      }
                    >
                      {t(`state.${attempt.state}`)}
                    </StatusBadge>
                  </td>
                  <td className="text-right font-bold">
                    <Money minor={attempt.state === 'sold' || isOpenState(attempt) ? attempt.order.priceCents : '0'} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </section>
      <PayPanel total={total} given={givenCents} change={change} onGive={(cents) => setGivenCents(cents)}>
        <Button
          look="primary"
          wide
          className="!min-h-14 !text-lg"
          isDisabled={basket.length === 0 || busy || !props.online}
          onPress={() => void sell()}
        >
          <KeyCap inverse>↵</KeyCap>
          {t(busy ? 'sale.selling' : 'sale.sell', { amount: format.money(total) })}
        </Button>
        <Notice tone="warn" icon={UserCheck} className="!px-3 !py-2">
          <b>18+</b> · {t('sale.age')}
        </Notice>
        {close === null ? null : (
          <p className="text-sm text-ink-2">
            {t('sale.closes')} <Countdown at={close} className="font-bold text-ink" />
          </p>
        )}
        {draft ? (
          <div className="-mx-4.5 mt-auto -mb-4 min-h-0 flex-1 overflow-hidden border-t border-line bg-surface-3 px-2 py-3">
            <p className="mb-2 px-2 text-xs text-ink-2">{t('receipt.preview')}</p>
            <DraftReceipt item={draft} enrolment={props.enrolment} clerk={props.signed.clerk} />
          </div>
        ) : null}
      </PayPanel>
    </div>
  );
}

const isOpenState = (attempt: SaleAttempt): boolean => attempt.state === 'saved' || attempt.state === 'sent' || attempt.state === 'unknown';

/** The first close among what is in the basket. */
const firstClose = (basket: readonly BasketItem[], now: number): string | null =>
  basket
    .map((item) => item.offered.contest.closesAt)
    .filter((at) => Date.parse(at) > now)
    .sort()[0] ?? null;

function WagerText(props: { item: BasketItem }) {
  const { t } = useTranslation('terminal');
  const { wager } = props.item.order;
  if (wager.kind === 'pool') return <>{t('basket.runner', { runner: wager.selections.runners.join(', ') })}</>;
  if (wager.lines)
    return (
      <span className="font-mono">
        {wager.lines
          .map((line) =>
            Object.values(line)
              .map((panel) => panel.join(' '))
              .join(' + '),
          )
          .join(' / ')}
      </span>
    );
  return <>{t('basket.random', { count: wager.quickPicks ?? 1 })}</>;
}
