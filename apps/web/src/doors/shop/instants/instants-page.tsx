/** Electronic instant games on sale, each with its price, its chances and the prizes that are left; tickets that were left unopened come first. */
import { useQuery } from '@tanstack/react-query';
import { Card, EmptyState, ErrorState, LinkButton, LoadingState, Money, Notice, PageHead, useFormat } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { type InstantRun, instantRunsQuery, unopenedGamesQuery } from '../../../api/instants.ts';
import { shownProblem } from '../../../api/problem.ts';
import { useMe } from '../../../session/use-session.ts';
import { useWords } from '../use-words.ts';

export function InstantsPage() {
  const { t } = useTranslation('shop');
  const runs = useQuery(instantRunsQuery);
  if (runs.isError) return <ErrorState problem={shownProblem(runs.error)} money={t('fault.money')} />;
  if (!runs.data) return <LoadingState />;
  const open = runs.data.filter(({ state }) => state === 'on-sale');
  return (
    <>
      <PageHead title={t('instants.title')} lead={t('instants.lead')} />
      <LeftUnopened />
      {open.length === 0 ? (
        <EmptyState action={<LinkButton href="/">{t('tickets.today')}</LinkButton>}>{t('instants.none')}</EmptyState>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2">
          {open.map((run) => (
            <li key={run.id}>
              <RunCard run={run} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function LeftUnopened() {
  const { t } = useTranslation('shop');
  const me = useMe();
  const left = useQuery({ ...unopenedGamesQuery, enabled: me?.kind === 'player' });
  const [first] = left.data ?? [];
  if (!first) return null;
  return (
    <Notice tone="calm" className="mb-4">
      {t('instants.left', { count: left.data?.length ?? 0 })}{' '}
      <LinkButton href={`/instants/${first.runId}`}>{t('instants.goOn')}</LinkButton>
    </Notice>
  );
}

function RunCard({ run }: { run: InstantRun }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const words = useWords();
  return (
    <Card level={2} title={words(run.names)}>
      <p className="mb-3 text-ink-2">
        {t('instants.chance', { oneIn: format.decimal(Number(run.overallOneIn.n) / Number(run.overallOneIn.d)) })}
      </p>
      <RemainingPrizes run={run} />
      <div className="mt-4">
        <LinkButton href={`/instants/${run.id}`} look="primary">
          {t('instants.play')} · <Money minor={run.priceCents} />
        </LinkButton>
      </div>
    </Card>
  );
}

export function RemainingPrizes({ run }: { run: InstantRun }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t('instants.remaining')}</caption>
      <thead>
        <tr className="text-left text-ink-2">
          <th scope="col">{t('instants.prize')}</th>
          <th scope="col" className="text-right">
            {t('instants.leftOf')}
          </th>
        </tr>
      </thead>
      <tbody>
        {run.tiers.map((tier) => (
          <tr key={tier.tier} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-normal">
              <Money minor={tier.prizeCents} />
            </th>
            <td className="py-1 text-right tabular-nums">
              {format.count(tier.left)} / {format.count(tier.count)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
