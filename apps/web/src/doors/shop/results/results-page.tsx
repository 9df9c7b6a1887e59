import { useQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState, LinkButton, LoadingState, PageHead, Segmented } from '@valira/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { contestsQuery } from '../../../api/queries.ts';
import { ResultRows, resultStates } from './recent-results.tsx';

export function ResultsPage() {
  const { t } = useTranslation('shop');
  const [kind, setKind] = useState<'draw' | 'pool'>('draw');
  const results = useQuery(contestsQuery({ kind, state: resultStates, limit: 50 }));
  return (
    <>
      <PageHead title={t('nav.results')} lead={t('result.lead')} aside={<LinkButton href="/verify">{t('footer.verifier')}</LinkButton>} />
      <Segmented
        className="mb-4"
        label={t('result.kind')}
        value={kind}
        options={[
          { value: 'draw', label: t('nav.draws') },
          { value: 'pool', label: t('nav.races') },
        ]}
        onChange={setKind}
      />
      {results.isError ? <ErrorState problem={shownProblem(results.error)} /> : null}
      {results.isPending ? <LoadingState /> : null}
      {results.data?.length === 0 ? (
        <EmptyState action={<LinkButton href="/">{t('tickets.today')}</LinkButton>}>{t('result.none')}</EmptyState>
      ) : null}
      {results.data && results.data.length > 0 ? <ResultRows contests={results.data} /> : null}
    </>
  );
}
