import { useQuery } from '@tanstack/react-query';
import { Card, EmptyState, ErrorState, LoadingState, Money, PageHead, StatusBadge, TextLink, useFormat } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../api/problem.ts';
import { contestsQuery } from '../../api/queries.ts';
import type { Contest } from '../../api/wire.ts';
import { useContestName } from '../shop/use-contest-name.ts';
import { ContestTable, roomOf } from './contest-table.tsx';
import { procedureSteps, stepUnderWay } from './draw-room/procedure.ts';

const UNDER_WAY = ['closed', 'sealed', 'drawn', 'certified', 'settled', 'reconciled', 'locked'] as const;

/** What is selling and what waits for somebody. */
export function DashboardPage() {
  const { t } = useTranslation('console');
  const format = useFormat();
  const open = useQuery(contestsQuery({ state: ['open'], limit: 50 }));
  const underWay = useQuery(contestsQuery({ state: UNDER_WAY, limit: 50 }));
  const failed = open.error ?? underWay.error;
  if (failed) return <ErrorState problem={shownProblem(failed)} />;
  if (!open.data || !underWay.data) return <LoadingState />;
  const figures = [
    {
      id: 'sales',
      label: t('dashboard.sales'),
      value: <Money minor={open.data.reduce((sum, contest) => sum + BigInt(contest.salesCents), 0n)} />,
    },
    { id: 'tickets', label: t('dashboard.tickets'), value: format.count(open.data.reduce((sum, contest) => sum + contest.tickets, 0)) },
    { id: 'open', label: t('dashboard.open'), value: format.count(open.data.length) },
  ];
  return (
    <>
      <PageHead dense title={t('frame.door.dashboard')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <dl className="grid rounded-[10px] border border-line bg-surface sm:grid-cols-3">
          {figures.map((figure) => (
            <div key={figure.id} className="border-line px-4 py-3 max-sm:border-b sm:border-l sm:first:border-l-0">
              <dt className="text-ink-2">{figure.label}</dt>
              <dd className="figure mt-1 text-xl">{figure.value}</dd>
            </div>
          ))}
        </dl>
        <Card dense title={t('dashboard.awaiting')}>
          {underWay.data.length === 0 ? <EmptyState>{t('dashboard.nothing')}</EmptyState> : null}
          <ul>
            {underWay.data.map((contest) => (
              <Waiting key={contest.id} contest={contest} />
            ))}
          </ul>
        </Card>
        <Card dense title={t('dashboard.selling')}>
          <ContestTable contests={open.data} caption={t('dashboard.selling')} />
        </Card>
      </div>
    </>
  );
}

function Waiting(props: { contest: Contest }) {
  const { t } = useTranslation('console');
  const nameOf = useContestName();
  const { contest } = props;
  const step = procedureSteps[stepUnderWay(contest)];
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-2 last:border-b-0">
      <TextLink href={roomOf(contest)}>{nameOf(contest)}</TextLink>
      <span className="ml-auto text-ink-2">{step ? t(`procedure.step.${step}`) : null}</span>
      <StatusBadge status={contest.state} />
    </li>
  );
}
