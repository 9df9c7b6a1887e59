/** Working papers with what they amount to, as they are typed: problems, or the return, the chances and the count of every tier. Handed in as a draft version. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { instantTemplates } from '@valira/games/instants';
import { Button, Card, ErrorState, Labelled, Money, Notice, useFormat } from '@valira/ui';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { previewPapers } from './instants-api.ts';

type Papers = { readonly id?: unknown; readonly name?: unknown; readonly channel?: unknown };

function parsed(text: string): Papers | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

export function PapersCard() {
  const { t } = useTranslation('console');
  const format = useFormat();
  const [text, setText] = useState(() => JSON.stringify(instantTemplates[0], null, 2));
  const typed = useDeferredValue(text);
  const papers = parsed(typed);
  const preview = useQuery({
    queryKey: ['console', 'papers', typed],
    queryFn: () => previewPapers(papers),
    enabled: papers !== null,
    placeholderData: (before) => before,
  });
  const draft = useMutation({
    mutationFn: () =>
      request('/v1/console/products', {
        body: {
          slug: papers?.id,
          family: 'instant',
          modality: 'b',
          names: papers?.name,
          channels: [papers?.channel === 'online' ? 'online' : 'shop'],
          definition: papers,
        },
      }),
  });
  const odds = preview.data?.odds;
  const problems = papers === null ? [{ path: '', reason: 'not_json' }] : (preview.data?.problems ?? []);
  const oneIn = ({ n, d }: { n: string; d: string }) => format.decimal(Number(n) / Number(d));
  return (
    <Card dense title={t('instants.papers')}>
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="grid content-start gap-3">
          <div className="flex flex-wrap gap-2">
            {instantTemplates.map((template) => (
              <Button key={template.id} size="small" onPress={() => setText(JSON.stringify(template, null, 2))}>
                {template.name.ca}
              </Button>
            ))}
          </div>
          <Labelled label={t('instants.definition')}>
            {(field) => (
              <textarea
                {...field}
                spellCheck={false}
                rows={24}
                className="w-full rounded-2 border border-line-strong bg-surface p-2 font-mono text-sm"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Labelled>
        </div>
        <div className="grid content-start gap-3" aria-live="polite">
          {problems.length > 0 ? (
            <Notice tone="warn">
              <ul>
                {problems.map(({ path, reason }) => (
                  <li key={`${path} ${reason}`}>
                    <code>{path}</code> {reason}
                  </li>
                ))}
              </ul>
            </Notice>
          ) : null}
          {odds ? (
            <>
              <p>
                {t('instants.return', { percent: format.decimal((100 * Number(odds.returnToPlayer.n)) / Number(odds.returnToPlayer.d)) })} ·{' '}
                {t('instants.overall', { oneIn: oneIn(odds.overallOneIn) })}
              </p>
              <table className="w-full text-sm">
                <thead>
                  <tr className="text-left text-ink-2">
                    <th scope="col">{t('instants.prize')}</th>
                    <th scope="col" className="text-right">
                      {t('instants.count')}
                    </th>
                    <th scope="col" className="text-right">
                      {t('instants.oneIn')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {odds.tiers.map((tier) => (
                    <tr key={tier.tier} className="border-t border-line">
                      <th scope="row" className="text-left font-normal">
                        <Money minor={tier.prizeCents} />
                      </th>
                      <td className="text-right tabular-nums">{format.count(tier.count)}</td>
                      <td className="text-right tabular-nums">{oneIn(tier.oneIn)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <div>
                <Button look="primary" isDisabled={draft.isPending || draft.isSuccess} onPress={() => draft.mutate()}>
                  {t('instants.draft')}
                </Button>
              </div>
              {draft.isSuccess ? <Notice tone="good">{t('instants.drafted')}</Notice> : null}
              {draft.isError ? <ErrorState problem={shownProblem(draft.error)} /> : null}
            </>
          ) : null}
        </div>
      </div>
    </Card>
  );
}
