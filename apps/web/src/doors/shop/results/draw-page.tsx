import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import {
  Button,
  Card,
  DrawStepper,
  ErrorState,
  FactRows,
  Hash,
  LinkButton,
  LoadingState,
  Money,
  Notice,
  PageHead,
  StatusBadge,
  useFormat,
} from '@valira/ui';
import { Download, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Problem, shownProblem } from '../../../api/problem.ts';
import { contestQuery } from '../../../api/queries.ts';
import type { Contest } from '../../../api/wire.ts';
import { actorWords } from '../../actors/actor-words.ts';
import { useContestName } from '../use-contest-name.ts';
import { BundleReportView } from './bundle-report.tsx';
import { PrizeTable } from './prize-table.tsx';
import { ResultNumbers } from './result-numbers.tsx';
import { runVerifier } from './run-verifier.ts';

export function DrawPage() {
  const { contestId } = useParams({ strict: false });
  const contest = useQuery(contestQuery(contestId ?? ''));
  if (contest.isError) return <ErrorState problem={shownProblem(contest.error)} />;
  return contest.data ? <DrawView contest={contest.data} /> : <LoadingState />;
}

async function fetchBundle(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address, { credentials: 'same-origin' }).catch(() => null);
  if (!response) throw new Problem(0, 'network');
  if (!response.ok) throw new Problem(response.status, response.status === 404 ? 'not_found' : 'unlisted');
  return await response.arrayBuffer();
}

function DrawView(props: { contest: Contest }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const nameOf = useContestName();
  const { contest } = props;
  const name = nameOf(contest);
  const bundle = `/v1/contests/${encodeURIComponent(contest.id)}/bundle`;
  const checking = useMutation({ mutationFn: async () => runVerifier(await fetchBundle(bundle)) });
  const { seal } = contest;
  return (
    <>
      <PageHead
        crumbs={[{ href: '/results', label: t('nav.results') }, { label: name }]}
        title={name}
        lead={format.moment(contest.drawsAt, 'full')}
        aside={<StatusBadge status={contest.state} />}
      />
      <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          {contest.result ? (
            <Card title={t('result.title')} aside={<StatusBadge status="certified" />}>
              <ResultNumbers contest={contest} large />
            </Card>
          ) : (
            <Notice>{t('result.notYet')}</Notice>
          )}
          <PrizeTable contest={contest} />
          {checking.data ? <BundleReportView verified={checking.data} /> : null}
        </div>
        <div className="grid gap-4">
          <Card title={t('verify.proofs')}>
            {seal ? (
              <FactRows
                className="text-sm"
                facts={[
                  { id: 'sealed', label: t('verify.sealed'), value: format.moment(seal.sealedAt, 'full') },
                  { id: 'tickets', label: t('verify.tickets'), value: format.count(seal.leaves) },
                  { id: 'stake', label: t('verify.stake'), value: <Money minor={seal.stakeCents} /> },
                  { id: 'root', label: t('proof.rootTitle'), value: <Hash value={seal.root} label={t('proof.rootName')} /> },
                  {
                    id: 'control',
                    label: t('verify.control'),
                    value: seal.countersignature ? <StatusBadge status="matching" /> : <StatusBadge status="pending" />,
                  },
                ]}
              />
            ) : (
              <p className="text-ink-2">{t('proof.later')}</p>
            )}
            {contest.result && contest.state !== 'archived' ? <p className="mt-3 text-sm text-ink-2">{t('verify.soon')}</p> : null}
            {contest.state === 'archived' ? (
              <div className="mt-4 grid gap-2">
                <Button look="primary" isDisabled={checking.isPending} onPress={() => checking.mutate()}>
                  <ShieldCheck aria-hidden="true" className="icon" />
                  {t(checking.isPending ? 'verify.running' : 'verify.here')}
                </Button>
                <LinkButton href={bundle} target="_blank">
                  <Download aria-hidden="true" className="icon" />
                  {t('verify.bundle')}
                </LinkButton>
                <LinkButton look="text" href={`/v1/contests/${encodeURIComponent(contest.id)}/record.pdf`} target="_blank">
                  {t('verify.record')}
                </LinkButton>
                {checking.isError ? <ErrorState problem={shownProblem(checking.error)} /> : null}
              </div>
            ) : null}
          </Card>
          {contest.commitments.length > 0 ? (
            <Card title={t('verify.commitments')}>
              <p className="mb-2 text-sm text-ink-2">{t('verify.commitmentsLead')}</p>
              <ul className="grid gap-2 text-sm">
                {contest.commitments.map((commitment) => (
                  <li key={commitment.role} className="border-t border-line pt-2">
                    <b>{t(`verify.role.${commitment.role}`)}</b> · {commitment.holder}
                    <div className="flex flex-wrap items-center justify-between gap-2 text-ink-3">
                      <Hash value={commitment.digest} label={t(`verify.role.${commitment.role}`)} />
                      {format.moment(commitment.publishedAt, 'day-time')}
                    </div>
                  </li>
                ))}
              </ul>
            </Card>
          ) : null}
          {contest.steps.length > 0 ? (
            <Card title={t('verify.steps')}>
              <DrawStepper
                steps={contest.steps.map((step, index) => ({
                  id: `${index}-${step.step}`,
                  title: t(`verify.stepName.${step.step}`, { defaultValue: step.step }),
                  detail: `${format.moment(step.at, 'day-time')}${step.actors.length ? ` · ${step.actors.map((actor) => actorWords(t, actor)).join(', ')}` : ''}`,
                  state: 'done' as const,
                }))}
              />
            </Card>
          ) : null}
        </div>
      </div>
    </>
  );
}
