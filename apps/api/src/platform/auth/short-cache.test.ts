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
});
