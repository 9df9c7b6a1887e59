/** A scratch ticket at the counter: its printed number and the one under the coating, looked up, and paid once. */
import { Button, Card, ErrorState, KeyCap, Money, Notice, TextInput, useFormat } from '@valira/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NoAnswer, Refused, type TerminalApi } from '../api/terminal-api.ts';
import type { InstantValidation } from '../api/wire.ts';
import { type Claimant, ClaimantFields, identificationOf, isIdentified, NOBODY } from './claimant-fields.tsx';

type State =
  | { readonly step: 'typing' | 'busy' }
  | { readonly step: 'found' | 'unknown'; readonly validation: InstantValidation }
  | { readonly step: 'paid'; readonly amountCents: string }
  | { readonly step: 'failed'; readonly problem: { code: string; detail?: string | undefined } };

const problemOf = (error: unknown) => (error instanceof Refused ? { code: error.code, detail: error.detail } : { code: 'network' });

export function ScratchScreen(props: { api: TerminalApi; clerk: string }) {
  const { t } = useTranslation('terminal');
  const format = useFormat();
  const { api, clerk } = props;
  const [number, setNumber] = useState('');
  const [virn, setVirn] = useState('');
  const [claimant, setClaimant] = useState<Claimant>(NOBODY);
  const [inFull, setInFull] = useState(false);
  const [state, setState] = useState<State>({ step: 'typing' });
  const key = useRef(crypto.randomUUID());
  const ticket = { number: number.trim(), virn: virn.trim() };

  const look = async () => {
    setState({ step: 'busy' });
    key.current = crypto.randomUUID();
    try {
      setState({ step: 'found', validation: await api.validateInstant(clerk, ticket) });
    } catch (error) {
      setState({ step: 'failed', problem: problemOf(error) });
    }
  };
  const pay = async (validation: InstantValidation) => {
    if (!validation.amountCents) return;
    setState({ step: 'busy' });
    try {
      const body = { ...ticket, amountCents: validation.amountCents, ...identificationOf(claimant) };
      setState({ step: 'paid', amountCents: (await api.payInstant(clerk, body, key.current)).amountCents });
    } catch (error) {
      // Together with earlier claims on the same document it is enough to ask for everything.
      if (error instanceof Refused && error.code === 'identification_required') {
        setInFull(true);
        key.current = crypto.randomUUID();
        setState({ step: 'found', validation });
      } else setState(error instanceof NoAnswer ? { step: 'unknown', validation } : { step: 'failed', problem: problemOf(error) });
    }
  };
  const again = () => {
    setNumber('');
    setVirn('');
    setClaimant(NOBODY);
    setInFull(false);
    setState({ step: 'typing' });
  };
  const found = state.step === 'found' || state.step === 'unknown' ? state.validation : null;
  const pays = found?.answer === 'pays';
  const identify = pays && (found.needsIdentification || inFull);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.step === 'busy') return;
    if (found && pays) void pay(found);
    else if (found || state.step === 'paid') again();
    else void look();
  };
  const isAsked = state.step === 'busy' || state.step === 'unknown';
  return (
    <div className="h-full overflow-y-auto p-5">
      <form onSubmit={submit} className="mx-auto grid max-w-[44rem] gap-4">
        <Card level={1} title={t('scratch.title')}>
          <div className="grid gap-3">
            <TextInput
              label={t('scratch.number')}
              autoComplete="off"
              value={number}
              readOnly={isAsked}
              inputClassName="font-mono text-xl"
              onChange={(event) => {
                setNumber(event.target.value);
                setState({ step: 'typing' });
              }}
            />
            <TextInput
              label={t('scratch.virn')}
              autoComplete="off"
              value={virn}
              readOnly={isAsked}
              inputClassName="font-mono text-xl uppercase"
              onChange={(event) => {
                setVirn(event.target.value);
                setState({ step: 'typing' });
              }}
            />
          </div>
        </Card>
        <div aria-live="assertive" className="grid gap-4">
          {found ? (
            <Card className={pays ? 'border-l-[6px] border-l-good' : ''}>
              <div className="flex items-center justify-between gap-4">
                <p className="text-lg">{t(`scratch.answer.${found.answer}`)}</p>
                {pays && found.amountCents ? (
                  <p className="figure text-4xl">
                    <Money minor={found.amountCents} />
                  </p>
                ) : null}
                {found.paidAt ? <p className="text-ink-2">{format.moment(found.paidAt, 'full')}</p> : null}
              </div>
              {pays ? (
                <ClaimantFields claimant={claimant} inFull={identify} isAsked={state.step === 'unknown'} onChange={setClaimant} />
              ) : null}
            </Card>
          ) : null}
          {state.step === 'unknown' ? (
            <Notice tone="warn" role="alert">
              {t('scratch.unknown')}
            </Notice>
          ) : null}
          {state.step === 'paid' ? (
            <Card className="border-l-[6px] border-l-good">
              <p className="text-lg">
                {t('scratch.done')} <Money minor={state.amountCents} />
              </p>
            </Card>
          ) : null}
          {state.step === 'failed' ? <ErrorState problem={state.problem} /> : null}
        </div>
        <div>
          <Button
            type="submit"
            look="primary"
            size="large"
            isDisabled={state.step === 'busy' || ticket.number === '' || ticket.virn === '' || (identify && !isIdentified(claimant))}
          >
            <KeyCap inverse>↵</KeyCap>
            {pays && found.amountCents
              ? t(state.step === 'unknown' ? 'scratch.again' : 'scratch.pay', { amount: format.money(BigInt(found.amountCents)) })
              : t(found || state.step === 'paid' ? 'scratch.next' : 'scratch.look')}
          </Button>
        </div>
      </form>
    </div>
  );
}
