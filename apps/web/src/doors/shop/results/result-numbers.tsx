import { BallRow, ClothNumber, NumberBall } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import { drawResultOf, finishOf } from '../../../api/result-shape.ts';
import type { Contest } from '../../../api/wire.ts';

/** A certified result: numbers as drawn with the bonus as a diamond, or the finish with dead heats side by side. */
export function ResultNumbers(props: { contest: Contest; large?: boolean }) {
  const { t } = useTranslation('shop');
  const result = props.contest.result?.result;
  const drawn = drawResultOf(result);
  const finish = finishOf(result);
  const size = props.large ? 'large' : 'small';
  if (drawn) {
    return (
      <BallRow label={t('result.drawnNumbers')}>
        {Object.entries(drawn.panels).flatMap(([name, numbers]) =>
          numbers.map((number) => <NumberBall key={`${name}-${number}`} number={number} size={size} kind="drawn" />),
        )}
        {Object.entries(drawn.bonuses).flatMap(([name, numbers]) =>
          numbers.map((number) => <NumberBall key={`${name}-${number}`} number={number} size={size} kind="bonus" />),
        )}
      </BallRow>
    );
  }
  if (!finish) return null;
  return (
    <ol className="flex flex-wrap gap-x-5 gap-y-2">
      {finish.slice(0, 3).map((place, index) => (
        <li key={place.join('-')} className="inline-flex items-center gap-2">
          <span className="text-sm text-ink-2">{t('result.place', { count: index + 1, ordinal: true })}</span>
          {place.map((number) => (
            <span key={number} className="inline-flex items-center gap-1.5">
              <ClothNumber number={number} />
              <b>{props.contest.event?.runners.find((runner) => runner.number === number)?.name}</b>
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}
