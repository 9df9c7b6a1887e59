/** What a decided contest comes to: for each ticket, and for the accounts behind the fund. */

export type Sold = { readonly ticketId: string; readonly accountId: string; readonly lines: Uint8Array; readonly stake: bigint };

/** What waits for the next contest of the product. */
export type Carry = { readonly jackpot: bigint; readonly reserve: bigint; readonly carryover: bigint };
export const NOTHING: Carry = { jackpot: 0n, reserve: 0n, carryover: 0n };

export type Outcome = {
  readonly stakes: bigint;
  /** Of the stakes, what is not for the fund. */
  readonly operatorPart: bigint;
  readonly before: Carry;
  readonly after: Carry;
  /** What the operator adds, and what of the fund comes back to it. */
  readonly added: bigint;
  readonly returned: bigint;
  readonly breakage: bigint;
  readonly prizes: ReadonlyMap<string, bigint>;
  readonly refunds: ReadonlyMap<string, bigint>;
  /** Winners and amount of each tier, for draws. */
  readonly tiers: readonly { readonly id: string; readonly winners: bigint; readonly share: bigint }[];
};

export const total = (amounts: Iterable<bigint>): bigint => {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum;
};

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const above = (a: bigint, b: bigint): bigint => (a > b ? a - b : 0n);

/** Every choice of `size` of the items, in order. */
export function choices(items: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, i) => choices(items.slice(i + 1), size - 1).map((rest) => [item, ...rest]));
}
