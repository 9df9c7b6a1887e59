/**
 * What makes well-formed working papers impossible: a fund that is not the sum of its prizes, counts that no arrangement of packs can
 * hold, prizes that the play style cannot show.
 *
 * Example: 2,000 packs with 4 to 8 prizes of a low tier hold 8,000 to 16,000 of them; a count of 17,000 is refused with
 * `per_pack_infeasible`. A low tier with the same count in every pack is refused too: who has cashed the last one would know that
 * the rest of the pack loses.
 */
import { cents, max, ZERO } from '@valira/money';
import { largestSegment, packCount, type Segment, segmentAt, segmentCount } from '../run/pack-layout.ts';
import { crosswordProblem } from './crossword-problem.ts';
import type { InstantDefinition } from './instant-definition.ts';
import { prizeOfTier } from './instant-definition.ts';
import { printedAmounts } from './printed-amounts.ts';

export type InstantProblemReason =
  | 'fund_differs'
  | 'duplicate_id'
  | 'run_not_whole_packs'
  | 'too_many_packs'
  | 'more_prizes_than_tickets'
  | 'every_ticket_wins'
  | 'guarantee_missing'
  | 'guarantee_online'
  | 'spread_missing'
  | 'spread_online'
  | 'per_pack_missing'
  | 'per_pack_misplaced'
  | 'per_pack_fixed'
  | 'per_pack_infeasible'
  | 'pack_overfull'
  | 'mid_too_many'
  | 'top_too_many'
  | 'segments_exceed_packs'
  | 'segment_too_large'
  | 'floor_above_ceiling'
  | 'floor_infeasible'
  | 'ceiling_infeasible'
  | 'streak_infeasible'
  | 'settlement_missing'
  | 'too_many_amounts'
  | 'too_many_parts'
  | 'multiplier_not_played'
  | 'amount_not_on_ladder'
  | 'ladder_not_ascending'
  | 'ladder_step_without_tier'
  | 'ladder_beyond_cells'
  | 'too_few_amounts'
  | 'numbers_exhausted'
  | 'called_out_of_range'
  | 'grid_uneven'
  | 'grid_word_repeated'
  | 'grid_cannot_show';

export type InstantProblem = { readonly path: string; readonly reason: InstantProblemReason };
type Report = (path: string, reason: InstantProblemReason) => void;

/** Prizes of a tier in a segment before chance hands out what does not divide: the base, or one more. */
export const segmentBase = (count: number, segment: Segment, packs: number): number =>
  Number((BigInt(count) * BigInt(segment.packs)) / BigInt(packs));

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function guaranteeProblems(definition: InstantDefinition, report: Report): void {
  const { guarantee, tiers, packSize } = definition;
  if (definition.channel === 'online') {
    if (guarantee) report('guarantee', 'guarantee_online');
    tiers.forEach((tier, index) => {
      if (tier.spread || tier.perPack) report(`tiers.${index}`, 'spread_online');
    });
    return;
  }
  if (!guarantee) {
    report('guarantee', 'guarantee_missing');
    return;
  }
  if (!definition.settlement) report('settlement', 'settlement_missing');
  else {
    const { lowPrizesPercent, daysAfterActivation, nextPackActivated } = definition.settlement;
    if (lowPrizesPercent === undefined && daysAfterActivation === undefined && !nextPackActivated)
      report('settlement', 'settlement_missing');
  }
  let sound = true;
  tiers.forEach((tier, index) => {
    const wrong = (path: string, reason: InstantProblemReason): void => {
      sound = false;
      report(`tiers.${index}${path}`, reason);
    };
    if (!tier.spread) wrong('.spread', 'spread_missing');
    else if (tier.spread === 'low' && !tier.perPack) wrong('.perPack', 'per_pack_missing');
    else if (tier.spread !== 'low' && tier.perPack) wrong('.perPack', 'per_pack_misplaced');
    else if (tier.perPack && tier.perPack.max <= tier.perPack.min) wrong('.perPack', 'per_pack_fixed');
  });
  const packs = packCount(definition);
  if (guarantee.segments > packs) {
    report('guarantee.segments', 'segments_exceed_packs');
    return;
  }
  if (guarantee.floorCents > guarantee.ceilingCents) report('guarantee.floorCents', 'floor_above_ceiling');
  if (!sound) return;
  const largest = segmentAt(definition, 0);
  const smallest = segmentAt(definition, segmentCount(definition) - 1);
  if (largest.tickets > largestSegment) {
    report('guarantee.segments', 'segment_too_large');
    return;
  }
  const low = tiers.filter(({ spread }) => spread === 'low');
  const mid = tiers.filter(({ spread }) => spread === 'mid');
  const top = tiers.filter(({ spread }) => spread === 'top');
  tiers.forEach((tier, index) => {
    const { perPack } = tier;
    if (!perPack) return;
    const holds = [largest, smallest].every((segment) => {
      const base = segmentBase(tier.count, segment, packs);
      const exact = base * packs === tier.count * segment.packs;
      return segment.packs * perPack.min <= base && base + (exact ? 0 : 1) <= segment.packs * perPack.max;
    });
    if (!holds) report(`tiers.${index}.perPack`, 'per_pack_infeasible');
  });
  if (sumOf(low.map(({ perPack }) => perPack?.max ?? 0)) + 2 > packSize) report('packSize', 'pack_overfull');
  for (const segment of [largest, smallest]) {
    if (sumOf(mid.map(({ count }) => segmentBase(count, segment, packs) + 1)) > segment.packs) {
      report('tiers', 'mid_too_many');
      break;
    }
  }
  // Each in a pack of its own; a tenth of the packs keeps the search for free packs short.
  if (sumOf(top.map(({ count }) => count)) > Math.max(1, Math.floor(packs / 10))) report('tiers', 'top_too_many');
  const lowest = low.reduce((sum, tier) => sum + prizeOfTier(tier) * BigInt(tier.perPack?.min ?? 0), 0n);
  const lowFund = low.reduce((sum, tier) => sum + prizeOfTier(tier) * BigInt(tier.count), 0n);
  const highest = low.reduce((sum, tier) => sum + prizeOfTier(tier) * BigInt(tier.perPack?.max ?? 0), 0n);
  const dearestMid = mid.reduce((most, tier) => max(most, cents(prizeOfTier(tier))), ZERO);
  // The mean of what every pack must have cannot lie outside the limits.
  if (lowFund < guarantee.floorCents * BigInt(packs) || highest < guarantee.floorCents) report('guarantee.floorCents', 'floor_infeasible');
  if (lowest + dearestMid > guarantee.ceilingCents) report('guarantee.ceilingCents', 'ceiling_infeasible');
  const needed = Math.ceil(packSize / (guarantee.maxLoserStreak + 1));
  if (sumOf(low.map(({ perPack }) => perPack?.max ?? 0)) < needed || sumOf(low.map(({ count }) => count)) < needed * packs)
    report('guarantee.maxLoserStreak', 'streak_infeasible');
}

