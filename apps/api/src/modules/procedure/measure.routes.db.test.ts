import { randomUUID } from 'node:crypto';
import { cims645 } from '@valira/games';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wireId } from '../../platform/ids.ts';
import { type HttpWorld, jsonOf, makeHttpWorld, type Person } from '../../testing/http-world.ts';

let world: HttpWorld;
let one: Person;
let two: Person;
beforeAll(async () => {
  world = await makeHttpWorld();
  one = await world.newStaff('staff', 'official');
  two = await world.newStaff('staff', 'official');
});
afterAll(() => world.end());

const newContest = async () => wireId('contest', (await world.newContest({ definition: cims645 })).contestId);
const room = async (id: string) => jsonOf(await one.call(`/v1/console/contests/${id}`));

it('a measure over HTTP: proposed once per key, shown in the room, decided by the other person alone, and never shown to the public before', async () => {
  const id = await newContest();
  expect(await room(id)).toMatchObject({ lock: null, measures: [], mayPropose: ['void', 'postponement'] });
  const body = { kind: 'void', reason: 'the rules were printed wrong' };
  const key = { 'idempotency-key': randomUUID() };
  const answers = [1, 2].map(() => one.call(`/v1/console/contests/${id}/measures`, { body, headers: key }));
  const given = await Promise.all(
    (await Promise.all(answers)).map(async (answer) => ({ status: answer.status, ...(await jsonOf(answer)) })),
  );
  const measureId = String(Object(given[0]).id);
  expect(given).toEqual([1, 2].map(() => ({ status: 201, id: measureId })));
  expect(await room(id)).toMatchObject({ measures: [{ id: measureId, ...body, proposedBy: one.userId, decision: null }], mayPropose: [] });
  const publicView = await jsonOf(await world.anyone.call(`/v1/contests/${id}`));
  expect(JSON.stringify(publicView)).not.toContain('void');

  const decide = (person: Person, approve: boolean) => person.call(`/v1/console/measures/${measureId}/decision`, { body: { approve } });
  const own = await decide(one, true);
  expect([own.status, (await jsonOf(own)).code]).toEqual([403, 'four_eyes']);
  expect((await decide(two, true)).status).toBe(200);
  expect((await jsonOf(await decide(two, true))).code).toBe('already_decided');
  expect(await room(id)).toMatchObject({
    contest: { state: 'voiding' },
    measures: [{ decision: { decidedBy: two.userId, approved: true }, end: null }],
  });
  expect(await jsonOf(await two.call(`/v1/console/measures/${measureId}`))).toMatchObject({ measure: { id: measureId }, voids: [] });
});

it('refuses short reasons, unknown fields, unknown measures and other roles', async () => {
  const id = await newContest();
  const path = `/v1/console/contests/${id}/measures`;
  for (const body of [
    { kind: 'void', reason: 'no' },
    { kind: 'void', reason: 'long enough', more: 1 },
    { kind: 'second-try', reason: 'long enough' },
    { kind: 'void', reason: 'x'.repeat(501) },
  ])
    expect((await one.call(path, { body })).status, JSON.stringify(body)).toBe(422);
  const nobody = await two.call(`/v1/console/measures/${wireId('measure', world.ids.next())}/decision`, { body: { approve: true } });
  expect([nobody.status, (await jsonOf(nobody)).code]).toEqual([404, 'measure_not_found']);
  const finance = await world.newStaff('staff', 'finance');
  expect((await finance.call(path, { body: { kind: 'void', reason: 'long enough' } })).status).toBe(403);
});

it('a breakdown over HTTP names what it made void', async () => {
  const { contestId } = await world.newContest({ definition: cims645 });
  const id = wireId('contest', contestId);
  const { contest } = (await room(id)) as { contest: { product: { slug: string } } };
  const proposed = await one.call('/v1/console/breakdowns', {
    body: { product: contest.product.slug, reason: 'fire in the machine room' },
  });
  const measureId = String((await jsonOf(proposed)).id);
  expect((await two.call(`/v1/console/measures/${measureId}/decision`, { body: { approve: true } })).status).toBe(200);
  expect(await jsonOf(await one.call(`/v1/console/measures/${measureId}`))).toMatchObject({
    measure: { kind: 'breakdown', contestId: null },
    voids: [{ contestId: id, decision: { approved: true } }],
  });
});
