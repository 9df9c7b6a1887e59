import {
  Card,
  ClothNumber,
  ErrorState,
  Freshness,
  LinkButton,
  Meter,
  StatusBadge,
  statusWithTime,
  useFormat,
  useServerNow,
} from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { useProbables } from '../../../api/use-probables.ts';
import type { Contest } from '../../../api/wire.ts';
import { useWords } from '../use-words.ts';

const SHOWN = 5;

/** A race on the home page: the most backed runners with what they would pay now. */
export function RaceSummary(props: { contest: Contest }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const words = useWords();
  const now = useServerNow(15_000);
  const { contest } = props;
  const probables = useProbables(contest.id, contest.state === 'open');
  const runners = contest.event?.runners ?? [];
  const scratched = runners.filter((runner) => runner.scratched).length;
  const selections = new Map((probables.data?.selections ?? []).map((selection) => [selection.combination[0], selection]));
  const rows = runners
    .filter((runner) => !runner.scratched)
    .map((runner) => {
      const selection = selections.get(runner.number);
      return { ...runner, shareBps: selection?.shareBps ?? 0, dividendCents: selection?.dividendCents ?? null };
    })
    .sort((a, b) => b.shareBps - a.shareBps)
    .slice(0, SHOWN);
  return (
    <Card
      title={contest.event?.name ?? words(contest.product.names)}
      aside={<StatusBadge status={statusWithTime(contest.state, contest.closesAt, now)} />}
      className="flex flex-col"
    >
      <p className="mb-2 text-sm text-ink-2">
        {words(contest.product.names)} ·{' '}
        {probables.data ? t('race.pool', { amount: format.money(BigInt(probables.data.grossCents)) }) : null} · {t('race.perEuro')}
        {probables.data ? (
          <>
            {' '}
            · <Freshness atMs={Date.parse(probables.data.asOf)} />
          </>
        ) : null}
      </p>
      {probables.isError ? <ErrorState problem={shownProblem(probables.error)} /> : null}
      <table className="w-full border-collapse">
        <thead>
          <tr className="text-left text-xs text-ink-2 [&>th]:border-b [&>th]:border-line [&>th]:pb-1 [&>th]:font-medium">
            <th scope="col">{t('race.number')}</th>
            <th scope="col">{t('race.horse')}</th>
            <th scope="col">
              <span className="sr-only">{t('race.poolShare')}</span>
            </th>
            <th scope="col" className="text-right">
              {t('race.probable')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number} className="[&>td]:border-b [&>td]:border-line [&>td]:py-1.5 last:[&>td]:border-b-0">
              <td className="pr-2.5">
                <ClothNumber number={row.number} />
              </td>
              <td className="pr-2 font-medium">{row.name}</td>
              <td className="w-1/3">
                <span className="flex items-center gap-2">
                  <Meter
                    square
                    share={row.shareBps / 10_000}
                    label={t('race.shareOf', { share: format.bps(row.shareBps, 0) })}
                    className="flex-1"
                  />
                  <span aria-hidden="true" className="w-10 text-xs text-ink-3 max-sm:hidden">
                    {format.bps(row.shareBps, 0)}
                  </span>
                </span>
              </td>
              <td className="figure text-right text-lg">{row.dividendCents === null ? '—' : format.dividend(BigInt(row.dividendCents))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-3">
        <span className="text-sm text-ink-3">
          {t('race.runners', { count: runners.length })}
          {scratched ? ` · ${t('race.scratched', { count: scratched })}` : ''}
        </span>
        <LinkButton href={`/races/${contest.id}`} aria-label={t('race.openNamed', { name: contest.event?.name ?? '' })}>
          {t('race.open')}
        </LinkButton>
      </div>
    </Card>
  );
}
