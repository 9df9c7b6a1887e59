import { randomUUID } from 'node:crypto';
import { contest } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { cents } from '@valira/money';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeWorld, type World } from '../../testing/world.ts';
import { openSales, type Sales } from './sell-ticket.ts';
import { openSoldContests } from './sold-contests.ts';

let world: World;
let sales: Sales;
beforeAll(async () => {
  world = await makeWorld();
  const intake = {
    sell: () => Promise.reject(new Error('a refused wager reached the intake')),
    close: () => Promise.resolve(),
  };
  sales = openSales({ intake, contests: openSoldContests(world.db) });
});
afterAll(() => world.end());

it.each([
  ['of another family', { kind: 'pool', selections: { form: 'straight', runners: [1] }, stakeCents: '100' }],
  ['of no family', { kind: 'horoscope' }],
  ['with text where a number belongs', { kind: 'draw', lines: [{ main: ['1', 2, 3, 4, 5, 6] }] }],
  ['with a number twice', { kind: 'draw', lines: [{ main: [1, 1, 2, 3, 4, 5] }] }],
  ['with nothing in it', { kind: 'draw', lines: [] }],
])('a wager %s is refused below `wager` with a stable code for its reason, never with words', async (_, wager) => {
  const { contestId } = await world.newContest({ definition: cims645 });
  const accountId = await world.newPlayer(1_000n);
  const buyer = { accountId, channel: 'online' as const, terminalId: null, clerkId: null };
  const sold = await sales.sell({ buyer, key: randomUUID(), contestIds: [contestId], wager, priceCents: cents(100n) });
  expect(sold).toMatchObject({
    ok: false,
    code: 'invalid_line',
    path: expect.stringMatching(/^wager\./),
    facts: { reason: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/) },
  });
});

it('a ticket for more draws than the game allows never reaches the intake', async () => {
  const definition = { ...cims645, limits: { ...cims645.limits, maxDraws: 2 } };
  const { contestId, productVersionId } = await world.newContest({ definition });
  const [kept] = await world.db.select().from(contest).where(eq(contest.id, contestId));
  if (!kept) throw new Error('no contest');
  const more = [2, 3].map((number) => ({ ...kept, id: world.ids.next(), number, productVersionId }));
  await world.db.insert(contest).values(more);
  const accountId = await world.newPlayer(1_000n);
  const buyer = { accountId, channel: 'online' as const, terminalId: null, clerkId: null };
  const wager = { kind: 'draw', lines: [{ main: [1, 2, 3, 4, 5, 6] }] };
  const sell = (contestIds: string[]) =>
    sales.sell({ buyer, key: randomUUID(), contestIds, wager, priceCents: cents(100n * BigInt(contestIds.length)) });
  const all = [contestId, ...more.map(({ id }) => id)];
  expect(await sell(all)).toMatchObject({ code: 'too_many_draws', path: 'contestIds', facts: { most: 2 } });
  await expect(sell(all.slice(0, 2))).rejects.toThrow('reached the intake');
});
