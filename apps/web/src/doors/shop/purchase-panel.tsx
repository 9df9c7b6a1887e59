/**
 * Price, balance after it, and the one button that buys; then what became of it. Who is not signed in signs in
 * here and keeps the slip.
 */
import { useNavigate } from '@tanstack/react-router';
import { Button, Card, Dialog, ErrorState, type Fact, FactRows, Money, Notice, useFormat } from '@valira/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../api/place-ticket.ts';
import { isSessionOver, nextDrawOf, shownProblem } from '../../api/problem.ts';
import { SignInForm } from '../../session/sign-in-form.tsx';
import { useMe } from '../../session/use-session.ts';
import { usePurchase } from './use-purchase.ts';

export function PurchasePanel(props: {
  /** Null while the slip is not complete; `missing` then says what is. */
  order: Order | null;
  missing: string;
  open: boolean;
  facts: readonly Fact[];
  totalCents: bigint;
  note?: ReactNode;
  onSold?: () => void;
}) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const navigate = useNavigate();
  const me = useMe();
  const { state, buy, ask, startAgain } = usePurchase();
  const [confirming, setConfirming] = useState(false);
  const [signingIn, setSigningIn] = useState(false);
  const account = me?.kind === 'player' ? me.account : null;
  const after = account ? BigInt(account.availableCents) - props.totalCents : null;
  const { onSold } = props;

  useEffect(() => {
    if (state.step !== 'sold') return;
    onSold?.();
    void navigate({ href: `/tickets/${state.ticket.id}` });
  }, [state, onSold, navigate]);

  const nextDraw = state.step === 'refused' ? nextDrawOf(state.error) : null;
  const busy = state.step === 'sending' || state.step === 'unknown' || state.step === 'sold';
  const amount = format.money(props.totalCents);
  return (
    <Card title={t('price.title')}>
      <FactRows
        facts={[...props.facts, { id: 'total', label: t('price.total'), value: <Money minor={props.totalCents} />, total: true }]}
      />
      {after === null || props.order === null ? null : after < 0n ? (
        <p className="mt-1 text-right text-sm font-medium text-bad-ink">{t('price.short', { amount: format.money(-after) })}</p>
      ) : (
        <p className="mt-1 text-right text-sm text-ink-2">
          {t('price.after')} <b className="text-ink">{format.money(after)}</b>
        </p>
      )}
      <div className="mt-4 grid gap-3">
        {props.open ? (
          <Button
            look="primary"
            size="large"
            wide
            isDisabled={props.order === null || busy || (after !== null && after < 0n)}
            onPress={() => {
              if (account) setConfirming(true);
              else setSigningIn(true);
            }}
          >
            {t('price.bet', { amount })}
          </Button>
        ) : (
          <Notice>{t('price.closed')}</Notice>
        )}
        {props.order === null && props.open ? (
          <p className="text-sm text-ink-2" aria-live="polite">
            {props.missing}
          </p>
        ) : null}
        {props.note ? <p className="text-xs text-ink-3">{props.note}</p> : null}
        {state.step === 'refused' ? (
          <ErrorState
            problem={isSessionOver(state.error) ? { code: 'unauthenticated' } : shownProblem(state.error)}
            action={
              isSessionOver(state.error) ? (
                <Button size="small" onPress={() => setSigningIn(true)}>
                  {t('signIn.enter')}
                </Button>
              ) : (
                <Button size="small" onPress={startAgain}>
                  {t('price.review')}
                </Button>
              )
            }
          />
        ) : null}
        {state.step === 'refused' && nextDraw && account && props.order ? (
          <Notice role="status">
            <p>{t('price.nextDraw', { number: nextDraw.number, when: format.moment(nextDraw.drawsAt, 'day-time') })}</p>
            <Button
              size="small"
              className="mt-3"
              onPress={() => {
                if (props.order) void buy({ ...props.order, contestIds: [nextDraw.contestId] }, account.id);
              }}
            >
              {t('price.playNext', { amount })}
            </Button>
          </Notice>
        ) : null}
        {state.step === 'not-sold' ? <Notice role="status">{t('purchase.notSold')}</Notice> : null}
        {state.step === 'unknown' ? (
          <Notice tone="warn" role="alert">
            <p className="font-medium">{t('purchase.unknown')}</p>
            <p>{t('purchase.unknownMore')}</p>
            <Button size="small" className="mt-3" isDisabled={state.asking} onPress={() => void ask()}>
              {t('purchase.ask')}
            </Button>
          </Notice>
        ) : null}
      </div>
      <Dialog
        title={t('price.confirmTitle')}
        isOpen={confirming}
        onClose={() => setConfirming(false)}
        actions={
          <>
            <Button onPress={() => setConfirming(false)}>{t('price.back')}</Button>
            <Button
              look="primary"
              onPress={() => {
                setConfirming(false);
                if (props.order && account) void buy(props.order, account.id);
              }}
            >
              {t('price.confirm', { amount })}
            </Button>
          </>
        }
      >
        <FactRows
          facts={[...props.facts, { id: 'total', label: t('price.total'), value: <Money minor={props.totalCents} />, total: true }]}
        />
        <p className="text-sm text-ink-2">{t('price.final')}</p>
      </Dialog>
      <Dialog
        title={t('signIn.title')}
        isOpen={signingIn && !account}
        onClose={() => setSigningIn(false)}
        actions={
          <Button look="text" onPress={() => setSigningIn(false)}>
            {t('price.back')}
          </Button>
        }
      >
        <p className="text-sm text-ink-2">{t('signIn.kept')}</p>
        <SignInForm
          onDone={() => {
            setSigningIn(false);
            if (state.step === 'refused') startAgain();
          }}
        />
      </Dialog>
    </Card>
  );
}
