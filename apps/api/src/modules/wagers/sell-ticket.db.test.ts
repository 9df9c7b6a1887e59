import { randomUUID } from 'node:crypto';
import { cims645 } from '@valira/games';
import { cents } from '@valira/money';
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
  const contest = await world.newContest({ definition: cims645 });
  const accountId = await world.newPlayer(1_000n);
  const buyer = { accountId, channel: 'online' as const, terminalId: null, clerkId: null };
  const sold = await sales.sell({ buyer, key: randomUUID(), contestIds: [contest.contestId], wager, priceCents: cents(100n) });
  expect(sold).toMatchObject({
    ok: false,
    code: 'invalid_line',
    path: expect.stringMatching(/^wager\./),
    facts: { reason: expect.stringMatching(/^[a-z]+(_[a-z]+)*$/) },
  });
});
