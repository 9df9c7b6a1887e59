import { encodeTicketLeaf } from '@valira/games/verifiable';
import { cents } from '@valira/money';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type World } from '../../testing/world.ts';
import { entryBatches, readEntries, type StoredEntry } from './entry-stream.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

describe('the stream of a contest’s entries', () => {
  it('gives every entry once, in ticket order, whole, over pages of any size', async () => {
    const { contestId } = await world.newContest();
    await world.db.execute(sql`
      INSERT INTO entry (contest_id, ticket_id, account_id, lines, stake_cents, commitment)
      SELECT ${contestId}, gen_random_uuid(), ${contestId}, decode(repeat('ab', 1 + (n * n) % 997), 'hex'), n, sha256(n::text::bytea)
      FROM generate_series(1, 20100) n`);
    const read: StoredEntry[] = [];
    await readEntries(world.sql, contestId, null, (entry) => read.push(entry));
    const rows = await world.sql<{ ticket_id: string; lines: Uint8Array; stake_cents: bigint; commitment: Uint8Array }[]>`
      SELECT * FROM entry WHERE contest_id = ${contestId} ORDER BY ticket_id`;
    expect(read.length).toBe(20_100);
    for (const [i, row] of rows.entries()) {
      const { ticketId, stakeCents, cancelled, accountId } = read[i] ?? {};
      expect([ticketId, stakeCents, cancelled, accountId]).toEqual([row.ticket_id, row.stake_cents, false, contestId]);
      expect(Buffer.compare(read[i]?.lines ?? Buffer.alloc(0), row.lines)).toBe(0);
      expect(Buffer.compare(read[i]?.commitment ?? Buffer.alloc(0), row.commitment)).toBe(0);
      const leaf = encodeTicketLeaf({ ...row, stakeCents: cents(row.stake_cents), state: 'sold' });
      expect(Buffer.compare(read[i]?.leaf ?? Buffer.alloc(0), leaf)).toBe(0);
    }
    const [first, last] = [rows[100]?.ticket_id ?? '', rows[15_199]?.ticket_id ?? ''];
    let part = 0;
    await readEntries(world.sql, contestId, { first, last }, () => {
      part += 1;
    });
    expect(part).toBe(15_100);
  });

  it('leaves its connections free however many readers stop early or read slowly', async () => {
    const { contestId } = await world.newContest();
    await world.db.execute(sql`
      INSERT INTO entry (contest_id, ticket_id, account_id, lines, stake_cents, commitment)
      SELECT ${contestId}, gen_random_uuid(), ${contestId}, decode(repeat('ab', 400), 'hex'), n, sha256(n::text::bytea) FROM generate_series(1, 25000) n`);
    await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        for await (const batch of entryBatches(world.sql, contestId)) {
          if (i % 2 === 0) break;
          await new Promise((resolve) => setTimeout(resolve, batch.length / 500));
        }
      }),
    );
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.sql`SELECT 1 AS one`));
    expect(answers.flat()).toEqual(Array.from({ length: 20 }, () => ({ one: 1 })));
  });

  it('is empty for a contest that nobody played, and takes no text for an id', async () => {
    const { contestId } = await world.newContest();
    let entries = 0;
    await readEntries(world.sql, contestId, null, () => {
      entries += 1;
    });
    expect(entries).toBe(0);
    await expect(readEntries(world.sql, `${contestId}'; SELECT 1; --`, null, () => undefined)).rejects.toThrow('not an id');
  });
});
