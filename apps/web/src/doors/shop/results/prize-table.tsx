import { Card, Money, useFormat } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import type { Contest } from '../../../api/wire.ts';
import { useTierName } from '../use-tier-name.ts';

const head = 'border-b border-line px-2 py-2 text-xs font-medium text-ink-2 first:pl-0 last:pr-0';
const cell = 'border-b border-line px-2 py-2.5 first:pl-0 last:pr-0';

/** What each tier or runner paid, as certified. */
export function PrizeTable(props: { contest: Contest }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const tierName = useTierName();
  const { contest } = props;
  if (contest.kind === 'pool' && contest.prizes && contest.prizes.length > 0)
    return <Dividends contest={contest} prizes={contest.prizes} />;
  if (contest.prizes && contest.prizes.length > 0) {
    const total = contest.prizes.reduce((sum, prize) => sum + BigInt(prize.totalCents), 0n);
    return (
      <Card title={t('prizes.title')}>
        <div className="overflow-x-auto">
          <table className="w-full border-collapse">
            <thead>
              <tr>
                <th scope="col" className={`${head} text-left`}>
                  {t('prizes.tier')}
                </th>
                <th scope="col" className={`${head} text-right`}>
                  {t('prizes.winners')}
                </th>
                <th scope="col" className={`${head} text-right`}>
                  {t('prizes.each')}
                </th>
                <th scope="col" className={`${head} text-right`}>
                  {t('prizes.total')}
                </th>
              </tr>
            </thead>
            <tbody>
              {contest.prizes.map((prize) => (
                <tr key={prize.tier}>
                  <th scope="row" className={`${cell} text-left font-bold`}>
                    {tierName(prize.tier)}
                  </th>
                  <td className={`${cell} text-right`}>{format.count(BigInt(prize.winners))}</td>
                  <td className={`${cell} text-right font-bold`}>{prize.winners === '0' ? '—' : <Money minor={prize.prizeCents} />}</td>
                  <td className={`${cell} text-right`}>
                    <Money minor={prize.totalCents} />
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={3} className="px-2 pt-2.5 pl-0 text-left">
                  {t('prizes.all')}
                </th>
                <td className="pt-2.5 text-right font-bold">
                  <Money minor={total} />
                </td>
              </tr>
            </tfoot>
          </table>
        </div>
        <p className="mt-3 text-sm text-ink-2">
          {t('prizes.sales', { amount: format.money(BigInt(contest.salesCents)), count: contest.tickets })}
        </p>
      </Card>
    );
  }
  return null;
}

/** What a pool paid for each winning combination, for one unit staked. */
function Dividends(props: { contest: Contest; prizes: NonNullable<Contest['prizes']> }) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const { contest, prizes } = props;
  const name = (tier: string): string => {
    const number = /(\d+)$/.exec(tier)?.[1];
    const runner = contest.event?.runners.find((other) => String(other.number) === number);
    return runner ? `${runner.number} · ${runner.name}` : tier;
  };
  return (
    <Card title={t('prizes.dividends')}>
      <ul>
        {prizes.map((prize) => (
          <li key={prize.tier} className="flex items-baseline justify-between gap-3 border-b border-line py-2 last:border-b-0">
            <b>{name(prize.tier)}</b>
            <span className="figure text-lg">{format.dividend(BigInt(prize.prizeCents))}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-2">
        {t('prizes.perEuro')} {t('prizes.sales', { amount: format.money(BigInt(contest.salesCents)), count: contest.tickets })}
      </p>
    </Card>
  );
}
