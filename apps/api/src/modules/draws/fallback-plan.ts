/** The way out that an announcement names beforehand: a beacon round after the second holder's time is over. */
import type { Db, Tx } from '@valira/db';
import { drawAnnouncement } from '@valira/db/schema';
import type { Announcement, BeaconPlan, Signed } from '@valira/games/verifiable';
import { eq } from 'drizzle-orm';
import { type BeaconChain, roundDueAt, roundFrom } from '../../platform/beacon.ts';

/** How long after the draw's time the second holder may still open their secret, where a fallback was announced. */
export const REVEAL_MS = 30 * 60_000;
const ROUND_AFTER_MS = REVEAL_MS + 5 * 60_000;

/** What an announcement names for a draw at that time. */
export const fallbackPlan = (chain: BeaconChain, drawsAt: Date): NonNullable<Announcement['fallback']> => ({
  source: 'beacon',
  beacon: { ...chain, round: roundFrom(chain, new Date(drawsAt.getTime() + ROUND_AFTER_MS)) },
});

/** The announced round; null where none was announced. */
export async function announcedFallback(db: Db | Tx, contestId: string): Promise<BeaconPlan | null> {
  const [announced] = await db.select().from(drawAnnouncement).where(eq(drawAnnouncement.contestId, contestId));
  const fallback = (announced?.statement as Partial<Signed<Announcement>> | undefined)?.body?.fallback;
  return fallback?.source === 'beacon' ? fallback.beacon : null;
}

/**
 * Whether the announced round still comes after the second holder's time. It does not where the draw was postponed past it: somebody who knew the
 * round could then choose whether to open a secret.
 */
export const isAfterReveals = (plan: BeaconPlan, drawsAt: Date): boolean => roundDueAt(plan).getTime() >= drawsAt.getTime() + REVEAL_MS;
