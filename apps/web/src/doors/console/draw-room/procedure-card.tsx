import { Card, DrawStepper, useFormat } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import type { Contest } from '../../../api/wire.ts';
import { actorWords } from '../../actors/actor-words.ts';
import { factOf, procedureSteps, stepUnderWay } from './procedure.ts';

export function ProcedureCard(props: { contest: Contest }) {
  const { t } = useTranslation('console');
  const format = useFormat();
  const { contest } = props;
  const now = stepUnderWay(contest);
  return (
    <Card
      dense
      title={t('procedure.title')}
      aside={
        <span className="text-xs text-ink-3">
          {t('procedure.stepOf', { step: Math.min(now + 1, procedureSteps.length), steps: procedureSteps.length })}
        </span>
      }
    >
      <DrawStepper
        steps={procedureSteps.map((step, index) => {
          const fact = factOf(contest, step);
          return {
            id: step,
            title: t(`procedure.step.${step}`),
            state: index < now ? 'done' : index === now ? 'now' : 'later',
            detail: fact
              ? `${format.moment(fact.at, 'time-seconds')}${fact.actors.length ? ` · ${fact.actors.map((actor) => actorWords(t, actor)).join(', ')}` : ''}`
              : index === now
                ? t('procedure.now')
                : undefined,
          };
        })}
      />
    </Card>
  );
}
