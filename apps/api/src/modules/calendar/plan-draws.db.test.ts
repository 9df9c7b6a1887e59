import { contest, drawAnnouncement, drawCommitment, plannedDraw, product, productVersion } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../platform/core.ts';
import { type HttpWorld, jsonOf, makeHttpWorld } from '../../testing/http-world.ts';
import { planDraws } from './index.ts';

let world: HttpWorld;
beforeAll(async () => {
  world = await makeHttpWorld();
});
afterAll(() => world.end());

const at = (text: string): Core => ({ ...world.core, clock: { now: () => new Date(text) } });

type Weekly = { readonly weekday: number; readonly time: string };

/** A product on sale whose draws are planned from now on; the world's own contest of it is void. */
async function newProduct(
  weekly: readonly Weekly[],
  settings: { maxDraws?: number; horizonDays?: number; source?: 'rng' | 'machine' } = {},
): Promise<{ productId: string; productVersionId: string; slug: string }> {
  const definition = {
    ...cims645,
    draws: { ...cims645.draws, weekly, from: '2026-01-01' },
    limits: { ...cims645.limits, maxDraws: settings.maxDraws ?? 1 },
  };
  const { productVersionId, contestId } = await world.newContest({ definition });
  await world.db
    .update(contest)
    .set({
      state: 'void',
      drawsAt: new Date('2026-01-01T00:00:00Z'),
      closesAt: new Date('2026-01-01T00:00:00Z'),
      opensAt: new Date('2025-12-31T00:00:00Z'),
    })
    .where(eq(contest.id, contestId));
  const [version] = await world.db.select().from(productVersion).where(eq(productVersion.id, productVersionId));
  const productId = version?.productId ?? '';
  await world.db
    .update(product)
    .set({ drawSource: settings.source ?? 'machine', horizonDays: settings.horizonDays ?? 14 })
    .where(eq(product.id, productId));
  const [owner] = await world.db.select().from(product).where(eq(product.id, productId));
  return { productId, productVersionId, slug: owner?.slug ?? '' };
}

const plannedOf = (productId: string) =>
  world.db
    .select({ number: contest.number, closesAt: contest.closesAt, drawsAt: contest.drawsAt, version: contest.productVersionId })
    .from(plannedDraw)
    .innerJoin(contest, eq(contest.id, plannedDraw.contestId))
    .where(eq(plannedDraw.productId, productId))
    .orderBy(asc(contest.drawsAt));

const weekend: Weekly[] = [6, 7].map((weekday) => ({ weekday, time: '21:00' }));

