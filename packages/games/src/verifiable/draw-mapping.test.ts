import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../randomness/hash-ports.ts';
import { seededBytes } from '../randomness/testing/node-hashes.ts';
import { type DrawMapping, mapDraw, mappingVersion, type PanelMapping, parseDrawMapping } from './draw-mapping.ts';

const mappingOf = (...panels: PanelMapping[]): DrawMapping => ({ version: mappingVersion, panels });

class Exhausted extends Error {}

/** Gives these bytes only; a draw that needs more was rejected somewhere. */
const only = (given: readonly number[]): ByteSource => {
  let at = 0;
  return (count) => {
    if (at + count > given.length) throw new Exhausted();
    at += count;
    return Uint8Array.from(given.slice(at - count, at));
  };
};

/** How often each outcome comes over every pair of bytes; a pair with a rejected byte counts for none. */
function overAllPairs(mapping: DrawMapping, outcome: (drawn: readonly (readonly number[])[]) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (let a = 0; a < 256; a += 1) {
    for (let b = 0; b < 256; b += 1) {
      try {
        const key = outcome(mapDraw(mapping, only([a, b])).map(({ drawn }) => drawn));
        counts.set(key, (counts.get(key) ?? 0) + 1);
      } catch (error) {
        if (!(error instanceof Exhausted)) throw error;
      }
    }
  }
  return counts;
}

describe('mapping of bytes to drawn numbers', () => {
  it('gives every ordered draw of 2 of 20 the same number of byte pairs: the shrinking range is unbiased (incident R19)', () => {
    const counts = overAllPairs(mappingOf({ name: 'main', pick: 2, from: 1, to: 20 }), ([drawn = []]) => drawn.join(' '));
    expect(counts.size).toBe(20 * 19);
    // 12 bytes lead to each first number and ⌊256 / 19⌋ = 13 to each second.
    expect(new Set(counts.values())).toEqual(new Set([12 * 13]));
  });

  it('draws a bonus number from the rest of the drum, each equally likely', () => {
    const panels = [
      { name: 'main', pick: 1, from: 1, to: 7 },
      { name: 'bonus', pick: 1, from: 1, to: 7, fromRestOf: 'main' },
    ];
    const counts = overAllPairs(mappingOf(...panels), (drawn) => drawn.flat().join(' '));
    expect(counts.size).toBe(7 * 6);
    expect(new Set(counts.values())).toEqual(new Set([36 * 42]));
  });

  it('reaches all digit pairs when digits repeat, each equally often (incident R11)', () => {
    const counts = overAllPairs(mappingOf({ name: 'digits', pick: 2, from: 0, to: 9, ordered: true, repeats: true }), ([drawn = []]) =>
      drawn.join(''),
    );
    expect(counts.size).toBe(100);
    expect(new Set(counts.values())).toEqual(new Set([25 * 25]));
    const plain = overAllPairs(mappingOf({ name: 'digits', pick: 2, from: 0, to: 9, ordered: true }), ([drawn = []]) => drawn.join(''));
    expect(plain.size).toBe(90);
  });

  it('gives distinct numbers of the drum in the order drawn and, unless order counts, ascending', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000),
        fc.nat(300),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        fc.string(),
        (from, extra, pick, ordered, seed) => {
          const mapping = mappingOf({ name: 'main', pick, from, to: from + pick + extra - 1, ordered });
          const [panel] = mapDraw(mapping, seededBytes(seed));
          expect(new Set(panel?.drawn).size).toBe(pick);
          expect(panel?.drawn.every((number) => number >= from && number < from + pick + extra)).toBe(true);
          expect(panel?.numbers).toEqual(ordered ? panel?.drawn : panel?.drawn.toSorted((a, b) => a - b));
        },
      ),
    );
  });

  it('draws a whole drum as a permutation, and one number of a hundred million without laying the drum out', () => {
    const [deck] = mapDraw(mappingOf({ name: 'deck', pick: 52, from: 1, to: 52 }), seededBytes('deck'));
    expect(deck?.numbers).toEqual(Array.from({ length: 52 }, (_, i) => i + 1));
    const [number] = mapDraw(mappingOf({ name: 'number', pick: 1, from: 0, to: 99_999_999 }), seededBytes('number'));
    expect(number?.drawn[0]).toBeGreaterThan(100_000);
  });

  it.each([
    ['an empty drum', [{ name: 'a', pick: 1, from: 2, to: 1 }]],
    ['more than the drum holds', [{ name: 'a', pick: 4, from: 1, to: 3 }]],
    [
      'more than an earlier panel left',
      [
        { name: 'a', pick: 3, from: 1, to: 4 },
        { name: 'b', pick: 2, from: 1, to: 4, fromRestOf: 'a' },
      ],
    ],
    ['the rest of a panel that does not exist', [{ name: 'b', pick: 1, from: 1, to: 4, fromRestOf: 'a' }]],
    [
      'the rest of another drum',
      [
        { name: 'a', pick: 1, from: 1, to: 4 },
        { name: 'b', pick: 1, from: 1, to: 5, fromRestOf: 'a' },
      ],
    ],
    [
      'the rest of a drum that repeats',
      [
        { name: 'a', pick: 1, from: 1, to: 4, repeats: true },
        { name: 'b', pick: 1, from: 1, to: 4, fromRestOf: 'a' },
      ],
    ],
    [
      'one name twice',
      [
        { name: 'a', pick: 1, from: 1, to: 4 },
        { name: 'a', pick: 1, from: 1, to: 4 },
      ],
    ],
  ])('refuses %s', (_, panels) => {
    expect(parseDrawMapping({ version: mappingVersion, panels })).toMatchObject({
      ok: false,
      code: 'mapping_impossible',
      path: `panels.${panels.length - 1}`,
    });
  });

  it('counts what every panel took from a shared drum, whichever panel it goes on from', () => {
    const panels = (last: number) => [
      { name: 'a', pick: 1, from: 1, to: 5 },
      { name: 'b', pick: 1, from: 1, to: 5, fromRestOf: 'a' },
      { name: 'c', pick: 1, from: 1, to: 5, fromRestOf: 'b' },
      { name: 'd', pick: last, from: 1, to: 5, fromRestOf: 'a' },
    ];
    expect(parseDrawMapping({ version: mappingVersion, panels: panels(3) })).toMatchObject({
      code: 'mapping_impossible',
      path: 'panels.3',
    });
    const drawn = mapDraw(mappingOf(...panels(2)), seededBytes('shared')).flatMap((panel) => panel.drawn);
    expect(drawn.toSorted()).toEqual([1, 2, 3, 4, 5]);
  });

  it('refuses another version and another shape, with the path', () => {
    expect(parseDrawMapping({ version: 'valira-mapping-0', panels: [] })).toMatchObject({
      ok: false,
      code: 'mapping_malformed',
      path: 'version',
    });
    const panels = [{ name: 'a', pick: 0, from: 1, to: 4 }];
    expect(parseDrawMapping({ version: mappingVersion, panels })).toMatchObject({
      ok: false,
      code: 'mapping_malformed',
      path: 'panels.0.pick',
    });
  });
});
