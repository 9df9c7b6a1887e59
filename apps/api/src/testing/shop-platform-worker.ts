/**
 * A platform with one shop as a process of its own, for tests of the terminal's program: real HTTP, a database of its own.
 *
 * It prints one line of JSON with where it answers and how to enrol, then answers each line it is given: `report` with what the database says was
 * sold, `end` by ending.
 */
import { createInterface } from 'node:readline';
import { serve } from '@hono/node-server';
import { cims645 } from '@valira/games';
import { wireId } from '../platform/ids.ts';
import { makeHttpWorld, UNLIMITED } from './http-world.ts';

const PIN = '482917';

const world = await makeHttpWorld({ limits: UNLIMITED });
const { contestId } = await world.newContest({ definition: cims645 });
const shopId = await world.newShopWithClerk(PIN);
await world.sql`UPDATE balance SET floor_cents = -1000000000 WHERE account_id = ${shopId}`;
const { code } = await world.newTerminalCode(shopId);
const port = await new Promise<number>((resolve) => {
  const server = serve({ fetch: world.app.fetch, hostname: '127.0.0.1', port: 0 }, (address) => resolve(address.port));
  process.on('exit', () => server.close());
});
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
say({ url: `http://127.0.0.1:${port}`, code, pin: PIN, contestId: wireId('contest', contestId) });

async function report() {
  const keys = await world.sql`SELECT key, outcome FROM sale_key WHERE account_id = ${shopId}`;
  const [ledger] = await world.sql<{ tickets: string; staked: string; owed: string }[]>`
    SELECT (SELECT count(*) FROM ticket WHERE account_id = ${shopId})::text AS tickets,
      (SELECT coalesce(sum(amount_cents), 0) FROM transfer WHERE account_id = ${shopId} AND kind = 'stake')::text AS staked,
      (SELECT -amount_cents FROM balance WHERE account_id = ${shopId})::text AS owed`;
  return { ...ledger, keys };
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'report') say(await report());
  else break;
}
await world.end();
process.exit(0);
