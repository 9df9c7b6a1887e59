/** Opening an account in three steps. Each field says what is wrong with it; going back, reloading and a refusal keep what was typed. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  Button,
  Card,
  ErrorState,
  inputLook,
  Labelled,
  LoadingState,
  Notice,
  PageHead,
  problemWords,
  TextInput,
  TextLink,
} from '@valira/ui';
import type { Challenge } from 'altcha-lib';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem, shownProblem } from '../../../api/problem.ts';
import { request, serverClock } from '../../../api/request.ts';
import { solveChallenge } from '../../../session/solve-challenge.ts';
import { useMe, useSignIn } from '../../../session/use-session.ts';
import { type Draft, type DraftField, faultOf, fieldOfProblem, keepDraft, readDraft, STEPS } from './draft.ts';

type Faults = Partial<Record<DraftField, string>>;

const COUNTRIES = ['AD', 'ES', 'FR', 'PT', 'AR', 'BE', 'BR', 'CH', 'CO', 'DE', 'GB', 'IT', 'LU', 'MA', 'NL', 'PH', 'US'] as const;
const DOCUMENTS = ['passport', 'national-id', 'residence-card'] as const;

const today = (): string => new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Andorra' }).format(serverClock.now());

const bodyOf = (draft: Draft, password: string, language: string) => ({
  givenNames: draft.givenNames.trim(),
  surnames: draft.surnames.trim(),
  birthDate: draft.birthDate,
  nationality: draft.nationality,
  document: { kind: draft.documentKind, number: draft.documentNumber.trim() },
  address: { street: draft.street.trim(), postalCode: draft.postalCode.trim(), town: draft.town.trim(), country: draft.country },
  email: draft.email.trim(),
  ...(draft.mobile.trim() === '' ? {} : { mobile: draft.mobile.replaceAll(' ', '') }),
  password,
  iban: draft.iban.trim(),
  language,
});

export function JoinPage() {
  const me = useMe();
  const navigate = useNavigate();
  const signedIn = me?.kind === 'player';
  useEffect(() => {
    if (signedIn) void navigate({ href: '/account' });
  }, [signedIn, navigate]);
  return me === undefined || signedIn ? <LoadingState /> : <Join />;
}

function Join() {
  const { t, i18n } = useTranslation('account');
  const { t: ui } = useTranslation('ui');
  const { signIn } = useSignIn();
  const [draft, setDraft] = useState(readDraft);
  const [password, setPassword] = useState('');
  const [step, setStep] = useState(0);
  const [faults, setFaults] = useState<Faults>({});
  const head = useRef<HTMLHeadingElement>(null);
  const key = useRef(crypto.randomUUID());

  const show = (next: number) => {
    setStep(next);
    requestAnimationFrame(() => head.current?.focus());
  };
  const set = (field: DraftField, value: string) => {
    if (field === 'password') setPassword(value);
    else {
      const next = { ...draft, [field]: value };
      setDraft(next);
      keepDraft(next);
    }
    setFaults(({ [field]: _, ...others }) => others);
  };
  const typed = (field: DraftField): string => (field === 'password' ? password : draft[field]);

  const joining = useMutation({
    mutationFn: async () => {
      const challenge = await solveChallenge(await request<Challenge>('/v1/auth/challenge'));
      await request('/v1/players', {
        body: bodyOf(draft, password, i18n.language),
        idempotencyKey: key.current,
        headers: { 'valira-challenge': challenge },
      });
      keepDraft(null);
      await signIn({ email: draft.email.trim(), password, birthDate: draft.birthDate });
    },
    onError: (error) => {
      if (!(error instanceof Problem)) return;
      // Another try is another command: what was refused may have been corrected.
      key.current = crypto.randomUUID();
      const told = error.errors.length > 0 ? error.errors : [{ code: error.code, path: '', detail: error.detail }];
      const found = Object.fromEntries(
        told.flatMap((each) => {
          const field = fieldOfProblem(each.code, each.path ?? '');
          const words =
            error.code === 'invalid_input'
              ? t('join.wrong.other')
              : problemWords(ui, { code: each.code, detail: each.detail ?? error.detail });
          return field ? [[field, words]] : [];
        }),
      ) as Faults;
      setFaults(found);
      const first = STEPS.findIndex((fields) => fields.some((field) => field in found));
      if (first >= 0) show(first);
    },
  });

  const next = (event: FormEvent) => {
    event.preventDefault();
    const fields = STEPS[step] ?? [];
    const found = Object.fromEntries(
      fields.flatMap((field) => {
        const fault = faultOf(field, typed(field), today());
        return fault ? [[field, t(`join.wrong.${fault}`)]] : [];
      }),
    ) as Faults;
    setFaults(found);
    const [first] = fields.filter((field) => field in found);
    if (first) document.getElementsByName(first)[0]?.focus();
    else if (step < STEPS.length - 1) show(step + 1);
    else joining.mutate();
  };

  const text = (field: DraftField, more: { type?: string; autoComplete?: string; hint?: string; inputMode?: 'tel' | 'email' } = {}) => (
    <TextInput
      label={t(`join.field.${field}`)}
      name={field}
      value={typed(field)}
      error={faults[field]}
      onChange={(event) => set(field, event.target.value)}
      {...more}
    />
  );
  const choice = (field: 'nationality' | 'country' | 'documentKind', options: readonly (readonly [string, string])[]) => (
    <Labelled label={t(`join.field.${field}`)} error={faults[field]}>
      {(ids) => (
        <select {...ids} name={field} value={draft[field]} onChange={(event) => set(field, event.target.value)} className={inputLook}>
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
  const names = new Intl.DisplayNames(i18n.language, { type: 'region' });
  const countries = COUNTRIES.map((code) => [code, names.of(code) ?? code] as const);
  const unplaced = joining.isError && Object.keys(faults).length === 0;

  return (
    <div className="mx-auto w-full max-w-[36rem]">
      <PageHead title={t('join.title')} lead={t('join.lead')} />
      <Card>
        <p className="text-sm text-ink-2">{t('join.step', { step: step + 1, of: STEPS.length })}</p>
        <h2 ref={head} tabIndex={-1} className="mb-4 text-lg outline-none">
          {t(`join.part.${step}`)}
        </h2>
        <form onSubmit={next} noValidate className="grid gap-4">
          {step === 0 ? (
            <>
              {text('givenNames', { autoComplete: 'given-name' })}
              {text('surnames', { autoComplete: 'family-name' })}
              {text('birthDate', { type: 'date', autoComplete: 'bday', hint: t('join.ageWhy') })}
              {choice('nationality', countries)}
              {choice(
                'documentKind',
                DOCUMENTS.map((kind) => [kind, t(`join.document.${kind}`)] as const),
              )}
              {text('documentNumber', { autoComplete: 'off', hint: t('join.documentWhy') })}
            </>
          ) : null}
          {step === 1 ? (
            <>
              {text('street', { autoComplete: 'street-address' })}
              <div className="grid gap-4 md:grid-cols-[10rem_1fr]">
                {text('postalCode', { autoComplete: 'postal-code' })}
                {text('town', { autoComplete: 'address-level2' })}
              </div>
              {choice('country', countries)}
              {text('mobile', { type: 'tel', autoComplete: 'tel', inputMode: 'tel', hint: t('join.mobileWhy') })}
            </>
          ) : null}
          {step === 2 ? (
            <>
              {text('email', { type: 'email', autoComplete: 'username', inputMode: 'email' })}
              {text('password', { type: 'password', autoComplete: 'new-password', hint: t('join.passwordHint') })}
              {text('iban', { autoComplete: 'off', hint: t('join.ibanWhy') })}
              <Notice>{t('join.verifyLater')}</Notice>
            </>
          ) : null}
          {unplaced ? <ErrorState problem={shownProblem(joining.error)} /> : null}
          <div className="flex flex-wrap justify-between gap-2">
            {step > 0 ? <Button onPress={() => show(step - 1)}>{t('join.back')}</Button> : <span />}
            <Button type="submit" look="primary" size="large" isDisabled={joining.isPending}>
              {step < STEPS.length - 1 ? t('join.next') : joining.isPending ? t('join.working') : t('join.action')}
            </Button>
          </div>
        </form>
      </Card>
      <p className="mt-4 text-sm text-ink-2">
        {t('join.already')} <TextLink href="/sign-in">{t('join.signIn')}</TextLink>
      </p>
    </div>
  );
}
