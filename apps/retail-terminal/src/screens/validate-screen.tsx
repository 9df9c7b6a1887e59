/** A ticket at the counter: scanned or typed, looked up, and paid once. The amount is shown large, so that the player sees it too. */
import { Button, Card, ErrorState, KeyCap, Money, Notice, StatusBadge, serialInFours, TextInput, useFormat } from '@valira/ui';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NoAnswer, Refused, type TerminalApi } from '../api/terminal-api.ts';
import type { Validation } from '../api/wire.ts';
import { type Claimant, ClaimantFields, identificationOf, isIdentified, NOBODY } from './claimant-fields.tsx';

type State =
  | { readonly step: 'typing' }
  | { readonly step: 'looking' }
  | { readonly step: 'found'; readonly validation: Validation }
  | { readonly step: 'paying' }
  | { readonly step: 'paid'; readonly amountCents: string; readonly paidAt: string }
  /** The payment's answer was lost: the same payment, under the same key, is asked for again. */
  | { readonly step: 'unknown'; readonly validation: Validation }
  | { readonly step: 'failed'; readonly problem: { code: string; detail?: string | undefined } };

const SETTLE_MS = 300;

const problemOf = (error: unknown) => (error instanceof Refused ? { code: error.code, detail: error.detail } : { code: 'network' });

