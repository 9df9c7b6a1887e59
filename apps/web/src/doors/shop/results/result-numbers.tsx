import { BallRow, ClothNumber, NumberBall } from '@valira/ui';
import { useTranslation } from 'react-i18next';
import type { Contest } from '../../../api/wire.ts';

/** A certified result: numbers as drawn with the bonus as a diamond, or the finish with dead heats side by side. */
export function ResultNumbers(props: { contest: Contest; large?: boolean }) {
  const { t } = useTranslation('shop');
  const result = props.contest.result?.result;
  if (!result) return null;
  const size = props.large ? 'large' : 'small';
  if ('finish' in result) {
    return (
      <ol className="flex flex-wrap gap-x-5 gap-y-2">
        {(result.finish as readonly (readonly number[])[]).slice(0, 3).map((place, index) => (
          <li key={place.join('-')} className="inline-flex items-center gap-2">
            <span className="text-sm text-ink-2">{t('result.place', { place: index + 1 })}</span>
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
  return (
    <BallRow label={t('result.drawnNumbers')}>
      {Object.entries(result).map(([name, numbers], index) =>
        numbers.map((number) => (
          <NumberBall key={`${name}-${number}`} number={number} size={size} kind={index === 0 ? 'drawn' : 'bonus'} />
        )),
      )}
    </BallRow>
  );
}
