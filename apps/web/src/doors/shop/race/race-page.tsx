import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import {
  Card,
  ClothNumber,
  Countdown,
  CountStepper,
  ErrorState,
  Freshness,
  LoadingState,
  PageHead,
  RaceRow,
  StatusBadge,
  statusWithTime,
  useFormat,
  useServerNow,
} from '@valira/ui';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { contestQuery, productsQuery } from '../../../api/queries.ts';
import { useProbables } from '../../../api/use-probables.ts';
import type { Contest, PoolDefinition } from '../../../api/wire.ts';
import { PurchasePanel } from '../purchase-panel.tsx';
import { useWords } from '../use-words.ts';

export function RacePage() {
  const { contestId } = useParams({ strict: false });
  const contest = useQuery(contestQuery(contestId ?? ''));
  const products = useQuery(productsQuery);
  const failed = contest.error ?? products.error;
  if (failed) return <ErrorState problem={shownProblem(failed)} />;
  if (!contest.data || !products.data) return <LoadingState />;
  const { slug, versionId } = contest.data.product;
  const product = products.data.find((other) => other.versionId === versionId) ?? products.data.find((other) => other.slug === slug);
  if (!product || !('takeoutBps' in product.definition)) return <ErrorState problem={{ code: 'not_on_sale' }} />;
  return <RaceSlip contest={contest.data} definition={product.definition} />;
}

function RaceSlip(props: { contest: Contest; definition: PoolDefinition }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const words = useWords();
  const now = useServerNow();
  const { contest, definition } = props;
  const probables = useProbables(contest.id, contest.state === 'open');
  const [chosen, setChosen] = useState<number | null>(null);
  const unit = BigInt(definition.stake.unitCents);
  const least = BigInt(definition.stake.minimumCents) > unit ? BigInt(definition.stake.minimumCents) : unit;
  const most = BigInt(definition.stake.maximumCents);
  const [stakeCents, setStakeCents] = useState(least);

  const open = contest.state === 'open' && Date.parse(contest.closesAt) > now;
  const runners = contest.event?.runners ?? [];
  const selections = new Map((probables.data?.selections ?? []).map((selection) => [selection.combination[0] ?? 0, selection]));
  const played = runners.find((runner) => runner.number === chosen && !runner.scratched) ?? null;
  const total = played ? stakeCents : 0n;
  const dividend = played ? selections.get(played.number)?.dividendCents : null;
  const name = contest.event?.name ?? words(contest.product.names);
  const toPrizes = 10_000 - definition.takeoutBps;

  return (
    <>
      <PageHead
        crumbs={[{ href: '/races', label: t('nav.races') }, { label: name }]}
        title={name}
        lead={
          contest.event ? (
            <>
              {contest.event.meeting} · {contest.event.competition} ·{' '}
              {t('race.starts', { time: format.dayTime(contest.event.startsAt, now) })}
            </>
          ) : null
        }
        aside={
          <>
            <StatusBadge status={statusWithTime(contest.state, contest.closesAt, now)} />
            {open ? (
              <span className="inline-flex items-center gap-2">
                <Clock aria-hidden="true" className="icon" />
                {t('race.closes')} · {t('draw.left')} <Countdown at={contest.closesAt} className="font-bold text-ink" />
              </span>
            ) : null}
          </>
        }
      />
      <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_364px]">
        <Card
          title={words(contest.product.names)}
          aside={
            probables.data ? (
              <span className="text-sm text-ink-3">
                <Freshness atMs={Date.parse(probables.data.asOf)} />
              </span>
            ) : null
          }
        >
          <p className="mb-1 text-sm text-ink-2">{t('race.winAsks')}</p>
          {probables.isError ? <ErrorState problem={shownProblem(probables.error)} /> : null}
          <ol>
            {runners.map((runner) => {
              const selection = selections.get(runner.number);
              return (
                <RaceRow
                  key={runner.number}
                  runner={{
                    number: runner.number,
                    name: runner.name,
                    scratched: runner.scratched,
                    shareBps: selection?.shareBps ?? null,
                    probableMinor: selection?.dividendCents ? BigInt(selection.dividendCents) : null,
                    previousMinor: selection?.previousDividendCents ? BigInt(selection.previousDividendCents) : null,
                  }}
                  choice={{
                    label: t('race.win'),
                    chosen: chosen === runner.number,
                    disabled: !open,
                    onChange: (on) => setChosen(on ? runner.number : null),
                  }}
                />
              );
            })}
          </ol>
          <p className="mt-3 text-sm text-ink-3">
            {t('race.explain', {
              step: format.money(BigInt(definition.dividend.breakStepCents)),
              least: format.dividend(BigInt(definition.dividend.minimumCents)),
            })}
          </p>
        </Card>
        <div className="grid gap-4 lg:sticky lg:top-28">
          <PurchasePanel
            order={
              played
                ? {
                    contestIds: [contest.id],
                    wager: { kind: 'pool', selections: { form: 'straight', runners: [played.number] }, stakeCents: stakeCents.toString() },
                    priceCents: total.toString(),
                  }
                : null
            }
            missing={t('race.chooseFirst')}
            open={open}
            totalCents={total}
            facts={[
              {
                id: 'runner',
                label: t('race.chosen'),
                value: played ? (
                  <span className="inline-flex items-center gap-2">
                    <ClothNumber number={played.number} chosen /> {played.name}
                  </span>
                ) : (
                  '—'
                ),
              },
              {
                id: 'stake',
                label: t('race.perRunner'),
                value: (
                  <CountStepper
                    label={t('race.stake')}
                    value={format.money(stakeCents)}
                    onLess={stakeCents - unit >= least ? () => setStakeCents(stakeCents - unit) : undefined}
                    onMore={stakeCents + unit <= most ? () => setStakeCents(stakeCents + unit) : undefined}
                  />
                ),
              },
            ]}
            note={t('race.scratchNote')}
            onSold={() => setChosen(null)}
          />
          {played && probables.data ? (
            <Card title={t('race.wouldPay', { stake: format.money(stakeCents) })}>
              <p className="flex items-baseline justify-between gap-3">
                <span>
                  {played.number} · {played.name}
                </span>
                <b className="figure text-lg">
                  {dividend ? format.money((stakeCents * BigInt(dividend)) / BigInt(probables.data.perCents)) : '—'}
                </b>
              </p>
              <p className="mt-3 text-sm text-ink-2">
                {t('race.split', { amount: format.money(BigInt(probables.data.grossCents)), prizes: format.bps(toPrizes) })}
              </p>
            </Card>
          ) : null}
        </div>
      </div>
    </>
  );
}
