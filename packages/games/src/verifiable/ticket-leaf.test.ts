import { cents } from '@valira/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../randomness/bytes.ts';
import { sha256 } from '../randomness/testing/node-hashes.ts';
import { encodeTicketLeaf, type TicketLeaf, ticketCommitment } from './ticket-leaf.ts';

const leafOf = fc.record({
  commitment: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  lines: fc.uint8Array({ maxLength: 80 }),
  stakeCents: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }).map(cents),
  state: fc.constantFrom('sold' as const, 'cancelled' as const),
});

describe('a ticket as a leaf', () => {
  it('has the bytes of the worked example', () => {
    const entry = encodeTicketLeaf({
      commitment: new Uint8Array(32),
      lines: Uint8Array.of(0xaa, 0xbb, 0xcc),
      stakeCents: cents(100n),
      state: 'sold',
    });
    expect(toHex(entry)).toBe(`${'00'.repeat(32)}0003aabbcc000000000000006401`);
    expect(entry.length).toBe(46);
  });

  it('has other bytes when any field is another: two leaves are equal only when all fields are', () => {
    const flat = ({ commitment, lines, stakeCents, state }: TicketLeaf) => `${toHex(commitment)}/${toHex(lines)}/${stakeCents}/${state}`;
    fc.assert(
      fc.property(leafOf, leafOf, (a, b) => {
        expect(toHex(encodeTicketLeaf(a)) === toHex(encodeTicketLeaf(b))).toBe(flat(a) === flat(b));
        const field = { ...a, state: b.state };
        expect(toHex(encodeTicketLeaf(field)) === toHex(encodeTicketLeaf(a))).toBe(a.state === b.state);
      }),
    );
  });

  it('is refused as a bug when a field does not fit', () => {
    const leaf: TicketLeaf = { commitment: new Uint8Array(32), lines: new Uint8Array(3), stakeCents: cents(1n), state: 'sold' };
    expect(() => encodeTicketLeaf({ ...leaf, commitment: new Uint8Array(31) })).toThrow(RangeError);
    expect(() => encodeTicketLeaf({ ...leaf, lines: new Uint8Array(65_536) })).toThrow(RangeError);
    expect(() => encodeTicketLeaf({ ...leaf, stakeCents: cents(-1n) })).toThrow(RangeError);
    expect(() => encodeTicketLeaf({ ...leaf, stakeCents: cents(1n << 64n) })).toThrow(RangeError);
    expect(() => ticketCommitment(sha256, 'SERIAL', new Uint8Array(15))).toThrow(RangeError);
  });

  it('shows nothing of the serial: another salt gives another commitment to the same serial', () => {
    const one = ticketCommitment(sha256, 'ABCD', new Uint8Array(16));
    const two = ticketCommitment(sha256, 'ABCD', new Uint8Array(16).fill(1));
    expect(toHex(one)).not.toBe(toHex(two));
  });
});
