/** What this system is told about a contest before its sales: kind, close and rules. The rules are kept as they were then. */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import type { ControlDeps } from '../deps.ts';
import { canonicalText } from '../statements/canonical-text.ts';
import { hex, sha256, unhex } from '../statements/digest.ts';
import { document, hash32, instantText, kindOfContest, uuid } from '../wire-shapes.ts';
import { holdContest } from './contest-lock.ts';

export const contestShape = z.strictObject({
  contestId: uuid,
  kind: kindOfContest,
  closesAt: instantText,
  definitionHash: hash32,
  definition: document,
});

export type ContestRegistration = z.infer<typeof contestShape>;

/**
 * Keeps a contest. Safe to repeat; what was registered cannot be registered otherwise: a close moves by a postponement only, and
 * rules never. `definition_hash_wrong` when the hash is not that of the canonical text of the definition.
 */
export async function registerContest(
  { sql, now }: ControlDeps,
  { contestId, kind, closesAt, definitionHash, definition }: ContestRegistration,
): Promise<Outcome<{ readonly contestId: string }, 'definition_hash_wrong' | 'contest_registered_otherwise'>> {
  if (hex(sha256(Buffer.from(canonicalText(definition)))) !== definitionHash)
    return refuse('definition_hash_wrong', { path: 'definitionHash' });
  return sql.begin(async (tx) => {
    await holdContest(tx, contestId);
    await tx`
      INSERT INTO contest (id, kind, closes_at, definition_hash, definition, at)
      VALUES (${contestId}, ${kind}, ${closesAt}, ${unhex(definitionHash)}, ${tx.json(definition)}, ${now()}) ON CONFLICT DO NOTHING`;
    const [kept] = await tx<{ kind: string; closesAt: Date; postponedTo: Date; hash: Buffer }[]>`
      SELECT kind, scheduled_closes_at AS "closesAt", closes_at AS "postponedTo", definition_hash AS hash FROM contest_close WHERE id = ${contestId}`;
    if (!kept) throw new Error(`contest ${contestId} was not kept`);
    // The close of a pool is only what its card says until the stop-bet.
    const closes = kept.kind === 'pool' ? [closesAt] : [kept.closesAt, kept.postponedTo].map((at) => at.toISOString());
    const path =
      kept.kind !== kind ? 'kind' : hex(kept.hash) !== definitionHash ? 'definitionHash' : closes.includes(closesAt) ? null : 'closesAt';
    return path === null ? ok({ contestId }) : refuse('contest_registered_otherwise', { path });
  });
}
