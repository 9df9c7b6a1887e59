import { Button, ErrorState, LinkButton, PageHead } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { shownProblem } from './api/problem.ts';

/** A page that could not be shown: what happened and how to go on. */
export function PageFault(props: { error: unknown }) {
  const { t } = useTranslation('shop');
  return (
    <main id="content" className="mx-auto w-full max-w-[44rem] px-3 py-8 md:px-6">
      <PageHead title={t('fault.title')} />
      <ErrorState
        problem={shownProblem(props.error)}
        money={t('fault.money')}
        action={
          <div className="flex flex-wrap gap-2">
            <Button onPress={() => location.reload()}>{t('fault.again')}</Button>
            <LinkButton look="text" href="/">
              {t('fault.home')}
            </LinkButton>
          </div>
        }
      />
    </main>
  );
}

export function NotFound() {
  const { t } = useTranslation('shop');
  return (
    <main id="content" className="mx-auto w-full max-w-[44rem] px-3 py-8 md:px-6">
      <PageHead title={t('notFound.title')} lead={t('notFound.lead')} />
      <LinkButton href="/">{t('fault.home')}</LinkButton>
    </main>
  );
}
