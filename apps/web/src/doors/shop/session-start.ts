/** When this person's session in this tab began, in milliseconds; kept over reloads, not over closing the tab. */
export function sessionStart(person: string): number {
  const key = `valira.session.${person}`;
  const kept = Number(sessionStorage.getItem(key));
  if (Number.isFinite(kept) && kept > 0) return kept;
  const now = Date.now();
  sessionStorage.setItem(key, String(now));
  return now;
}