function playProblems(definition: InstantDefinition, report: Report): void {
  const { play, tiers } = definition;
  const amounts = printedAmounts(definition);
  const mostParts = Math.max(...tiers.map(({ partsCents }) => partsCents.length));
  const tooManyParts = (most: number): void => {
    tiers.forEach(({ partsCents }, index) => {
      if (partsCents.length > most) report(`tiers.${index}.partsCents`, 'too_many_parts');
    });
  };
  if (play.style !== 'multiplier') {
    tiers.forEach(({ multiplier }, index) => {
      if (multiplier !== 1) report(`tiers.${index}.multiplier`, 'multiplier_not_played');
    });
  }
  if (amounts.length > 200) report('tiers', 'too_many_amounts');
  switch (play.style) {
    case 'match-three': {
      tooManyParts(Math.floor(play.cells / 3));
      // A losing face shows each amount twice at most, also beside a winning triplet.
      const distinctParts = tiers.every(({ partsCents }) => new Set(partsCents).size === partsCents.length);
      if (!distinctParts) report('tiers', 'too_many_parts');
      if (2 * amounts.length < play.cells) report('play.decoyCents', 'too_few_amounts');
      break;
    }
    case 'key-number':
    case 'multiplier':
      tooManyParts(Math.min(play.winningNumbers, play.yourNumbers));
      if (play.winningNumbers + play.yourNumbers > play.from) report('play.from', 'numbers_exhausted');
      break;
    case 'tic-tac-toe': {
      tooManyParts(play.boards);
      if (play.boards * 9 > play.from) report('play.from', 'numbers_exhausted');
      // Three numbers a board can always be called without a further line, and every number that lies on no board.
      const least = 3 * play.boards + (play.from - 9 * play.boards);
      if (play.called < 3 * mostParts || play.called > least) report('play.called', 'called_out_of_range');
      break;
    }
    case 'collect':
    case 'crossword': {
      tooManyParts(1);
      play.ladder.forEach((step, index) => {
        const before = play.ladder[index - 1];
        if (before && (step.count <= before.count || step.prizeCents <= before.prizeCents))
          report(`play.ladder.${index}`, 'ladder_not_ascending');
        if (!tiers.some(({ partsCents }) => partsCents[0] === step.prizeCents)) report(`play.ladder.${index}`, 'ladder_step_without_tier');
      });
      tiers.forEach(({ partsCents }, index) => {
        if (!play.ladder.some(({ prizeCents }) => prizeCents === partsCents[0]))
          report(`tiers.${index}.partsCents`, 'amount_not_on_ladder');
      });
      if (play.style === 'crossword') {
        const problem = crosswordProblem(play);
        if (problem) report(problem.path, problem.reason);
        break;
      }
      const first = play.ladder[0]?.count ?? 0;
      const last = play.ladder.at(-1)?.count ?? 0;
      // Another symbol may come as often as the first step minus one, so that no face shows more of it than of the special one.
      if (last > play.cells || first < 2 || play.others * (first - 1) < play.cells) report('play.ladder', 'ladder_beyond_cells');
    }
  }
}

/** Every problem, in the order of the papers; empty when the run can be generated. */
export function instantProblems(definition: InstantDefinition): InstantProblem[] {
  const problems: InstantProblem[] = [];
  const report: Report = (path, reason) => problems.push({ path, reason });
  const { tiers, runSize, packSize } = definition;
  if (new Set(tiers.map(({ id }) => id)).size !== tiers.length) report('tiers', 'duplicate_id');
  if (runSize % packSize !== 0) report('runSize', 'run_not_whole_packs');
  if (packCount(definition) > 9_000_000) report('packSize', 'too_many_packs');
  const prizes = sumOf(tiers.map(({ count }) => count));
  if (prizes > runSize) report('tiers', 'more_prizes_than_tickets');
  else if (prizes === runSize) report('tiers', 'every_ticket_wins');
  const fund = tiers.reduce((sum, tier) => sum + prizeOfTier(tier) * BigInt(tier.count), 0n);
  if (fund !== definition.prizeFundCents) report('prizeFundCents', 'fund_differs');
  playProblems(definition, report);
  if (problems.length === 0) guaranteeProblems(definition, report);
  return problems;
}
