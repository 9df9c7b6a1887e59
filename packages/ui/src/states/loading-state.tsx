import { useTranslation } from 'react-i18next';

/** A page's place while it loads; quiet, and said to screen readers. */
export function LoadingState(props: { rows?: number }) {
  const { t } = useTranslation('ui');
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{t('loading')}</span>
      {Array.from({ length: props.rows ?? 3 }, (_, row) => `row-${row}`).map((row) => (
        <div key={row} className="h-16 rounded-3 border border-line bg-surface-2" />
      ))}
    </div>
  );
}
