import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireId } from '../../platform/ids.ts';
import { makeProcedureWorld, type ProcedureWorld } from '../../testing/procedure-world.ts';
import { overLegs, poolRules, raceDay, straight } from '../../testing/race-day.ts';
import { engineCache, openLiveFigures, probablesStream } from './index.ts';

let world: ProcedureWorld;
let day: ReturnType<typeof raceDay>;
beforeAll(async () => {
  world = await makeProcedureWorld();
  day = raceDay(world);
});
afterAll(() => world.end());

type Frame = { readonly asOf: string; readonly grossCents: string; readonly selections: readonly { readonly combination: number[] }[] };
type Arrived = Frame & { readonly at: number };

/** Frames with when they arrived, until `forMs` have passed. */
async function watch(contestId: string, forMs: number): Promise<Arrived[]> {
  const stream = probablesStream({ ...world.core, figures: openLiveFigures(world.db, engineCache()) });
  const answer = await stream.request(`/contests/${wireId('contest', contestId)}/probables/stream`);
  const reader = answer.body?.getReader();
  if (!reader) throw new Error('no stream');
  const frames: Arrived[] = [];
  const until = Date.now() + forMs;
  let text = '';
  const decoder = new TextDecoder();
  while (Date.now() < until) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const data = part.split('\n').find((line) => line.startsWith('data: '));
      if (data) frames.push({ ...(JSON.parse(data.slice(6)) as Frame), at: Date.now() });
    }
  }
  await reader.cancel();
  return frames;
}

/** How old each frame was when the next one took its place. */
const ages = (frames: readonly Arrived[]): number[] => frames.slice(1).map(({ at }, i) => at - Date.parse(frames[i]?.asOf ?? ''));

describe('live probables', () => {
  it('are never two seconds old in the last minute before the close, while 200 sales a second arrive', async () => {
    const eventId = await day.newEvent('race', 50_000);
    const contestId = await day.newPool(poolRules('win'), [eventId], 49_000);
    const players = await Promise.all(Array.from({ length: 40 }, () => world.newPlayer(100_000_000n)));
    const sales: Promise<string[]>[] = [];
    const watching = watch(contestId, 10_000);
    const begun = Date.now();
    for (let tick = 0; tick < 180; tick += 1) {
      await sleep(Math.max(0, begun + tick * 50 - Date.now()));
      const bets = Array.from({ length: 10 }, (_, i) => ({
        accountId: players[(tick * 10 + i) % players.length] ?? '',
        wager: straight([1 + ((tick + i) % 8)], 100 * (1 + (i % 5))),
      }));
      sales.push(world.sell([contestId], bets));
    }
    const frames = await watching;
    expect((await Promise.all(sales)).flat()).toHaveLength(1_800);
    expect(frames.length).toBeGreaterThan(8);
    expect(Math.max(...ages(frames))).toBeLessThan(2_000);
    // Each frame holds what had been sold when it says it was counted.
    for (const { asOf, grossCents } of frames.filter((_, i) => i % 3 === 0)) {
      const [sold] = await world.db.execute<{ stakes: string }>(
        sql`SELECT coalesce(sum(amount_cents), 0)::text AS stakes FROM transfer WHERE reference = ${contestId} AND kind = 'stake' AND at < ${asOf}::timestamptz - interval '300 milliseconds'`,
      );
      expect(BigInt(grossCents)).toBeGreaterThanOrEqual(BigInt(sold?.stakes ?? 0));
    }
  }, 60_000);

  it('of a double are those of its pairs; of longer bets the totals alone', async () => {
    const events = [await day.newEvent(), await day.newEvent(), await day.newEvent()];
    const player = await world.newPlayer(1_000_000n);
    const double = await day.newPool(poolRules('double'), events.slice(0, 2));
    const treble = await day.newPool(poolRules('treble'), events);
    const figures = openLiveFigures(world.db, engineCache());
    await world.sell([double], [{ accountId: player, wager: overLegs([[1, 2], [3]], 1_000) }]);
    await world.sell([treble], [{ accountId: player, wager: overLegs([[1], [2], [3]], 1_000) }]);
    const ofDouble = await figures.probables(await world.reload(double));
    expect(ofDouble?.selections.map(({ combination, stakesCents }) => [combination, stakesCents])).toEqual([
      [[1, 3], 500n],
      [[2, 3], 500n],
    ]);
    expect(await figures.probables(await world.reload(treble))).toMatchObject({ grossCents: 1_000n, netCents: 700n, selections: [] });
  });
});
