import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { startRedis } from './jobs/testing/start-redis.ts';
import { LIMIT_NAMES, type Limit, type LimitName, openRateLimits } from './rate-limits.ts';

const three: Limit = { points: 3, seconds: 60 };
const limits = (limit: Limit): Record<LimitName, Limit> => ({
  'sign-in-address': limit,
  'sign-in-email': limit,
  register: limit,
  pin: limit,
  enrol: limit,
  check: limit,
  sale: limit,
});

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function connect(url: string): Promise<Redis> {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  redis.on('error', () => undefined);
  ends.push(async () => redis.disconnect());
  await new Promise<void>((resolve) => redis.once('ready', () => resolve()));
  return redis;
}

async function redisUrl(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await startRedis();
  ends.push(server.stop);
  return server;
}

describe.each(['in this process', 'in Redis'])('limits counted %s', (where) => {
  const open = async (limit: Limit) =>
    openRateLimits(limits(limit), where === 'in Redis' ? await connect((await redisUrl()).url) : undefined);

  it('let as many tries through as they say, then name the seconds to wait; other keys and limits go on', async () => {
    const opened = await open(three);
    for (let i = 0; i < 3; i += 1) expect(await opened.take('pin', 'a')).toBeNull();
    const wait = await opened.take('pin', 'a');
    expect(wait).toBeGreaterThan(55);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await opened.take('pin', 'b')).toBeNull();
    for (const name of LIMIT_NAMES.filter((limit) => limit !== 'pin')) expect(await opened.take(name, 'a')).toBeNull();
  });

  it('let no more through when all come at once', async () => {
    const opened = await open(three);
    const answers = await Promise.all(Array.from({ length: 20 }, () => opened.take('pin', 'a')));
    expect(answers.filter((answer) => answer === null)).toHaveLength(3);
  });

  it('begin anew when cleared, and when their time is over', async () => {
    const opened = await open({ points: 1, seconds: 1 });
    expect(await opened.take('pin', 'a')).toBeNull();
    expect(await opened.take('pin', 'a')).toBe(1);
    await opened.clear('pin', 'a');
    expect(await opened.take('pin', 'a')).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await opened.take('pin', 'a')).toBeNull();
  });
});

describe('limits of several processes', () => {
  it('count together in one Redis', async () => {
    const { url } = await redisUrl();
    const [one, other] = [openRateLimits(limits(three), await connect(url)), openRateLimits(limits(three), await connect(url))];
    expect([await one.take('pin', 'a'), await other.take('pin', 'a'), await one.take('pin', 'a')]).toEqual([null, null, null]);
    expect(await other.take('pin', 'a')).toBeGreaterThan(0);
  });

  it('still hold, each for itself, when Redis is gone', async () => {
    const server = await redisUrl();
    const opened = openRateLimits(limits(three), await connect(server.url));
    expect(await opened.take('pin', 'a')).toBeNull();
    await server.stop();
    const answers = await Promise.all(Array.from({ length: 10 }, () => opened.take('pin', 'a')));
    expect(answers.filter((answer) => answer === null)).toHaveLength(3);
  });
});