export function ValidateScreen(props: { api: TerminalApi; clerk: string; scanned: string | null; onDone: () => void }) {
  const { t } = useTranslation('terminal');
  const format = useFormat();
  const { api, clerk, scanned } = props;
  const [serial, setSerial] = useState(scanned ?? '');
  const [claimant, setClaimant] = useState<Claimant>(NOBODY);
  const [inFull, setInFull] = useState(false);
  const [state, setState] = useState<State>(scanned ? { step: 'looking' } : { step: 'typing' });
  const payKey = useRef(crypto.randomUUID());
  const field = useRef<HTMLInputElement>(null);
  const stepSinceMs = useRef(0);

  const look = useCallback(
    async (text: string) => {
      setState({ step: 'looking' });
      payKey.current = crypto.randomUUID();
      try {
        setState({ step: 'found', validation: await api.validate(clerk, text.replace(/[^0-9a-z]/gi, '').toUpperCase()) });
      } catch (error) {
        setState({ step: 'failed', problem: problemOf(error) });
      }
    },
    [api, clerk],
  );

  useEffect(() => {
    if (scanned) void look(scanned);
  }, [scanned, look]);

  // The line keeps the focus: Enter always does what the button says.
  const { step } = state;
  useEffect(() => {
    field.current?.focus();
    // The next scan replaces the ticket that is done.
    if (step === 'found' || step === 'paid' || step === 'failed') field.current?.select();
    stepSinceMs.current = performance.now();
  }, [step]);

  const again = () => {
    setSerial('');
    setClaimant(NOBODY);
    setInFull(false);
    setState({ step: 'typing' });
    props.onDone();
    field.current?.focus();
  };

  const pay = async (validation: Validation) => {
    if (!validation.amountCents) return;
    setState({ step: 'paying' });
    try {
      const paid = await api.pay(
        clerk,
        {
          serial: serial.replace(/[^0-9a-z]/gi, '').toUpperCase(),
          amountCents: validation.amountCents,
          ...identificationOf(claimant),
        },
        payKey.current,
      );
      setState({ step: 'paid', amountCents: paid.amountCents, paidAt: paid.paidAt });
    } catch (error) {
      // Together with earlier claims on the same document it is enough to ask for everything.
      if (error instanceof Refused && error.code === 'identification_required') {
        setInFull(true);
        payKey.current = crypto.randomUUID();
        setState({ step: 'found', validation });
      } else setState(error instanceof NoAnswer ? { step: 'unknown', validation } : { step: 'failed', problem: problemOf(error) });
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A second Enter of an impatient scanner is not meant for what has only just appeared.
    if (performance.now() - stepSinceMs.current < SETTLE_MS && state.step !== 'typing') return;
    if (state.step === 'found' && state.validation.outcome === 'pays') void pay(state.validation);
    else if (state.step === 'unknown') void pay(state.validation);
    else if (state.step === 'paid' || state.step === 'found') again();
    else if (serial.trim() !== '') void look(serial);
  };

  const found = state.step === 'found' || state.step === 'unknown' ? state.validation : null;
  const pays = found?.outcome === 'pays';
  const identify = pays && (found.needsIdentification === true || inFull);
  return (
    <div className="h-full overflow-y-auto p-5">
      <form onSubmit={submit} className="mx-auto grid max-w-[44rem] gap-4">
        <Card level={1} title={t('validate.title')}>
          <TextInput
            ref={field}
            label={t('validate.serial')}
            hint={t('validate.hint')}
            autoComplete="off"
            spellCheck={false}
            value={serial}
            readOnly={state.step === 'looking' || state.step === 'paying' || state.step === 'unknown'}
            inputClassName="font-mono text-xl uppercase"
            onChange={(event) => {
              setSerial(event.target.value);
              if (state.step !== 'typing') setState({ step: 'typing' });
            }}
          />
        </Card>
        <div aria-live="assertive" className="grid gap-4">
          {found ? (
            <Card className={pays ? 'border-l-[6px] border-l-good' : ''}>
              <div className="flex flex-wrap items-center justify-between gap-4">
                <div>
                  <p className="text-lg">{t(`validate.outcome.${found.outcome}`)}</p>
                  <p className="font-mono text-sm text-ink-3">{serialInFours(serial)}</p>
                  {found.outcome === 'not-yet' && found.drawsAt ? (
                    <p className="text-ink-2">{format.moment(found.drawsAt, 'day-time')}</p>
                  ) : null}
                  {found.outcome === 'paid' && found.paidAt ? <p className="text-ink-2">{format.moment(found.paidAt, 'full')}</p> : null}
                </div>
                {pays && found.amountCents ? (
                  <p className="figure text-4xl" data-testid="pays">
                    <Money minor={found.amountCents} />
                  </p>
                ) : (
                  <StatusBadge
                    status={
                      found.outcome === 'not-yet'
                        ? 'open'
                        : found.outcome === 'paid'
                          ? 'paid'
                          : found.outcome === 'no-win'
                            ? 'lost'
                            : 'refused'
                    }
                  />
                )}
              </div>
              {pays ? (
                <ClaimantFields claimant={claimant} inFull={identify} isAsked={state.step === 'unknown'} onChange={setClaimant} />
              ) : null}
            </Card>
          ) : null}
          {state.step === 'unknown' ? (
            <Notice tone="warn" role="alert">
              <b>{t('validate.unknown')}</b> {t('validate.unknownLead')}
            </Notice>
          ) : null}
          {state.step === 'paid' ? (
            <Card className="border-l-[6px] border-l-good">
              <div className="flex flex-wrap items-center justify-between gap-4">
                <div>
                  <p className="text-lg">{t('validate.done')}</p>
                  <p className="text-ink-2">{format.moment(state.paidAt, 'full')}</p>
                </div>
                <div className="grid justify-items-end gap-2">
                  <p className="figure text-4xl">
                    <Money minor={state.amountCents} />
                  </p>
                  <StatusBadge status="paid" />
                </div>
              </div>
            </Card>
          ) : null}
          {state.step === 'failed' ? <ErrorState problem={state.problem} /> : null}
        </div>
        <div className="flex gap-3">
          <Button
            type="submit"
            look="primary"
            size="large"
            isDisabled={
              state.step === 'looking' ||
              state.step === 'paying' ||
              (state.step === 'typing' && serial.trim() === '') ||
              (identify && !isIdentified(claimant))
            }
          >
            <KeyCap inverse>↵</KeyCap>
            {pays && found.amountCents
              ? t(state.step === 'unknown' ? 'validate.askAgain' : 'validate.pay', { amount: format.money(BigInt(found.amountCents)) })
              : t(state.step === 'paid' || state.step === 'found' ? 'outcome.next' : 'validate.look')}
          </Button>
          {pays && state.step === 'found' ? (
            <Button size="large" onPress={again}>
              {t('validate.notNow')}
            </Button>
          ) : null}
        </div>
      </form>
    </div>
  );
}
