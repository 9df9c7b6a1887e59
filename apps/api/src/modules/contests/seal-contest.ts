/**
 * Seals the sales of a closed contest: every entry becomes a leaf, in ticket order; root, count and stakes are signed.
 *
 * The gate before it (incident R10): what is about to be sealed must equal the ledger, in count and in cents, or nothing is sealed.
 * Sealing again gives the same tree, so a crash in the middle leaves nothing behind but work to be repeated.
 */

import { seal, sealTile } from '@valira/db/schema';
import { merkleTree, type SealStatement, signStatement, statementHash, type Tile, tileWidth } from '@valira/games/verifiable';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { fromHex, hex, sha256, sha256Into } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { headsAtClose } from '../control/index.ts';
import { SYSTEM } from './close-contest.ts';
import { type Contest, findContest, lockContest, moveContest } from './contest.store.ts';
import { readEntries } from './entry-stream.ts';

const isSealable = ({ state }: Pick<Contest, 'state'>): boolean => state === 'closed' || state === 'voiding';

type StoredTile = Tile & { readonly firstTicketId: string | null };

export const sealContest = async (core: Core, contestId: string): Promise<Outcome<null, 'contest_not_found' | 'wrong_state'>> => {
  const found = await findContest(core.db, contestId);
  if (!found) return refuse('contest_not_found');
  if (!isSealable(found)) return refuse('wrong_state');

  const tiles: StoredTile[] = [];
  const firstOfTile: string[] = [];
  const tree = merkleTree(
    sha256,
    (tile) => tiles.push({ ...tile, firstTicketId: tile.level === 0 ? (firstOfTile[tile.index] ?? null) : null }),
    sha256Into,
  );
  let count = 0;
  let cancelledCount = 0;
  let stakeCents = 0n;
  await readEntries(core.sql, contestId, null, (entry) => {
    if (count % tileWidth === 0) firstOfTile.push(entry.ticketId);
    count += 1;
    if (entry.cancelled) cancelledCount += 1;
    else stakeCents += entry.stakeCents;
    tree.appendEntry(entry.leaf);
  });
  const root = hex(tree.finish().root);

  return core.inTransaction(async (tx) => {
    const contest = await lockContest(tx, contestId);
    if (!contest || !isSealable(contest)) return refuse('wrong_state');
    const [made] = await tx.select({ id: seal.contestId }).from(seal).where(eq(seal.contestId, contestId));
    if (made) return refuse('wrong_state');
    const [ledger] = await tx.execute<{ stakes: string; sales: string }>(sql`
      SELECT coalesce(sum(CASE kind WHEN 'stake' THEN amount_cents ELSE -amount_cents END), 0)::text AS stakes,
        count(*) FILTER (WHERE kind = 'stake')::text AS sales
      FROM transfer WHERE reference = ${contestId} AND kind IN ('stake', 'stake-cancelled')`);
    if (BigInt(ledger?.stakes ?? 0) !== stakeCents || Number(ledger?.sales ?? 0) !== count)
      throw new Error(
        `contest ${contestId}: ${count} entries of ${stakeCents} cents are not the ledger's ${ledger?.sales} of ${ledger?.stakes}`,
      );
    const now = core.clock.now();
    const statement: SealStatement = {
      kind: contest.kind,
      subjectId: wireId('contest', contestId),
      definitionHash: hex(contest.definitionHash),
      root,
      count,
      cancelledCount,
      stakeCents: String(stakeCents),
      closesAt: contest.closesAt.toISOString(),
      sealedAt: now.toISOString(),
    };
    await tx.insert(seal).values({
      contestId,
      root: fromHex(root),
      leaves: BigInt(count),
      cancelled: BigInt(cancelledCount),
      stakeCents,
      statement: toJson(signStatement(sha256, core.keys.signer('seal'), 'seal', statement)),
      statementHash: fromHex(statementHash(sha256, 'seal', statement)),
      heads: await headsAtClose(core.sql),
      sealedAt: now,
    });
    for (let at = 0; at < tiles.length; at += 500) {
      const rows = tiles.slice(at, at + 500);
      await tx
        .insert(sealTile)
        .values(rows.map(({ level, index, hashes, firstTicketId }) => ({ contestId, level, index: BigInt(index), hashes, firstTicketId })));
    }
    // One that became void before it was sealed is sealed all the same: stakes go back by what the seal holds.
    await moveContest(tx, core.ids, now, contest, {
      step: 'sealed',
      ...(contest.state === 'closed' && { to: 'sealed' }),
      actors: [SYSTEM],
      facts: { root, count, stakeCents },
    });
    return ok(null);
  });
};
