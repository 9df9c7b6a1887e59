import { useQuery } from '@tanstack/react-query';
import { ErrorState, StatusBadge, TextLink, useFormat } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { contestsQuery } from '../../../api/queries.ts';
import type { Contest } from '../../../api/wire.ts';
import { useContestName } from '../use-contest-name.ts';
import { ResultNumbers } from './result-numbers.tsx';

export const resultStates = ['certified', 'settled', 'reconciled', 'published', 'archived'] as const;

export function ResultRows(props: { contests: readonly Contest[] }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const nameOf = useContestName();
  return (
    <ol className="rounded-3 border border-line bg-surface px-4 py-2 md:px-5">
      {props.contests.map((contest) => {
        const name = nameOf(contest);
        return (
          <li
            key={contest.id}
            className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2 border-t border-line py-3 first:border-t-0 md:grid-cols-[190px_1fr_auto_auto]"
          >
            <div className="grid">
              <b>{name}</b>
              <span className="text-sm text-ink-3">{format.moment(contest.drawsAt, 'day')}</span>
            </div>
            <div className="max-md:col-span-2 max-md:row-start-2">
              <ResultNumbers contest={contest} />
            </div>
            <StatusBadge status={contest.state} />
            <TextLink
              href={`/results/${contest.id}`}
              className="text-sm max-md:row-start-3"
              aria-label={t('result.prizesAndProofsOf', { name })}
            >
              {t('result.prizesAndProofs')}
            </TextLink>
          </li>
        );
      })}
    </ol>
  );
}

export function RecentResults(props: { limit: number }) {
  const { t } = useTranslation('shop');
  const results = useQuery(contestsQuery({ state: resultStates, limit: props.limit }));
  if (results.isError) return <ErrorState problem={shownProblem(results.error)} />;
  if (!results.data || results.data.length === 0) return null;
  return (
    <section aria-labelledby="recent-results">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="recent-results" className="text-xl">
          {t('result.recent')}
        </h2>
        <TextLink href="/results" className="text-sm">
          {t('result.archive')}
        </TextLink>
      </div>
      <ResultRows contests={results.data} />
    </section>
  );
}
