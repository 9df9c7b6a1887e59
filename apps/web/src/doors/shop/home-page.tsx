import { useQuery } from '@tanstack/react-query';
import { DrawCard, EmptyState, ErrorState, LinkButton, LoadingState, Money, statusWithTime, useServerNow } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../api/problem.ts';
import { contestsQuery, productsQuery } from '../../api/queries.ts';
import type { Contest, Product } from '../../api/wire.ts';
import { useMe } from '../../session/use-session.ts';
import { HeroDraw } from './hero-draw.tsx';
import { MyTicketsCard, WelcomeCard } from './my-tickets-card.tsx';
import { OddsText } from './odds-line.tsx';
import { RaceSummary } from './race/race-summary.tsx';
import { RecentResults } from './results/recent-results.tsx';
import { useWords } from './use-words.ts';

const productOf = (products: readonly Product[], contest: Contest): Product | undefined =>
  products.find((product) => product.versionId === contest.product.versionId) ??
  products.find((product) => product.slug === contest.product.slug);

export function HomePage() {
  const { t } = useTranslation('shop');
  const words = useWords();
  const now = useServerNow(15_000);
  const me = useMe();
  const products = useQuery(productsQuery);
  const draws = useQuery(contestsQuery({ kind: 'draw', state: ['open'], limit: 12 }));
  const pools = useQuery(contestsQuery({ kind: 'pool', state: ['open'], limit: 12 }));

  const failed = [products, draws, pools].find((query) => query.isError);
  if (failed) return <ErrorState problem={shownProblem(failed.error)} money={t('fault.money')} />;
  if (!products.data || !draws.data || !pools.data) return <LoadingState />;

  const open = [...draws.data].sort((a, b) => a.closesAt.localeCompare(b.closesAt));
  // The largest jackpot leads; without one, the draw that closes first.
  const first = open.reduce<Contest | undefined>(
    (best, contest) => (BigInt(contest.jackpotCents ?? 0) > BigInt(best?.jackpotCents ?? 0) ? contest : best),
    open[0],
  );
  const later = open.filter((contest) => contest !== first);
  const races = [...pools.data].sort((a, b) => a.closesAt.localeCompare(b.closesAt));
  return (
    <div className="grid gap-6 md:gap-8">
      <h1 className="sr-only">{t('home.title')}</h1>
      <div className="grid gap-3 md:gap-6 lg:grid-cols-[minmax(0,1fr)_364px]">
        {first ? (
          <HeroDraw contest={first} product={productOf(products.data, first)} />
        ) : (
          <EmptyState action={<LinkButton href="/results">{t('nav.results')}</LinkButton>}>{t('home.noDraw')}</EmptyState>
        )}
        {me?.kind === 'player' ? <MyTicketsCard /> : <WelcomeCard />}
      </div>
      {later.length > 0 ? (
        <section aria-labelledby="next-draws">
          <h2 id="next-draws" className="mb-3 text-xl">
            {t('home.next')}
          </h2>
          <div className="grid gap-3 md:grid-cols-3 md:gap-4">
            {later.slice(0, 3).map((contest) => {
              const product = productOf(products.data, contest);
              return (
                <DrawCard
                  key={contest.id}
                  name={words(contest.product.names)}
                  about={t('draw.number', { number: contest.number })}
                  status={statusWithTime(contest.state, contest.closesAt, now)}
                  figureLabel={contest.jackpotCents ? t('draw.jackpot') : t('draw.unitPrice')}
                  figure={
                    <Money
                      minor={contest.jackpotCents ?? product?.figures?.unitPriceCents ?? '0'}
                      cents={contest.jackpotCents ? 'jackpot' : 'always'}
                    />
                  }
                  closesAt={contest.closesAt}
                  odds={<OddsText product={product} />}
                  action={
                    <LinkButton wide href={`/draws/${contest.id}/play`}>
                      {t('draw.play')}
                    </LinkButton>
                  }
                />
              );
            })}
          </div>
        </section>
      ) : null}
      {races.length > 0 ? (
        <section aria-labelledby="races">
          <h2 id="races" className="mb-3 text-xl">
            {t('nav.races')}
          </h2>
          <div className="grid gap-3 md:grid-cols-2 md:gap-6">
            {races.slice(0, 2).map((contest) => (
              <RaceSummary key={contest.id} contest={contest} />
            ))}
          </div>
        </section>
      ) : null}
      <RecentResults limit={4} />
    </div>
  );
}
