import { useQuery } from '@tanstack/react-query';
import { Card, EmptyState, ErrorState, Hash, LoadingState, Money, PageHead, StatusBadge, TextLink, useFormat } from '@valira/ui';
import { DataTable, type TableColumn } from '@valira/ui/table';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../api/problem.ts';
import { type SealRecord, sealsQuery } from './inspector-api.ts';

export function SealsPage() {
  const { t } = useTranslation('inspector');
  const format = useFormat();
  const seals = useQuery(sealsQuery);
  const columns = useMemo(
    (): readonly TableColumn<SealRecord>[] => [
      {
        id: 'draw',
        title: t('record.draw'),
        value: (row) => `${row.product} ${row.number}`,
        show: (row) => <TextLink href={`/inspector/records/${row.contestId}`}>{`${row.product} · ${row.number}`}</TextLink>,
      },
      { id: 'at', title: t('seal.at'), value: (row) => row.sealedAt, show: (row) => format.moment(row.sealedAt, 'full') },
      { id: 'leaves', title: t('seal.tickets'), numeric: true, value: (row) => row.leaves, show: (row) => format.count(row.leaves) },
      {
        id: 'stake',
        title: t('seal.stake'),
        numeric: true,
        value: (row) => BigInt(row.stakeCents),
        show: (row) => <Money minor={row.stakeCents} />,
      },
      { id: 'root', title: t('seal.root'), value: (row) => row.root, show: (row) => <Hash value={row.root} label={t('seal.root')} /> },
      {
        id: 'control',
        title: t('seal.control'),
        value: (row) => row.countersignature?.at ?? null,
        show: (row) => <StatusBadge status={row.countersignature ? 'matching' : 'pending'} />,
      },
    ],
    [t, format],
  );
  return (
    <>
      <PageHead dense title={t('frame.door.seals')} lead={t('seal.lead')} />
      <Card dense>
        {seals.isError ? <ErrorState problem={shownProblem(seals.error)} /> : null}
        {seals.isPending ? <LoadingState /> : null}
        {seals.data ? (
          <DataTable
            caption={t('frame.door.seals')}
            columns={columns}
            rows={seals.data}
            rowId={(row) => row.contestId}
            empty={<EmptyState>{t('seal.none')}</EmptyState>}
          />
        ) : null}
      </Card>
    </>
  );
}
