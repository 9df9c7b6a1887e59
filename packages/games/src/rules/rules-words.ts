/** The phrases of the player's rules, one implementation per language. Numbers arrive already written in that language. */
import type { Language } from '../definition/game-fields.ts';

export type RulesWords = {
  readonly language: Language;
  /** Separators of numbers: decimal and thousands. */
  readonly decimal: string;
  readonly thousands: string;
  readonly headings: {
    readonly modality: string;
    readonly elements: string;
    readonly draws: string;
    readonly winning: string;
    readonly prizes: string;
    readonly claims: string;
  };
  readonly columns: { readonly tier: string; readonly condition: string; readonly odds: string; readonly prize: string };
  readonly weekdays: readonly [string, string, string, string, string, string, string];
  readonly numbers: string;
  readonly bonusNumbers: string;
  readonly digit: string;
  readonly and: string;
  readonly or: string;

  modality(assigned: boolean): string;
  panel(count: string, name: string, first: string, last: string): string;
  systems(name: string, most: string): string;
  bonus(count: string, name: string): string;
  printedDigit(name: string, last: string): string;
  rounds(count: string): string;
  keno(marks: string, spots: string, drawn: string): string;
  digits(positions: string, repeats: boolean, assigned: boolean): string;
  series(count: string): string;
  bets(list: string): string;
  stock(first: string, last: string, series: string, fractions: string): string;
  codes(): string;
  price(amount: string): string;
  units(list: string): string;
  consecutive(draws: string): string;
  mostStake(amount: string): string;
  addOn(name: string, amount: string, required: boolean, perLine: boolean): string;

  weekly(days: string, time: string, zone: string): string;
  onDay(day: string, time: string, zone: string): string;
  closes(minutes: string): string;
  cancels(minutes: string): string;

  hits(count: string, name: string): string;
  withDigit(name: string, drawn: boolean): string;
  inRound(round: string): string;
  anyLine(): string;
  kenoHits(hits: string, marks: string): string;
  exact(): string;
  anyOrder(orders: string | undefined): string;
  firstDigits(count: string): string;
  lastDigits(count: string): string;
  sameSeries(): string;
  drawnNumber(extraction: string): string;
  neighbour(extraction: string): string;
  block(extraction: string, size: string): string;
  ending(extraction: string, count: string): string;
  fraction(extraction: string): string;
  drawnCodes(count: string): string;
  oneIn(odds: string): string;
  bySales(): string;
  perWin(amount: string): string;
  shareOf(percent: string, of: 'stakes' | 'fund' | 'rest'): string;
  remainder(): string;
  carriedOnly(): string;

  fund(percent: string, retained: string): string;
  returned(percent: string, bet: string | undefined): string;
  aside(percent: string, of: 'stakes' | 'fund' | 'rest', account: string): string;
  pour(account: string, tier: string, every: string): string;
  empty(tier: string, to: string): string;
  toTier(tier: string): string;
  toLower(): string;
  toHigher(): string;
  toAccount(account: string): string;
  toOperator(): string;
  overTiers(list: string): string;
  /** Where an amount goes when no category that it may go to has winners. */
  orElse(to: string, otherwise: string): string;
  laterShare(tier: string, draw: string, percent: string): string;
  tierCap(tier: string, amount: string): string;
  startValue(tier: string, amount: string): string;
  guarantee(tier: string, amount: string): string;
  jackpotCap(tier: string, amount: string, to: string): string;
  fallsAt(tier: string, draw: string, to: string): string;
  fallsAtCap(tier: string, draws: string, to: string): string;
  fallsOn(tier: string, to: string): string;
  shortage(): string;
  inversion(): string;
  raisedToFixed(): string;
  rounding(tiers: string, mode: 'down' | 'nearest' | 'up', step: string): string;
  minimum(tier: string, amount: string, to: string): string;
  tax(tiers: string, percent: string, above: string): string;

  claims(days: string): string;
  closedDays(extends_: boolean): string;
};
