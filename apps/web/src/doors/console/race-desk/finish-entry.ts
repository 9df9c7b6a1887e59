/**
 * A finish as it is typed: runners in order, dead heats joined by "=".
 *
 * Example: `3 5=8 1` is first 3, second 5 and 8 together, then 1. A runner that is not in the race, was scratched or
 * stands twice is refused, so that two people never agree on a slip of the finger.
 */
export type FinishReading =
  | { readonly ok: true; readonly finish: readonly (readonly number[])[] }
  | { readonly ok: false; readonly why: 'empty' | 'unreadable' | 'not_running' | 'twice'; readonly runner?: number };

export function readFinish(text: string, running: readonly number[]): FinishReading {
  const bare = text.trim().replace(/\s*=\s*/g, '=');
  if (bare === '') return { ok: false, why: 'empty' };
  const places = bare.split(/[\s,;-]+/).filter(Boolean);
  const seen = new Set<number>();
  const finish: number[][] = [];
  for (const place of places) {
    if (!/^\d{1,2}(=\d{1,2})*$/.test(place)) return { ok: false, why: 'unreadable' };
    const runners = place.split('=').map(Number);
    for (const runner of runners) {
      if (!running.includes(runner)) return { ok: false, why: 'not_running', runner };
      if (seen.has(runner)) return { ok: false, why: 'twice', runner };
      seen.add(runner);
    }
    finish.push(runners);
  }
  return { ok: true, finish };
}
