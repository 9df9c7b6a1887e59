import { useCallback } from 'react';
import type { Contest } from '../../api/wire.ts';
import { useWords } from './use-words.ts';

/** "Cims 6/45 · 92" for a draw; an event has a name of its own. */
export function useContestName(): (contest: Pick<Contest, 'event' | 'product' | 'number'>) => string {
  const words = useWords();
  return useCallback((contest) => contest.event?.name ?? `${words(contest.product.names)} · ${contest.number}`, [words]);
}
