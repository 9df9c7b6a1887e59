/** A player's own limits, pause and exclusion. Pausing is as easy as playing: everything stands on one page, and acts at once. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, Dialog, ErrorState, LoadingState, Meter, Money, Notice, PageHead, TextInput, useFormat } from '@valira/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { SignedIn } from '../../../session/signed-in.tsx';
import {
  confirmRaise,
  excludeSelf,
  type PlayLimits,
  pausePlay,
  playLimitsQuery,
  setLimit,
  setReminder,
  withdrawRaise,
} from './account-api.ts';
import { readAmount } from './amount-field.tsx';

export function LimitsPage() {
  return <SignedIn kinds={['player']}>{() => <Limits />}</SignedIn>;
}

const KINDS = ['deposit', 'stake', 'loss'] as const;
const PERIODS = ['day', 'week', 'month'] as const;
const PAUSES = [24, 72, 168, 336, 1008] as const;
const YEARS = [1, 3, 5, null] as const;
const REMINDERS = [15, 30, 60, 120] as const;

function useRefresh() {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [['play-limits'], ['me']]) void client.invalidateQueries({ queryKey });
  };
}

function Limits() {
  const { t } = useTranslation('account');
  const format = useFormat();
  const limits = useQuery(playLimitsQuery);
  if (limits.isError) return <ErrorState problem={shownProblem(limits.error)} />;
  if (!limits.data) return <LoadingState />;
  const { standing } = limits.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead
        crumbs={[{ href: '/account', label: t('nav.account') }, { label: t('limits.title') }]}
        title={t('limits.title')}
        lead={t('limits.lead')}
      />
      {standing.state === 'provisional' || standing.state === 'verified' ? null : (
        <Notice tone="warn" role="status">
          {t(`limits.standing.${standing.state}`)}
          {standing.until ? ` ${t('limits.until', { time: format.moment(standing.until, 'full') })}` : ''}
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-3">
        {KINDS.map((kind) => (
          <Card key={kind} title={t(`limits.kind.${kind}`)}>
            <p className="mb-3 text-sm text-ink-2">{t(`limits.about.${kind}`)}</p>
            {PERIODS.map((period) => (
              <OneLimit key={period} kind={kind} period={period} all={limits.data} />
            ))}
          </Card>
        ))}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-3">
        <Reminder minutes={limits.data.visit.remindAfterMinutes} />
        <Pause />
        <Exclusion />
      </div>
    </div>
  );
}

function OneLimit(props: { kind: string; period: string; all: PlayLimits }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const refresh = useRefresh();
  const { kind, period } = props;
  const own = <T extends { kind: string; period: string }>(rows: readonly T[]) =>
    rows.find((row) => row.kind === kind && row.period === period);
  const holds = own(props.all.limits);
  const waits = own(props.all.waiting);
  const [amount, setAmount] = useState('');
  const [wrong, setWrong] = useState<string>();
  const changing = useMutation({
    mutationFn: (cents: bigint | null) => setLimit(kind, period, cents),
    onSuccess: () => setAmount(''),
    onSettled: refresh,
  });
  const answering = useMutation({
    mutationFn: ({ id, yes }: { id: string; yes: boolean }) => (yes ? confirmRaise(id) : withdrawRaise(id)),
    onSettled: refresh,
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const cents = readAmount(amount);
    setWrong(cents === null ? t('amount.needed') : undefined);
    if (cents !== null) changing.mutate(cents);
  };
  const ready = waits !== undefined && Date.parse(waits.readyAt) <= Date.now();
  const limit = holds?.limitCents ?? null;
  return (
    <form onSubmit={send} noValidate className="grid gap-2 border-t border-line py-3 first-of-type:border-t-0 first-of-type:pt-0">
      <p className="flex items-baseline justify-between gap-3">
        <b className="font-medium">{t(`limits.period.${period}`)}</b>
        <span className="text-sm text-ink-2">
          {limit === null ? t('limits.noLimit') : <Money minor={limit} />}
          {holds && limit !== null ? ` · ${t('limits.used', { amount: format.money(BigInt(holds.usedCents)) })}` : ''}
        </span>
      </p>
      {limit !== null && holds ? (
        <Meter
          share={limit === '0' ? 1 : Number((BigInt(holds.usedCents) * 1000n) / BigInt(limit)) / 1000}
          label={t('limits.used', { amount: format.money(BigInt(holds.usedCents)) })}
        />
      ) : null}
      {waits ? (
        <Notice>
          <p>
            {waits.amountCents === null
              ? t('limits.waitsNone', { time: format.moment(waits.readyAt, 'day-time') })
              : t('limits.waits', { amount: format.money(BigInt(waits.amountCents)), time: format.moment(waits.readyAt, 'day-time') })}
          </p>
          <p className="mt-2 flex flex-wrap gap-2">
            {ready ? (
              <Button size="small" onPress={() => answering.mutate({ id: waits.id, yes: true })}>
                {t('limits.confirm')}
              </Button>
            ) : null}
            <Button size="small" onPress={() => answering.mutate({ id: waits.id, yes: false })}>
              {t('limits.withdraw')}
            </Button>
          </p>
        </Notice>
      ) : null}
      <div className="flex items-end gap-2">
        <TextInput
          className="min-w-0 flex-1"
          label={t('limits.new', { what: t(`limits.kind.${kind}`), period: t(`limits.period.${period}`) })}
          inputMode="decimal"
          value={amount}
          error={wrong}
          onChange={(event) => setAmount(event.target.value)}
        />
        <Button type="submit" isDisabled={changing.isPending}>
          {t('limits.set')}
        </Button>
      </div>
      {changing.isError ? <ErrorState problem={shownProblem(changing.error)} /> : null}
      {answering.isError ? <ErrorState problem={shownProblem(answering.error)} /> : null}
      {limit !== null && !waits ? (
        <Button look="text" size="small" className="justify-self-start" onPress={() => changing.mutate(null)}>
          {t('limits.remove')}
        </Button>
      ) : null}
    </form>
  );
}

function Reminder(props: { minutes: number | null }) {
  const { t } = useTranslation('account');
  const refresh = useRefresh();
  const setting = useMutation({ mutationFn: setReminder, onSettled: refresh });
  return (
    <Card title={t('limits.reminder.title')}>
      <p className="mb-3 text-sm text-ink-2">{t('limits.reminder.lead')}</p>
      <label className="grid gap-1 text-sm text-ink-2">
        {t('limits.reminder.after')}
        <select
          value={props.minutes ?? ''}
          onChange={(event) => setting.mutate(event.target.value === '' ? null : Number(event.target.value))}
          className="min-h-10 rounded-2 border border-line-strong bg-surface px-3 text-md text-ink max-md:min-h-11"
        >
          <option value="">{t('limits.reminder.never')}</option>
          {REMINDERS.map((minutes) => (
            <option key={minutes} value={minutes}>
              {t('limits.reminder.minutes', { count: minutes })}
            </option>
          ))}
        </select>
      </label>
      {setting.isError ? <ErrorState problem={shownProblem(setting.error)} /> : null}
    </Card>
  );
}

/** A choice that cannot be shortened is asked about once more, in words that say so. */
function Sure(props: {
  title: string;
  text: string;
  action: string;
  isOpen: boolean;
  busy: boolean;
  error: unknown;
  onClose: () => void;
  onYes: () => void;
}) {
  const { t } = useTranslation('account');
  return (
    <Dialog
      title={props.title}
      isOpen={props.isOpen}
      onClose={props.onClose}
      actions={
        <>
          <Button onPress={props.onClose}>{t('limits.back')}</Button>
          <Button look="primary" isDisabled={props.busy} onPress={props.onYes}>
            {props.action}
          </Button>
        </>
      }
    >
      <p>{props.text}</p>
      {props.error ? <ErrorState problem={shownProblem(props.error)} /> : null}
    </Dialog>
  );
}

