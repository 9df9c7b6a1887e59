import { Button, Card, ErrorState, LanguageSwitch, LogoMark, TextInput, ThemeSwitch } from '@valira/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused, type TerminalApi } from '../api/terminal-api.ts';
import type { Enrolment } from '../device/terminal-store.ts';
import type { SignedClerk } from '../terminal.tsx';

export function PinScreen(props: { enrolment: Enrolment; api: TerminalApi; onSigned: (signed: SignedClerk) => void }) {
  const { t } = useTranslation('terminal');
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ code: string; detail?: string | undefined } | null>(null);

  const enter = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const { token, clerk } = await props.api.enterPin(pin);
      props.onSigned({ token, clerk });
    } catch (error) {
      setPin('');
      setProblem(error instanceof Refused ? { code: error.code, detail: error.detail } : { code: 'network' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="grid w-full max-w-[24rem] gap-4">
        <p className="flex items-center gap-2 text-xl font-[740]">
          <LogoMark /> Valira
          <span className="ml-auto text-sm font-text text-ink-2">
            {props.enrolment.shop.name} · {props.enrolment.label}
          </span>
        </p>
        <Card level={1} title={t('pin.title')}>
          <form onSubmit={(event) => void enter(event)} className="grid gap-4">
            <TextInput
              label={t('pin.label')}
              type="password"
              inputMode="numeric"
              autoComplete="off"
              autoFocus
              maxLength={8}
              value={pin}
              inputClassName="text-center font-mono text-2xl tracking-[0.4em]"
              onChange={(event) => setPin(event.target.value.replace(/\D/g, ''))}
            />
            {problem ? <ErrorState problem={problem} /> : null}
            <Button type="submit" look="primary" size="large" isDisabled={busy || pin.length < 4}>
              {t('pin.action')}
            </Button>
          </form>
        </Card>
        <div className="flex gap-5 text-sm">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </main>
  );
}
