/** Showing a document: chosen or photographed here, sent encrypted, decided by the operator's desk; what was shown before and what came of it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, ErrorState, LoadingState, Notice, PageHead, useFormat } from '@valira/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { SignedIn } from '../../../session/signed-in.tsx';
import { askIdentityCheck, type DocumentSide, identityChecksQuery } from './account-api.ts';

const SIDES = ['front', 'back', 'face'] as const satisfies readonly DocumentSide[];
/** The API's own bound for one document. */
const MOST_BYTES = 3 * 1024 * 1024;

export function IdentityPage() {
  return <SignedIn kinds={['player']}>{() => <Identity />}</SignedIn>;
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

function Identity() {
  const { t } = useTranslation('account');
  const format = useFormat();
  const client = useQueryClient();
  const checks = useQuery(identityChecksQuery);
  const [files, setFiles] = useState<Partial<Record<DocumentSide, File>>>({});
  const [wrong, setWrong] = useState<string>();
  const asking = useMutation({
    mutationFn: async (chosen: Partial<Record<DocumentSide, File>>) => {
      const documents = [];
      for (const side of SIDES) {
        const file = chosen[side];
        if (file) documents.push({ side, content: await base64Of(file) });
      }
      await askIdentityCheck(documents);
    },
    onSuccess: () => {
      setFiles({});
      void client.invalidateQueries({ queryKey: identityChecksQuery.queryKey });
    },
  });
  if (checks.isError) return <ErrorState problem={shownProblem(checks.error)} />;
  if (!checks.data) return <LoadingState />;
  const [latest] = checks.data;
  const isDone = latest?.state === 'open' || latest?.state === 'accepted';
  const send = (event: FormEvent) => {
    event.preventDefault();
    const tooLarge = Object.values(files).some((file) => file.size > MOST_BYTES);
    const problem = files.front ? (tooLarge ? t('identity.tooLarge') : undefined) : t('identity.frontNeeded');
    setWrong(problem);
    if (!problem) asking.mutate(files);
  };
  return (
    <div className="mx-auto grid w-full max-w-[34rem] gap-4">
      <PageHead crumbs={[{ href: '/account', label: t('nav.account') }, { label: t('nav.identity') }]} title={t('nav.identity')} />
      {latest ? (
        <Notice tone={latest.state === 'rejected' ? 'warn' : 'calm'} role="status">
          <p className="font-medium">
            {t(`identity.state.${latest.state}`, { date: format.moment(latest.decidedAt ?? latest.askedAt, 'day-time') })}
          </p>
          {latest.state === 'rejected' && latest.reason ? <p>{t(`identity.why.${latest.reason}`)}</p> : null}
        </Notice>
      ) : null}
      {isDone ? null : (
        <Card>
          <form onSubmit={send} noValidate className="grid gap-4">
            <p className="text-ink-2">{t('identity.lead')}</p>
            {SIDES.map((side) => (
              <label key={side} className="grid gap-1">
                <span className="font-medium">{t(`identity.side.${side}`)}</span>
                <input
                  type="file"
                  accept="image/jpeg,image/png,application/pdf"
                  className="min-h-11 w-full rounded-2 border border-line-strong bg-surface p-2"
                  aria-describedby={wrong ? 'identity-wrong' : undefined}
                  onChange={(event) => {
                    const file = event.target.files?.[0];
                    setFiles(({ [side]: _, ...others }) => (file ? { ...others, [side]: file } : others));
                  }}
                />
              </label>
            ))}
            {wrong ? (
              <p id="identity-wrong" role="alert" className="text-sm text-bad-ink">
                {wrong}
              </p>
            ) : null}
            {asking.isError ? <ErrorState problem={shownProblem(asking.error)} /> : null}
            <Button type="submit" look="primary" size="large" isDisabled={asking.isPending}>
              {t('identity.send')}
            </Button>
            <p className="text-sm text-ink-2">{t('identity.kept')}</p>
          </form>
        </Card>
      )}
    </div>
  );
}
