/** A share of a whole as a bar; `label` says it in words. `share` from 0 to 1. */
export function Meter(props: { share: number; label: string; className?: string; square?: boolean }) {
  const percent = Math.min(100, Math.max(0, props.share * 100));
  return (
    <div
      role="img"
      aria-label={props.label}
      className={`h-2 overflow-hidden bg-surface-3 ${props.square ? 'rounded-[2px]' : 'rounded-full'} ${props.className ?? ''}`}
    >
      <i className={`block h-full ${props.square ? 'bg-chart-1' : 'rounded-full bg-primary'}`} style={{ width: `${percent}%` }} />
    </div>
  );
}
