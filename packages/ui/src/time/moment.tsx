import type { MomentStyle } from '../format/format-time.ts';
import { useFormat } from '../format/use-format.ts';

/** A moment in Andorran time; `at` is an RFC 3339 instant. */
export function Moment(props: { at: string; as: MomentStyle; className?: string }) {
  const format = useFormat();
  return (
    <time dateTime={props.at} className={props.className}>
      {format.moment(props.at, props.as)}
    </time>
  );
}
