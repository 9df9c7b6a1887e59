/**
 * A certified draw with as many sealed one-line tickets as are asked for, written straight into the tables: the stage, not the play. Lines,
 * leaves and root are what the product makes of such sales; payment finds players and shops who can be paid.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { merkleTree, tileWidth } from '@valira/games/verifiable';
import { expectOk } from '@valira/outcome';
import type postgres from 'postgres';
import { drawEngine } from '../../apps/api/src/modules/contests/engine/draw-engine.ts';
import { systemClock } from '../../apps/api/src/platform/clock.ts';
import { systemEntropy } from '../../apps/api/src/platform/entropy.ts';
import { sha256, sha256Into } from '../../apps/api/src/platform/hash.ts';
import { uuidFromBytes, uuidV7 } from '../../apps/api/src/platform/ids.ts';
import { cims645, parseGameDefinition } from '../../packages/games/src/index.ts';
import { uniformBelowBigint } from '../../packages/games/src/randomness/index.ts';
import type { Town } from '../sales/town.ts';

const DISTINCT_LINES = 100_000;
export const RESULT = { panels: { main: [3, 11, 19, 27, 34, 42] }, bonuses: { bonus: [7] } };
const STAKE_CENTS = 100n;
const ROWS_PER_WRITE = 5_000;

export type SealedDraw = { readonly contestId: string; readonly tickets: number; readonly leafBytes: number };

/** Ids that rise, as the platform's do, from the first millisecond of the day on. */
function risingIds(startMs: number): () => Buffer {
  let n = 0;
  const random = randomBytes(8);
  return () => {
    n += 1;
    const id = Buffer.alloc(16);
    id.writeUIntBE(startMs + Math.floor(n / 1000), 0, 6);
    id.writeUInt16BE(0x7000 | (n % 1000), 6);
    id.set(random, 8);
    id.writeUInt32BE(n, 12);
    id[8] = 0x80;
    return id;
  };
}

/** Writes the draw under the next number of the town's product. `owner` may write every table. */
export async function sealDraw(owner: postgres.Sql, town: Town, number: number, tickets: number): Promise<SealedDraw> {
  const engine = drawEngine(expectOk(parseGameDefinition(cims645)));
  const below = (bound: bigint) => uniformBelowBigint(bound, (count) => randomBytes(count));
  const lines = Array.from({ length: DISTINCT_LINES }, () =>
    Buffer.from(expectOk(engine.parseWager({ kind: 'draw', quickPicks: 1 }, below)).lines),
  );
  const contestId = uuidV7(systemClock, systemEntropy).next();
  const closesAt = new Date();
  await owner`
    INSERT INTO contest (id, kind, product_version_id, number, source, state, opens_at, closes_at, draws_at, result_version, created_at)
    VALUES (${contestId}, 'draw', ${town.productVersionId}, ${number}, 'rng', 'certified', now() - interval '1 day', ${closesAt}, ${closesAt}, 1, now())`;
  const soldFromMs = Date.now() - 3_600_000;
  // Within the first hour of a month these were sold in the month before, for which a new database has no partitions.
  for (const table of ['entry', 'ticket', 'prize', 'transfer'])
    await owner`SELECT ensure_month_partition(${table}, to_timestamp(${soldFromMs / 1000}))`;
  const nextId = risingIds(soldFromMs);
  const tiles: { level: number; index: number; hashes: Buffer; first: string | null }[] = [];
  const firstOfTile: string[] = [];
  const tree = merkleTree(
    sha256,
    ({ level, index, hashes }) =>
      tiles.push({ level, index, hashes: Buffer.from(hashes), first: level === 0 ? (firstOfTile[index] ?? null) : null }),
    sha256Into,
  );
  const copy = await owner`COPY entry (contest_id, ticket_id, account_id, lines, stake_cents, commitment) FROM STDIN`.writable();
  let leafBytes = 0;
  for (let sold = 0; sold < tickets; ) {
    let text = '';
    for (let i = 0; i < ROWS_PER_WRITE && sold < tickets; i += 1, sold += 1) {
      const ticketId = nextId();
      const line = lines[randomInt(DISTINCT_LINES)] ?? Buffer.alloc(0);
      const commitment = Buffer.alloc(32);
      sha256Into(ticketId, commitment, 0);
      const leaf = Buffer.alloc(43 + line.length);
      leaf.set(commitment);
      leaf.writeUInt16BE(line.length, 32);
      leaf.set(line, 34);
      leaf.writeBigUInt64BE(STAKE_CENTS, 34 + line.length);
      leaf[leaf.length - 1] = 1;
      if (sold % tileWidth === 0) firstOfTile.push(uuidFromBytes(ticketId));
      tree.appendEntry(leaf);
      leafBytes = leaf.length;
      const account = town.accounts[randomInt(town.accounts.length)];
      text += `${contestId}\t${uuidFromBytes(ticketId)}\t${account}\t\\\\x${line.toString('hex')}\t${STAKE_CENTS}\t\\\\x${commitment.toString('hex')}\n`;
    }
    if (!copy.write(text)) await once(copy, 'drain');
  }
  copy.end();
  await finished(copy);
  const { root } = tree.finish();
  await owner`INSERT INTO seal (contest_id, root, leaves, cancelled, stake_cents, statement, statement_hash, heads, sealed_at)
    VALUES (${contestId}, ${root}, ${tickets}, 0, ${String(STAKE_CENTS * BigInt(tickets))}, '{}', ${sha256(Buffer.from(contestId))}, '[]', now())`;
  await owner`INSERT INTO contest_result (contest_id, version, result, origin, entered_by, certified_by, certified_at, at)
    VALUES (${contestId}, 1, ${JSON.stringify(RESULT)}::text::jsonb, 'rng', ${['official-1']}, 'official-2', now(), now())`;
  for (let at = 0; at < tiles.length; at += 1000) {
    const some = tiles.slice(at, at + 1000);
    await owner`INSERT INTO seal_tile (contest_id, level, index, hashes, first_ticket_id)
      SELECT ${contestId}, level, index, decode(hashes, 'hex'), first
      FROM unnest(${some.map(({ level }) => level)}::int[], ${some.map(({ index }) => index)}::bigint[], ${some.map(({ hashes }) => hashes.toString('hex'))}::text[],
        ${some.map(({ first }) => first)}::uuid[]) AS t (level, index, hashes, first)`;
  }
  await owner`
    INSERT INTO ticket (account_id, id, product_version_id, contest_id, contests, stake_cents, channel, intake_id, intake_seq, hash, sold_at)
    SELECT account_id, ticket_id, ${town.productVersionId}, contest_id, 1, stake_cents, 'online', contest_id, 1, commitment, now()
    FROM entry WHERE contest_id = ${contestId}`;
  await owner`VACUUM ANALYZE entry, ticket`;
  return { contestId, tickets, leafBytes };
}
