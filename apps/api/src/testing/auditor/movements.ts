/** Where the money of a settled contest goes: out of its stakes into its fund, to tax, shops and operator, and what is carried on. */
import { type Account, account } from './books.ts';
import { type Outcome, type Sold, total } from './outcome.ts';
import { TAX_PERCENT } from './rules.ts';

export type Movement = readonly [debit: Account, credit: Account, amount: bigint];

/** `atShops`: live tickets that shops sold; `commissions`: basis points by shop. A negative amount goes the other way. */
export function movementsOf(
  { id, product }: { readonly id: string; readonly product: string },
  outcome: Outcome,
  atShops: readonly Sold[],
  commissions: ReadonlyMap<string, bigint>,
): Movement[] {
  const { before, after, operatorPart, refunds } = outcome;
  const stakes = account('stakes', id);
  const fund = account('fund', id);
  // What goes back was not staked: no tax, no commission. Halves of a cent of tax are rounded up.
  const tax = ((outcome.stakes - total(refunds.values())) * TAX_PERCENT * 2n + 100n) / 200n;
  const perShop = new Map<string, bigint>();
  for (const { ticketId, accountId, stake } of atShops)
    perShop.set(accountId, (perShop.get(accountId) ?? 0n) + stake - (refunds.get(ticketId) ?? 0n));
  const earned = [...perShop].map(([shop, amount]) => [shop, (amount * (commissions.get(shop) ?? 0n)) / 10_000n] as const);
  const left = operatorPart - tax - total(earned.map(([, amount]) => amount));
  return [
    [stakes, fund, outcome.stakes - operatorPart],
    [account('jackpot', product), fund, before.jackpot - after.jackpot],
    [account('reserve', product), fund, before.reserve - after.reserve],
    [account('carryover', product), fund, before.carryover - after.carryover],
    [account('topUp'), fund, outcome.added],
    [fund, account('breakage'), outcome.breakage],
    [fund, account('revenue'), outcome.returned],
    [stakes, account('tax'), tax],
    ...earned.map(([shop, amount]): Movement => [stakes, account('commission', shop), amount]),
    left >= 0n ? [stakes, account('revenue'), left] : [account('loss'), stakes, -left],
  ];
}