describe('the calendar', () => {
  it.each([
    ['autumn', '2026-10-23T12:00:00Z', ['2026-10-24T18:30', '2026-10-25T19:30', '2026-10-31T19:30', '2026-11-01T19:30']],
    ['spring', '2027-03-26T12:00:00Z', ['2027-03-27T19:30', '2027-03-28T18:30', '2027-04-03T18:30', '2027-04-04T18:30']],
  ])('closes draws at the announced 20:30 of Andorra on both sides of the %s clock change (R33)', async (_, now, closes) => {
    const { productId } = await newProduct(weekend, { horizonDays: 10 });
    await planDraws(at(now), productId);
    expect((await plannedOf(productId)).map(({ closesAt }) => closesAt.toISOString().slice(0, 16))).toEqual(closes);
  });

  it.each([
    ['once on the night that has 02:30 twice', '2026-10-24T20:00:00Z', ['2026-10-25T00:30', '2026-11-01T01:30']],
    ['on the night that skips 02:30', '2027-03-27T20:00:00Z', ['2027-03-28T01:30', '2027-04-04T00:30']],
  ])('draws %s', async (_, now, draws) => {
    const { productId } = await newProduct([{ weekday: 7, time: '02:30' }], { horizonDays: 10 });
    await planDraws(at(now), productId);
    expect((await plannedOf(productId)).map(({ drawsAt }) => drawsAt.toISOString().slice(0, 16))).toEqual(draws);
  });

  it('makes each draw once and numbers them in order of time when four workers plan at once, again and again, day after day', async () => {
    const daily = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, time: '21:00' }));
    const { productId } = await newProduct(daily, { horizonDays: 10 });
    for (let day = 1; day <= 5; day += 1) await Promise.all([1, 2, 3, 4].map(() => planDraws(at(`2026-12-0${day}T12:00:00Z`), productId)));
    const planned = await plannedOf(productId);
    expect(planned.map(({ number }) => number)).toEqual(planned.map((_, i) => i + 2));
    expect(new Set(planned.map(({ drawsAt }) => drawsAt.toISOString())).size).toBe(14);
    expect(planned.at(-1)?.drawsAt.toISOString()).toBe('2026-12-14T20:00:00.000Z');
  });

  it('never makes fewer draws than one ticket may be for', async () => {
    const { productId } = await newProduct([{ weekday: 6, time: '21:00' }], { horizonDays: 7, maxDraws: 10 });
    await planDraws(at('2026-12-01T12:00:00Z'), productId);
    expect(await plannedOf(productId)).toHaveLength(10);
  });

  it('goes on with the next number under a new version, which plans nothing again', async () => {
    const { productId, productVersionId } = await newProduct([{ weekday: 6, time: '21:00' }], { horizonDays: 7 });
    await planDraws(at('2026-12-01T12:00:00Z'), productId);
    const [old] = await world.db.select().from(productVersion).where(eq(productVersion.id, productVersionId));
    if (!old) throw new Error('no version');
    const next = world.ids.next();
    await world.db.update(productVersion).set({ state: 'closed' }).where(eq(productVersion.id, productVersionId));
    await world.db
      .insert(productVersion)
      .values({ ...old, id: next, version: 2, registrationNumber: `${old.registrationNumber}-2`, state: 'on-sale' });
    await planDraws(at('2026-12-01T12:00:00Z'), productId);
    await planDraws(at('2026-12-08T12:00:00Z'), productId);
    expect((await plannedOf(productId)).map(({ number, version }) => [number, version])).toEqual([
      [2, productVersionId],
      [3, next],
    ]);
  });

  it('is refused by the database when an instant is planned twice', async () => {
    const { productId } = await newProduct([{ weekday: 6, time: '21:00' }]);
    const [contestId = ''] = await planDraws(at('2026-12-01T12:00:00Z'), productId);
    const [row] = await world.db.select().from(plannedDraw).where(eq(plannedDraw.contestId, contestId));
    if (!row) throw new Error('nothing planned');
    await expect(world.db.insert(plannedDraw).values({ ...row, contestId: world.ids.next() })).rejects.toThrow();
  });
});

describe('the second holder', () => {
  it('sees the draws that wait, commits to all of them in one request or to none, and they are announced', async () => {
    const { slug, productId } = await newProduct(weekend, { source: 'rng', horizonDays: 10 });
    const staff = await world.newStaff('staff', 'product');
    const path = `/v1/console/products/${slug}/draw-plan`;
    expect((await staff.call(path, { body: { source: 'rng', horizonDays: 14 } })).status).toBe(200);
    const made = await planDraws(world.core, productId);
    expect(made).toHaveLength(4);
    const operator = await world.db.select().from(drawCommitment).where(inArray(drawCommitment.contestId, made));
    expect(operator.map(({ role }) => role)).toEqual(['operator', 'operator', 'operator', 'operator']);

    const holder = await world.newStaff('second-holder');
    const waiting = async () => {
      const { draws } = (await jsonOf(await holder.call('/v1/second-commitments/awaiting'))) as {
        draws: { contestId: string; product: string; mappingHash: string }[];
      };
      return draws.filter((draw) => draw.product === slug);
    };
    const draws = await waiting();
    expect(draws).toHaveLength(4);
    expect(draws[0]?.mappingHash).toMatch(/^[0-9a-f]{64}$/);
    const commitments = draws.map(({ contestId }, i) => ({ contestId, digest: String(i).repeat(64) }));
    const [first] = commitments;
    const twice = await holder.call('/v1/second-commitments', { body: { commitments: [...commitments, first] } });
    expect(await jsonOf(twice)).toMatchObject({ code: 'already_exists' });
    expect(await waiting()).toHaveLength(4);

    const all = await holder.call('/v1/second-commitments', { body: { commitments } });
    expect(await jsonOf(all)).toEqual({ committed: 4 });
    expect(await waiting()).toHaveLength(0);
    expect(await world.db.select().from(drawAnnouncement).where(inArray(drawAnnouncement.contestId, made))).toHaveLength(4);
  });
});
