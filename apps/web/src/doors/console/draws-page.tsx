import { useQuery } from '@tanstack/react-query';
import { Card, ErrorState, LoadingState, PageHead } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../api/problem.ts';
import { contestsQuery } from '../../api/queries.ts';
import { ContestTable } from './contest-table.tsx';

export function DrawsPage() {
  const { t } = useTranslation('console');
  const draws = useQuery(contestsQuery({ kind: 'draw', limit: 100 }));
  return (
    <>
      <PageHead dense title={t('frame.door.draws')} />
      <Card dense>
        {draws.isError ? <ErrorState problem={shownProblem(draws.error)} /> : null}
        {draws.isPending ? <LoadingState /> : null}
        {draws.data ? <ContestTable contests={draws.data} caption={t('frame.door.draws')} /> : null}
      </Card>
    </>
  );
}
