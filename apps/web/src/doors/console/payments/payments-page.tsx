/** Finance: withdrawals to approve, the file for the bank, what the bank answered, and whether the provider's account agrees with ours. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Button,
  Card,
  Dialog,
  EmptyState,
  ErrorState,
  LoadingState,
  Money,
  Notice,
  PageHead,
  StatusBadge,
  TextInput,
  TextLink,
  useFormat,
} from '@valira/ui';
import { DataTable, type TableColumn } from '@valira/ui/table';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem, shownProblem } from '../../../api/problem.ts';
import type { Me } from '../../../api/wire.ts';
import { useMe } from '../../../session/use-session.ts';
import {
  approveWithdrawal,
  type ConsoleWithdrawal,
  consoleWithdrawalsQuery,
  exportPayments,
  importAnswers,
  paymentBatchesQuery,
  reconciliationsQuery,
  rejectWithdrawal,
} from './payments-api.ts';

const LOOK: Readonly<Record<string, string>> = {
  requested: 'pending',
  reviewed: 'pending',
  approved: 'approved',
  exported: 'sold',
  paid: 'paid',
  returned: 'refused',
  cancelled: 'cancelled',
  rejected: 'refused',
};

function useRefresh() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ['console'] });
  };
}

export function PaymentsPage() {
  const { t } = useTranslation('console');
  const me = useMe();
  return (
    <>
      <PageHead dense title={t('payments.title')} lead={t('payments.lead')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <Withdrawals me={me ?? null} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 lg:grid-cols-2">
          <Batches />
          <Answers />
        </div>
        <Comparison />
      </div>
    </>
  );
}

function Withdrawals(props: { me: Me | null }) {
  const { t } = useTranslation('console');
  const format = useFormat();
  const refresh = useRefresh();
  const rows = useQuery(consoleWithdrawalsQuery);
  const [rejected, setRejected] = useState<ConsoleWithdrawal | null>(null);
  const approving = useMutation({ mutationFn: approveWithdrawal, onSettled: refresh });
  const isFinance = props.me?.roles.includes('finance') ?? false;
  const { mutate: approve, isPending } = approving;
  const columns = useMemo(
    (): readonly TableColumn<ConsoleWithdrawal>[] => [
      {
        id: 'at',
        title: t('payments.requested'),
        value: (row) => row.requestedAt,
        show: (row) => format.moment(row.requestedAt, 'day-time'),
      },
      {
        id: 'account',
        title: t('payments.account'),
        value: (row) => row.accountId,
        show: (row) => <code className="font-mono text-xs">{row.accountId.slice(0, 12)}…</code>,
      },
      {
        id: 'amount',
        title: t('payments.amount'),
        numeric: true,
        value: (row) => BigInt(row.amountCents),
        show: (row) => <Money minor={row.amountCents} />,
      },
      {
        id: 'state',
        title: t('payments.state'),
        value: (row) => row.state,
        show: (row) => (
          <span className="flex flex-wrap items-center gap-2">
            <StatusBadge status={LOOK[row.state] ?? row.state}>{t(`payments.states.${row.state}`)}</StatusBadge>
            {row.endReason ? <span className="text-xs text-ink-3">{row.endReason}</span> : null}
          </span>
        ),
      },
      {
        id: 'step',
        title: t('payments.step'),
        value: (row) => row.state,
        show: (row) => {
          const toApprove = row.state === 'requested' || row.state === 'reviewed';
          if (!isFinance || !(toApprove || row.state === 'approved')) return null;
          return (
            <span className="flex flex-wrap gap-2">
              {toApprove ? (
                <Button size="small" isDisabled={isPending} onPress={() => approve(row.id)}>
                  {t(row.state === 'requested' ? 'payments.approveFirst' : 'payments.approveSecond')}
                </Button>
              ) : null}
              <Button size="small" look="danger" onPress={() => setRejected(row)}>
                {t('payments.reject')}
              </Button>
            </span>
          );
        },
      },
    ],
    [t, format, isFinance, approve, isPending],
  );
  return (
    <Card dense title={t('payments.withdrawals')}>
      {approving.isError ? <ErrorState problem={shownProblem(approving.error)} /> : null}
      {rows.isError ? <ErrorState problem={shownProblem(rows.error)} /> : null}
      {rows.data ? (
        <DataTable
          caption={t('payments.withdrawals')}
          columns={columns}
          rows={rows.data}
          rowId={(row) => row.id}
          empty={<EmptyState>{t('payments.none')}</EmptyState>}
        />
      ) : (
        <LoadingState />
      )}
      {rejected ? <Reject row={rejected} onClose={() => setRejected(null)} /> : null}
    </Card>
  );
}

function Reject(props: { row: ConsoleWithdrawal; onClose: () => void }) {
  const { t } = useTranslation('console');
  const refresh = useRefresh();
  const [reason, setReason] = useState('');
  const rejecting = useMutation({
    mutationFn: () => rejectWithdrawal(props.row.id, reason.trim()),
    onSuccess: props.onClose,
    onSettled: refresh,
  });
  return (
    <Dialog
      title={t('payments.reject')}
      isOpen
      onClose={props.onClose}
      actions={
        <>
          <Button onPress={props.onClose}>{t('payments.back')}</Button>
          <Button look="primary" isDisabled={reason.trim().length < 3 || rejecting.isPending} onPress={() => rejecting.mutate()}>
            {t('payments.reject')}
          </Button>
        </>
      }
    >
      <p>{t('payments.rejectLead')}</p>
      <TextInput label={t('payments.reason')} value={reason} onChange={(event) => setReason(event.target.value)} />
      {rejecting.isError ? <ErrorState problem={shownProblem(rejecting.error)} /> : null}
    </Dialog>
  );
}

function Batches() {
  const { t } = useTranslation('console');
  const format = useFormat();
  const refresh = useRefresh();
  const batches = useQuery(paymentBatchesQuery);
  const exporting = useMutation({ mutationFn: exportPayments, onSettled: refresh });
  return (
    <Card
      dense
      title={t('payments.files')}
      aside={
        <Button size="small" look="primary" isDisabled={exporting.isPending} onPress={() => exporting.mutate()}>
          {t('payments.export')}
        </Button>
      }
    >
      <p className="mb-2 text-sm text-ink-2">{t('payments.filesLead')}</p>
      {exporting.isError ? <ErrorState problem={shownProblem(exporting.error)} /> : null}
      {exporting.isSuccess ? (
        <Notice tone="good" role="status">
          {t('payments.exported', { count: exporting.data.payments, amount: format.money(BigInt(exporting.data.amountCents)) })}
        </Notice>
      ) : null}
      <ul>
        {batches.data?.map((batch) => (
          <li key={batch.id} className="grid grid-cols-[1fr_auto] gap-x-3 border-b border-line py-2 last:border-b-0">
            <TextLink href={`/v1/console/payment-batches/${batch.id}/file`} target="_blank" className="truncate font-mono text-xs">
              {batch.messageId}
            </TextLink>
            <b className="text-right font-medium">
              <Money minor={batch.amountCents} />
            </b>
            <span className="text-xs text-ink-3">
              {format.moment(batch.createdAt, 'day-time')} · {t('payments.count', { count: batch.payments })}
            </span>
          </li>
        ))}
      </ul>
      {batches.data?.length === 0 ? <EmptyState>{t('payments.noFiles')}</EmptyState> : null}
    </Card>
  );
}

/** The lines that a refused file was refused for. */
function Faults(props: { error: unknown }) {
  const faults = props.error instanceof Problem ? Object.entries(props.error.facts).filter(([name]) => name.startsWith('line ')) : [];
  return faults.length === 0 ? null : (
    <ul className="mt-2 font-mono text-xs">
      {faults.map(([line, fault]) => (
        <li key={line}>
          {line}: {String(fault)}
        </li>
      ))}
    </ul>
  );
}

