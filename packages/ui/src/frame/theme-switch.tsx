import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { chooseTheme } from '../theme/theme.ts';

export function ThemeSwitch(props: { className?: string }) {
  const { t } = useTranslation('ui');
  const [dark, setDark] = useState(() => document.documentElement.dataset.theme === 'dark');
  const Icon = dark ? Sun : Moon;
  return (
    <AriaButton
      className={`inline-flex items-center gap-2 text-primary-ink underline underline-offset-[3px] max-md:min-h-11 ${props.className ?? ''}`}
      onPress={() => {
        chooseTheme(dark ? 'light' : 'dark');
        setDark(!dark);
      }}
    >
      <Icon aria-hidden="true" className="icon" />
      {t(dark ? 'theme.light' : 'theme.dark')}
    </AriaButton>
  );
}
