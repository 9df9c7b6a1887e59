/** Every call of the random number generator, chained under one lock, in the transaction of what the call was for (incidents R12, R18). */
import type { Tx } from '@valira/db';
import { generatorCall } from '@valira/db/schema';
import { type GeneratorPurpose, type LoggedCall, logGeneratorCall, newGeneratorLog } from '@valira/games/verifiable';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import { fromHex, hex, sha256 } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';

/** The platform's generator: HMAC_DRBG over the operating system's entropy. */
export const GENERATOR = 'valira-drbg-1';

export async function logCall(
  tx: Tx,
  at: Date,
  purpose: GeneratorPurpose,
  contestId: string,
  outputHash: Uint8Array,
  /** Calls of this purpose that do not stand: two people decided so. */
  withdrawnCalls = 0,
): Promise<LoggedCall> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('generator-log'))`);
  const [last] = await tx
    .select()
    .from(generatorCall)
    .where(eq(generatorCall.generator, GENERATOR))
    .orderBy(desc(generatorCall.sequence))
    .limit(1);
  const [same] = await tx
    .select({ contestId: generatorCall.contestId })
    .from(generatorCall)
    .where(eq(generatorCall.outputHash, outputHash))
    .limit(1);
  const [made] = await tx
    .select({ calls: count() })
    .from(generatorCall)
    .where(and(eq(generatorCall.contestId, contestId), eq(generatorCall.purpose, purpose)));
  const head = last ? { generator: GENERATOR, sequence: Number(last.sequence), head: hex(last.head) } : newGeneratorLog(GENERATOR);
  const logged = logGeneratorCall(
    sha256,
    head,
    { at: at.toISOString(), purpose, drawId: wireId('contest', contestId), outputHash: hex(outputHash) },
    { drawWithSameOutput: same ? wireId('contest', same.contestId) : null, callsForThisPurpose: (made?.calls ?? 0) - withdrawnCalls },
  );
  await tx.insert(generatorCall).values({
    generator: GENERATOR,
    sequence: BigInt(logged.call.sequence),
    purpose,
    contestId,
    outputHash,
    head: fromHex(logged.head.head),
    call: toJson(logged.call),
    at,
  });
  return logged;
}
