import { useMutation } from '@tanstack/react-query';
import { Button, ErrorState, TextInput } from '@valira/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem, shownProblem } from '../api/problem.ts';
import { useSignIn } from './use-session.ts';

const isCode = (error: unknown, code: string): boolean => error instanceof Problem && error.code === code;

/** Wrong credentials have words of our own here, the same in every door. */
const signInProblem = (error: unknown) => (isCode(error, 'wrong_credentials') ? { code: 'invalid_credentials' } : shownProblem(error));

/** Asks for address and password, and then for what else this person needs: a player's birth date, the code of a second factor. */
export function SignInForm(props: { onDone?: () => void }) {
  const { t } = useTranslation('shop');
  const { signIn, showCode } = useSignIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [birthDate, setBirthDate] = useState('');
  const [code, setCode] = useState('');
  const [asks, setAsks] = useState<'password' | 'birth-date' | 'code'>('password');
  const [missing, setMissing] = useState<{ email?: string; password?: string; birthDate?: string; code?: string }>({});
  const entering = useMutation({
    mutationFn: () =>
      asks === 'code' ? showCode(code.trim()) : signIn({ email: email.trim(), password, ...(birthDate !== '' && { birthDate }) }),
    onSuccess: ({ signedIn }) => {
      if (signedIn) props.onDone?.();
      else setAsks('code');
    },
    onError: (error) => {
      if (isCode(error, 'birth_date_required')) setAsks('birth-date');
    },
  });

  const send = (event: FormEvent) => {
    event.preventDefault();
    const wanted = {
      ...(/.+@.+/.test(email) ? {} : { email: t('signIn.emailNeeded') }),
      ...(password ? {} : { password: t('signIn.passwordNeeded') }),
      ...(asks === 'birth-date' && birthDate === '' && { birthDate: t('signIn.birthDateNeeded') }),
      ...(asks === 'code' && !/^\d{6}$/.test(code.trim()) && { code: t('signIn.codeNeeded') }),
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
      {asks === 'birth-date' ? (
        <TextInput
          label={t('signIn.birthDate')}
          type="date"
          name="birthDate"
          autoComplete="bday"
          hint={t('signIn.birthDateWhy')}
          value={birthDate}
          error={missing.birthDate}
          onChange={(event) => setBirthDate(event.target.value)}
        />
      ) : null}
      {asks === 'code' ? (
        <TextInput
          label={t('signIn.code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={missing.code}
          onChange={(event) => setCode(event.target.value)}
        />
      ) : null}
      {entering.isError && !isCode(entering.error, 'birth_date_required') ? <ErrorState problem={signInProblem(entering.error)} /> : null}
      <Button type="submit" look="primary" size="large" isDisabled={entering.isPending}>
        {entering.isPending ? t('signIn.working') : t('signIn.enter')}
      </Button>
    </form>
  );
}
