/**
 * The most that fixed prizes of one draw can cost, if every line sold were as lucky as the rules allow.
 *
 * Shared tiers cannot cost more than their pools and are not counted. Example, Keno: 1,000 units; five of them reach the
 * 500,000.00 cap of ten hits, the other 995 win 5,000.00 each: 5,475,000.00.
 */
import { type Cents, cents, min } from '@valira/money';
import type { GamePart } from '../definition/game-definition.ts';

/** For `units` staked units (lines × multiples), in cents. */
export function maximumLiability(part: GamePart, units: bigint): Cents {
  const groupOf = (win: GamePart['wins'][number]): string =>
    part.family === 'preassigned' || part.family === 'raffle'
      ? `${win.tier}`
      : `${'group' in win ? win.group : 'line'}/${'round' in win ? win.round : 1}`;
  // A raffle pays a fixed number of codes; pre-assigned lists are bounded by their printed total when it is stated.
  if (part.family === 'raffle') {
    return cents(
      part.wins.reduce((total, { tier, codes }) => total + fixedAmount(part, tier) * min(cents(BigInt(codes)), cents(units)), 0n),
    );
  }
  const groups = new Map<string, string[]>();
  for (const win of part.wins) groups.set(groupOf(win), [...(groups.get(groupOf(win)) ?? []), win.tier]);
  let total = 0n;
  for (const tiers of groups.values()) {
    const fixed = part.prizes.tiers.flatMap(({ id, prize }) => (tiers.includes(id) && prize.kind === 'fixed' ? [prize] : []));
    const byAmount = [...fixed].sort((a, b) => (a.amountCents < b.amountCents ? 1 : -1));
    let left = units;
    for (const { amountCents, perDrawCapCents } of byAmount) {
      if (left === 0n) break;
      if (perDrawCapCents === undefined) {
        total += left * amountCents;
        left = 0n;
        break;
      }
      const needed = (perDrawCapCents + amountCents - 1n) / amountCents;
      const used = needed < left ? needed : left;
      total += min(perDrawCapCents, cents(used * amountCents));
      left -= used;
    }
  }
  return cents(total);
}

const fixedAmount = (part: GamePart, tier: string): bigint => {
  const { prize } = part.prizes.tiers.find(({ id }) => id === tier) ?? {};
  return prize?.kind === 'fixed' ? prize.amountCents : 0n;
};
