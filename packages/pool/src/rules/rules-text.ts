/**
 * The player's rules of a pool in Catalan, Spanish, French and English, every number taken from the definition: the bet,
 * stakes, share paid, how a dividend comes about, tiers, dead heats, what happens when nobody is right, scratches, carryover.
 *
 * Rule reference: the act asks for published rules that name the modality, the elements, the rules, the share paid and the
 * operator's retention; incident R01 (the help text names the dead-heat formula that is used).
 * Example: a win pool with 1800 basis points says "The takeout is 18% of the stakes; 82% is paid out."
 */
import { type Cents, type Currency, minorDigits, type Rational, rational, ratioOne, subtractRational, toDecimal } from '@valira/money';
import type { Destination, PrizePlan } from '@valira/prizes';
import { type Bet, legCount, type PlaceTable, shapeOf } from '../definition/bet-type.ts';
import type { CascadeStep, PoolDefinition } from '../definition/pool-definition.ts';
import { splitRule } from '../settle/dividend.ts';
import type { Language, RulesWords } from './rules-words.ts';
import { wordsCa } from './words-ca.ts';
import { wordsEn } from './words-en.ts';
import { wordsEs } from './words-es.ts';
import { wordsFr } from './words-fr.ts';

export type RulesSection = { readonly heading: string; readonly paragraphs: readonly string[] };
export type PoolRulesText = {
  readonly language: Language;
  readonly title: string;
  readonly version: number;
  readonly sections: readonly RulesSection[];
};

const wordsOf: Readonly<Record<Language, RulesWords>> = { ca: wordsCa, es: wordsEs, fr: wordsFr, en: wordsEn };

/** Numbers, amounts and lists as one language writes them. */
class Writer {
  readonly words: RulesWords;
  readonly #currency: Currency;

  constructor(words: RulesWords, currency: Currency) {
    this.words = words;
    this.#currency = currency;
  }

