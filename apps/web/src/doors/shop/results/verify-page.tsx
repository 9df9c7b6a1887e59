import { useMutation } from '@tanstack/react-query';
import { Card, Notice, PageHead } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { BundleReportView } from './bundle-report.tsx';
import { runVerifier } from './run-verifier.ts';

/** Checks any bundle file, also one got from somebody else; offline once the page is open. */
export function VerifyPage() {
  const { t } = useTranslation('shop');
  const checking = useMutation({ mutationFn: async (file: File) => runVerifier(await file.arrayBuffer()) });
  return (
    <>
      <PageHead
        crumbs={[{ href: '/results', label: t('nav.results') }, { label: t('verify.title') }]}
        title={t('verify.title')}
        lead={t('verify.lead')}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title={t('verify.choose')}>
          <label className="grid gap-2 rounded-2">
            <span className="text-ink-2">{t('verify.file')}</span>
            <input
              type="file"
              className="w-full rounded-2 border border-dashed border-line-strong bg-surface-2 p-4 file:mr-3 file:min-h-10 file:rounded-2 file:border file:border-line-strong file:bg-surface file:px-4 file:font-medium file:text-ink"
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                if (file) checking.mutate(file);
              }}
            />
          </label>
          <p className="mt-3 text-sm text-ink-3">{t('verify.private')}</p>
          {checking.isPending ? (
            <Notice role="status" className="mt-3">
              {t('verify.running')}
            </Notice>
          ) : null}
          {checking.isError ? (
            <Notice tone="bad" role="alert" className="mt-3">
              {t('verify.broken')}
            </Notice>
          ) : null}
        </Card>
        {checking.data ? <BundleReportView verified={checking.data} /> : null}
      </div>
    </>
  );
}
