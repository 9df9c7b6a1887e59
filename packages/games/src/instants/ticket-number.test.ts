import { describe, expect, it } from 'vitest';
import { dammDigit, parseTicketNumber, writeTicketNumber } from './ticket-number.ts';

describe('the number on a ticket', () => {
  it('has the check digit of Damm’s published example: 572 → 4', () => {
    expect(dammDigit('572')).toBe(4);
    expect(writeTicketNumber({ game: 572, pack: 4, ticket: 0 })).toBe('572-000004-000-8');
  });

  it('comes back from its text, with seven digits of pack from 1,000,000 on', () => {
    for (const number of [
      { game: 1, pack: 1, ticket: 0 },
      { game: 999, pack: 999_999, ticket: 199 },
      { game: 417, pack: 1_000_000, ticket: 59 },
    ]) {
      expect(parseTicketNumber(writeTicketNumber(number))).toEqual({ ok: true, value: number });
    }
  });

  it('is refused when any one digit is wrong or any two neighbours are swapped', () => {
    const digits = writeTicketNumber({ game: 417, pack: 123_456, ticket: 45 }).replaceAll('-', '');
    for (let at = 0; at < digits.length; at += 1) {
      for (const digit of '0123456789') {
        if (digit !== digits[at]) expect(parseTicketNumber(digits.slice(0, at) + digit + digits.slice(at + 1)).ok).toBe(false);
      }
      if (at > 0 && digits[at] !== digits[at - 1]) {
        const swapped = digits.slice(0, at - 1) + digits[at] + digits[at - 1] + digits.slice(at + 1);
        expect(parseTicketNumber(swapped).ok).toBe(false);
      }
    }
  });
});
