import { useQuery } from '@tanstack/react-query';
import { Card, EmptyState, ErrorState, FactRows, LoadingState, Money, PageHead, StatusBadge, TextLink, useFormat } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../api/problem.ts';
import { contestsQuery } from '../../api/queries.ts';
import { dashboardQuery } from './console-api.ts';
import { ContestTable } from './contest-table.tsx';

export function DashboardPage() {
  const { t } = useTranslation('console');
  const format = useFormat();
  const dashboard = useQuery(dashboardQuery);
  const open = useQuery(contestsQuery({ state: ['open'], limit: 20 }));
  if (dashboard.isError) return <ErrorState problem={shownProblem(dashboard.error)} />;
  if (!dashboard.data) return <LoadingState />;
  const { data } = dashboard;
  const figures = [
    { id: 'sales', label: t('dashboard.sales'), value: <Money minor={data.salesTodayCents} /> },
    { id: 'tickets', label: t('dashboard.tickets'), value: format.count(data.ticketsToday) },
    { id: 'open', label: t('dashboard.open'), value: format.count(data.openContests) },
  ];
  return (
    <>
      <PageHead dense title={t('frame.door.dashboard')} />
      <div className="grid gap-3.5">
        <dl className="grid rounded-[10px] border border-line bg-surface sm:grid-cols-3">
          {figures.map((figure) => (
            <div key={figure.id} className="border-line px-4 py-3 max-sm:border-b sm:border-l sm:first:border-l-0">
              <dt className="text-ink-2">{figure.label}</dt>
              <dd className="figure mt-1 text-xl">{figure.value}</dd>
            </div>
          ))}
        </dl>
        <div className="grid gap-3.5 lg:grid-cols-3">
          <Card dense title={t('dashboard.awaiting')}>
            {data.awaiting.length === 0 ? <EmptyState>{t('dashboard.nothing')}</EmptyState> : null}
            <ul>
              {data.awaiting.map((waiting) => (
                <li
                  key={`${waiting.contestId}-${waiting.step}`}
                  className="flex items-center justify-between gap-3 border-b border-line py-2 last:border-b-0"
                >
                  <span>
                    <b className="font-medium">{t(`step.${waiting.step}`, { defaultValue: waiting.step })}</b>
                    <code className="block font-mono text-xs text-ink-3">{waiting.contestId}</code>
                  </span>
                  <TextLink href={`/console/draws/${waiting.contestId}`}>{t('dashboard.goTo')}</TextLink>
                </li>
              ))}
            </ul>
          </Card>
          <Card dense title={t('dashboard.control')} aside={<StatusBadge status={data.control.agrees ? 'matching' : 'alert'} />}>
            <FactRows facts={[{ id: 'lag', label: t('dashboard.lag'), value: `${format.count(data.control.lagMs)} ms` }]} />
          </Card>
          <Card dense title={t('dashboard.jobs')} aside={data.jobs.failed > 0 ? <StatusBadge status="alert" /> : null}>
            <FactRows
              facts={[
                { id: 'waiting', label: t('dashboard.waiting'), value: format.count(data.jobs.waiting) },
                { id: 'active', label: t('dashboard.active'), value: format.count(data.jobs.active) },
                { id: 'failed', label: t('dashboard.failed'), value: format.count(data.jobs.failed) },
              ]}
            />
          </Card>
        </div>
        <Card dense title={t('dashboard.selling')}>
          {open.data ? <ContestTable contests={open.data} caption={t('dashboard.selling')} /> : <LoadingState rows={1} />}
        </Card>
      </div>
    </>
  );
}
