import { useQuery } from '@tanstack/react-query';
import { Card, ErrorState, FactRows, LoadingState, Money, TextLink, useServerNow } from '@valira/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { statementQuery } from './account-api.ts';

const FIRST_YEAR = 2026;

/** A year of the player's money from balance to balance, with its files. */
export function StatementCard() {
  const { t } = useTranslation('account');
  const thisYear = new Date(useServerNow()).getFullYear();
  const [year, setYear] = useState(thisYear);
  const statement = useQuery(statementQuery(year));
  const years = Array.from({ length: Math.max(1, thisYear - FIRST_YEAR + 1) }, (_, index) => thisYear - index);
  return (
    <Card
      title={t('statement.title')}
      aside={
        <label className="flex items-center gap-2 text-sm">
          {t('statement.year')}
          <select
            value={year}
            onChange={(event) => setYear(Number(event.target.value))}
            className="min-h-10 rounded-2 border border-line-strong bg-surface px-2 max-md:min-h-11"
          >
            {years.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      }
    >
      {statement.isError ? <ErrorState problem={shownProblem(statement.error)} /> : null}
      {statement.data ? (
        <>
          <FactRows
            facts={[
              { id: 'opening', label: t('statement.opening'), value: <Money minor={statement.data.openingCents} /> },
              ...statement.data.lines
                .filter(({ amountCents }) => amountCents !== '0')
                .map(({ line, amountCents }) => ({
                  id: line,
                  label: t(`statement.line.${line}`),
                  value: <Money minor={amountCents} signed />,
                })),
              {
                id: 'closing',
                label: year === thisYear ? t('statement.sofar') : t('statement.closing'),
                value: <Money minor={statement.data.closingCents} />,
                total: true,
              },
            ]}
          />
          <p className="mt-3 flex flex-wrap gap-4 text-sm">
            {(['pdf', 'csv'] as const).map((format) => (
              <TextLink key={format} href={`/v1/wallet/statements/${year}?format=${format}`} target="_blank" className="py-2">
                {t(`statement.${format}`)}
              </TextLink>
            ))}
          </p>
        </>
      ) : (
        <LoadingState />
      )}
    </Card>
  );
}
