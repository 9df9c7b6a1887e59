import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/use-format.ts';
import { useServerNow } from './server-clock.tsx';

/** Minutes at which a screen reader is told; never more often, so that time does not become pressure. */
const ANNOUNCED_MINUTES = [10, 5, 1] as const;

/** Time left until `at` in words, "3 h 18 min"; calls `onOver` once when it has passed. */
export function Countdown(props: { at: string; className?: string; onOver?: () => void }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const leftMs = Date.parse(props.at) - useServerNow();
  const minutesLeft = Math.ceil(leftMs / 60_000);
  const previous = useRef(minutesLeft);
  const [announcement, announce] = useState('');
  const over = leftMs <= 0;
  const { onOver } = props;

  useEffect(() => {
    if (over) onOver?.();
  }, [over, onOver]);

  useEffect(() => {
    const crossed = ANNOUNCED_MINUTES.find((minutes) => previous.current > minutes && minutesLeft <= minutes && minutesLeft > 0);
    if (crossed) announce(t('time.announce', { count: crossed }));
    previous.current = minutesLeft;
  }, [minutesLeft, t]);

  return (
    <>
      <time dateTime={props.at} className={props.className}>
        {format.timeLeft(leftMs)}
      </time>
      <span aria-live="polite" className="sr-only">
        {announcement}
      </span>
    </>
  );
}
