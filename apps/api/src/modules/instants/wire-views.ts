/** Instant runs and games on the wire. */
import { z } from '@hono/zod-openapi';
import type { Db } from '@valira/db';
import { instantSeal, productVersion } from '@valira/db/schema';
import { encodeInstantDefinition, instantOdds } from '@valira/games/instants';
import { eq } from 'drizzle-orm';
import { hex } from '../../platform/hash.ts';
import { anyJson, centsOut, idOut, instantOut } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { remainingPrizes } from './remaining-prizes.ts';
import type { StoredRun } from './runs/run.store.ts';
import { claimsUntil } from './tickets/judge-ticket.ts';

const ratio = z.object({ n: z.string(), d: z.string() });

export const runView = z
  .object({
    id: idOut('instantRun'),
    game: z.number().int(),
    run: z.number().int(),
    names: z.record(z.string(), z.string()),
    channel: z.enum(['online', 'shop']),
    state: z.enum(['ready', 'on-sale', 'ended', 'lapsed']),
    priceCents: centsOut,
    tickets: z.number().int(),
    registrationNumber: z.string().nullable(),
    /** Share of sales paid as prizes when the whole run is sold. */
    returnToPlayer: ratio,
    overallOneIn: ratio,
    tiers: z.array(z.object({ tier: z.string(), prizeCents: centsOut, count: z.number().int(), left: z.number().int(), oneIn: ratio })),
    prizesLeft: z.number().int(),
    asOf: instantOut,
    /** Published, and receipted, before the first sale. */
    root: z.string(),
    leaves: z.number().int(),
    sealedAt: instantOut,
    endedAt: instantOut.nullable(),
    claimUntil: instantOut.nullable(),
    definition: anyJson,
  })
  .openapi('InstantRun');

const asRatio = ({ n, d }: { n: bigint; d: bigint }) => ({ n: String(n), d: String(d) });

export async function viewOfRun(db: Db, run: StoredRun, now: Date): Promise<z.output<typeof runView> | null> {
  const [version] = await db.select().from(productVersion).where(eq(productVersion.id, run.productVersionId));
  const [seal] = await db.select().from(instantSeal).where(eq(instantSeal.runId, run.id));
  if (!seal || !version || (run.state !== 'ready' && run.state !== 'on-sale' && run.state !== 'ended' && run.state !== 'lapsed'))
    return null;
  const odds = instantOdds(run.papers);
  const { tiers, left } = await remainingPrizes(db, run);
  return {
    id: wireId('instantRun', run.id),
    game: run.game,
    run: run.run,
    names: z.record(z.string(), z.string()).parse(version.names),
    channel: run.channel,
    state: run.state,
    priceCents: String(run.priceCents),
    tickets: run.size,
    registrationNumber: version.registrationNumber,
    returnToPlayer: asRatio(odds.returnToPlayer),
    overallOneIn: asRatio(odds.overallOneIn),
    tiers: tiers.map((row) => ({
      tier: row.tier,
      prizeCents: String(row.prizeCents),
      count: row.count,
      left: row.left,
      oneIn: asRatio(row.oneIn),
    })),
    prizesLeft: left,
    asOf: now.toISOString(),
    root: hex(seal.root),
    leaves: seal.leaves,
    sealedAt: seal.sealedAt.toISOString(),
    endedAt: run.endedAt?.toISOString() ?? null,
    claimUntil: claimsUntil(run)?.toISOString() ?? null,
    definition: toJson(encodeInstantDefinition(run.papers)),
  };
}
