import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import {
  Card,
  DrawStepper,
  ErrorState,
  FactRows,
  Hash,
  LinkButton,
  LoadingState,
  Money,
  PageHead,
  StatusBadge,
  useFormat,
} from '@valira/ui';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../api/problem.ts';
import { contestQuery } from '../../api/queries.ts';
import type { Contest } from '../../api/wire.ts';
import { actorWords } from '../actors/actor-words.ts';
import { PrizeTable } from '../shop/results/prize-table.tsx';
import { ResultNumbers } from '../shop/results/result-numbers.tsx';
import { useContestName } from '../shop/use-contest-name.ts';

export function RecordPage() {
  const { contestId } = useParams({ strict: false });
  const contest = useQuery(contestQuery(contestId ?? ''));
  if (contest.isError) return <ErrorState problem={shownProblem(contest.error)} />;
  return contest.data ? <RecordView contest={contest.data} /> : <LoadingState />;
}

function RecordView(props: { contest: Contest }) {
  const { t } = useTranslation('inspector');
  const format = useFormat();
  const nameOf = useContestName();
  const { contest } = props;
  const { seal } = contest;
  const name = nameOf(contest);
  const at = `/v1/contests/${encodeURIComponent(contest.id)}`;
  return (
    <>
      <PageHead
        dense
        crumbs={[{ href: '/inspector', label: t('frame.door.records') }, { label: name }]}
        title={name}
        lead={format.moment(contest.drawsAt, 'full')}
        aside={
          <>
            <StatusBadge status={contest.state} />
            {contest.state === 'archived' ? (
              <>
                <LinkButton size="small" href={`${at}/record.pdf`} target="_blank">
                  <Download aria-hidden="true" className="icon" />
                  {t('record.pdf')}
                </LinkButton>
                <LinkButton size="small" href={`${at}/bundle`} target="_blank">
                  <Download aria-hidden="true" className="icon" />
                  {t('record.bundle')}
                </LinkButton>
              </>
            ) : null}
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 lg:grid-cols-[300px_minmax(0,1fr)_minmax(0,1fr)]">
        <Card dense title={t('record.history')}>
          <DrawStepper
            steps={contest.steps.map((step, index) => ({
              id: `${index}-${step.step}`,
              title: t(`step.${step.step}`, { defaultValue: step.step }),
              detail: `${format.moment(step.at, 'full')}${step.actors.length ? ` · ${step.actors.map((actor) => actorWords(t, actor)).join(', ')}` : ''}`,
              state: 'done' as const,
            }))}
          />
        </Card>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          {contest.result ? (
            <Card dense title={t('record.result')} aside={<StatusBadge status="certified" />}>
              <ResultNumbers contest={contest} />
            </Card>
          ) : null}
          <PrizeTable contest={contest} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          {seal ? (
            <Card dense title={t('record.seal')} aside={<StatusBadge status={seal.countersignature ? 'matching' : 'pending'} />}>
              <FactRows
                facts={[
                  { id: 'sealed', label: t('seal.at'), value: format.moment(seal.sealedAt, 'full') },
                  { id: 'leaves', label: t('seal.tickets'), value: format.count(seal.leaves) },
                  { id: 'stake', label: t('seal.stake'), value: <Money minor={seal.stakeCents} /> },
                  { id: 'root', label: t('seal.root'), value: <Hash value={seal.root} label={t('seal.root')} /> },
                  { id: 'signature', label: t('seal.signature'), value: <Hash value={seal.signature} label={t('seal.signature')} /> },
                  { id: 'key', label: t('seal.key'), value: <code className="font-mono text-xs break-all">{seal.keyId}</code> },
                ]}
              />
            </Card>
          ) : null}
          {contest.commitments.length > 0 ? (
            <Card dense title={t('record.commitments')}>
              <ul>
                {contest.commitments.map((commitment) => (
                  <li key={commitment.role} className="border-b border-line py-2 last:border-b-0">
                    <b>{commitment.holder}</b>
                    <div className="flex flex-wrap justify-between gap-2 text-ink-2">
                      <Hash value={commitment.digest} label={commitment.holder} />
                      {format.moment(commitment.publishedAt, 'full')}
                    </div>
                  </li>
                ))}
              </ul>
            </Card>
          ) : null}
        </div>
      </div>
    </>
  );
}
