import { useQuery } from '@tanstack/react-query';
import { Card, EmptyState, ErrorState, Hash, LoadingState, Money, PageHead, StatusBadge, TextLink, useFormat } from '@valira/ui';
import { DataTable, type TableColumn } from '@valira/ui/table';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../api/problem.ts';
import type { Contest, Seal } from '../../api/wire.ts';
import { useWords } from '../shop/use-words.ts';
import { sealedContestsQuery } from './inspector-api.ts';

type Sealed = { readonly contest: Contest; readonly seal: Seal };

export function SealsPage() {
  const { t } = useTranslation('inspector');
  const format = useFormat();
  const words = useWords();
  const seals = useQuery(sealedContestsQuery);
  const columns = useMemo(
    (): readonly TableColumn<Sealed>[] => [
      {
        id: 'draw',
        title: t('record.draw'),
        value: (row) => row.contest.closesAt,
        show: ({ contest }) => (
          <TextLink href={`/inspector/records/${contest.id}`}>
            {contest.event?.name ?? words(contest.product.names)} · {contest.number}
          </TextLink>
        ),
      },
      { id: 'at', title: t('seal.at'), value: (row) => row.seal.sealedAt, show: (row) => format.moment(row.seal.sealedAt, 'full') },
      {
        id: 'leaves',
        title: t('seal.tickets'),
        numeric: true,
        value: (row) => row.seal.leaves,
        show: (row) => format.count(row.seal.leaves),
      },
      {
        id: 'stake',
        title: t('seal.stake'),
        numeric: true,
        value: (row) => BigInt(row.seal.stakeCents),
        show: (row) => <Money minor={row.seal.stakeCents} />,
      },
      {
        id: 'root',
        title: t('seal.root'),
        value: (row) => row.seal.root,
        show: (row) => <Hash value={row.seal.root} label={t('seal.root')} />,
      },
      {
        id: 'control',
        title: t('seal.control'),
        value: (row) => row.seal.countersignature?.at ?? null,
        show: (row) => <StatusBadge status={row.seal.countersignature ? 'matching' : 'pending'} />,
      },
    ],
    [t, format, words],
  );
  const rows = useMemo(
    () => (seals.data ?? []).flatMap((contest): Sealed[] => (contest.seal ? [{ contest, seal: contest.seal }] : [])),
    [seals.data],
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
            rows={rows}
            rowId={(row) => row.contest.id}
            empty={<EmptyState>{t('seal.none')}</EmptyState>}
          />
        ) : null}
      </Card>
    </>
  );
}
