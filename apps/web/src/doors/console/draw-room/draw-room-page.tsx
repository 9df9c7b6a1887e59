import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import {
  Card,
  ErrorState,
  FactRows,
  LoadingState,
  Money,
  PageHead,
  StatusBadge,
  statusWithTime,
  useFormat,
  useServerNow,
} from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { productsQuery } from '../../../api/queries.ts';
import { useWords } from '../../shop/use-words.ts';
import { type ConsoleContest, consoleContestQuery } from '../console-api.ts';
import { DrawStage } from './draw-stage.tsx';
import { MeasuresCard } from './measures-card.tsx';
import { ProcedureCard } from './procedure-card.tsx';
import { RecordCard } from './record-card.tsx';
import { SealCard } from './seal-card.tsx';

export function DrawRoomPage() {
  const { contestId } = useParams({ strict: false });
  const contest = useQuery(consoleContestQuery(contestId ?? ''));
  if (contest.isError) return <ErrorState problem={shownProblem(contest.error)} />;
  return contest.data ? <DrawRoom contest={contest.data} /> : <LoadingState />;
}

function Clock() {
  const format = useFormat();
  const now = useServerNow();
  return <span className="figure text-2xl text-ink">{format.moment(now, 'time-seconds')}</span>;
}

function DrawRoom(props: { contest: ConsoleContest }) {
  const { t } = useTranslation('console');
  const format = useFormat();
  const words = useWords();
  const now = useServerNow(15_000);
  const products = useQuery(productsQuery);
  const { contest } = props;
  const name = words(contest.product.names);
  const product = products.data?.find((other) => other.versionId === contest.product.versionId);
  const definition = product && 'panels' in product.definition ? product.definition : null;
  return (
    <>
      <PageHead
        dense
        crumbs={[{ href: '/console/draws', label: t('frame.door.draws') }, { label: name }]}
        title={t('contest.title', { name, number: contest.number })}
        aside={
          <>
            <StatusBadge status={statusWithTime(contest.state, contest.closesAt, now)} />
            <Clock />
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 lg:grid-cols-[236px_minmax(0,1fr)] xl:grid-cols-[236px_minmax(0,1fr)_286px]">
        <ProcedureCard contest={contest} />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3.5">
          <DrawStage contest={contest} definition={definition} />
          <SealCard contest={contest} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 lg:max-xl:col-span-2">
          <Card dense title={t('money.title')}>
            <FactRows
              facts={[
                { id: 'sales', label: t('money.staked'), value: <Money minor={contest.salesCents} /> },
                { id: 'tickets', label: t('contest.tickets'), value: format.count(contest.tickets) },
                ...(contest.jackpotCents
                  ? [{ id: 'jackpot', label: t('money.jackpot'), value: <Money minor={contest.jackpotCents} /> }]
                  : []),
                ...(contest.prizes
                  ? [
                      {
                        id: 'prizes',
                        label: t('money.prizes'),
                        value: <Money minor={contest.prizes.reduce((sum, prize) => sum + BigInt(prize.totalCents), 0n)} />,
                      },
                    ]
                  : []),
              ]}
            />
          </Card>
          <MeasuresCard contest={contest} />
          <RecordCard contest={contest} />
        </div>
      </div>
    </>
  );
}
