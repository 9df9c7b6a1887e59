import { useQuery } from '@tanstack/react-query';
import { Card, EmptyState, ErrorState, Hash, LoadingState, PageHead, useFormat } from '@valira/ui';
import { DataTable, type TableColumn } from '@valira/ui/table';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../api/problem.ts';
import { type Receipt, receiptsQuery } from './inspector-api.ts';

export function ReceiptsPage() {
  const { t } = useTranslation('inspector');
  const format = useFormat();
  const receipts = useQuery(receiptsQuery);
  const columns = useMemo(
    (): readonly TableColumn<Receipt>[] => [
      { id: 'sequence', title: t('receipt.sequence'), value: (row) => row.sequence },
      {
        id: 'kind',
        title: t('receipt.kind'),
        value: (row) => row.kind,
        show: (row) => t(`receipt.kinds.${row.kind}`, { defaultValue: row.kind }),
      },
      {
        id: 'subject',
        title: t('receipt.subject'),
        value: (row) => row.subjectId,
        show: (row) => <code className="font-mono text-xs">{row.subjectId}</code>,
      },
      { id: 'at', title: t('receipt.at'), value: (row) => row.at, show: (row) => format.moment(row.at, 'full') },
      {
        id: 'hash',
        title: t('receipt.hash'),
        value: (row) => row.hash,
        show: (row) => <Hash value={row.hash} label={t('receipt.hash')} />,
      },
      {
        id: 'head',
        title: t('receipt.head'),
        value: (row) => row.head,
        show: (row) => <Hash value={row.head} label={t('receipt.head')} />,
      },
    ],
    [t, format],
  );
  return (
    <>
      <PageHead dense title={t('frame.door.receipts')} lead={t('receipt.lead')} />
      <Card dense>
        {receipts.isError ? <ErrorState problem={shownProblem(receipts.error)} /> : null}
        {receipts.isPending ? <LoadingState /> : null}
        {receipts.data ? (
          <DataTable
            caption={t('frame.door.receipts')}
            columns={columns}
            rows={receipts.data}
            rowId={(row) => String(row.sequence)}
            empty={<EmptyState>{t('receipt.none')}</EmptyState>}
          />
        ) : null}
      </Card>
    </>
  );
}
