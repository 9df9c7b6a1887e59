import { useQuery } from '@tanstack/react-query';
import { Card, EmptyState, ErrorState, Hash, LoadingState, PageHead, TextLink, useFormat } from '@valira/ui';
import { DataTable, type TableColumn } from '@valira/ui/table';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../api/problem.ts';
import { type DrawRecord, recordsQuery } from './inspector-api.ts';

export function RecordsPage() {
  const { t } = useTranslation('inspector');
  const format = useFormat();
  const records = useQuery(recordsQuery);
  const columns = useMemo(
    (): readonly TableColumn<DrawRecord>[] => [
      { id: 'sequence', title: t('record.sequence'), value: (row) => row.sequence },
      {
        id: 'draw',
        title: t('record.draw'),
        value: (row) => `${row.product} ${row.number}`,
        show: (row) => <TextLink href={`/inspector/records/${row.contestId}`}>{`${row.product} · ${row.number}`}</TextLink>,
      },
      { id: 'at', title: t('record.at'), value: (row) => row.at, show: (row) => format.moment(row.at, 'full') },
      { id: 'hash', title: t('record.hash'), value: (row) => row.hash, show: (row) => <Hash value={row.hash} label={t('record.hash')} /> },
      {
        id: 'previous',
        title: t('record.previous'),
        value: (row) => row.previousHash,
        show: (row) => <Hash value={row.previousHash} label={t('record.previous')} />,
      },
    ],
    [t, format],
  );
  return (
    <>
      <PageHead dense title={t('frame.door.records')} lead={t('record.lead')} />
      <Card dense>
        {records.isError ? <ErrorState problem={shownProblem(records.error)} /> : null}
        {records.isPending ? <LoadingState /> : null}
        {records.data ? (
          <DataTable
            caption={t('frame.door.records')}
            columns={columns}
            rows={records.data}
            rowId={(row) => String(row.sequence)}
            empty={<EmptyState>{t('record.none')}</EmptyState>}
          />
        ) : null}
      </Card>
    </>
  );
}
