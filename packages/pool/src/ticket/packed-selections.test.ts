import { cents } from '@valira/money';
import { expectOk, type Outcome, ok, refuse } from '@valira/outcome';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Pool } from '../definition/pool.ts';
import { betSamples } from '../testing/bet-samples.ts';
import { ticketsOf } from '../testing/conformance.ts';
import { packSelections, unpackSelections } from './packed-selections.ts';
import { runnerSet } from './runner-set.ts';
import { unpackTicket } from './ticket.ts';

// Random pools take their time on a busy machine; the count of runs bounds the work.
vi.setConfig({ testTimeout: 60_000 });

function poolNamed(name: string): Outcome<Pool, 'no_such_sample'> {
  const found = betSamples.find((sample) => sample.name === name);
  return found ? ok(found.pool) : refuse('no_such_sample');
}

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
      [1, 0, 0],
      [1, 0, 1, 0],
      [1, 0, 1, 65],
      [1, 0, 6, 1, 2, 3, 4, 5, 6],
      [1, 3, 6, ...Array.from({ length: 12 }, () => 1)],
      [1, 4, 32, ...Array.from({ length: 64 }, () => 1)],
    ]) {
      expect(unpackSelections(Uint8Array.from(bytes))).toMatchObject({ ok: false, code: 'packed_selections_unreadable' });
    }
  });

  it('become a ticket of a pool only when they are the bytes of one: the same ticket, or a refusal, and never an exception', () => {
    // Bytes that are mostly right get further than noise.
    const byte = fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 0, max: 9 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }) },
    );
    const bytes = fc.array(byte, { maxLength: 40 }).map((rest) => Uint8Array.from([1, ...rest]));
    for (const { pool } of betSamples) {
      fc.assert(
        fc.property(bytes, (packed) => {
          const ticket = unpackTicket(pool, packed, cents(1_000_000n));
          if (ticket.ok) expect(packSelections(ticket.value.selections)).toEqual(packed);
        }),
        { numRuns: 200 },
      );
    }
  });

  it('come back as the ticket that was sold, in every pool that sells it', () => {
    for (const sample of betSamples) {
      fc.assert(
        fc.property(sample.sales, (sales) => {
          for (const ticket of ticketsOf(sample, sales))
            expect(expectOk(unpackTicket(sample.pool, packSelections(ticket.selections), ticket.stakeCents))).toEqual(ticket);
        }),
        { numRuns: 20 },
      );
    }
  });

  it('of another bet type, of runners off the card or out of canonical order are refused for the pool', () => {
    const named = (name: string) => expectOk(poolNamed(name));
    const straight = (...runners: number[]) => packSelections({ form: 'straight', runners });
    const code = (pool: Pool, packed: Uint8Array) => {
      const ticket = unpackTicket(pool, packed, cents(1_000_000n));
      return ticket.ok ? 'ok' : ticket.code;
    };
    expect(code(named('trio'), straight(1, 2, 3))).toBe('ok');
    expect(code(named('trio'), straight(3, 2, 1))).toBe('packed_selections_unreadable');
    expect(code(named('trifecta'), straight(3, 2))).toBe('wrong_number_of_runners');
    expect(code(named('trifecta'), straight(3, 2, 2))).toBe('duplicate_runner');
    expect(code(named('trifecta'), straight(3, 2, 9))).toBe('unknown_runner');
    expect(code(named('treble'), straight(1, 2, 3))).toBe('packed_selections_unreadable');
    expect(code(named('win'), packSelections({ form: 'box', runners: runnerSet([]) }))).toBe('ticket_unreadable');
    const ofNoTable = packSelections({ form: 'reduced', system: 9, legs: [runnerSet([1])] });
    expect(code(named('sports'), ofNoTable)).toBe('ticket_unreadable');
  });
});
