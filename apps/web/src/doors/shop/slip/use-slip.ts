import { useCallback, useState } from 'react';
import type { MatrixPanel } from '../../../api/wire.ts';
import { emptyLine, quickLine, type Slip } from './slip.ts';

const keyOf = (contestId: string): string => `valira.slip.${contestId}`;

function kept(contestId: string): Slip | null {
  try {
    const text = sessionStorage.getItem(keyOf(contestId));
    return text === null ? null : (JSON.parse(text) as Slip);
  } catch {
    return null;
  }
}

/** The slip of one draw, kept in the tab until it is sold: signing in or a reload loses nothing. */
export function useSlip(contestId: string, panels: readonly MatrixPanel[], quick: boolean) {
  const [slip, change] = useState<Slip>(
    () => kept(contestId) ?? { lines: [quick ? quickLine(panels) : emptyLine(panels)], active: 0, draws: 1 },
  );
  const setSlip = useCallback(
    (next: Slip) => {
      sessionStorage.setItem(keyOf(contestId), JSON.stringify(next));
      change(next);
    },
    [contestId],
  );
  const clear = useCallback(() => sessionStorage.removeItem(keyOf(contestId)), [contestId]);
  return { slip, setSlip, clear };
}
