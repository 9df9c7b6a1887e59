import { randomUUID } from 'node:crypto';
import { productVersion, salesStop, ticket } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseWireId, wireId } from '../../platform/ids.ts';
import { type HttpWorld, jsonOf, makeHttpWorld, type Person } from '../../testing/http-world.ts';
import { stopSales } from './index.ts';

let world: HttpWorld;
let player: Person & { accountId: string };
let official: Person;
let finance: Person;
beforeAll(async () => {
  world = await makeHttpWorld();
  player = await world.newPlayerPerson(100_000n);
  official = await world.newStaff('staff', 'official');
  finance = await world.newStaff('staff', 'finance');
});
afterAll(() => world.end());

const line = (last: number) => ({ kind: 'draw', lines: [{ main: [1, 2, 3, 4, 5, last] }] });

/** What a purchase of one line comes to: `sold` or the refusal's code. */
async function buy(contestId: string, last = 6): Promise<unknown> {
  const answer = await player.call('/v1/tickets', {
    body: { contestIds: [wireId('contest', contestId)], wager: line(last), priceCents: '100' },
  });
  return answer.status === 201 ? 'sold' : (await jsonOf(answer)).code;
}

const newDraw = () => world.newContest({ definition: cims645 });
const stop = async (where: unknown) => {
  const answer = await official.call('/v1/console/sales-stops', { body: { where, reason: 'A rumour' } });
  expect(answer.status).toBe(201);
  return String((await jsonOf(answer)).id);
};
const propose = async (who: Person, id: string) =>
  jsonOf(await who.call(`/v1/console/sales-stops/${id}/propose-release`, { body: { reason: 'It was none' } }));
const release = async (who: Person, id: string) => jsonOf(await who.call(`/v1/console/sales-stops/${id}/release`, { method: 'POST' }));

describe('a stop of sales', () => {
  it.each(['contest', 'product', 'all'] as const)(
    'of %s refuses the next purchase by its own code, and two people let sales go on',
    async (scope) => {
      const { contestId, productVersionId } = await newDraw();
      const other = await newDraw();
      const [version] = await world.db.select().from(productVersion).where(eq(productVersion.id, productVersionId));
      const slugs = (await jsonOf(await world.anyone.call('/v1/products'))) as { products: { slug: string; versionId: string }[] };
      const slug = slugs.products.find(({ versionId }) => versionId === wireId('productVersion', version?.id ?? ''))?.slug;
      expect(await buy(contestId)).toBe('sold');
      const id = await stop(
        { contest: { scope, contestId: wireId('contest', contestId) }, product: { scope, product: slug }, all: { scope } }[scope],
      );
      const before = await world.db.$count(ticket);
      expect(await buy(contestId)).toBe('sales_stopped');
      expect(await world.db.$count(ticket)).toBe(before);
      expect(await buy(other.contestId)).toBe(scope === 'all' ? 'sales_stopped' : 'sold');

      expect(await release(finance, id)).toMatchObject({ code: 'wrong_state' });
      expect(await propose(finance, id)).toEqual({ done: true });
      expect(await release(finance, id)).toMatchObject({ code: 'four_eyes' });
      expect(await buy(contestId)).toBe('sales_stopped');
      expect(await release(official, id)).toEqual({ done: true });
      expect(await buy(contestId)).toBe('sold');
      expect(await propose(official, id)).toMatchObject({ code: 'wrong_state' });
    },
  );

  it('of one packed ticket lets every other line be sold', async () => {
    const { contestId } = await newDraw();
    expect([await buy(contestId, 6), await buy(contestId, 7)]).toEqual(['sold', 'sold']);
    const { lines } = (
      await world.sql<{ lines: Uint8Array }[]>`SELECT lines FROM entry WHERE contest_id = ${contestId} ORDER BY ticket_id LIMIT 1`
    )[0] ?? { lines: new Uint8Array() };
    await world.core.inTransaction((tx) =>
      stopSales(tx, world.core, 'system', {
        where: { scope: 'contest', contestId, lines },
        rule: 'identical-lines',
        occasion: 'one',
        reason: 'Full',
      }),
    );
    expect([await buy(contestId, 6), await buy(contestId, 7)]).toEqual(['sales_stopped', 'sold']);
  });

  it('is made once for an occasion, also after two people released it', async () => {
    const { contestId } = await newDraw();
    const again = () =>
      world.core.inTransaction((tx) =>
        stopSales(tx, world.core, 'system', {
          where: { scope: 'contest', contestId },
          rule: 'fund-shortfall',
          occasion: '2026-12-01',
          reason: 'R',
        }),
      );
    const made = await Promise.all([again(), again(), again()]);
    expect(made.filter((id) => id !== null)).toHaveLength(1);
    const id = wireId('stop', made.find((one) => one !== null) ?? '');
    await propose(finance, id);
    await release(official, id);
    expect(await again()).toBeNull();
    expect(await buy(contestId)).toBe('sold');
  });

  it('is refused by the database when one person releases, when it changes, and when it is deleted', async () => {
    const { contestId } = await newDraw();
    const id = parseWireId('stop', await stop({ scope: 'contest', contestId: wireId('contest', contestId) })) ?? '';
    const sets = [
      `released_by = 'a', released_at = now()`,
      `release_proposed_by = 'a', release_reason = 'r', release_proposed_at = now(), released_by = 'a', released_at = now()`,
    ];
    for (const set of sets) await expect(world.sql.unsafe(`UPDATE sales_stop SET ${set} WHERE id = '${id}'`), set).rejects.toThrow();
    await expect(world.sql.unsafe(`UPDATE sales_stop SET reason = 'x' WHERE id = '${id}'`)).rejects.toMatchObject({ code: '42501' });
    await expect(world.sql.unsafe(`DELETE FROM sales_stop WHERE id = '${id}'`)).rejects.toMatchObject({ code: '42501' });
    await world.db
      .update(salesStop)
      .set({ releaseProposedBy: 'a', releaseReason: 'r', releaseProposedAt: new Date() })
      .where(eq(salesStop.id, id));
    await expect(world.db.update(salesStop).set({ releasedBy: 'a', releasedAt: new Date() }).where(eq(salesStop.id, id))).rejects.toThrow();
    await expect(world.db.update(salesStop).set({ releaseReason: 'other' }).where(eq(salesStop.id, id))).rejects.toThrow();
  });

  it('refuses a stop of what does not exist', async () => {
    for (const where of [
      { scope: 'product', product: 'no-such' },
      { scope: 'contest', contestId: wireId('contest', randomUUID()) },
    ])
      expect((await official.call('/v1/console/sales-stops', { body: { where, reason: 'R' } })).status).toBe(404);
  });
});
