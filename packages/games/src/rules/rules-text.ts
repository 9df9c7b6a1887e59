/**
 * The player's rules of a game in Catalan, Spanish, French and English, every number taken from the definition or the odds:
 * modality, elements, draws, winning categories with their chances, prizes and share paid, claims.
 *
 * Rule reference: the act asks for published rules that name the modality, the elements, the rules, the share paid as prizes and
 * the operator's retention. Example: Keno says that ten right of ten marked pays EUR 100,000.00 and wins 1 in 8,911,711.
 */
import { type Rational, ratioOne, subtractRational, toDecimal } from '@valira/money';
import type { Destination, PrizePlan } from '@valira/prizes';
import type { GameDefinition, GamePart } from '../definition/game-definition.ts';
import type { Language } from '../definition/game-fields.ts';
import { gameOdds } from '../odds/game-odds.ts';
import { tierOdds } from '../odds/tier-odds.ts';
import { elementSentences } from './element-sentences.ts';
import type { RulesWords } from './rules-words.ts';
import { winCondition } from './win-condition.ts';
import { wordsCa } from './words-ca.ts';
import { wordsEn } from './words-en.ts';
import { wordsEs } from './words-es.ts';
import { wordsFr } from './words-fr.ts';
import { writeAmount, writeDecimal, writeInteger, writeList, writePercent } from './written-number.ts';

export type RulesTableRow = { readonly tier: string; readonly condition: string; readonly odds: string; readonly prize: string };
export type RulesSection = {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Winning categories, with the headings of the columns first. */
  readonly table?: { readonly columns: RulesTableRow; readonly rows: readonly RulesTableRow[] };
};
export type RulesText = {
  readonly language: Language;
  readonly title: string;
  readonly version: number;
  readonly sections: readonly RulesSection[];
};

const wordsOf: Readonly<Record<Language, RulesWords>> = { ca: wordsCa, es: wordsEs, fr: wordsFr, en: wordsEn };

/** Odds as the number of cases for one win, with two decimals below 1,000 and none above. */
function writeOdds(words: RulesWords, chance: Rational): string {
  const cases = { n: chance.d, d: chance.n };
  const digits = cases.n < 1000n * cases.d ? 2 : 0;
  return words.oneIn(writeDecimal(words, toDecimal(cases, digits)));
}

function prizeCell(words: RulesWords, part: GamePart, game: GameDefinition, tier: string): string {
  const { prize } = part.prizes.tiers.find(({ id }) => id === tier) ?? {};
  if (prize?.kind === 'fixed') return words.perWin(writeAmount(words, prize.amountCents, game.currency));
  if (prize?.kind === 'shared') return words.shareOf(writePercent(words, prize.share), prize.of);
  return prize?.kind === 'remainder' ? words.remainder() : words.carriedOnly();
}

/** One row per win of a part; a bet that has the win in several patterns of digits states each chance. */
function winRows(words: RulesWords, part: GamePart, game: GameDefinition): RulesTableRow[] {
  const bets = tierOdds(part);
  return part.wins.map((win) => {
    const condition = winCondition(words, part, win);
    const chances = bets.flatMap(({ odds, bet }) =>
      odds.filter((entry) => entry.win === win).map(({ probability }) => ({ bet, probability })),
    );
    const odds =
      part.family === 'raffle'
        ? words.bySales()
        : writeList([...new Set(chances.map(({ probability }) => writeOdds(words, probability)))], words.or);
    return { tier: win.tier, condition, odds, prize: prizeCell(words, part, game, win.tier) };
  });
}

function goesTo(words: RulesWords, to: Destination): string {
  switch (to.to) {
    case 'operator':
      return words.toOperator();
    case 'account':
      return words.toAccount(to.account);
    case 'carry':
      return words.toTier(to.tier);
    case 'next-lower':
      return words.orElse(words.toLower(), goesTo(words, to.otherwise));
    case 'next-higher':
      return words.orElse(words.toHigher(), goesTo(words, to.otherwise));
    case 'tiers':
      return words.orElse(
        words.overTiers(
          writeList(
            to.split.map(({ tier, share }) => `${tier} (${writePercent(words, share)})`),
            words.and,
          ),
        ),
        goesTo(words, to.otherwise),
      );
  }
}

