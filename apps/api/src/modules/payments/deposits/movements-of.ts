/**
 * What a payment, as the provider shows it now, has moved in all: each movement by the provider's own id of the payment, refund or dispute. The list
 * only ever grows, so whoever posts what is missing may see an old picture, the same picture twice, or pictures in any order.
 *
 * Example: 20.00 paid, 5.00 and 3.00 refunded: `deposit` 20.00, `deposit-refunded` 5.00 and 3.00, net 12.00. A refund that the card's bank sent back
 * is there twice, as `deposit-refunded` and as `refund-returned`.
 */
import type { DEPOSIT_MOVEMENTS } from '@valira/db/schema';
import type { Payment } from '../provider.ts';

export type MovementKind = (typeof DEPOSIT_MOVEMENTS)[number];

export type DepositMovement = {
  readonly providerId: string;
  readonly kind: MovementKind;
  readonly amountCents: bigint;
  /** Our own refund behind it: its money is held already. */
  readonly refundId: string | null;
};

/** Whether the movement is in the player's favour. */
export const isCredit = (kind: MovementKind): boolean => kind === 'deposit' || kind === 'refund-returned' || kind === 'dispute-won';

export function movementsOf({ id, status, receivedCents, refunds, disputes }: Payment): DepositMovement[] {
  if (status !== 'paid') return [];
  const movement = (providerId: string, kind: MovementKind, amountCents: bigint, refundId: string | null = null): DepositMovement[] =>
    amountCents > 0n ? [{ providerId, kind, amountCents, refundId }] : [];
  return [
    ...movement(id, 'deposit', receivedCents),
    ...refunds.flatMap((refund) => [
      ...movement(refund.id, 'deposit-refunded', refund.amountCents, refund.refundId),
      ...(refund.returned ? movement(refund.id, 'refund-returned', refund.amountCents) : []),
    ]),
    ...disputes.flatMap((dispute) => [
      ...movement(dispute.id, 'deposit-disputed', dispute.takenCents),
      ...movement(dispute.id, 'dispute-won', dispute.reinstatedCents),
    ]),
  ];
}
