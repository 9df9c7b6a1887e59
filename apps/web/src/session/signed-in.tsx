import { Card, LoadingState, Notice } from '@valira/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../api/wire.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useMe } from './use-session.ts';

/** Shows its children to people of these kinds; others sign in here, without losing the page they were on. */
export function SignedIn(props: { kinds: readonly Me['kind'][]; children: (me: Me) => ReactNode }) {
  const { t } = useTranslation('shop');
  const me = useMe();
  if (me === undefined) return <LoadingState />;
  if (me && props.kinds.includes(me.kind)) return <>{props.children(me)}</>;
  return (
    <div className="mx-auto my-8 w-full max-w-[26rem] px-3">
      <Card level={1} title={t('signIn.title')}>
        {me ? (
          <Notice tone="warn" className="mb-4">
            {t('signIn.otherKind', { name: me.name })}
          </Notice>
        ) : null}
        <SignInForm />
      </Card>
    </div>
  );
}
