import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import {
  Button,
  Card,
  ClothNumber,
  Dialog,
  ErrorState,
  FactRows,
  LoadingState,
  Money,
  PageHead,
  StatusBadge,
  statusWithTime,
  TextInput,
  useFormat,
  useServerNow,
} from '@valira/ui';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { type Finish, finishResult } from '../../../api/result-shape.ts';
import { useProbables } from '../../../api/use-probables.ts';
import { useMe } from '../../../session/use-session.ts';
import { ResultNumbers } from '../../shop/results/result-numbers.tsx';
import { CertifyResult } from '../certify-result.tsx';
import { type ConsoleContest, consoleContestQuery, enterResult, stopBet } from '../console-api.ts';
import { useEnteredHere } from '../draw-room/entered-here.ts';
import { OfficialCard } from '../draw-room/officials.tsx';
import { ProcedureCard } from '../draw-room/procedure-card.tsx';
import { RecordCard } from '../draw-room/record-card.tsx';
import { SealCard } from '../draw-room/seal-card.tsx';
import { useCommand } from '../use-command.ts';
import { readFinish } from './finish-entry.ts';

export function RaceDeskPage() {
  const { contestId } = useParams({ strict: false });
  const contest = useQuery(consoleContestQuery(contestId ?? ''));
  if (contest.isError) return <ErrorState problem={shownProblem(contest.error)} />;
  return contest.data ? <RaceDesk contest={contest.data} /> : <LoadingState />;
}

