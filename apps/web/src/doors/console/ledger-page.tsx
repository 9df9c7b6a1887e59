import { useQuery } from '@tanstack/react-query';
import { Button, Card, EmptyState, ErrorState, LoadingState, Money, PageHead, StatusBadge, useFormat } from '@valira/ui';
import { DataTable, type TableColumn } from '@valira/ui/table';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../api/problem.ts';
import { type Transfer, type TrialBalanceRow, transfersQuery, trialBalanceQuery } from './console-api.ts';

export function LedgerPage() {
  const { t } = useTranslation('console');
  const format = useFormat();
  const balance = useQuery(trialBalanceQuery);
  const [account, setAccount] = useState<TrialBalanceRow | null>(null);

  const columns = useMemo((): readonly TableColumn<TrialBalanceRow>[] => {
    const money = (read: (row: TrialBalanceRow) => string) => ({
      numeric: true,
      value: (row: TrialBalanceRow) => BigInt(read(row)),
      show: (row: TrialBalanceRow) => <Money minor={read(row)} />,
    });
    return [
      { id: 'code', title: t('ledger.code'), value: (row) => row.code, show: (row) => <code className="font-mono">{row.code}</code> },
      {
        id: 'name',
        title: t('ledger.account'),
        value: (row) => t(`ledger.accounts.${row.name}`, { defaultValue: row.name }),
        show: (row) => (
          <Button look="text" size="small" className="!px-0 underline underline-offset-[3px]" onPress={() => setAccount(row)}>
            {t(`ledger.accounts.${row.name}`, { defaultValue: row.name })}
          </Button>
        ),
      },
      {
        id: 'kind',
        title: t('ledger.kind'),
        value: (row) => row.kind,
        show: (row) => t(`ledger.kinds.${row.kind}`, { defaultValue: row.kind }),
      },
      {
        id: 'debit',
        title: t('ledger.debit'),
        ...money((row) => row.debitCents),
        foot: balance.data ? <Money minor={balance.data.totalDebitCents} /> : null,
      },
      {
        id: 'credit',
        title: t('ledger.credit'),
        ...money((row) => row.creditCents),
        foot: balance.data ? <Money minor={balance.data.totalCreditCents} /> : null,
      },
      {
        id: 'balance',
        title: t('ledger.balance'),
        ...money((row) => row.balanceCents),
        foot: balance.data ? <Money minor={balance.data.differenceCents} /> : null,
      },
    ];
  }, [t, balance.data]);

  const zero = balance.data?.differenceCents === '0';
  return (
    <>
      <PageHead
        dense
        title={t('ledger.title')}
        lead={balance.data ? t('ledger.at', { time: format.moment(balance.data.at, 'full') }) : null}
        aside={
          balance.data ? (
            <StatusBadge status={zero ? 'matching' : 'alert'}>
              {zero ? t('ledger.zero') : t('ledger.notZero', { amount: format.money(BigInt(balance.data.differenceCents)) })}
            </StatusBadge>
          ) : null
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <Card dense>
          {balance.isError ? <ErrorState problem={shownProblem(balance.error)} /> : null}
          {balance.isPending ? <LoadingState /> : null}
          {balance.data ? (
            <DataTable
              caption={t('ledger.title')}
              columns={columns}
              rows={balance.data.rows}
              rowId={(row) => String(row.code)}
              empty={<EmptyState>{t('ledger.none')}</EmptyState>}
            />
          ) : null}
        </Card>
        {account ? <Transfers account={account} /> : null}
      </div>
    </>
  );
}

/** The transfers behind one figure of the trial balance. */
function Transfers(props: { account: TrialBalanceRow }) {
  const { t } = useTranslation('console');
  const format = useFormat();
  const transfers = useQuery(transfersQuery({ name: props.account.name }));
  const columns = useMemo(
    (): readonly TableColumn<Transfer>[] => [
      { id: 'at', title: t('ledger.time'), value: (row) => row.at, show: (row) => format.moment(row.at, 'full') },
      { id: 'kind', title: t('ledger.what'), value: (row) => row.kind },
      {
        id: 'debit',
        title: t('ledger.debit'),
        value: (row) => row.debit.name,
        show: (row) => `${row.debit.name} ${row.debit.owner ?? ''}`,
      },
      {
        id: 'credit',
        title: t('ledger.credit'),
        value: (row) => row.credit.name,
        show: (row) => `${row.credit.name} ${row.credit.owner ?? ''}`,
      },
      {
        id: 'amount',
        title: t('ledger.amount'),
        numeric: true,
        value: (row) => BigInt(row.amountCents),
        show: (row) => <Money minor={row.amountCents} />,
      },
      {
        id: 'reference',
        title: t('ledger.reference'),
        value: (row) => row.reference,
        show: (row) => <code className="font-mono text-xs">{row.reference}</code>,
      },
    ],
    [t, format],
  );
  return (
    <Card
      dense
      title={t('ledger.transfersOf', {
        account: `${props.account.code} ${t(`ledger.accounts.${props.account.name}`, { defaultValue: props.account.name })}`,
      })}
    >
      {transfers.isError ? <ErrorState problem={shownProblem(transfers.error)} /> : null}
      {transfers.isPending ? <LoadingState rows={1} /> : null}
      {transfers.data ? (
        <DataTable
          caption={props.account.name}
          columns={columns}
          rows={transfers.data}
          rowId={(row) => row.id}
          empty={<EmptyState>{t('ledger.none')}</EmptyState>}
        />
      ) : null}
    </Card>
  );
}
