import type { ComponentProps } from 'react';
import { TIME_ZONE } from '../format/format-time.ts';

/** Offset of Andorra from UTC at an instant, in minutes: 60 in winter, 120 in summer. */
function offsetMinutes(atMs: number): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: TIME_ZONE,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(atMs);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return Math.round((local - Math.floor(atMs / 1000) * 1000) / 60_000);
}

/** `2026-11-14T20:00` on Andorran clocks → the instant `2026-11-14T19:00:00.000Z`. Null when it is not a time. */
export function instantInAndorra(local: string): string | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  const guess = asUtc - offsetMinutes(asUtc) * 60_000;
  return new Date(asUtc - offsetMinutes(guess) * 60_000).toISOString();
}

/** The other way: what Andorran clocks show at an instant, to the second. */
export function andorranClock(instant: string): string | null {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? null : new Date(at + offsetMinutes(at) * 60_000).toISOString().slice(0, 19);
}

/** A date and time typed on Andorran clocks; the value outside is the instant. */
export function InstantInput({
  value,
  onValue,
  ...input
}: Omit<ComponentProps<'input'>, 'value' | 'onChange'> & { value: string; onValue: (instant: string) => void }) {
  return (
    <input
      {...input}
      type="datetime-local"
      step={1}
      value={andorranClock(value) ?? value}
      onChange={(event) => onValue(instantInAndorra(event.target.value) ?? event.target.value)}
    />
  );
}
