import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Age mark, helpline and licence on every page. */
export function ShopFooter(props: { helpline: string; operator: string; licence: string; children?: ReactNode }) {
  const { t } = useTranslation('ui');
  return (
    <footer className="border-t border-line bg-surface-2 text-sm text-ink-2">
      <div className="mx-auto grid w-full max-w-[1232px] grid-cols-[auto_1fr] items-start gap-4 px-3 py-6 md:grid-cols-[auto_1fr_auto] md:gap-6 md:px-6 md:pb-8">
        <span
          role="img"
          aria-label={t('frame.adultsOnly')}
          className="grid size-[46px] place-items-center rounded-full border-[2.5px] border-bad text-md font-bold text-bad-ink"
        >
          18+
        </span>
        <div className="grid gap-1">
          <p className="text-md font-medium text-ink">
            <Phone aria-hidden="true" className="icon mr-1 inline align-[-0.2em]" />
            {t('frame.helpline')} <span className="whitespace-nowrap">{props.helpline}</span>
          </p>
          <p>{t('frame.care')}</p>
          <p className="text-xs text-ink-3">
            {props.operator} · {props.licence}
            {props.children ? <> · {props.children}</> : null}
          </p>
        </div>
        <div className="col-span-2 grid justify-items-start gap-3 md:col-span-1 md:justify-items-end">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}
