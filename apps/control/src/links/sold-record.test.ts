import { describe, expect, it } from 'vitest';
import { idAt, leafEntry } from '../testing/tiny-operator.ts';
import { readRecords } from './sold-record.ts';

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const ticket = { contestId: idAt(7), ticketId: idAt(8), lines: Buffer.of(1, 2, 3), stakeCents: 250, commitment: Buffer.alloc(32, 4) };
const record = (state: 1 | 2 = 1) => Buffer.concat([bytesOf(ticket.contestId), bytesOf(ticket.ticketId), leafEntry(ticket, state)]);

describe('records of a link', () => {
  it('are read to the last byte: ids, commitment, lines, stake, state', () => {
    const read = { ...ticket, stakeCents: 250n };
    expect(readRecords(Buffer.concat([record(), record(2)]))).toEqual([
      { ...read, state: 1 },
      { ...read, state: 2 },
    ]);
    expect(readRecords(Buffer.alloc(0))).toEqual([]);
  });

  it('are refused when the bytes end anywhere but after a record', () => {
    const whole = record();
    for (let length = 1; length < whole.length; length += 1) expect(readRecords(whole.subarray(0, length))).toBeNull();
    for (let extra = 1; extra < whole.length; extra += 1) expect(readRecords(Buffer.concat([whole, whole.subarray(0, extra)]))).toBeNull();
  });

  it('are refused with a state that is none, or a stake that no column holds', () => {
    const state = record();
    state[state.length - 1] = 3;
    expect(readRecords(state)).toBeNull();
    const stake = record();
    stake[stake.length - 9] = 0x80;
    expect(readRecords(stake)).toBeNull();
  });
});
