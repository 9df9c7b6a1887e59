import { describe, expect, it } from 'vitest';
import { unsoldTickets } from './unsold-tickets.ts';

describe('unsold tickets as typed', () => {
  it('are single numbers and ranges, each ticket once', () => {
    expect(unsoldTickets('12-15, 14; 31')).toEqual([12, 13, 14, 15, 31]);
    expect(unsoldTickets(' ')).toEqual([]);
  });

  it('are none when anything else was typed', () => {
    for (const text of ['x', '5-', '9-3', '1 2', '200', '-4']) expect(unsoldTickets(text), text).toBeNull();
  });
});
