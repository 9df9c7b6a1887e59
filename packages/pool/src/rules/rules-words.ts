/**
 * The phrases of a pool's rules, one implementation per language. Numbers arrive already written in that language; a phrase that
 * counts something has its own words for one of it.
 */
export type Language = 'ca' | 'es' | 'fr' | 'en';

export type RulesWords = {
  readonly language: Language;
  readonly decimal: string;
  readonly thousands: string;
  readonly and: string;
  readonly headings: {
    readonly modality: string;
    readonly stakes: string;
    readonly price: string;
    readonly tiers: string;
    readonly deadHeats: string;
    readonly noWinner: string;
    readonly changes: string;
    readonly carryover: string;
  };
  readonly titles: Readonly<Record<string, string>>;
  /** Names of the months from January, as they stand in a date. */
  readonly months: readonly string[];
  date(day: string, month: string, year: string): string;
  // What is bet on.
  modality(): string;
  win(): string;
  placed(rows: string): string;
  placeRow(declared: string, paid: string): string;
  anyOrder(runners: string, ofFirst: string): string;
  inOrder(runners: string): string;
  ranked(runners: string): string;
  legs(count: string): string;
  placepot(count: string, rows: string): string;
  matches(count: string, outcomes: string): string;
  plus(name: string, outcomes: string): string;
  overUnder(count: string): string;
  free(): string;
  // Stakes.
  unit(amount: string): string;
  multiples(): string;
  flexi(percent: string): string;
  limits(least: string, most: string): string;
  raceForms(combinations: string): string;
  legForms(combinations: string): string;
  reduced(name: string, lines: string, legs: string): string;
  // Price.
  takeout(percent: string, paid: string): string;
  single(): string;
  profitSplit(): string;
  equalShare(): string;
  jra(): string;
  net(): string;
  tiered(): string;
  quoted(per: string, step: string, nearest: boolean): string;
  fundStep(step: string): string;
  breakage(): string;
  minimum(amount: string): string;
  byOperator(): string;
  byTakeout(floor: string, thenRefund: boolean): string;
  byRefund(): string;
  /** `butMinimum`: the least dividend goes before the cap. */
  cap(amount: string, butMinimum: boolean): string;
  guarantee(amount: string, carryoverCounts: boolean): string;
  // Tiers. Players know them by their number from the best; what an operator calls them stands beside it once.
  tierName(number: string): string;
  tier(name: string, condition: string, worth: string): string;
  correct(count: string, atLeast: boolean): string;
  plusRight(): string;
  plusWrong(): string;
  uniqueOnly(): string;
  rankOrder(): string;
  rankAnyOrder(): string;
  rankOfFirst(count: string, ofFirst: string): string;
  shareOf(percent: string, of: 'fund' | 'rest' | 'stakes'): string;
  remainder(): string;
  carriedOnly(): string;
  fixed(amount: string): string;
  tierStep(name: string, step: string, mode: 'down' | 'nearest' | 'up'): string;
  /** Where the fund of a tier goes that nobody wins. */
  unwon(name: string, where: string): string;
  toCarry(tier: string): string;
  toLower(): string;
  toHigher(): string;
  toTiers(tiers: string): string;
  toAccount(account: string): string;
  toOperator(): string;
  /** Two ways, the second where the first leads nowhere. */
  failing(way: string, otherwise: string): string;
  tierMinimum(name: string, amount: string, where: string): string;
  orderRatio(times: string): string;
  // Dead heats and coupled entries.
  deadHeat(split: 'profit-split' | 'equal-share' | 'single-price' | 'jra'): string;
  byPlace(): string;
  coupled(movesUp: boolean): string;
  // Nobody holds the result.
  nextFinisher(): string;
  placesRight(places: string, several: boolean): string;
  eitherPlace(places: string): string;
  contains(count: string, ofFirst: string): string;
  mostCorrect(): string;
  carryover(): string;
  refund(): string;
  // Scratches and void legs.
  scratch(rule: 'refund' | 'substitute-favourite' | 'all-win' | 'consolation' | 'loses'): string;
  voidRace(): string;
  voidAll(): string;
  voidFirst(refund: boolean): string;
  voidLater(refund: boolean): string;
  voidAbove(count: string): string;
  noConsolations(): string;
  late(): string;
  // Carryover.
  carries(): string;
  carryoverCap(amount: string): string;
  mandatory(dates: string): string;
};
