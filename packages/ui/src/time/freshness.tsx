import { useTranslation } from 'react-i18next';
import { useServerNow } from './server-clock.tsx';

/** "fa 2 s": how old a figure is. `at` in milliseconds of the server's clock. */
export function Freshness(props: { atMs: number; className?: string }) {
  const { t } = useTranslation('ui');
  const ageS = Math.max(0, Math.floor((useServerNow() - props.atMs) / 1000));
  return (
    <span className={props.className}>
      {ageS < 90 ? t('time.agoSeconds', { seconds: ageS }) : t('time.agoMinutes', { minutes: Math.floor(ageS / 60) })}
    </span>
  );
}
