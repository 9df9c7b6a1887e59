import { useQuery } from '@tanstack/react-query';
import { Card, ErrorState, LoadingState, PageHead } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { contestsQuery } from '../../../api/queries.ts';
import { ContestTable } from '../contest-table.tsx';

export function RaceDeskListPage() {
  const { t } = useTranslation('console');
  const pools = useQuery(contestsQuery({ kind: 'pool', limit: 100 }));
  return (
    <>
      <PageHead dense title={t('frame.door.races')} />
      <Card dense>
        {pools.isError ? <ErrorState problem={shownProblem(pools.error)} /> : null}
        {pools.isPending ? <LoadingState /> : null}
        {pools.data ? <ContestTable contests={pools.data} caption={t('frame.door.races')} /> : null}
      </Card>
    </>
  );
}
