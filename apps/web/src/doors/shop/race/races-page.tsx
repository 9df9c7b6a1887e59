import { useQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState, LinkButton, LoadingState, PageHead } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { contestsQuery } from '../../../api/queries.ts';
import { RaceSummary } from './race-summary.tsx';

export function RacesPage() {
  const { t } = useTranslation('shop');
  const pools = useQuery(contestsQuery({ kind: 'pool', state: ['open'], limit: 24 }));
  return (
    <>
      <PageHead title={t('nav.races')} lead={t('race.lead')} />
      {pools.isError ? <ErrorState problem={shownProblem(pools.error)} /> : null}
      {pools.isPending ? <LoadingState /> : null}
      {pools.data?.length === 0 ? (
        <EmptyState action={<LinkButton href="/results">{t('nav.results')}</LinkButton>}>{t('race.none')}</EmptyState>
      ) : null}
      <div className="grid gap-3 md:grid-cols-2 md:gap-6">
        {[...(pools.data ?? [])]
          .sort((a, b) => a.closesAt.localeCompare(b.closesAt))
          .map((contest) => (
            <RaceSummary key={contest.id} contest={contest} />
          ))}
      </div>
    </>
  );
}
