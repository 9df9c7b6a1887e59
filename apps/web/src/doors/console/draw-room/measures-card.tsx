/** The ways out of the procedure: why a contest is locked, what one person proposed and another decides, and what may be proposed now. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Card, ErrorState, FactRows, Notice, useFormat, useServerNow } from '@valira/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import { actorWords } from '../../actors/actor-words.ts';
import { type ConsoleContest, decideMeasure, drawAgain, drawByFallback, type Measure, type MeasureKind } from '../console-api.ts';
import { ProposeDialog } from './propose-dialog.tsx';

const useRoomCommand = <Input,>(contestId: string, run: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({ mutationFn: run, onSettled: () => client.invalidateQueries({ queryKey: ['console', 'contest', contestId] }) });
};

export function MeasuresCard(props: { contest: ConsoleContest }) {
  const { t } = useTranslation('console');
  const [proposing, setProposing] = useState<MeasureKind | null>(null);
  const { contest } = props;
  const { lock, measures, mayPropose } = contest;
  if (!lock && measures.length === 0 && mayPropose.length === 0) return null;
  const waits = measures.some(({ decision, end }) => decision === null || (decision.approved && end === null));
  return (
    <Card dense title={t('measures.title')}>
      <div className="grid gap-3">
        {lock ? <LockCause lock={lock} /> : null}
        {measures.map((measure) => (
          <MeasureRow key={measure.id} contestId={contest.id} measure={measure} />
        ))}
        <BeaconDraw contest={contest} />
        {mayPropose.length > 0 && !waits ? (
          <div className="flex flex-wrap gap-2 border-t border-line pt-3 first:border-0 first:pt-0">
            {mayPropose.map((kind) => (
              <Button key={kind} size="small" look={kind === 'void' ? 'danger' : 'secondary'} onPress={() => setProposing(kind)}>
                {t(`measures.propose.${kind}`)}
              </Button>
            ))}
          </div>
        ) : null}
      </div>
      {proposing ? <ProposeDialog contest={contest} kind={proposing} onClose={() => setProposing(null)} /> : null}
    </Card>
  );
}

type Facts = Readonly<Record<string, unknown>>;
const isFacts = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Facts one below the other, the first differing interval with them: names as the control system gives them. */
const flat = (facts: unknown, within = ''): [string, string][] =>
  isFacts(facts)
    ? Object.entries(facts).flatMap(([name, value]) => flat(value, within ? `${within}.${name}` : name))
    : facts === null || facts === ''
      ? []
      : [[within, String(facts)]];

function LockCause(props: { lock: NonNullable<ConsoleContest['lock']> }) {
  const { t } = useTranslation('console');
  const format = useFormat();
  const { cause, at, facts } = props.lock;
  return (
    <Notice tone="bad">
      <p className="font-medium">
        {t(`step.${cause}`)} · {format.moment(at, 'time-seconds')}
      </p>
      <FactRows
        className="mt-2"
        facts={flat(facts).map(([name, value]) => ({
          id: name,
          label: <span className="font-mono text-xs">{name}</span>,
          value: <span className="font-mono text-xs break-all">{value}</span>,
        }))}
      />
    </Notice>
  );
}

function MeasureRow(props: { contestId: string; measure: Measure }) {
  const { t } = useTranslation('console');
  const format = useFormat();
  const { measure } = props;
  const { decision } = measure;
  const closesAt = isFacts(measure.terms) && typeof measure.terms.closesAt === 'string' ? measure.terms.closesAt : null;
  const deciding = useRoomCommand(props.contestId, (approve: boolean) => decideMeasure(measure.id, approve));
  const words = (actor: string) => actorWords(t, actor);
  return (
    <section
      aria-label={t(`measures.kind.${measure.kind}`)}
      className="grid gap-1 border-t border-line pt-3 text-sm first:border-0 first:pt-0"
    >
      <p className="font-medium">{t(`measures.kind.${measure.kind}`)}</p>
      <p className="break-words">{measure.reason}</p>
      {closesAt ? <p>{t('measures.newClose', { time: format.moment(closesAt, 'full') })}</p> : null}
      <p className="text-xs text-ink-2">
        {t('measures.proposedBy', { who: words(measure.proposedBy), time: format.moment(measure.proposedAt, 'time-seconds') })}
      </p>
      {decision ? (
        <p className="text-xs text-ink-2">
          {t(decision.approved ? 'measures.approvedBy' : 'measures.rejectedBy', {
            who: words(decision.decidedBy),
            time: format.moment(decision.at, 'time-seconds'),
          })}
          {decision.approved && !measure.end ? ` · ${t('measures.underWay')}` : ''}
        </p>
      ) : (
        <>
          <p className="text-xs text-ink-2">{t('measures.anotherDecides')}</p>
          {deciding.isError ? <ErrorState problem={shownProblem(deciding.error)} /> : null}
          <div className="mt-1 flex flex-wrap gap-2">
            <Button size="small" look="primary" isDisabled={deciding.isPending} onPress={() => deciding.mutate(true)}>
              {t('measures.approve')}
            </Button>
            <Button size="small" isDisabled={deciding.isPending} onPress={() => deciding.mutate(false)}>
              {t('measures.reject')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

/** Draws by a named round: the fallback once it is due, or the redraw that two people ordered. */
function BeaconDraw(props: { contest: ConsoleContest }) {
  const { t } = useTranslation('console');
  const format = useFormat();
  const now = useServerNow(5_000);
  const { contest } = props;
  const ordered = contest.state === 'locked' && contest.measures.some(({ kind, end }) => kind === 'redraw' && end !== null);
  const drawing = useRoomCommand(contest.id, () => (ordered ? drawAgain(contest.id) : drawByFallback(contest.id)));
  const waits = contest.state === 'sealed' && contest.source === 'rng' && contest.fallback ? contest.fallback : null;
  if (!ordered && !waits) return null;
  const isDue = ordered || (waits !== null && Date.parse(waits.dueAt) <= now);
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <p className="text-sm text-ink-2">
        {waits
          ? t('measures.fallbackAt', { round: waits.round, time: format.moment(waits.dueAt, 'time-seconds') })
          : t('measures.redrawLead')}
      </p>
      {drawing.isError ? <ErrorState problem={shownProblem(drawing.error)} /> : null}
      <Button size="small" isDisabled={!isDue || drawing.isPending} onPress={() => drawing.mutate(undefined)}>
        {t(ordered ? 'measures.drawAgain' : 'measures.drawByFallback')}
      </Button>
    </div>
  );
}
