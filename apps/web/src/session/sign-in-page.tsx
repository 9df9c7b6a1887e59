import { useNavigate } from '@tanstack/react-router';
import { Card, TextLink } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { request } from '../api/request.ts';
import type { Me } from '../api/wire.ts';
import { SignInForm } from './sign-in-form.tsx';

const doors: Record<Me['kind'], string> = { player: '/', staff: '/console', inspector: '/inspector', 'second-holder': '/console' };

export function SignInPage() {
  const { t } = useTranslation('shop');
  const navigate = useNavigate();
  return (
    <div className="mx-auto w-full max-w-[26rem]">
      <Card level={1} title={t('signIn.title')}>
        <p className="mb-4 text-sm text-ink-2">{t('signIn.lead')}</p>
        <SignInForm
          onDone={() => {
            void request<Me>('/v1/me').then((me) => navigate({ href: doors[me.kind] }));
          }}
        />
      </Card>
      <p className="mt-4 text-sm text-ink-2">
        <TextLink href="/join">{t('nav.join')}</TextLink>
      </p>
    </div>
  );
}
