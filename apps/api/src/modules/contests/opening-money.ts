/**
 * What the very first contest of a product starts with (a jackpot taken over, a reserve paid in), as money: it comes from the bank into the accounts
 * that settlement will take it from. Nothing is carried in that the ledger does not hold.
 */
import { cents } from '@valira/money';
import { z } from 'zod';
import { account, type Posting } from '../ledger/index.ts';

const amounts = z
  .record(z.string().min(1).max(40), z.string().regex(/^\d{1,15}$/))
  .default({})
  .transform((byName) => Object.values(byName).reduce((sum, text) => sum + BigInt(text), 0n));

const openingSchema = z.looseObject({ carriedOutCents: amounts, accountsCents: amounts, carriedOut: amounts });

/** Throws on amounts that are none: openings are written by the installation, not by a request. */
export function openingPostings(contestId: string, productId: string, carriedIn: unknown): Posting[] {
  const { carriedOutCents, accountsCents, carriedOut } = openingSchema.parse(carriedIn);
  const given = { jackpot: carriedOutCents, reserve: accountsCents, carryover: carriedOut } as const;
  return (['jackpot', 'reserve', 'carryover'] as const)
    .filter((name) => given[name] > 0n)
    .map((name) => ({
      debit: account('bank'),
      credit: account(name, productId),
      amount: cents(given[name]),
      kind: 'opening',
      reference: contestId,
    }));
}
