/** Tickets as a clerk types them: "12-29, 31" are 12 to 29 and 31. Null when it is neither empty nor such a list. */
const MOST = 200;

export function unsoldTickets(text: string): readonly number[] | null {
  const tickets = new Set<number>();
  for (const part of text.split(/[,;]/).map((one) => one.trim())) {
    if (part === '') continue;
    const range = /^(\d{1,3})(?:\s*-\s*(\d{1,3}))?$/.exec(part);
    const first = Number(range?.[1]);
    const last = Number(range?.[2] ?? range?.[1]);
    if (!range || last < first || last >= MOST) return null;
    for (let ticket = first; ticket <= last; ticket += 1) tickets.add(ticket);
  }
  return [...tickets].sort((a, b) => a - b);
}
