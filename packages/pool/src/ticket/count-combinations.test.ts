import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { combinationsLeft, type Wins, winningCombinations } from '../result/wins.ts';
import { countOrdered, countUnordered } from './count-combinations.ts';
import { emptySet, MAX_RUNNER, runnerSet, runnersOf, setSize, union } from './runner-set.ts';
import { countCombinations, type Selections } from './selections.ts';

// Random pools take their time on a busy machine; the count of runs bounds the work.
vi.setConfig({ testTimeout: 60_000 });

const field = [1, 2, 3, 33, 34, 64];
const sets = fc.subarray(field, { minLength: 0 });

/** Tuples of distinct runners, one from each list. */
function tuples(lists: readonly (readonly number[])[]): number[][] {
  const [first, ...rest] = lists;
  if (first === undefined) return [[]];
  return tuples(rest).flatMap((tail) => first.filter((runner) => !tail.includes(runner)).map((runner) => [runner, ...tail]));
}

const asSets = (all: readonly number[][]) => new Set(all.map((tuple) => tuple.toSorted((a, b) => a - b).join()));

describe('runner sets', () => {
  it('hold any numbers from 1 to 64 and give them back in order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: MAX_RUNNER })), (runners) => {
        const set = runnerSet(runners);
        expect(runnersOf(set)).toEqual(runners.toSorted((a, b) => a - b));
        expect(setSize(set)).toBe(runners.length);
      }),
    );
    expect(() => runnerSet([65])).toThrow(RangeError);
    expect(() => runnerSet([0])).toThrow(RangeError);
  });
});

describe('combinations are counted as if they were written out', () => {
  it('in order, over any sets for up to five places', () => {
    fc.assert(
      fc.property(fc.array(sets, { minLength: 1, maxLength: 5 }), (places) => {
        expect(countOrdered(places.map(runnerSet))).toBe(tuples(places).length);
      }),
    );
  });

  it('in any order, over any sets for up to four places', () => {
    fc.assert(
      fc.property(fc.array(sets, { minLength: 1, maxLength: 4 }), (places) => {
        const everybody = places.map(runnerSet).reduce(union, emptySet);
        expect(countUnordered(places.map(runnerSet), emptySet, everybody)).toBe(asSets(tuples(places)).size);
      }),
    );
  });

  it('for wheel {1,2,3} over {1,2,3,4}: 9 exactas, 6 quinellas', () => {
    const wheel: Selections = { form: 'wheel', places: [runnerSet([1, 2, 3]), runnerSet([1, 2, 3, 4])] };
    expect(countCombinations({ kind: 'ordered', pick: 2 }, wheel, [])).toBe(9);
    expect(countCombinations({ kind: 'unordered', pick: 2 }, wheel, [])).toBe(6);
  });

  it('for a full trifecta of 20 runners: 6,840; a superfecta banker with 19 partners: 4·19·18·17', () => {
    const all = Array.from({ length: 20 }, (_, i) => i + 1);
    expect(countCombinations({ kind: 'ordered', pick: 3 }, { form: 'box', runners: runnerSet(all) }, [])).toBe(6_840);
    const banker: Selections = { form: 'banker', bankers: runnerSet([1]), partners: runnerSet(all.slice(1)) };
    expect(countCombinations({ kind: 'ordered', pick: 4 }, banker, [])).toBe(4 * 19 * 18 * 17);
  });
});

describe('winning combinations of a ticket', () => {
  const forms = (pick: number): fc.Arbitrary<Selections> =>
    fc.oneof(
      fc.shuffledSubarray(field, { minLength: pick, maxLength: pick }).map((runners): Selections => ({ form: 'straight', runners })),
      fc.subarray(field, { minLength: pick }).map((runners): Selections => ({ form: 'box', runners: runnerSet(runners) })),
      fc
        .shuffledSubarray(field, { minLength: 3 })
        .map((runners): Selections => ({ form: 'banker', bankers: runnerSet(runners.slice(0, 1)), partners: runnerSet(runners.slice(1)) })),
      fc.array(sets, { minLength: pick, maxLength: pick }).map((places): Selections => ({ form: 'wheel', places: places.map(runnerSet) })),
    );

  const plays = (selections: Selections, tuple: readonly number[]): boolean => {
    switch (selections.form) {
      case 'straight':
        return selections.runners.join() === tuple.join();
      case 'box':
        return tuple.every((runner) => runnersOf(selections.runners).includes(runner));
      case 'banker':
        return (
          runnersOf(selections.bankers).every((runner) => tuple.includes(runner)) &&
          tuple.every((runner) => runnersOf(union(selections.bankers, selections.partners)).includes(runner))
        );
      case 'wheel':
        return tuple.every((runner, i) => runnersOf(selections.places[i] ?? emptySet).includes(runner));
      default:
        return false;
    }
  };

  const pattern = (pick: number) =>
    fc
      .tuple(fc.subarray(field, { minLength: 1, maxLength: 4 }), fc.array(fc.boolean(), { minLength: pick, maxLength: pick }))
      .map(([named, open]) => ({
        named,
        tuple: open.map((free, i) => (free ? 0 : (named[i] ?? 0))),
      }));

  it('of an ordered bet match a pattern with open places exactly as often as written out, scratched runners left out', () => {
    fc.assert(
      fc.property(forms(3), pattern(3), fc.subarray(field, { maxLength: 2 }), (selections, { named, tuple }, out) => {
        const wins: Wins = { kind: 'ordered', named: runnerSet(named), patterns: [tuple] };
        const matches = (one: readonly number[]) =>
          one.every((runner, i) => (tuple[i] === 0 ? !named.includes(runner) : runner === tuple[i]));
        const written = tuples([field, field, field]).filter(
          (one) => plays(selections, one) && !one.some((runner) => out.includes(runner)),
        );
        expect(winningCombinations(selections, wins, [], [runnerSet(out)])).toBe(written.filter(matches).length);
        expect(
          combinationsLeft(selections, [runnerSet(out)], (rest) => countCombinations({ kind: 'ordered', pick: 3 }, rest, []), []),
        ).toBe(written.length);
      }),
      { numRuns: 300 },
    );
  });

  it('of an unordered bet match a set with open places exactly as often as written out', () => {
    const written = asSets(tuples([field, field, field]));
    fc.assert(
      fc.property(forms(3), fc.subarray(field, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 3 }), (played, named, size) => {
        const selections: Selections =
          played.form === 'straight' ? { form: 'straight', runners: played.runners.toSorted((a, b) => a - b) } : played;
        const must = named.slice(0, size);
        const wins: Wins = { kind: 'unordered', pick: 3, named: runnerSet(named), patterns: [runnerSet(must)] };
        const fits = (one: readonly number[]) =>
          selections.form === 'wheel' ? tuples([one, one, one]).some((order) => plays(selections, order)) : plays(selections, one);
        const expected = [...written]
          .map((text) => text.split(',').map(Number))
          .filter(
            (one) =>
              fits(one) &&
              must.every((runner) => one.includes(runner)) &&
              one.filter((runner) => named.includes(runner)).length === must.length,
          );
        expect(winningCombinations(selections, wins, [])).toBe(expected.length);
      }),
      { numRuns: 300 },
    );
  });
});
