import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Payment } from '../provider.ts';
import { isCredit, movementsOf } from './movements-of.ts';
import { splitMovement } from './split-movement.ts';

const amount = fc.bigInt({ min: 0n, max: 10_000_000n });

describe('a movement', () => {
  it('never takes a balance or a debt below zero, and adds up to its amount', () => {
    fc.assert(
      fc.property(amount, amount, amount, fc.constantFrom('in' as const, 'out' as const), (moved, cashCents, owedCents, direction) => {
        const split = splitMovement(moved, direction, { cashCents, owedCents });
        expect(split.cashCents + split.owedCents).toBe(moved);
        expect(split.cashCents >= 0n && split.owedCents >= 0n).toBe(true);
        const [cash, owed] =
          direction === 'in'
            ? [cashCents + split.cashCents, owedCents - split.owedCents]
            : [cashCents - split.cashCents, owedCents + split.owedCents];
        expect(cash >= 0n && owed >= 0n).toBe(true);
      }),
    );
  });

  it('takes 12.00 from cash and owes 38.00 of a dispute of 50.00, and pays the debt first when it is won', () => {
    expect(splitMovement(5_000n, 'out', { cashCents: 1_200n, owedCents: 0n })).toEqual({ cashCents: 1_200n, owedCents: 3_800n });
    expect(splitMovement(5_000n, 'in', { cashCents: 0n, owedCents: 3_800n })).toEqual({ cashCents: 1_200n, owedCents: 3_800n });
  });
});

const payment = (more: Partial<Payment>): Payment => ({
  id: 'pi_1',
  status: 'paid',
  receivedCents: 2_000n,
  depositId: null,
  declinedCode: null,
  refunds: [],
  disputes: [],
  ...more,
});
const net = (of: Payment): bigint =>
  movementsOf(of).reduce((sum, { kind, amountCents }) => (isCredit(kind) ? sum + amountCents : sum - amountCents), 0n);

describe('what a payment has moved', () => {
  it('is nothing before it is paid, the amount when it is, and net 12.00 of 20.00 after refunds of 5.00 and 3.00 (R27)', () => {
    expect(movementsOf(payment({ status: 'open', receivedCents: 0n }))).toEqual([]);
    expect(net(payment({}))).toBe(2_000n);
    const refund = (id: string, amountCents: bigint) => ({ id, amountCents, returned: false, refundId: null });
    expect(net(payment({ refunds: [refund('re_1', 500n), refund('re_2', 300n)] }))).toBe(1_200n);
  });

  it('only grows: every later picture holds each movement of the earlier ones', () => {
    const early = payment({ refunds: [{ id: 're_1', amountCents: 500n, returned: false, refundId: null }] });
    const late = payment({
      refunds: [{ id: 're_1', amountCents: 500n, returned: true, refundId: null }],
      disputes: [{ id: 'dp_1', takenCents: 1_500n, reinstatedCents: 1_500n }],
    });
    const keys = (of: Payment) => movementsOf(of).map(({ providerId, kind }) => `${providerId} ${kind}`);
    expect(keys(late)).toEqual(expect.arrayContaining(keys(early)));
    expect(net(late)).toBe(2_000n);
  });

  it('is nothing for a warning, which takes no money', () => {
    expect(net(payment({ disputes: [{ id: 'dp_1', takenCents: 0n, reinstatedCents: 0n }] }))).toBe(2_000n);
  });
});
