import { useMutation } from '@tanstack/react-query';
import { Button, ErrorState, TextInput } from '@valira/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem, shownProblem } from '../api/problem.ts';
import { useSignIn } from './use-session.ts';

/** The sign-in library answers wrong credentials with 401 and words of its own; people get ours. */
const signInProblem = (error: unknown) =>
  error instanceof Problem && error.status === 401 ? { code: 'invalid_credentials' } : shownProblem(error);

export function SignInForm(props: { onDone?: () => void }) {
  const { t } = useTranslation('shop');
  const { signIn } = useSignIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});
  const entering = useMutation({ mutationFn: () => signIn(email.trim(), password), ...(props.onDone ? { onSuccess: props.onDone } : {}) });

  const send = (event: FormEvent) => {
    event.preventDefault();
    const wanted = {
      ...(/.+@.+/.test(email) ? {} : { email: t('signIn.emailNeeded') }),
      ...(password ? {} : { password: t('signIn.passwordNeeded') }),
    };
    setMissing(wanted);
    if (Object.keys(wanted).length === 0) entering.mutate();
  };

  return (
    <form onSubmit={send} noValidate className="grid gap-4">
      <TextInput
        label={t('signIn.email')}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        error={missing.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextInput
        label={t('signIn.password')}
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        error={missing.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {entering.isError ? <ErrorState problem={signInProblem(entering.error)} /> : null}
      <Button type="submit" look="primary" size="large" isDisabled={entering.isPending}>
        {t('signIn.enter')}
      </Button>
    </form>
  );
}
