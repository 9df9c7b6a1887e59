import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpWorld, jsonOf, makeHttpWorld } from '../../testing/http-world.ts';

let world: HttpWorld;
beforeAll(async () => {
  world = await makeHttpWorld({ limits: { check: { points: 4, seconds: 3600 } } });
});
afterAll(() => world.end());

const check = (serial: unknown) => world.anyone.call('/v1/ticket-checks', { body: { serial } });

describe('a ticket check by anybody', () => {
  it('knows no ticket by a number that is none, tells nothing but the outcome, and is not asked without end from one address', async () => {
    const answer = await jsonOf(await check('7KQ2-M0XD-9HFT-4W8B-63'));
    expect(answer).toEqual({ outcome: 'unknown-serial', amountCents: null, drawsAt: null, paidAt: null, claimUntil: null });
    expect((await jsonOf(await check('no number at all'))).outcome).toBe('unknown-serial');
    expect((await check('')).status).toBe(422);
    expect([(await check('x')).status, (await check('x')).status, (await check('x')).status].at(-1)).toBe(429);
  });
});
