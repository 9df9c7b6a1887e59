import { Notice } from '@valira/ui';
import { useTranslation } from 'react-i18next';

/** Why the bank said no, and that nothing was charged. A code without words of its own gets the general ones. */
export function DeclineNotice(props: { code: string }) {
  const { t } = useTranslation('account');
  return (
    <Notice tone="bad" role="alert">
      <p className="font-medium">{t(`decline.${props.code}`, { defaultValue: t('decline.other') })}</p>
      <p>{t('deposit.nothingCharged')}</p>
    </Notice>
  );
}
