import { Countdown, EmptyState, Money, StatusBadge, statusWithTime, TextLink, useFormat, useServerNow } from '@valira/ui';
import { DataTable, type TableColumn } from '@valira/ui/table';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contest } from '../../api/wire.ts';
import { useContestName } from '../shop/use-contest-name.ts';

export const roomOf = (contest: Contest): string =>
  contest.kind === 'draw' ? `/console/draws/${contest.id}` : `/console/races/${contest.id}`;

export function ContestTable(props: { contests: readonly Contest[]; caption: string }) {
  const { t } = useTranslation('console');
  const format = useFormat();
  const nameOf = useContestName();
  const now = useServerNow(15_000);
  const columns = useMemo(
    (): readonly TableColumn<Contest>[] => [
      {
        id: 'name',
        title: t('contest.name'),
        value: nameOf,
        show: (contest) => <TextLink href={roomOf(contest)}>{nameOf(contest)}</TextLink>,
      },
      {
        id: 'state',
        title: t('contest.state'),
        value: (contest) => contest.state,
        show: (contest) => <StatusBadge status={statusWithTime(contest.state, contest.closesAt, now)} />,
      },
      {
        id: 'closes',
        title: t('contest.closes'),
        value: (contest) => contest.closesAt,
        show: (contest) => (
          <>
            {format.dayTime(contest.closesAt, now)}
            {contest.state === 'open' ? (
              <span className="text-ink-3">
                {' '}
                · <Countdown at={contest.closesAt} />
              </span>
            ) : null}
          </>
        ),
      },
      {
        id: 'draws',
        title: t('contest.draws'),
        value: (contest) => contest.drawsAt,
        show: (contest) => format.dayTime(contest.drawsAt, now),
      },
      {
        id: 'tickets',
        title: t('contest.tickets'),
        numeric: true,
        value: (contest) => contest.tickets,
        show: (contest) => format.count(contest.tickets),
      },
      {
        id: 'sales',
        title: t('contest.sales'),
        numeric: true,
        value: (contest) => BigInt(contest.salesCents),
        show: (contest) => <Money minor={contest.salesCents} />,
      },
    ],
    [t, format, nameOf, now],
  );
  return (
    <DataTable
      caption={props.caption}
      columns={columns}
      rows={props.contests}
      rowId={(contest) => contest.id}
      empty={<EmptyState>{t('contest.none')}</EmptyState>}
    />
  );
}
