import { expectOk } from '@valira/outcome';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { betSamples } from '../testing/bet-samples.ts';
import { ticketsOf } from '../testing/conformance.ts';
import { packSelections, unpackSelections } from './packed-selections.ts';
import { runnerSet } from './runner-set.ts';

// Random pools take their time on a busy machine; the count of runs bounds the work.
vi.setConfig({ testTimeout: 60_000 });

describe('packed selections', () => {
  it('are read back as they were written, for every form of every bet', () => {
    for (const sample of betSamples) {
      fc.assert(
        fc.property(sample.sales, (sales) => {
          for (const { selections } of ticketsOf(sample, sales))
            expect(expectOk(unpackSelections(packSelections(selections)))).toEqual(selections);
        }),
        { numRuns: 20 },
      );
    }
  });

  it('of box 1, 3, 9 are the bytes 01 01 02 05 01', () => {
    expect([...packSelections({ form: 'box', runners: runnerSet([1, 3, 9]) })]).toEqual([1, 1, 2, 5, 1]);
    expect([...packSelections({ form: 'box', runners: runnerSet([64]) })]).toEqual([1, 1, 8, 0, 0, 0, 0, 0, 0, 0, 0x80]);
  });

  it('are refused when cut short, too long, of another version or form, or not canonical', () => {
    const packed = packSelections({ form: 'wheel', places: [runnerSet([1, 2]), runnerSet([3])] });
    for (let length = 0; length < packed.length; length += 1) expect(unpackSelections(packed.slice(0, length)).ok).toBe(false);
    for (const bytes of [
      [...packed, 0],
      [2, ...packed.slice(1)],
      [1, 9, 0],
      [1, 1, 2, 5, 0],
      [1, 1, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    ]) {
      expect(unpackSelections(Uint8Array.from(bytes))).toMatchObject({ ok: false, code: 'packed_selections_unreadable' });
    }
  });
});
