import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../i18n/create-i18n.ts';
import { languages } from '../i18n/languages.ts';

export function LanguageSwitch(props: { className?: string }) {
  const { t, i18n } = useTranslation('ui');
  return (
    <nav aria-label={t('language.choose')} className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${props.className ?? ''}`}>
      {languages.map((language) =>
        language.code === i18n.language ? (
          <b key={language.code} aria-current="true" lang={language.code}>
            {language.name}
          </b>
        ) : (
          <AriaButton
            key={language.code}
            onPress={() => void chooseLanguage(i18n, language.code)}
            className="text-primary-ink underline underline-offset-[3px] max-md:min-h-11"
          >
            <span lang={language.code}>{language.name}</span>
          </AriaButton>
        ),
      )}
    </nav>
  );
}
