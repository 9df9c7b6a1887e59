import { useCallback, useState } from 'react';

/**
 * Whether this person has handed in their entry from this tab. The API names officials by ids that mean nothing on a screen, and refuses a second
 * entry by the same person in any case.
 */
export function useEnteredHere(contestId: string, person: string): { readonly at: string | null; readonly mark: () => void } {
  const key = `valira.entered.${contestId}.${person}`;
  const [at, setAt] = useState(() => sessionStorage.getItem(key));
  const mark = useCallback(() => {
    const now = new Date().toISOString();
    sessionStorage.setItem(key, now);
    setAt(now);
  }, [key]);
  return { at, mark };
}
