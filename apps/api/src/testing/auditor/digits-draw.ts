/** Three digits in order: 200.00 for all, 10.00 for the last two, 1.50 for the first; one prize a bet. */
import { least, NOTHING, type Outcome, type Sold, total } from './outcome.ts';
import type { DigitsRules } from './rules.ts';

const TIERS = [
  { id: 'exact', share: 20_000n, wins: (bet: string, drawn: string) => bet === drawn },
  { id: 'last-2', share: 1_000n, wins: (bet: string, drawn: string) => bet.slice(1) === drawn.slice(1) },
  { id: 'first-1', share: 150n, wins: (bet: string, drawn: string) => bet[0] === drawn[0] },
];

/** Bets of a ticket, three digits each. */
export function betsOf(bytes: Uint8Array): { units: bigint; bets: string[] } {
  const view = Buffer.from(bytes);
  const bets = Array.from({ length: view.readUInt16LE(5) }, (_, i) => [...view.subarray(7 + 6 * i + 1, 7 + 6 * i + 4)].join(''));
  return { units: BigInt(view.readUInt16LE(2)), bets };
}

export function decideDigits(rules: DigitsRules, sold: readonly Sold[], drawn: string): Outcome {
  const winners = TIERS.map(() => 0n);
  const prizes = new Map<string, bigint>();
  for (const { ticketId, lines } of sold) {
    const { units, bets } = betsOf(lines);
    for (const bet of bets) {
      const tier = TIERS.findIndex(({ wins }) => wins(bet, drawn));
      if (tier < 0) continue;
      winners[tier] = (winners[tier] ?? 0n) + units;
      prizes.set(ticketId, (prizes.get(ticketId) ?? 0n) + units * (TIERS[tier]?.share ?? 0n));
    }
  }
  const stakes = total(sold.map(({ stake }) => stake));
  const fund = (stakes * rules.fundPercent) / 100n;
  const due = total(prizes.values());
  const own = least(fund, due);
  return {
    stakes,
    operatorPart: stakes - fund,
    before: NOTHING,
    after: NOTHING,
    added: due - own,
    returned: fund - own,
    breakage: 0n,
    prizes,
    refunds: new Map(),
    tiers: TIERS.map(({ id, share }, i) => ({ id, winners: winners[i] ?? 0n, share: (winners[i] ?? 0n) > 0n ? share : 0n })),
  };
}
