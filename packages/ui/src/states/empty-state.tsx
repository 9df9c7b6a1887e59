import type { ReactNode } from 'react';

/** Nothing here yet: one sentence and the next step. */
export function EmptyState(props: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-2 border border-dashed border-line-strong px-5 py-6 text-ink-2">
      <p>{props.children}</p>
      {props.action}
    </div>
  );
}
