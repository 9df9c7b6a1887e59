import { Card, KeyCap, LanguageSwitch, ThemeSwitch } from '@valira/ui';
import { useTranslation } from 'react-i18next';

const examples = ['1', '14', '1n 4 9 23 30 38 41', '1n 1 2 3 4 5 6 / 7 8 9 10 11 12', '2n 5*3 8'] as const;

export function HelpScreen() {
  const { t } = useTranslation('terminal');
  return (
    <div className="h-full overflow-y-auto p-5">
      <div className="mx-auto grid max-w-[52rem] gap-4">
        <Card level={1} title={t('help.title')}>
          <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
            {examples.map((example, index) => (
              <div key={example} className="contents">
                <dt className="font-mono">
                  {example} <KeyCap>↵</KeyCap>
                </dt>
                <dd className="text-ink-2">{t(`help.example.${index}`)}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-4 text-ink-2">{t('help.unknown')}</p>
        </Card>
        <div className="flex gap-5">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </div>
  );
}
