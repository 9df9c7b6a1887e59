import { Card, EmptyState, useFormat } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import type { Contest } from '../../../api/wire.ts';
import { actorWords } from '../../actors/actor-words.ts';

/** The draw record as it writes itself, latest first. */
export function RecordCard(props: { contest: Contest }) {
  const { t } = useTranslation('console');
  const format = useFormat();
  const steps = [...props.contest.steps].sort((a, b) => b.at.localeCompare(a.at));
  return (
    <Card dense title={t('record.title')} aside={<span className="text-xs text-ink-3">{t('record.itself')}</span>}>
      {steps.length === 0 ? <EmptyState>{t('record.empty')}</EmptyState> : null}
      <ol>
        {steps.map((step) => (
          <li
            key={`${step.step}-${step.at}`}
            className="grid grid-cols-[62px_1fr] gap-2.5 border-t border-line py-2 leading-[1.3] first:border-t-0"
          >
            <time dateTime={step.at} className="text-ink-2">
              {format.moment(step.at, 'time-seconds')}
            </time>
            <div>
              <b className="block font-medium">{t(`step.${step.step}`, { defaultValue: step.step })}</b>
              <span className="text-xs text-ink-2">{step.actors.map((actor) => actorWords(t, actor)).join(', ')}</span>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
