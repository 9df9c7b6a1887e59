import { describe, expect, it } from 'vitest';
import { shortCache } from './short-cache.ts';

function world(maxEntries = 100) {
  let nowMs = 0;
  let looks = 0;
  const cache = shortCache<number>({ maxAgeMs: 5000, maxEntries, nowMs: () => nowMs });
  const look = async () => {
    looks += 1;
    return looks;
  };
  return { cache, look, advance: (ms: number) => (nowMs += ms), looked: () => looks };
}

describe('the short cache', () => {
  it('looks again after its age, counted from when it asked', async () => {
    const { cache, look, advance } = world();
    await cache.get('a', async () => {
      advance(3000);
      return look();
    });
    advance(1999);
    expect(await cache.get('a', look)).toBe(1);
    advance(1);
    expect(await cache.get('a', look)).toBe(2);
  });

  it('shares one look-up between all who ask meanwhile', async () => {
    const { cache, look, looked } = world();
    await Promise.all(Array.from({ length: 50 }, () => cache.get('a', look)));
    expect(looked()).toBe(1);
  });

  it('does not keep what was forgotten while it was being looked up', async () => {
    const { cache, look } = world();
    const asked = cache.get('a', look);
    cache.forget('a');
    expect(await asked).toBe(1);
    expect(await cache.get('a', look)).toBe(2);
  });

  it('keeps neither nothing nor a failure', async () => {
    const { cache, look } = world();
    expect(await cache.get('a', async () => null)).toBeNull();
    await expect(cache.get('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await cache.get('a', look)).toBe(1);
  });

  it('holds no more than its size: the oldest goes first', async () => {
    const { cache, look } = world(2);
    for (const key of ['a', 'b', 'c']) await cache.get(key, look);
    expect([await cache.get('c', look), await cache.get('b', look), await cache.get('a', look)]).toEqual([3, 2, 4]);
  });

  it('looks those in use up together before they are too old, and leaves what nobody asks for, what was forgotten and what is young', async () => {
    const { cache, look, advance, looked } = world();
    for (const key of ['used', 'idle', 'forgotten', 'gone']) await cache.get(key, look);
    for (const key of ['used', 'forgotten', 'gone']) await cache.get(key, look);
    advance(2000);
    await cache.refresh(() => Promise.reject(new Error('nothing is old enough')));
    advance(1000);
    await cache.get('young', look);
    await cache.get('young', look);
    const asked: string[][] = [];
    await cache.refresh(async (entries) => {
      asked.push([...entries.keys()]);
      cache.forget('forgotten');
      return new Map([...entries.keys()].filter((key) => key !== 'gone').map((key) => [key, 100]));
    });
    expect(asked).toEqual([['used', 'forgotten', 'gone']]);
    // Kept for five seconds from when it was asked for, and asked for again only when it is used again.
    advance(4999);
    expect(await cache.get('used', look)).toBe(100);
    const before = looked();
    for (const key of ['forgotten', 'gone', 'idle']) await cache.get(key, look);
    expect(looked()).toBe(before + 3);
    advance(1);
    expect(await cache.get('used', look)).toBe(before + 4);
  });

  it('keeps everything as old as it is when the common look-up fails', async () => {
    const { cache, look, advance } = world();
    await cache.get('a', look);
    await cache.get('a', look);
    advance(4000);
    await expect(cache.refresh(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await cache.get('a', look)).toBe(1);
    advance(1000);
    expect(await cache.get('a', look)).toBe(2);
  });
});
