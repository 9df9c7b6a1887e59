import { describe, expect, it } from 'vitest';
import { recallable } from './recall-prizes.ts';

describe('what comes back of a ticket', () => {
  const ticket = { ticketId: 't', accountId: 'a' };
  const amounts = [0n, 1n, 2n, 5n, 9n];

  it('leaves payable only what is above the cash, and to the operator only what the cash is above the prize', () => {
    for (const beforeCents of amounts)
      for (const nowCents of amounts)
        for (const endedCents of amounts) {
          const payableBefore = beforeCents > endedCents ? beforeCents - endedCents : 0n;
          const lossBefore = endedCents > beforeCents ? endedCents - beforeCents : 0n;
          const [back = 0n] = recallable([{ ...ticket, beforeCents, nowCents, endedCents }], new Map());
          expect(payableBefore + nowCents - back).toBe(nowCents > endedCents ? nowCents - endedCents : 0n);
          // The undone settlement put what it had paid onto the operator.
          expect(lossBefore + beforeCents - back).toBe(endedCents > nowCents ? endedCents - nowCents : 0n);
        }
  });

  it('is never more than a player has, over all of their tickets', () => {
    for (const available of amounts)
      for (const one of amounts)
        for (const two of amounts) {
          const recalls = [one, two].map((beforeCents) => ({ ...ticket, beforeCents, nowCents: 0n, endedCents: null }));
          const back = recallable(recalls, new Map([['a', available]])).reduce((total, amount) => total + amount, 0n);
          expect([available, one + two]).toContain(back);
          expect(back <= available && back <= one + two).toBe(true);
        }
  });
});