  number(value: bigint | number | string): string {
    const [whole = '', fraction] = String(value).split('.');
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, this.words.thousands);
    return fraction === undefined ? grouped : `${grouped}${this.words.decimal}${fraction}`;
  }

  amount(cents: Cents): string {
    const digits = minorDigits[this.#currency];
    const text = this.number(toDecimal({ n: cents, d: 10n ** BigInt(digits) }, digits));
    return this.words.language === 'en' ? `${this.#currency} ${text}` : `${text} ${this.#currency}`;
  }

  percent(share: Rational): string {
    const text = this.number(toDecimal({ n: share.n * 100n, d: share.d }, 4).replace(/\.?0+$/, ''));
    return this.words.language === 'en' ? `${text}%` : `${text} %`;
  }

  bps(value: number): string {
    return this.percent(rational(BigInt(value), 10_000n));
  }

  /** A date as 2026-12-31, in words. */
  date(iso: string): string {
    const [year = '', month = '', day = ''] = iso.split('-');
    return this.words.date(String(Number(day)), this.words.months[Number(month) - 1] ?? month, year);
  }

  /** The name of a tier: its number from the best. */
  tier(plan: PrizePlan, id: string): string {
    return this.words.tierName(this.number(plan.tiers.findIndex((tier) => tier.id === id) + 1));
  }

  list(items: readonly (string | number)[]): string {
    const all = items.map(String);
    return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${this.words.and} ${all.at(-1) ?? ''}`;
  }
}

function betSentence(write: Writer, bet: Bet): string[] {
  const { words } = write;
  const rows = (table: PlaceTable) => table.map((row) => words.placeRow(write.number(row.declared), write.number(row.paid))).join('; ');
  const shape = shapeOf(bet);
  const legs = write.number(legCount(bet));
  switch (bet.type) {
    case 'win':
      return [words.win()];
    case 'free':
      return [words.free()];
    case 'place':
    case 'show':
      return [words.placed(rows(bet.places))];
    case 'placepot':
      return [words.placepot(legs, rows(bet.places))];
    case 'double':
    case 'treble':
    case 'pick':
      return [words.legs(legs)];
    case 'over-under':
      return [words.overUnder(legs)];
    case 'sports': {
      const matches = words.matches(write.number(bet.legs), bet.outcomes.join(', '));
      return bet.plus ? [matches, words.plus(bet.plus.name, write.number(bet.plus.outcomes.length))] : [matches];
    }
    case 'tierce':
    case 'quarte':
    case 'quinte':
      return [words.ranked(write.number(shape.kind === 'legs' ? 0 : shape.pick))];
    default: {
      const pick = write.number(shape.kind === 'legs' ? 0 : shape.pick);
      if (shape.kind === 'ordered') return [words.inOrder(pick)];
      return [words.anyOrder(pick, bet.type === 'swinger' ? write.number(bet.ofFirst) : pick)];
    }
  }
}

function stakeParagraphs(write: Writer, { stake, bet, reducedSystems }: PoolDefinition): string[] {
  const { words } = write;
  const most = write.number(stake.maximumCombinations);
  return [
    words.unit(write.amount(stake.unitCents)),
    stake.flexiMinimumBps === null ? words.multiples() : words.flexi(write.bps(stake.flexiMinimumBps)),
    words.limits(write.amount(stake.minimumCents), write.amount(stake.maximumCents)),
    shapeOf(bet).kind === 'legs' ? words.legForms(most) : words.raceForms(most),
    ...reducedSystems.map((system) => words.reduced(system.name, write.number(system.lines.length), write.number(system.marks.length))),
  ];
}

function methodSentence({ words }: Writer, { price }: PoolDefinition): string {
  switch (price.method) {
    case 'profit-split':
    case 'france':
      return words.profitSplit();
    case 'equal-share':
      return words.equalShare();
    case 'jra':
      return words.jra();
    case 'net':
      return words.net();
    case 'tiered':
      return words.tiered();
    case 'single':
      return words.single();
  }
}

function priceParagraphs(write: Writer, definition: PoolDefinition): string[] {
  const { words } = write;
  const { dividend, price, takeoutBps, fundStepCents, guarantee, payoutCapCents } = definition;
  const paragraphs = [
    words.takeout(write.bps(takeoutBps), write.percent(subtractRational(ratioOne, rational(BigInt(takeoutBps), 10_000n)))),
  ];
  if (fundStepCents > 1n) paragraphs.push(words.fundStep(write.amount(fundStepCents)));
  paragraphs.push(methodSentence(write, definition));
  if (price.method !== 'tiered')
    paragraphs.push(words.quoted(write.amount(dividend.perCents), write.amount(dividend.breakStepCents), dividend.rounding === 'nearest'));
  paragraphs.push(words.breakage());
  if (dividend.minimumCents > 0n) {
    paragraphs.push(words.minimum(write.amount(dividend.minimumCents)));
    const { shortfall } = dividend;
    if (shortfall.paidBy === 'operator') paragraphs.push(words.byOperator());
    else if (shortfall.paidBy === 'refund') paragraphs.push(words.byRefund());
    else paragraphs.push(words.byTakeout(write.bps(shortfall.floorBps), shortfall.beyondFloor === 'refund'));
  }
  if (guarantee) paragraphs.push(words.guarantee(write.amount(guarantee.fundCents), guarantee.carryoverCounts));
  if (payoutCapCents !== null) paragraphs.push(words.cap(write.amount(payoutCapCents), dividend.minimumCents > 0n));
  return paragraphs;
}

function tierCondition(write: Writer, { bet, tiers }: PoolDefinition, id: string): string {
  const { words } = write;
  if ('ranks' in bet) {
    const match = bet.ranks.find((rank) => rank.id === id)?.match;
    if (match?.kind === 'of-first') return words.rankOfFirst(write.number(match.count), write.number(match.ofFirst));
    return match?.kind === 'any-order' ? words.rankAnyOrder() : words.rankOrder();
  }
  const tier = tiers.find((one) => one.id === id);
  if (!tier) return '';
  const parts = [words.correct(write.number(tier.correct), tier.count === 'at-least')];
  if (tier.plus === 'right') parts.push(words.plusRight());
  if (tier.plus === 'wrong') parts.push(words.plusWrong());
  if (tier.uniqueOnly) parts.push(words.uniqueOnly());
  return parts.join(', ');
}

const capital = (phrase: string): string => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}`;

/** Where a fund goes that a tier does not pay, and where it goes when nobody there is a winner either. */
function destination(write: Writer, plan: PrizePlan, to: Destination): string {
  const way = firstWay(write, plan, to);
  return 'otherwise' in to ? write.words.failing(way, firstWay(write, plan, to.otherwise)) : way;
}

function firstWay(write: Writer, plan: PrizePlan, to: Destination): string {
  const { words } = write;
  switch (to.to) {
    case 'operator':
      return words.toOperator();
    case 'account':
      return words.toAccount(to.account);
    case 'carry':
      return words.toCarry(write.tier(plan, to.tier));
    case 'next-lower':
      return words.toLower();
    case 'next-higher':
      return words.toHigher();
    case 'tiers':
      return words.toTiers(write.list(to.split.map(({ tier, share }) => `${write.tier(plan, tier)} (${write.percent(share)})`)));
  }
}

function tierParagraphs(write: Writer, definition: PoolDefinition): string[] {
  const { words } = write;
  const { prizePlan: plan, bet } = definition;
  const paragraphs: string[] = [];
  if (!plan) return paragraphs;
  for (const { id, prize, rounding, minimum, empty } of plan.tiers) {
    const name = capital(write.tier(plan, id));
    const worth =
      prize.kind === 'shared'
        ? words.shareOf(write.percent(prize.share), prize.of)
        : prize.kind === 'fixed'
          ? words.fixed(write.amount(prize.amountCents))
          : prize.kind === 'remainder'
            ? words.remainder()
            : words.carriedOnly();
    paragraphs.push(words.tier(`${name} (${id})`, tierCondition(write, definition, id), worth));
    paragraphs.push(words.tierStep(name, write.amount(rounding.stepCents), rounding.mode));
    if (empty) paragraphs.push(words.unwon(name, destination(write, plan, empty)));
    if (minimum) paragraphs.push(words.tierMinimum(name, write.amount(minimum.amountCents), destination(write, plan, minimum.otherwise)));
  }
  if ('ranks' in bet && bet.orderRatio !== null) paragraphs.push(words.orderRatio(write.number(bet.orderRatio)));
  return paragraphs;
}

function cascadeStep(write: Writer, step: CascadeStep): string {
  const { words } = write;
  switch (step.step) {
    case 'next-finisher':
      return words.nextFinisher();
    case 'places-right':
      return words.placesRight(write.list(step.places), step.places.length > 1);
    case 'either-place':
      return words.eitherPlace(write.list(step.places));
    case 'contains':
      return words.contains(write.number(step.count), write.number(step.ofFirst));
    case 'most-correct':
      return words.mostCorrect();
    case 'carryover':
      return words.carryover();
    case 'refund':
      return words.refund();
  }
}

const sentence = (phrase: string): string => `${capital(phrase)}.`;

function changeParagraphs(write: Writer, { bet, scratch, voidLegs, tiers }: PoolDefinition): string[] {
  const { words } = write;
  const overLegs = shapeOf(bet).kind === 'legs' && legCount(bet) > 1;
  const paragraphs = [words.scratch(scratch), overLegs ? words.voidAll() : words.voidRace()];
  if (overLegs) {
    paragraphs.push(words.voidFirst(voidLegs.first === 'refund'), words.voidLater(voidLegs.later === 'refund'));
    if (voidLegs.refundAbove < legCount(bet) - 1) paragraphs.push(words.voidAbove(write.number(voidLegs.refundAbove)));
    if (voidLegs.consolations === 'suppressed' && tiers.length > 0) paragraphs.push(words.noConsolations());
  }
  return [...paragraphs, words.late()];
}

export function poolRulesText(definition: PoolDefinition, language: Language): PoolRulesText {
  const words = wordsOf[language];
  const write = new Writer(words, definition.currency);
  const { bet, price, carryover, cascade } = definition;
  const { headings } = words;
  const deadHeats = [words.deadHeat(splitRule(price))];
  if (price.placeShares === 'by-place') deadHeats.push(words.byPlace());
  deadHeats.push(words.coupled(price.coupledFinish === 'moves-up'));
  const matches = bet.type === 'sports' || bet.type === 'over-under';
  const sections: RulesSection[] = [
    { heading: headings.modality, paragraphs: [words.modality(), ...betSentence(write, bet)] },
    { heading: headings.stakes, paragraphs: stakeParagraphs(write, definition) },
    { heading: headings.price, paragraphs: priceParagraphs(write, definition) },
    ...(definition.prizePlan ? [{ heading: headings.tiers, paragraphs: tierParagraphs(write, definition) }] : []),
    ...(matches ? [] : [{ heading: headings.deadHeats, paragraphs: deadHeats }]),
    { heading: headings.noWinner, paragraphs: cascade.map((step, i) => `${write.number(i + 1)}. ${sentence(cascadeStep(write, step))}`) },
    { heading: headings.changes, paragraphs: changeParagraphs(write, definition) },
  ];
  if (carryover) {
    const paragraphs = [words.carries()];
    if (carryover.capCents !== null) paragraphs.push(words.carryoverCap(write.amount(carryover.capCents)));
    if (carryover.mandatoryDates.length > 0)
      paragraphs.push(words.mandatory(write.list(carryover.mandatoryDates.map((date) => write.date(date)))));
    sections.push({ heading: headings.carryover, paragraphs });
  }
  return { language, title: words.titles[bet.type] ?? bet.type, version: definition.version, sections };
}
