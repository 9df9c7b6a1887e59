/** A draw of numbers from a drum: lines are expanded one by one, the fund is handed out pot by pot. */
import { above, type Carry, choices, least, type Outcome, type Sold, total } from './outcome.ts';
import type { MatrixRules } from './rules.ts';

export type Balls = { readonly main: readonly number[]; readonly bonus: number };

/** The lines of a ticket: systems are all their choices. Units multiply what they win. */
export function linesOf({ from, choose }: MatrixRules, bytes: Uint8Array): { units: bigint; lines: number[][] } {
  const view = Buffer.from(bytes);
  const size = 1 + Math.ceil(from / 8);
  const lines: number[][] = [];
  for (let entry = 0; entry < view.readUInt16LE(5); entry += 1) {
    const at = 7 + entry * size + 1;
    const numbers: number[] = [];
    for (let number = 1; number <= from; number += 1)
      if ((view[at + ((number - 1) >> 3)] ?? 0) & (1 << ((number - 1) & 7))) numbers.push(number);
    lines.push(...choices(numbers, choose));
  }
  return { units: BigInt(view.readUInt16LE(2)), lines };
}

function tierOf(rules: MatrixRules, line: readonly number[], { main, bonus }: Balls): number {
  const hits = line.filter((number) => main.includes(number)).length;
  return rules.tiers.findIndex((tier) => tier.hits === hits && (tier.bonus === null || tier.bonus === line.includes(bonus)));
}

/** Pots in order of tier: money, winners, and the hundredths of a cent that rounding a percentage left undivided. */
type Pot = { money: bigint; winners: bigint; hundredths: bigint; share: bigint };

/** What the tiers pay and what is left where; the winners may have been counted by somebody else. */
export function shareOut(
  rules: MatrixRules,
  stakes: bigint,
  winners: readonly bigint[],
  before: Carry,
): Omit<Outcome, 'prizes' | 'refunds'> & { readonly shares: readonly bigint[] } {
  const { tiers } = rules;
  let fund = stakes / 2n;
  let reserve = before.reserve;
  let jackpot = 0n;
  let added = 0n;
  const fromReserve = (wanted: bigint): bigint => {
    const given = least(reserve, wanted);
    reserve -= given;
    added += wanted - given;
    return wanted;
  };
  const pots: Pot[] = tiers.map((_, i) => ({ money: i === 0 ? before.jackpot : 0n, winners: winners[i] ?? 0n, hundredths: 0n, share: 0n }));
  const each = pots.map((pot, i) => ({ pot, tier: tiers[i] as (typeof tiers)[number] }));

  for (const { pot, tier } of each) {
    if (tier.fixed === undefined) continue;
    const due = tier.fixed * pot.winners;
    const own = least(fund, due);
    fund -= own;
    pot.money = own + fromReserve(due - own);
  }
  const rest = fund;
  reserve += (rest * rules.reservePercent) / 100n;
  fund -= (rest * rules.reservePercent) / 100n;
  for (const { pot, tier } of each) {
    if (tier.percent === undefined) continue;
    pot.money += (rest * tier.percent) / 100n;
    pot.hundredths = (rest * tier.percent) % 100n;
    fund -= (rest * tier.percent) / 100n;
  }

  const [top] = pots;
  if (!top) throw new Error('a game without tiers');
  if (top.winners > 0n) top.money += fromReserve(above(rules.guarantee, top.money));
  if (top.money >= rules.cap) {
    const excess = top.money - rules.cap;
    const next = each.slice(1).find(({ pot, tier }) => tier.percent !== undefined && pot.winners > 0n);
    top.money = rules.cap;
    if (next) next.pot.money += excess;
    else reserve += excess;
  }
  for (const { pot, tier } of each)
    if (tier.percent !== undefined && pot.winners === 0n) {
      jackpot += pot.money;
      pot.money = 0n;
    }

  // Shared tiers with winners, joined while a lower one would pay more than the one above it.
  const groups: Pot[][] = [];
  const groupShare = (group: readonly Pot[]): bigint =>
    total(group.map(({ money }) => money)) / total(group.map(({ winners: count }) => count));
  for (const { pot, tier } of each) {
    if (tier.percent === undefined || pot.winners === 0n) continue;
    groups.push([pot]);
    for (;;) {
      const lower = groups.at(-1);
      const higher = groups.at(-2);
      if (!lower || !higher || groupShare(lower) <= groupShare(higher)) break;
      const joined = (lower[0]?.hundredths ?? 0n) + (higher[0]?.hundredths ?? 0n);
      const cent = joined >= 100n && fund > 0n ? 1n : 0n;
      fund -= cent;
      (higher[0] as Pot).money += cent;
      (higher[0] as Pot).hundredths = joined % 100n;
      groups.splice(-2, 2, [...higher, ...lower]);
    }
  }
  let floor = 0n;
  for (const { pot, tier } of each)
    if (tier.fixed !== undefined && pot.winners > 0n) {
      pot.share = tier.fixed;
      floor = tier.fixed > floor ? tier.fixed : floor;
      pot.money -= tier.fixed * pot.winners;
    }
  for (const group of groups.reverse()) {
    const own = groupShare(group);
    const share = own > floor ? own : floor;
    floor = share;
    const paid = share * total(group.map(({ winners: count }) => count));
    const money = total(group.map((pot) => pot.money));
    if (paid > money) fromReserve(paid - money);
    else reserve += money - paid;
    for (const pot of group) {
      pot.share = share;
      pot.money = 0n;
    }
  }
  reserve += fund;
  return {
    stakes,
    operatorPart: stakes - stakes / 2n,
    before,
    after: { jackpot, reserve, carryover: 0n },
    added,
    returned: 0n,
    breakage: 0n,
    tiers: each.map(({ pot, tier }) => ({ id: tier.id, winners: pot.winners, share: pot.share })),
    shares: pots.map(({ share }) => share),
  };
}

export function decideMatrix(rules: MatrixRules, sold: readonly Sold[], balls: Balls, before: Carry): Outcome {
  const winners = rules.tiers.map(() => 0n);
  const wins = new Map<string, bigint[]>();
  for (const { ticketId, lines: bytes } of sold) {
    const { units, lines } = linesOf(rules, bytes);
    for (const line of lines) {
      const tier = tierOf(rules, line, balls);
      if (tier < 0) continue;
      winners[tier] = (winners[tier] ?? 0n) + units;
      const own = wins.get(ticketId) ?? rules.tiers.map(() => 0n);
      own[tier] = (own[tier] ?? 0n) + units;
      wins.set(ticketId, own);
    }
  }
  const { shares, ...shared } = shareOut(rules, total(sold.map(({ stake }) => stake)), winners, before);
  const prizes = new Map<string, bigint>();
  for (const [ticketId, own] of wins) {
    const amount = total(own.map((count, tier) => count * (shares[tier] ?? 0n)));
    if (amount > 0n) prizes.set(ticketId, amount);
  }
  return { ...shared, prizes, refunds: new Map() };
}
