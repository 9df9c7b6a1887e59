import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type World } from '../../testing/world.ts';
import { readEntries, type StoredEntry } from './entry-stream.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

describe('the stream of a contest’s entries', () => {
  it('gives every entry once, in ticket order, whole, wherever the network cuts it', async () => {
    const { contestId } = await world.newContest();
    // Lines from 1 byte to 64 kB, so that rows end everywhere in a chunk and some span several.
    await world.db.execute(sql`
      INSERT INTO entry (contest_id, ticket_id, account_id, lines, stake_cents, commitment)
      SELECT ${contestId}, gen_random_uuid(), ${contestId}, decode(repeat('ab', 1 + (n * n) % 65536), 'hex'), n, sha256(n::text::bytea)
      FROM generate_series(1, 400) n`);
    const read: StoredEntry[] = [];
    await readEntries(world.sql, contestId, null, (entry) =>
      read.push({ ...entry, lines: Buffer.from(entry.lines), commitment: Buffer.from(entry.commitment) }),
    );
    const rows = await world.sql<{ ticket_id: string; lines: Uint8Array; stake_cents: bigint; commitment: Uint8Array }[]>`
      SELECT * FROM entry WHERE contest_id = ${contestId} ORDER BY ticket_id`;
    expect(read.length).toBe(400);
    for (const [i, row] of rows.entries()) {
      const { ticketId, stakeCents, cancelled, accountId } = read[i] ?? {};
      expect([ticketId, stakeCents, cancelled, accountId]).toEqual([row.ticket_id, row.stake_cents, false, contestId]);
      expect(Buffer.compare(read[i]?.lines ?? Buffer.alloc(0), row.lines)).toBe(0);
      expect(Buffer.compare(read[i]?.commitment ?? Buffer.alloc(0), row.commitment)).toBe(0);
    }
    const [first, last] = [rows[100]?.ticket_id ?? '', rows[199]?.ticket_id ?? ''];
    let part = 0;
    await readEntries(world.sql, contestId, { first, last }, () => {
      part += 1;
    });
    expect(part).toBe(100);
  });

  it('is empty for a contest that nobody played, and takes no text for an id', async () => {
    const { contestId } = await world.newContest();
    let entries = 0;
    await readEntries(world.sql, contestId, null, () => {
      entries += 1;
    });
    expect(entries).toBe(0);
    await expect(readEntries(world.sql, `${contestId}'; SELECT 1; --`, null, () => undefined)).rejects.toThrow('not a uuid');
  });
});
