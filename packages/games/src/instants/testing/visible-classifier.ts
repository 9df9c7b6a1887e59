/**
 * A classifier that looks at everything a shopkeeper can see before scratching, and tries to tell winners: naive Bayes over counted values,
 * learnt on the first half of a run and judged on the second by the rank-sum statistic (the area under its curve).
 *
 * Features: every open symbol by place and by value, how often values repeat, lines and sums of open numbers, pack, ticket and check digit
 * of the printed number, and what the neighbour before shows.
 */
import { dammDigit } from '../ticket-number.ts';

export type VisibleTicket = { readonly open: Uint8Array; readonly pack: number; readonly ticket: number; readonly wins: boolean };

/** Numbers of values that one feature may have; a value is taken modulo this. */
const values = 512;

function featuresOf({ open, pack, ticket }: VisibleTicket, before: VisibleTicket | undefined): number[] {
  const features = [...open];
  const seen = new Uint8Array(256);
  for (const symbol of open.subarray(1)) seen[symbol] = (seen[symbol] ?? 0) + 1;
  features.push(...seen.subarray(0, 64), seen.filter((count) => count === 1).length);
  for (let at = 1; at + 9 <= open.length; at += 9) {
    const board = open.subarray(at, at + 9);
    const sum = (...cells: number[]): number => cells.reduce((total, cell) => total + (board[cell] ?? 0), 0);
    features.push(sum(0, 1, 2), sum(3, 4, 5), sum(6, 7, 8), sum(0, 3, 6), sum(1, 4, 7), sum(2, 5, 8), sum(0, 4, 8), sum(2, 4, 6));
  }
  features.push(pack % 2, pack % 10, Math.floor(pack / 10) % 10, Math.floor(pack / 100), ticket, ticket % 2, ticket % 7);
  features.push(dammDigit(String(pack).padStart(6, '0') + String(ticket).padStart(3, '0')), before?.open[0] ?? 255);
  return features;
}

/** Standard deviations by which the classifier ranks winners of the second half above losers; about 0 when it knows nothing. */
export function rankScore(tickets: readonly VisibleTicket[]): number {
  const half = Math.floor(tickets.length / 2);
  const width = featuresOf(tickets[0] as VisibleTicket, undefined).length;
  const won = new Float64Array(width * values);
  const all = new Float64Array(width * values);
  let winners = 0;
  const cell = (feature: number, value: number): number => feature * values + (value % values);
  for (let i = 0; i < half; i += 1) {
    const ticket = tickets[i] as VisibleTicket;
    if (ticket.wins) winners += 1;
    featuresOf(ticket, tickets[i - 1]).forEach((value, feature) => {
      const at = cell(feature, value);
      all[at] = (all[at] ?? 0) + 1;
      if (ticket.wins) won[at] = (won[at] ?? 0) + 1;
    });
  }
  const base = winners / half;
  // Rare values are drawn towards the base rate, so that they do not drown the others in noise.
  const weight = Float64Array.from(all, (count, at) => {
    const share = ((won[at] ?? 0) + 200 * base) / (count + 200);
    return Math.log(share / base) - Math.log((1 - share) / (1 - base));
  });
  const scored = tickets.slice(half).map((ticket, i) => ({
    wins: ticket.wins,
    score: featuresOf(ticket, tickets[half + i - 1]).reduce((sum, value, feature) => sum + (weight[cell(feature, value)] ?? 0), 0),
  }));
  scored.sort((a, b) => a.score - b.score);
  let ranks = 0;
  let count = 0;
  for (let from = 0; from < scored.length; ) {
    let until = from;
    while (until < scored.length && scored[until]?.score === scored[from]?.score) until += 1;
    const middle = (from + 1 + until) / 2;
    for (; from < until; from += 1) {
      if (!scored[from]?.wins) continue;
      ranks += middle;
      count += 1;
    }
  }
  const losers = scored.length - count;
  const mean = (count * (scored.length + 1)) / 2;
  return (ranks - mean) / Math.sqrt((count * losers * (scored.length + 1)) / 12);
}
