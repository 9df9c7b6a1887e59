import { useQuery } from '@tanstack/react-query';
import { Card, EmptyState, ErrorState, Hash, LoadingState, PageHead, useFormat } from '@valira/ui';
import { DataTable, type TableColumn } from '@valira/ui/table';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../api/problem.ts';
import { actorWords } from '../actors/actor-words.ts';
import { type AuditEvent, auditQuery } from './inspector-api.ts';

export function AuditPage() {
  const { t } = useTranslation('inspector');
  const format = useFormat();
  const audit = useQuery(auditQuery);
  const columns = useMemo(
    (): readonly TableColumn<AuditEvent>[] => [
      { id: 'seq', title: t('audit.seq'), value: (row) => row.seq, show: (row) => `#${format.count(row.seq)}` },
      { id: 'at', title: t('audit.at'), value: (row) => row.at, show: (row) => format.moment(row.at, 'full') },
      { id: 'actor', title: t('audit.actor'), value: (row) => row.actor, show: (row) => actorWords(t, row.actor) },
      {
        id: 'action',
        title: t('audit.action'),
        value: (row) => row.action,
        show: (row) => <code className="font-mono text-xs">{row.action}</code>,
      },
      {
        id: 'subject',
        title: t('audit.subject'),
        value: (row) => row.subject,
        show: (row) => <code className="font-mono text-xs">{row.subject}</code>,
      },
      {
        id: 'after',
        title: t('audit.after'),
        value: () => null,
        show: (row) => (
          <details>
            <summary className="text-primary-ink">{t('audit.show')}</summary>
            <pre className="max-w-[40rem] overflow-x-auto font-mono text-xs whitespace-pre-wrap">
              {JSON.stringify({ before: row.before, after: row.after, ...(row.reason ? { reason: row.reason } : {}) }, null, 2)}
            </pre>
          </details>
        ),
      },
      { id: 'hash', title: t('audit.hash'), value: (row) => row.hash, show: (row) => <Hash value={row.hash} label={t('audit.hash')} /> },
    ],
    [t, format],
  );
  return (
    <>
      <PageHead dense title={t('frame.door.audit')} lead={t('audit.lead')} />
      <Card dense>
        {audit.isError ? <ErrorState problem={shownProblem(audit.error)} /> : null}
        {audit.isPending ? <LoadingState /> : null}
        {audit.data ? (
          <DataTable
            caption={t('frame.door.audit')}
            columns={columns}
            rows={audit.data}
            rowId={(row) => String(row.seq)}
            empty={<EmptyState>{t('audit.none')}</EmptyState>}
          />
        ) : null}
      </Card>
    </>
  );
}
