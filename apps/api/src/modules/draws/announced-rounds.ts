/**
 * The beacon rounds that an announcement names beforehand: one that every draw is mixed with, and one after the second holder's time is over, the
 * way out when the holder is silent. A postponement moves both by as much as the draw's time, so nobody chooses a round anew.
 */
import type { Db, Tx } from '@valira/db';
import { drawAnnouncement, postponement } from '@valira/db/schema';
import type { Announcement, BeaconPlan, PostponementStatement, Signed } from '@valira/games/verifiable';
import { and, eq, gt } from 'drizzle-orm';
import { type BeaconChain, roundDueAt, roundFrom } from '../../platform/beacon.ts';

/** How long after the draw's time the second holder may still open their secret, where a fallback was announced. */
export const REVEAL_MS = 30 * 60_000;
const ROUND_AFTER_MS = REVEAL_MS + 5 * 60_000;
/** The round has to be due a minute after the seal's receipt; a seal takes seconds. */
const MIXED_AFTER_MS = 90_000;

/** The round that the draw at that time is mixed with. */
export const beaconPlan = (chain: BeaconChain, drawsAt: Date): BeaconPlan => ({
  ...chain,
  round: roundFrom(chain, new Date(drawsAt.getTime() + MIXED_AFTER_MS)),
});

/** What an announcement names for a draw at that time. */
export const fallbackPlan = (chain: BeaconChain, drawsAt: Date): NonNullable<Announcement['fallback']> => ({
  source: 'beacon',
  beacon: { ...chain, round: roundFrom(chain, new Date(drawsAt.getTime() + ROUND_AFTER_MS)) },
});

/** The plan after the draw's time was moved: ⌈move / period⌉ rounds later for each postponement (docs/verify.md, section 5). */
async function moved(db: Db | Tx, contestId: string, announcedAt: Date, plan: BeaconPlan): Promise<BeaconPlan> {
  const moves = await db
    .select()
    .from(postponement)
    .where(and(eq(postponement.contestId, contestId), gt(postponement.at, announcedAt)));
  const rounds = moves.map(({ statement }) => {
    const { from, to } = (statement as Signed<PostponementStatement>).body;
    return Math.ceil((Date.parse(to.drawsAt) - Date.parse(from.drawsAt)) / (plan.periodSeconds * 1_000));
  });
  return { ...plan, round: rounds.reduce((round, later) => round + later, plan.round) };
}

async function announcedPlan(
  db: Db | Tx,
  contestId: string,
  pick: (announcement: Partial<Announcement>) => BeaconPlan | null | undefined,
): Promise<BeaconPlan | null> {
  const [announced] = await db.select().from(drawAnnouncement).where(eq(drawAnnouncement.contestId, contestId));
  const body = (announced?.statement as Partial<Signed<Announcement>> | undefined)?.body;
  const plan = body && pick(body);
  return announced && plan ? moved(db, contestId, announced.at, plan) : null;
}

/** The round that the draw is mixed with; null where none was announced. */
export const announcedBeacon = (db: Db | Tx, contestId: string): Promise<BeaconPlan | null> =>
  announcedPlan(db, contestId, ({ beacon }) => beacon);

/** The round for a silent second holder; null where none was announced. */
export const announcedFallback = (db: Db | Tx, contestId: string): Promise<BeaconPlan | null> =>
  announcedPlan(db, contestId, ({ fallback }) => (fallback?.source === 'beacon' ? fallback.beacon : null));

/**
 * Whether the announced round still comes after the second holder's time. It does not where the draw was postponed past it: somebody who knew the
 * round could then choose whether to open a secret.
 */
export const isAfterReveals = (plan: BeaconPlan, drawsAt: Date): boolean => roundDueAt(plan).getTime() >= drawsAt.getTime() + REVEAL_MS;
