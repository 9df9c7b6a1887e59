/** The step of a draw that people act on now: calling the draw, entering the balls, certifying. */
import { BallRow, Button, Countdown, ErrorState, Meter, NumberBall, useFormat } from '@valira/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownProblem } from '../../../api/problem.ts';
import type { DrawResult } from '../../../api/result-shape.ts';
import type { MatrixDefinition } from '../../../api/wire.ts';
import { useMe } from '../../../session/use-session.ts';
import { ResultNumbers } from '../../shop/results/result-numbers.tsx';
import { CertifyResult } from '../certify-result.tsx';
import { type ConsoleContest, callDraw, enterResult } from '../console-api.ts';
import { useCommand } from '../use-command.ts';
import { useEnteredHere } from './entered-here.ts';
import { ExternalResultForm } from './external-result-form.tsx';
import { type EntryField, entryFault, NumberEntry } from './number-entry.tsx';
import { OfficialCard } from './officials.tsx';
import { Stage } from './stage.tsx';

export function DrawStage(props: { contest: ConsoleContest; definition: MatrixDefinition | null }) {
  const { contest, definition } = props;
  switch (contest.state) {
    case 'scheduled':
    case 'open':
      return <Selling contest={contest} />;
    case 'closed':
      return <Waiting name="sealing" />;
    case 'sealed':
      if (!contest.seal?.countersignature) return <Waiting name="control" />;
      if (contest.source === 'rng') return <CallDraw contest={contest} />;
      if (!definition) return <Waiting name="sealing" />;
      if (contest.source === 'external') return <ExternalResultForm contest={contest} definition={definition} />;
      return <EnterBalls contest={contest} definition={definition} />;
    case 'correcting':
      if (!definition) return <Waiting name="sealing" />;
      return contest.source === 'external' ? (
        <ExternalResultForm contest={contest} definition={definition} />
      ) : (
        <EnterBalls contest={contest} definition={definition} />
      );
    case 'voiding':
    case 'void':
      return <Waiting name={contest.state} />;
    case 'drawn':
      return <Certify contest={contest} />;
    case 'certified':
      return <Settling contest={contest} />;
    case 'locked':
      return <Locked />;
    default:
      return <Done contest={contest} />;
  }
}

function Selling(props: { contest: ConsoleContest }) {
  const { t } = useTranslation('console');
  return (
    <Stage title={t('stage.selling')} lead={t('stage.sellingLead')}>
      <p className="figure mt-4 text-2xl">
        <Countdown at={props.contest.closesAt} />
      </p>
    </Stage>
  );
}

function Waiting(props: { name: 'sealing' | 'control' | 'voiding' | 'void' }) {
  const { t } = useTranslation('console');
  return <Stage title={t(`stage.${props.name}`)} lead={t(`stage.${props.name}Lead`)} />;
}

function CallDraw(props: { contest: ConsoleContest }) {
  const { t } = useTranslation('console');
  const me = useMe();
  const format = useFormat();
  const { contest } = props;
  const calling = useCommand(contest.id, () => callDraw(contest.id));
  return (
    <Stage title={t('stage.call')} lead={t('stage.callLead')}>
      <div className="my-4 grid gap-3.5">
        {me ? <OfficialCard name={me.name} role={t('officials.first')} mine doneAt={null} /> : null}
        <OfficialCard name={t('officials.anOther')} role={t('officials.certifies')} mine={false} doneAt={null} />
      </div>
      {contest.beacon ? (
        <p className="text-ink-2">
          {t('stage.beacon', { round: contest.beacon.round, time: format.moment(contest.beacon.dueAt, 'time-seconds') })}
        </p>
      ) : null}
      {calling.isError ? <ErrorState problem={shownProblem(calling.error)} /> : null}
      <div className="mt-auto flex flex-wrap items-center justify-end gap-3 border-t border-line pt-3.5">
        <Button look="primary" isDisabled={calling.isPending} onPress={() => calling.mutate(undefined)}>
          {t('stage.callAction')}
        </Button>
      </div>
    </Stage>
  );
}

export const entryFields = (definition: MatrixDefinition): readonly EntryField[] => [
  ...definition.panels.flatMap((panel) =>
    Array.from(
      { length: panel.choose },
      (_, index): EntryField => ({
        id: `${panel.id}-${index + 1}`,
        panel: panel.id,
        first: panel.first ?? 1,
        last: (panel.first ?? 1) + panel.from - 1,
        bonus: false,
      }),
    ),
  ),
  ...(definition.bonuses ?? []).flatMap((bonus) => {
    const panel = definition.panels.find((candidate) => candidate.id === bonus.panel);
    const first = panel?.first ?? 1;
    return Array.from(
      { length: bonus.count },
      (_, index): EntryField => ({
        id: `${bonus.id}-${index + 1}`,
        panel: bonus.panel,
        first,
        last: first + (panel?.from ?? 1) - 1,
        bonus: true,
      }),
    );
  }),
];