function Answers() {
  const { t } = useTranslation('console');
  const refresh = useRefresh();
  const importing = useMutation({
    mutationFn: async (file: File) => {
      const text = await file.text();
      return importAnswers(text.trimStart().startsWith('<') ? 'pain.002' : 'csv', text);
    },
    onSettled: refresh,
  });
  return (
    <Card dense title={t('payments.answers')}>
      <p className="mb-2 text-sm text-ink-2">{t('payments.answersLead')}</p>
      <label className="grid gap-1 text-sm text-ink-2">
        {t('payments.file')}
        <input
          type="file"
          accept=".xml,.csv,text/csv,application/xml"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) importing.mutate(file);
            event.target.value = '';
          }}
          className="min-h-10 text-sm text-ink"
        />
      </label>
      {importing.isError ? (
        <div className="mt-3">
          <ErrorState problem={shownProblem(importing.error)} action={<Faults error={importing.error} />} />
        </div>
      ) : null}
      {importing.isSuccess ? (
        <Notice tone="good" role="status" className="mt-3">
          {t('payments.imported', importing.data)}
        </Notice>
      ) : null}
    </Card>
  );
}

function Comparison() {
  const { t } = useTranslation('console');
  const days = useQuery(reconciliationsQuery);
  return (
    <Card dense title={t('payments.comparison')}>
      {days.isError ? <ErrorState problem={shownProblem(days.error)} /> : null}
      {days.data ? (
        <DataTable
          caption={t('payments.comparison')}
          rows={days.data}
          rowId={(row) => `${row.date}/${row.run}`}
          empty={<EmptyState>{t('payments.noDays')}</EmptyState>}
          columns={[
            { id: 'date', title: t('payments.day'), value: (row) => row.date },
            { id: 'entries', title: t('payments.entries'), numeric: true, value: (row) => row.entries },
            {
              id: 'provider',
              title: t('payments.provider'),
              numeric: true,
              value: (row) => BigInt(row.providerCents),
              show: (row) => <Money minor={row.providerCents} />,
            },
            {
              id: 'ledger',
              title: t('payments.ledger'),
              numeric: true,
              value: (row) => BigInt(row.ledgerCents),
              show: (row) => <Money minor={row.ledgerCents} />,
            },
            {
              id: 'fees',
              title: t('payments.fees'),
              numeric: true,
              value: (row) => BigInt(row.feeCents),
              show: (row) => <Money minor={row.feeCents} />,
            },
            {
              id: 'agrees',
              title: t('payments.agrees'),
              value: (row) => row.differences.length,
              show: (row) => (
                <StatusBadge status={row.differences.length === 0 ? 'matching' : 'alert'}>
                  {row.differences.length === 0 ? t('payments.same') : t('payments.differences', { count: row.differences.length })}
                </StatusBadge>
              ),
            },
          ]}
        />
      ) : (
        <LoadingState />
      )}
    </Card>
  );
}