/** The name of a bet, with the pattern of its digits where the chance depends on it. */
function betName(words: RulesWords, part: GamePart, bet: string): string {
  if (part.family !== 'digits') return bet;
  const [id = '', pattern] = bet.split(' ');
  const name = part.bets.find((offered) => offered.id === id)?.name[words.language] ?? id;
  return pattern === undefined ? name : `${name}, ${pattern}`;
}

/** Sentences on jackpots: start, guarantee, cap, when it falls. */
function jackpotSentences(words: RulesWords, tier: PrizePlan['tiers'][number], game: GameDefinition): string[] {
  const { jackpot, id } = tier;
  if (!jackpot) return [];
  const sentences: string[] = [];
  const amount = (cents: Parameters<typeof writeAmount>[1]): string => writeAmount(words, cents, game.currency);
  if (jackpot.startValue) sentences.push(words.startValue(id, amount(jackpot.startValue.amountCents)));
  if (jackpot.guarantee) sentences.push(words.guarantee(id, amount(jackpot.guarantee.amountCents)));
  if (jackpot.cap) sentences.push(words.jackpotCap(id, amount(jackpot.cap.amountCents), goesTo(words, jackpot.cap.excessTo)));
  const falls = jackpot.mustBeWon;
  if (falls?.atCycleDraw !== undefined)
    sentences.push(words.fallsAt(id, writeInteger(words, falls.atCycleDraw), goesTo(words, falls.rollDown)));
  if (falls?.afterDrawsAtCap !== undefined)
    sentences.push(words.fallsAtCap(id, writeInteger(words, falls.afterDrawsAtCap), goesTo(words, falls.rollDown)));
  if (falls && falls.occasions.length > 0) sentences.push(words.fallsOn(id, goesTo(words, falls.rollDown)));
  return sentences;
}

/** Tiers that share a rule are named together. */
function grouped<T>(items: readonly { readonly id: string; readonly rule: T }[], key: (rule: T) => string): { ids: string[]; rule: T }[] {
  const groups = new Map<string, { ids: string[]; rule: T }>();
  for (const { id, rule } of items) {
    const group = groups.get(key(rule)) ?? { ids: [], rule };
    group.ids.push(id);
    groups.set(key(rule), group);
  }
  return [...groups.values()];
}

function prizeSentences(words: RulesWords, part: GamePart, game: GameDefinition): string[] {
  const plan = part.prizes;
  const sentences = [words.fund(writePercent(words, plan.fund.share), writePercent(words, subtractRational(ratioOne, plan.fund.share)))];
  const reports = gameOdds(part);
  for (const { bet, returned } of reports)
    sentences.push(words.returned(writePercent(words, returned), reports.length > 1 ? betName(words, part, bet) : undefined));
  for (const { share, of, account, schedule } of plan.setAsides) {
    sentences.push(words.aside(writePercent(words, share), of, account));
    for (const step of schedule)
      sentences.push(words.laterShare(account, writeInteger(words, step.fromCycleDraw), writePercent(words, step.share)));
  }
  for (const { account, tier, occasion } of plan.pours) {
    const every = game.occasions.find(({ name }) => name === occasion)?.everyDraws ?? 1;
    sentences.push(words.pour(account, tier, writeInteger(words, every)));
  }
  const shared = plan.tiers.filter(({ prize }) => prize.kind !== 'fixed');
  for (const tier of plan.tiers) {
    const { prize } = tier;
    if (prize.kind === 'shared') {
      for (const step of prize.schedule)
        sentences.push(words.laterShare(tier.id, writeInteger(words, step.fromCycleDraw), writePercent(words, step.share)));
    }
    if (prize.kind === 'fixed' && prize.perDrawCapCents !== undefined)
      sentences.push(words.tierCap(tier.id, writeAmount(words, prize.perDrawCapCents, game.currency)));
    sentences.push(...jackpotSentences(words, tier, game));
    if (tier.minimum)
      sentences.push(
        words.minimum(tier.id, writeAmount(words, tier.minimum.amountCents, game.currency), goesTo(words, tier.minimum.otherwise)),
      );
  }
  const empties = shared.flatMap(({ id, empty }) => (empty ? [{ id, rule: goesTo(words, empty) }] : []));
  for (const { ids, rule } of grouped(empties, (text) => text)) sentences.push(words.empty(writeList(ids, words.or), rule));
  if (plan.fixed.conversion === 'highest-first') sentences.push(words.shortage());
  if (plan.inversion.rule === 'merge') sentences.push(words.inversion());
  if (plan.inversion.rule === 'merge' && plan.inversion.fixedTiers !== 'merge') sentences.push(words.raisedToFixed());
  const roundings = shared.map(({ id, rounding }) => ({ id, rule: rounding }));
  for (const { ids, rule } of grouped(roundings, ({ mode, stepCents }) => `${mode}/${stepCents}`))
    sentences.push(words.rounding(writeList(ids, words.and), rule.mode, writeAmount(words, rule.stepCents, game.currency)));
  const taxes = plan.tiers.flatMap(({ id, withholding }) => (withholding ? [{ id, rule: withholding }] : []));
  for (const { ids, rule } of grouped(taxes, ({ aboveCents, share }) => `${aboveCents}/${share.n}/${share.d}`))
    sentences.push(
      words.tax(writeList(ids, words.and), writePercent(words, rule.share), writeAmount(words, rule.aboveCents, game.currency)),
    );
  return sentences;
}