/** Each version of a result is entered anew: a correction is not what was entered before it. */
const entryOf = ({ id, steps }: ConsoleContest): string => {
  const withdrawn = steps.filter(({ step }) => step === 'result-withdrawn').length;
  return withdrawn === 0 ? id : `${id}:${withdrawn}`;
};

function EnterBalls(props: { contest: ConsoleContest; definition: MatrixDefinition }) {
  const { t } = useTranslation('console');
  const me = useMe();
  const { contest, definition } = props;
  const fields = entryFields(definition);
  const [typed, setTyped] = useState<readonly string[]>(() => fields.map(() => ''));
  const mine = useEnteredHere(entryOf(contest), me?.email ?? '');
  const entering = useCommand(contest.id, (result: DrawResult) => enterResult(contest.id, result).then(mine.mark));
  const others = contest.entries.slice(0, Math.max(0, contest.entries.length - (mine.at ? 1 : 0)));
  const complete = typed.every((text, index) => text !== '' && entryFault(fields, typed, index) === null);

  const result = (): DrawResult => {
    const numbers = typed.map(Number);
    let at = 0;
    const take = (count: number): readonly number[] => {
      const part = numbers.slice(at, at + count);
      at += count;
      return part;
    };
    return {
      panels: Object.fromEntries(definition.panels.map((panel) => [panel.id, take(panel.choose)])),
      bonuses: Object.fromEntries((definition.bonuses ?? []).map((bonus) => [bonus.id, take(bonus.count)])),
    };
  };

  return (
    <Stage title={t('stage.enter')} lead={t('stage.enterLead')}>
      <div className="my-4 grid gap-3.5">
        {others.map((entry) => (
          <OfficialCard key={entry.at} name={t('officials.anOther')} role={t('officials.other')} mine={false} doneAt={entry.at}>
            <div className="mt-3">
              <BallRow label={t('officials.maskedNumbers')}>
                {fields.map((field) => (
                  <NumberBall key={field.id} number="··" kind="masked" />
                ))}
              </BallRow>
            </div>
          </OfficialCard>
        ))}
        {me ? (
          <OfficialCard name={me.name} role={t('officials.you')} mine doneAt={mine.at}>
            {mine.at ? null : <NumberEntry fields={fields} typed={typed} disabled={entering.isPending} onChange={setTyped} />}
            {mine.at ? null : <p className="text-xs text-ink-2">{t('entry.order')}</p>}
          </OfficialCard>
        ) : null}
      </div>
      {entering.isError ? <ErrorState problem={shownProblem(entering.error)} /> : null}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3.5">
        <span className="text-ink-2" aria-live="polite">
          {t('entry.typed', { count: typed.filter(Boolean).length, of: fields.length })}
        </span>
        <Button look="primary" isDisabled={!complete || mine.at !== null || entering.isPending} onPress={() => entering.mutate(result())}>
          {t('stage.enterAction')}
        </Button>
      </div>
    </Stage>
  );
}

function Certify(props: { contest: ConsoleContest }) {
  const { t } = useTranslation('console');
  const { contest } = props;
  return (
    <Stage title={t('stage.certify')} lead={t('stage.certifyLead')}>
      <div className="mt-4 flex flex-wrap justify-end gap-3 border-t border-line pt-3.5">
        <CertifyResult contest={contest} />
      </div>
    </Stage>
  );
}

function Settling(props: { contest: ConsoleContest }) {
  const { t } = useTranslation('console');
  const { paid: done, total } = props.contest.chunks;
  return (
    <Stage title={t('stage.settling')} lead={t('stage.settlingLead')}>
      <div className="mt-4 grid gap-2">
        <Meter share={total === 0 ? 0 : done / total} label={t('stage.chunks', { done, total })} />
        <p className="text-ink-2">{t('stage.chunks', { done, total })}</p>
      </div>
    </Stage>
  );
}

function Locked() {
  const { t } = useTranslation('console');
  return <Stage title={t('stage.locked')} lead={t('stage.lockedLead')} />;
}

function Done(props: { contest: ConsoleContest }) {
  const { t } = useTranslation('console');
  return (
    <Stage title={t('stage.done')} lead={t('stage.doneLead')}>
      <div className="mt-4">
        <ResultNumbers contest={props.contest} large />
      </div>
    </Stage>
  );
}
