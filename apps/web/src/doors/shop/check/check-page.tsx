/** What a ticket from a shop is worth: by its number or its code, without an account. */
import { useMutation } from '@tanstack/react-query';
import { Button, Card, ErrorState, Money, Notice, type NoticeTone, PageHead, TextInput, useFormat } from '@valira/ui';
import { type FormEvent, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { ScanCode } from './scan-code.tsx';

export type TicketCheck = {
  readonly outcome: string;
  readonly amountCents: string | null;
  readonly drawsAt: string | null;
  readonly paidAt: string | null;
  readonly claimUntil: string | null;
};

const TONES: Readonly<Record<string, NoticeTone>> = {
  pays: 'good',
  'not-yet': 'calm',
  'unknown-serial': 'warn',
  expired: 'warn',
  disputed: 'warn',
};

export function CheckPage() {
  const { t } = useTranslation('shop');
  const [serial, setSerial] = useState('');
  const [wrong, setWrong] = useState<string>();
  const checking = useMutation({ mutationFn: (typed: string) => request<TicketCheck>('/v1/ticket-checks', { body: { serial: typed } }) });
  const { mutate } = checking;
  const found = useCallback(
    (read: string) => {
      setSerial(read);
      setWrong(undefined);
      mutate(read);
    },
    [mutate],
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    const typed = serial.trim();
    setWrong(typed === '' ? t('check.needed') : undefined);
    if (typed !== '') mutate(typed);
  };
  return (
    <div className="mx-auto grid w-full max-w-[34rem] gap-4">
      <PageHead title={t('check.title')} lead={t('check.lead')} />
      <Card>
        <form onSubmit={send} noValidate className="grid gap-4">
          <TextInput
            label={t('check.serial')}
            name="serial"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            inputClassName="font-mono"
            hint={t('check.where')}
            value={serial}
            error={wrong}
            onChange={(event) => setSerial(event.target.value)}
          />
          <Button type="submit" look="primary" size="large" isDisabled={checking.isPending}>
            {t('check.action')}
          </Button>
        </form>
        <div className="mt-4 border-t border-line pt-4">
          <ScanCode onSerial={found} />
        </div>
      </Card>
      {checking.isError ? <ErrorState problem={shownProblem(checking.error)} /> : null}
      {checking.data ? <Outcome check={checking.data} /> : null}
    </div>
  );
}

function Outcome(props: { check: TicketCheck }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const { outcome, amountCents, drawsAt, paidAt, claimUntil } = props.check;
  const at = (name: string, instant: string | null) =>
    instant ? <p>{t(`check.${name}`, { time: format.moment(instant, 'full') })}</p> : null;
  return (
    <Notice tone={TONES[outcome] ?? 'calm'} role="status">
      <p className="text-md font-medium">{t(`check.outcome.${outcome}`)}</p>
      {amountCents ? (
        <p className="figure my-1 text-2xl">
          <Money minor={amountCents} />
        </p>
      ) : null}
      {at('drawsAt', drawsAt)}
      {at('paidAt', paidAt)}
      {at('claimUntil', claimUntil)}
    </Notice>
  );
}