function Pause() {
  const { t } = useTranslation('account');
  const refresh = useRefresh();
  const [hours, setHours] = useState<number | null>(null);
  const pausing = useMutation({
    mutationFn: pausePlay,
    onSuccess: () => setHours(null),
    onSettled: refresh,
  });
  return (
    <Card title={t('limits.pause.title')}>
      <p className="mb-3 text-sm text-ink-2">{t('limits.pause.lead')}</p>
      <div className="flex flex-wrap gap-2">
        {PAUSES.map((each) => (
          <Button key={each} onPress={() => setHours(each)}>
            {each < 168 ? t('limits.hours', { count: each }) : t('limits.weeks', { count: each / 168 })}
          </Button>
        ))}
      </div>
      <Sure
        title={t('limits.pause.title')}
        text={t('limits.pause.sure')}
        action={t('limits.pause.action')}
        isOpen={hours !== null}
        busy={pausing.isPending}
        error={pausing.error}
        onClose={() => setHours(null)}
        onYes={() => hours !== null && pausing.mutate(hours)}
      />
    </Card>
  );
}

function Exclusion() {
  const { t } = useTranslation('account');
  const refresh = useRefresh();
  const [years, setYears] = useState<number | null | undefined>();
  const excluding = useMutation({
    mutationFn: excludeSelf,
    onSuccess: () => setYears(undefined),
    onSettled: refresh,
  });
  return (
    <Card title={t('limits.exclusion.title')}>
      <p className="mb-3 text-sm text-ink-2">{t('limits.exclusion.lead')}</p>
      <div className="flex flex-wrap gap-2">
        {YEARS.map((each) => (
          <Button key={String(each)} onPress={() => setYears(each)}>
            {each === null ? t('limits.forGood') : t('limits.years', { count: each })}
          </Button>
        ))}
      </div>
      <Sure
        title={t('limits.exclusion.title')}
        text={t('limits.exclusion.sure')}
        action={t('limits.exclusion.action')}
        isOpen={years !== undefined}
        busy={excluding.isPending}
        error={excluding.error}
        onClose={() => setYears(undefined)}
        onYes={() => years !== undefined && excluding.mutate(years)}
      />
    </Card>
  );
}
