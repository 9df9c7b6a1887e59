/** The auditor's own books: credit minus debit of each account. Every movement has two sides, so all of them sum to nothing. */

export const CODE = {
  cash: 10,
  held: 11,
  shop: 20,
  commission: 21,
  stakes: 30,
  fund: 31,
  jackpot: 32,
  reserve: 33,
  breakage: 35,
  carryover: 36,
  payable: 37,
  unclaimed: 38,
  abandoned: 39,
  tax: 40,
  revenue: 50,
  loss: 51,
  topUp: 52,
  clearing: 60,
  bank: 61,
} as const;

export type Account = `${number}/${string}`;
const HOUSE = '00000000-0000-7000-8000-000000000001';
export const account = (name: keyof typeof CODE, owner: string = HOUSE): Account => `${CODE[name]}/${owner}`;

export class Books {
  readonly balances = new Map<Account, bigint>();
  of(one: Account): bigint {
    return this.balances.get(one) ?? 0n;
  }
  move(debit: Account, credit: Account, amount: bigint): void {
    if (amount === 0n) return;
    this.balances.set(debit, this.of(debit) - amount);
    this.balances.set(credit, this.of(credit) + amount);
  }
}
