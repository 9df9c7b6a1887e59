/**
 * What ends when, and from when its renewal is due: class G, H and I six months before their end, the operator's own licence a year before
 * (Llei 14/2024, arts. 36–39). Example: a card that ends on 30 June 2027 is due from 30 December 2026.
 */
import type { Db } from '@valira/db';
import { clerk, distributor, distributorTerm, licence } from '@valira/db/schema';
import { eq } from 'drizzle-orm';
import { OPERATOR_ZONE } from '../../../platform/business-day.ts';

const MONTHS_BEFORE = { 'operator-licence': 12, licence: 6, contract: 6, card: 6 } as const;

type Held = {
  readonly kind: keyof typeof MONTHS_BEFORE;
  readonly number: string;
  readonly holder: string;
  readonly endsAt: Date;
};
export type CalendarEntry = Held & { readonly renewFrom: Date; readonly state: 'in-force' | 'due' | 'ended' };

export function calendarEntry(held: Held, now: Date): CalendarEntry {
  const ends = Temporal.Instant.fromEpochMilliseconds(held.endsAt.getTime()).toZonedDateTimeISO(OPERATOR_ZONE);
  const renewFrom = new Date(ends.subtract({ months: MONTHS_BEFORE[held.kind] }).epochMilliseconds);
  return { ...held, renewFrom, state: now >= held.endsAt ? 'ended' : now >= renewFrom ? 'due' : 'in-force' };
}

/** The latest of each holder and kind: what has been renewed is not listed. */
function latest(held: readonly (Held & { readonly of: string })[]): readonly Held[] {
  const last = new Map<string, Held>();
  for (const { of, ...one } of held) {
    const known = last.get(of);
    if (!known || known.endsAt < one.endsAt) last.set(of, one);
  }
  return [...last.values()];
}

/** Soonest end first. */
export async function licenceCalendar(db: Pick<Db, 'select'>, now: Date): Promise<readonly CalendarEntry[]> {
  const [own, terms, cards] = await Promise.all([
    db.select().from(licence),
    db
      .select({ term: distributorTerm, holder: distributor.name })
      .from(distributorTerm)
      .innerJoin(distributor, eq(distributor.id, distributorTerm.distributorId)),
    db.select({ number: clerk.cardNumber, holder: clerk.name, endsAt: clerk.cardUntil }).from(clerk).where(eq(clerk.state, 'active')),
  ]);
  return latest([
    ...own.map(({ kind, number, legalName, validUntil }) => ({
      of: `own/${kind}`,
      kind: 'operator-licence' as const,
      number,
      holder: legalName,
      endsAt: validUntil,
    })),
    ...terms.map(({ term: { distributorId, what, number, validUntil, endedAt }, holder }) => ({
      of: `${distributorId}/${what}`,
      kind: what,
      number,
      holder,
      endsAt: endedAt && endedAt < validUntil ? endedAt : validUntil,
    })),
    ...cards.map((card) => ({ ...card, of: `card/${card.number}`, kind: 'card' as const })),
  ])
    .map((held) => calendarEntry(held, now))
    .sort((a, b) => a.endsAt.getTime() - b.endsAt.getTime());
}
