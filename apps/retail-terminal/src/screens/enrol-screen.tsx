import { Button, Card, ErrorState, LanguageSwitch, LogoMark, TextInput, ThemeSwitch } from '@valira/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enrolDevice, Refused } from '../api/terminal-api.ts';
import { makeDeviceKey } from '../device/device-key.ts';
import type { Enrolment, TerminalStore } from '../device/terminal-store.ts';

/** Makes the device key, hands its public half in with the one-time code, and keeps the pair here. */
export function EnrolScreen(props: { store: TerminalStore; onEnrolled: (enrolment: Enrolment) => void }) {
  const { t } = useTranslation('terminal');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ code: string; detail?: string | undefined } | null>(null);

  const enrol = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const key = await makeDeviceKey();
      const answer = await enrolDevice(code.trim(), key.publicKey);
      const enrolment: Enrolment = { ...answer, privateKey: key.privateKey };
      await props.store.enrol(enrolment);
      props.onEnrolled(enrolment);
    } catch (error) {
      setProblem(error instanceof Refused ? { code: error.code, detail: error.detail } : { code: 'network' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="grid w-full max-w-[28rem] gap-4">
        <p className="inline-flex items-center gap-2 text-xl font-[740]">
          <LogoMark /> Valira
        </p>
        <Card level={1} title={t('enrol.title')}>
          <form onSubmit={(event) => void enrol(event)} className="grid gap-4">
            <p className="text-ink-2">{t('enrol.lead')}</p>
            <TextInput
              label={t('enrol.code')}
              value={code}
              autoFocus
              autoComplete="off"
              spellCheck={false}
              inputClassName="font-mono text-lg uppercase"
              onChange={(event) => setCode(event.target.value)}
            />
            {problem ? <ErrorState problem={problem} /> : null}
            <Button type="submit" look="primary" size="large" isDisabled={busy || code.trim() === ''}>
              {t('enrol.action')}
            </Button>
            <p className="text-xs text-ink-3">{t('enrol.key')}</p>
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