function RaceDesk(props: { contest: ConsoleContest }) {
  const { t } = useTranslation('console');
  const format = useFormat();
  const now = useServerNow(15_000);
  const { contest } = props;
  const name = contest.event?.name ?? contest.id;
  return (
    <>
      <PageHead
        dense
        crumbs={[{ href: '/console/races', label: t('frame.door.races') }, { label: name }]}
        title={name}
        lead={contest.event ? `${contest.event.meeting} · ${contest.event.competition} · ${contest.event.organiser}` : null}
        aside={<StatusBadge status={statusWithTime(contest.state, contest.closesAt, now)} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 lg:grid-cols-[236px_minmax(0,1fr)] xl:grid-cols-[236px_minmax(0,1fr)_286px]">
        <ProcedureCard contest={contest} />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3.5">
          <RaceStage contest={contest} />
          <Runners contest={contest} />
          <SealCard contest={contest} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 lg:max-xl:col-span-2">
          <Card dense title={t('money.pool')}>
            <FactRows
              facts={[
                { id: 'sales', label: t('money.staked'), value: <Money minor={contest.salesCents} /> },
                { id: 'tickets', label: t('contest.tickets'), value: format.count(contest.tickets) },
              ]}
            />
          </Card>
          <RecordCard contest={contest} />
        </div>
      </div>
    </>
  );
}

function RaceStage(props: { contest: ConsoleContest }) {
  const { t } = useTranslation('console');
  const { contest } = props;
  const waitingFor = contest.state === 'sealed' && !contest.seal?.countersignature ? 'control' : null;
  if (contest.state === 'open') return <StopBet contest={contest} />;
  if (contest.state === 'sealed' && !waitingFor) return <EnterFinish contest={contest} />;
  if (contest.state === 'drawn') return <CertifyFinish contest={contest} />;
  const word = waitingFor ?? (contest.state === 'closed' ? 'sealing' : contest.state === 'certified' ? 'settling' : 'done');
  return (
    <Card dense title={t(`stage.${word}`)}>
      <p className="mb-3 text-ink-2">{t(`stage.${word}Lead`)}</p>
      <ResultNumbers contest={contest} />
    </Card>
  );
}

/** The instant after which nothing is accepted, with who called it. */
function StopBet(props: { contest: ConsoleContest }) {
  const { t } = useTranslation('console');
  const [asking, setAsking] = useState(false);
  const stopping = useCommand(props.contest.id, () => stopBet(props.contest.id, 'race-desk'));
  return (
    <Card dense title={t('race.open')}>
      <p className="mb-3 text-ink-2">{t('race.openLead')}</p>
      {stopping.isError ? <ErrorState problem={shownProblem(stopping.error)} /> : null}
      <Button look="danger" isDisabled={stopping.isPending} onPress={() => setAsking(true)}>
        <TriangleAlert aria-hidden="true" className="icon" />
        {t('race.stop')}
      </Button>
      <Dialog
        title={t('race.stopTitle')}
        isOpen={asking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onPress={() => setAsking(false)}>{t('race.stay')}</Button>
            <Button
              look="danger"
              onPress={() => {
                setAsking(false);
                stopping.mutate(undefined);
              }}
            >
              {t('race.stop')}
            </Button>
          </>
        }
      >
        <p>{t('race.stopLead')}</p>
      </Dialog>
    </Card>
  );
}

function EnterFinish(props: { contest: ConsoleContest }) {
  const { t } = useTranslation('console');
  const me = useMe();
  const { contest } = props;
  const [text, setText] = useState('');
  const [sent, setSent] = useState(false);
  const runners = contest.event?.runners ?? [];
  const reading = readFinish(
    text,
    runners.filter((runner) => !runner.scratched).map((runner) => runner.number),
  );
  const mine = useEnteredHere(contest.id, me?.email ?? '');
  const others = contest.entries.slice(0, Math.max(0, contest.entries.length - (mine.at ? 1 : 0)));
  const entering = useCommand(contest.id, (finish: Finish) => enterResult(contest.id, finishResult(finish)).then(mine.mark));
  const send = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (reading.ok) entering.mutate(reading.finish);
  };
  return (
    <Card dense title={t('race.enter')}>
      <p className="mb-3 text-ink-2">{t('race.enterLead')}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {others.map((entry) => (
          <OfficialCard key={entry.at} name={t('officials.anOther')} role={t('officials.other')} mine={false} doneAt={entry.at} />
        ))}
        {me ? (
          <OfficialCard name={me.name} role={t('officials.you')} mine doneAt={mine.at}>
            {mine.at ? null : (
              <form onSubmit={send} className="mt-3 grid gap-3">
                <TextInput
                  label={t('race.finish')}
                  hint={t('race.finishHint')}
                  inputMode="text"
                  autoComplete="off"
                  inputClassName="font-mono text-lg"
                  value={text}
                  error={
                    reading.ok || (!sent && reading.why !== 'not_running' && reading.why !== 'twice')
                      ? undefined
                      : t(`race.fault.${reading.why}`, { runner: reading.runner })
                  }
                  onChange={(event) => setText(event.target.value)}
                />
                {reading.ok ? (
                  <ol aria-label={t('race.preview')} className="flex flex-wrap gap-x-5 gap-y-2">
                    {reading.finish.map((place, index) => (
                      <li key={place.join('-')} className="inline-flex items-center gap-2">
                        <span className="text-ink-2">{index + 1}.</span>
                        {place.map((number) => (
                          <span key={number} className="inline-flex items-center gap-1.5">
                            <ClothNumber number={number} />
                            {runners.find((runner) => runner.number === number)?.name}
                          </span>
                        ))}
                      </li>
                    ))}
                  </ol>
                ) : null}
                <div>
                  <Button type="submit" look="primary" isDisabled={entering.isPending}>
                    {t('race.enterAction')}
                  </Button>
                </div>
              </form>
            )}
          </OfficialCard>
        ) : null}
      </div>
      {entering.isError ? <ErrorState problem={shownProblem(entering.error)} /> : null}
      <p className="mt-3 text-ink-2">{t('officials.ofTwo', { count: contest.entries.length })}</p>
    </Card>
  );
}

function CertifyFinish(props: { contest: ConsoleContest }) {
  const { t } = useTranslation('console');
  const { contest } = props;
  return (
    <Card dense title={t('stage.certify')}>
      <p className="mb-3 text-ink-2">{t('stage.certifyLead')}</p>
      <CertifyResult contest={contest} />
    </Card>
  );
}

function Runners(props: { contest: ConsoleContest }) {
  const { t } = useTranslation('console');
  const format = useFormat();
  const { contest } = props;
  const probables = useProbables(contest.id, contest.state === 'open');
  return (
    <Card dense title={t('race.runners')}>
      <ul>
        {contest.event?.runners.map((runner) => {
          const selection = probables.data?.selections.find((other) => other.combination[0] === runner.number);
          return (
            <li
              key={runner.number}
              className="grid grid-cols-[auto_1fr_auto_4rem] items-center gap-3 border-b border-line py-1.5 last:border-b-0"
            >
              <ClothNumber number={runner.number} struck={runner.scratched} />
              <span className={runner.scratched ? 'text-ink-3 line-through' : 'font-medium'}>{runner.name}</span>
              {runner.scratched ? (
                <StatusBadge status="scratched" />
              ) : (
                <span>{selection ? format.money(BigInt(selection.stakesCents)) : '—'}</span>
              )}
              <b className="text-right">{selection?.dividendCents ? format.dividend(BigInt(selection.dividendCents)) : '—'}</b>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