function drawSentences(words: RulesWords, game: GameDefinition): string[] {
  const { weekly, extra, timeZone } = game.draws;
  const sentences: string[] = [];
  for (const time of new Set(weekly.map((entry) => entry.time))) {
    const days = weekly.filter((entry) => entry.time === time).map(({ weekday }) => words.weekdays[weekday - 1] ?? '');
    sentences.push(words.weekly(writeList(days, words.and), time, timeZone));
  }
  for (const { day, time } of extra) sentences.push(words.onDay(day, time, timeZone));
  sentences.push(words.closes(writeInteger(words, game.sales.closesMinutesBefore)));
  if (game.sales.cancelMinutes > 0) sentences.push(words.cancels(writeInteger(words, game.sales.cancelMinutes)));
  return sentences;
}

/** Whether the operator, not the player, assigns what wins. */
const isPreassigned = (part: GamePart): boolean =>
  part.family === 'preassigned' || part.family === 'raffle' || (part.family === 'digits' && part.chosenBy === 'issuer');

const columnsOf = ({ columns }: RulesWords): RulesTableRow => columns;

/** The rules of a game in one language. */
export function rulesText(game: GameDefinition, language: Language): RulesText {
  const words = wordsOf[language];
  const { headings } = words;
  const sections: RulesSection[] = [
    { heading: headings.modality, paragraphs: [words.modality(isPreassigned(game))] },
    { heading: headings.elements, paragraphs: elementSentences(words, game) },
    { heading: headings.draws, paragraphs: drawSentences(words, game) },
    { heading: headings.winning, paragraphs: [], table: { columns: columnsOf(words), rows: winRows(words, game, game) } },
    { heading: headings.prizes, paragraphs: prizeSentences(words, game, game) },
    ...game.addOns.flatMap((addOn): RulesSection[] => [
      {
        heading: `${addOn.name[language]}: ${headings.winning}`,
        paragraphs: [],
        table: { columns: columnsOf(words), rows: winRows(words, addOn, game) },
      },
      { heading: `${addOn.name[language]}: ${headings.prizes}`, paragraphs: prizeSentences(words, addOn, game) },
    ]),
    {
      heading: headings.claims,
      paragraphs: [words.claims(writeInteger(words, game.claim.days)), words.closedDays(game.claim.closedDays === 'extend')],
    },
  ];
  return { language, title: game.name[language], version: game.version, sections };
}

/** The share of stakes that every bet of a part returns at least, for summaries. */
export const lowestReturn = (part: GamePart): Rational =>
  gameOdds(part).reduce((lowest, { returned }) => (returned.n * lowest.d < lowest.n * returned.d ? returned : lowest), ratioOne);
