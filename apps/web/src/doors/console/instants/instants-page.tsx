/** Instant games at the operator's desk: working papers, runs made by two people, their audits, and where every pack is. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, EmptyState, ErrorState, Hash, LoadingState, Meter, Notice, PageHead, TextInput, useFormat } from '@valira/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { useWords } from '../../shop/use-words.ts';
import { consoleProductsQuery } from '../console-api.ts';
import {
  auditQuery,
  cancelRun,
  type DeskRun,
  deskRunsQuery,
  endRun,
  openRun,
  packsQuery,
  proposeRun,
  resumeRun,
  shipPacks,
  supplySecret,
} from './instants-api.ts';
import { PapersCard } from './papers-card.tsx';

export function InstantsDeskPage() {
  const { t } = useTranslation('console');
  const words = useWords();
  const client = useQueryClient();
  const runs = useQuery(deskRunsQuery);
  const products = useQuery(consoleProductsQuery);
  const acting = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onSettled: () => client.invalidateQueries({ queryKey: ['console', 'instants'] }),
  });
  const act = (action: () => Promise<unknown>) => acting.mutate(action);
  const approved = (products.data ?? []).filter(({ family, state }) => family === 'instant' && ['approved', 'on-sale'].includes(state));
  return (
    <div className="grid gap-4">
      <PageHead dense title={t('frame.door.instants')} lead={t('instants.lead')} />
      {acting.isError ? <ErrorState problem={shownProblem(acting.error)} /> : null}
      <Card dense title={t('instants.runs')}>
        <div className="mb-3 flex flex-wrap gap-2">
          {approved.map((version) => (
            <Button
              key={version.versionId}
              size="small"
              isDisabled={acting.isPending}
              onPress={() => act(() => proposeRun(version.versionId))}
            >
              {t('instants.propose', { name: words(version.names) })}
            </Button>
          ))}
        </div>
        {runs.isError ? <ErrorState problem={shownProblem(runs.error)} /> : null}
        {runs.isPending ? <LoadingState /> : null}
        {runs.data?.length === 0 ? <EmptyState>{t('instants.none')}</EmptyState> : null}
        <ul className="grid gap-3">
          {(runs.data ?? []).map((run) => (
            <li key={run.id}>
              <RunRow run={run} busy={acting.isPending} act={act} />
            </li>
          ))}
        </ul>
      </Card>
      <PapersCard />
    </div>
  );
}

function RunRow(props: { run: DeskRun; busy: boolean; act: (action: () => Promise<unknown>) => void }) {
  const { t } = useTranslation('console');
  const format = useFormat();
  const words = useWords();
  const { run, busy, act } = props;
  const [shown, setShown] = useState(false);
  return (
    <div className="grid gap-2 rounded-2 border border-line p-3">
      <div className="flex flex-wrap items-center gap-3">
        <b>
          {words(run.names)} · {run.game}/{run.run}
        </b>
        <span className="text-ink-2">{t(`instants.state.${run.state}`)}</span>
        <span className="text-ink-2">{t('instants.tickets', { tickets: format.count(run.tickets) })}</span>
        <span className="ml-auto flex flex-wrap gap-2">
          {run.state === 'proposed' ? (
            <Button size="small" look="primary" isDisabled={busy} onPress={() => act(() => supplySecret(run.id))}>
              {t('instants.second')}
            </Button>
          ) : null}
          {run.state === 'failed' ? (
            <Button size="small" isDisabled={busy} onPress={() => act(() => resumeRun(run.id))}>
              {t('instants.resume')}
            </Button>
          ) : null}
          {run.state === 'ready' ? (
            <Button size="small" look="primary" isDisabled={busy} onPress={() => act(() => openRun(run.id))}>
              {t('instants.open')}
            </Button>
          ) : null}
          {run.state === 'on-sale' ? (
            <Button size="small" look="danger" isDisabled={busy} onPress={() => act(() => endRun(run.id, t('instants.endReason')))}>
              {t('instants.end')}
            </Button>
          ) : null}
          {['proposed', 'generating', 'failed', 'ready'].includes(run.state) ? (
            <Button size="small" isDisabled={busy} onPress={() => act(() => cancelRun(run.id, t('instants.cancelReason')))}>
              {t('instants.cancel')}
            </Button>
          ) : null}
          {run.seal ? (
            <Button size="small" onPress={() => setShown(!shown)} aria-expanded={shown}>
              {t('instants.details')}
            </Button>
          ) : null}
        </span>
      </div>
      {run.state === 'generating' ? (
        <div className="grid gap-1">
          <span className="text-sm text-ink-2">
            {t(`instants.phase.${run.phase ?? 'generate'}`)} · {format.count(run.doneTickets)} / {format.count(run.tickets)}
          </span>
          <Meter label={t('instants.progress')} share={run.doneTickets / run.tickets} />
        </div>
      ) : null}
      {run.failure ? <Notice tone="bad">{run.failure}</Notice> : null}
      <ul className="flex flex-wrap gap-x-6 text-sm text-ink-2">
        {run.secrets.map(({ role, commitment, by }) => (
          <li key={role}>
            {t(`instants.role.${role}`)}: {by} <Hash value={commitment} label={t('instants.commitment')} />
          </li>
        ))}
        {run.seal ? (
          <li>
            {t(run.seal.receipted ? 'instants.receipted' : 'instants.notReceipted')}{' '}
            <Hash value={run.seal.root} label={t('instants.root')} />
          </li>
        ) : null}
      </ul>
      {shown ? <RunDetails run={run} act={act} busy={busy} /> : null}
    </div>
  );
}

function RunDetails(props: { run: DeskRun; busy: boolean; act: (action: () => Promise<unknown>) => void }) {
  const { t } = useTranslation('console');
  const { run } = props;
  const audit = useQuery(auditQuery(run.id));
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      {audit.data ? (
        <details>
          <summary>
            {t('instants.audit')}:{' '}
            {Object.entries(audit.data.recount)
              .map(([tier, count]) => `${tier} × ${count}`)
              .join(' · ')}
          </summary>
          <section aria-label={t('instants.audit')}>
            <pre className="max-h-72 overflow-auto whitespace-pre-wrap font-mono text-xs">{JSON.stringify(audit.data.report, null, 2)}</pre>
          </section>
        </details>
      ) : null}
      {run.channel === 'shop' ? <Packs {...props} /> : null}
    </div>
  );
}

function Packs({ run, busy, act }: { run: DeskRun; busy: boolean; act: (action: () => Promise<unknown>) => void }) {
  const { t } = useTranslation('console');
  const packs = useQuery(packsQuery(run.id));
  const [shopId, setShopId] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  return (
    <>
      <table className="w-full text-sm">
        <caption className="text-left font-medium">{t('instants.map')}</caption>
        <tbody>
          {(packs.data ?? []).map((stretch) => (
            <tr key={stretch.from} className="border-t border-line">
              <th scope="row" className="text-left font-mono font-normal">
                {stretch.from === stretch.to ? stretch.from : `${stretch.from}–${stretch.to}`}
              </th>
              <td>{t(`instants.pack.${stretch.state}`)}</td>
              <td>{stretch.shop}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap items-end gap-2">
        <TextInput label={t('instants.shop')} value={shopId} onChange={(event) => setShopId(event.target.value)} />
        <TextInput label={t('instants.from')} inputMode="numeric" value={from} onChange={(event) => setFrom(event.target.value)} />
        <TextInput label={t('instants.to')} inputMode="numeric" value={to} onChange={(event) => setTo(event.target.value)} />
        <Button
          size="small"
          isDisabled={busy || shopId.trim() === '' || !/^\d+$/.test(from) || !/^\d+$/.test(to)}
          onPress={() => act(() => shipPacks(run.id, { shopId: shopId.trim(), from: Number(from), to: Number(to) }))}
        >
          {t('instants.ship')}
        </Button>
      </div>
    </>
  );
}
