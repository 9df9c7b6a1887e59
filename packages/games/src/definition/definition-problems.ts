/**
 * What makes a well-formed game impossible: tiers that overlap or can never be hit, names that do not exist, shares above
 * the whole, fixed prizes that the fund can never pay.
 *
 * Example: 6/49 with tiers `5` (five hits) and `5+` (five hits and the bonus) is refused at the second with
 * `tiers_overlap`: the first must say that it is without the bonus.
 */
import { compareRational, rational } from '@valira/money';
import { type PlanProblemReason, planProblems } from '@valira/prizes';
import { digitDrawCount, digitPatterns, digitWinWays } from '../match/digit-classes.ts';
import { lineClasses, winsOfClass } from '../match/line-classes.ts';
import { fixedPrizeLoad } from '../odds/fixed-prize-load.ts';
import { prizesPerSeries } from '../odds/preassigned-odds.ts';
import { assignedByIssuer } from '../ticket/assigned-by-issuer.ts';
import type { DigitsPart, GameDefinition, GamePart, KenoPart, MatrixPart, PreassignedPart, RafflePart } from './game-definition.ts';

export type DefinitionProblem = { readonly path: string; readonly reason: DefinitionProblemReason };

export type DefinitionProblemReason =
  | PlanProblemReason
  | 'duplicate_id'
  | 'unknown_panel'
  | 'unknown_bet'
  | 'unknown_extraction'
  | 'unknown_occasion'
  | 'more_than_the_drum'
  | 'system_too_small'
  | 'reduced_line_invalid'
  | 'tiers_overlap'
  | 'tier_never_hit'
  | 'tier_without_win'
  | 'bet_without_win'
  | 'partial_in_any_order'
  | 'marks_invalid'
  | 'series_missing'
  | 'fixed_prizes_beyond_fund'
  | 'units_not_ascending'
  | 'calendar_empty'
  | 'draw_twice'
  | 'draw_outside_calendar'
  | 'sale_never_open'
  | 'per_line_not_assigned'
  | 'calendar_reversed'
  | 'price_above_limit'
  | 'range_not_whole'
  | 'fraction_without_number'
  | 'prize_list_differs'
  | 'too_many_codes'
  | 'too_many_classes';

type Report = (path: string, reason: DefinitionProblemReason) => void;

const duplicates = (ids: readonly string[]): boolean => new Set(ids).size !== ids.length;

const minutesOfDay = 24 * 60;

/** A ticket bears one number or code for each line of it, and packed lines count entries in two bytes. */
const mostPackedEntries = 65_535;

/** Classes of a line that can be told apart, and their comparisons with wins, at most; a real game has some hundreds and thousands. */
const mostClasses = 100_000;
const mostComparisons = 4_000_000;
const classCount = (part: MatrixPart): number =>
  part.panels.reduce((count, { choose }) => count * (choose + 1), 1) *
  part.bonuses.reduce((count, bonus) => count * (bonus.count + 1), 1) *
  2 ** part.drawnDigits.length;

function matrixProblems(part: MatrixPart, report: Report): void {
  if (duplicates([...part.panels, ...part.bonuses, ...part.drawnDigits].map(({ id }) => id))) report('panels', 'duplicate_id');
  if (duplicates(part.reducedSystems.map(({ id }) => id))) report('reducedSystems', 'duplicate_id');
  part.panels.forEach((panel, index) => {
    const bonus = part.bonuses.reduce((total, { panel: of, count }) => (of === panel.id ? total + count : total), 0);
    if ((panel.drawn ?? panel.choose) + bonus > panel.from || panel.choose > panel.from) report(`panels.${index}`, 'more_than_the_drum');
    if (panel.maxPicks < panel.choose || panel.maxPicks > panel.from) report(`panels.${index}.maxPicks`, 'system_too_small');
  });
  part.bonuses.forEach((bonus, index) => {
    if (!part.panels.some(({ id }) => id === bonus.panel)) report(`bonuses.${index}.panel`, 'unknown_panel');
  });
  for (const [index, system] of part.reducedSystems.entries()) {
    const panel = part.panels.find(({ id }) => id === system.panel);
    if (!panel) {
      report(`reducedSystems.${index}.panel`, 'unknown_panel');
      continue;
    }
    if (system.picks > panel.from) report(`reducedSystems.${index}.picks`, 'more_than_the_drum');
    const lines = new Set<string>();
    system.lines.forEach((line, i) => {
      const fits = line.length === panel.choose && line.every((at, j) => at < system.picks && at > (line[j - 1] ?? -1));
      const again = lines.has(line.join());
      lines.add(line.join());
      if (!fits || again) report(`reducedSystems.${index}.lines.${i}`, 'reduced_line_invalid');
    });
  }
  const known = new Set([...part.panels, ...part.bonuses].map(({ id }) => id));
  part.wins.forEach((win, index) => {
    for (const id of Object.keys(win.hits)) if (!known.has(id)) report(`wins.${index}.hits.${id}`, 'unknown_panel');
    for (const id of Object.keys(win.digits))
      if (!part.drawnDigits.some((digit) => digit.id === id)) report(`wins.${index}.digits.${id}`, 'unknown_panel');
  });
  const count = classCount(part);
  if (count > mostClasses || count * part.wins.length * part.rounds > mostComparisons) {
    report('panels', 'too_many_classes');
    return;
  }
  const hit = new Set<number>();
  const overlapping = new Set<number>();
  const classes = lineClasses(part);
  for (let round = 1; round <= part.rounds; round += 1) {
    for (const line of classes) {
      const groups = new Set<string>();
      for (const index of winsOfClass(part, line, round)) {
        hit.add(index);
        const group = part.wins[index]?.group ?? '';
        if (groups.has(group)) overlapping.add(index);
        groups.add(group);
      }
    }
  }
  part.wins.forEach((_, index) => {
    if (!hit.has(index)) report(`wins.${index}`, 'tier_never_hit');
    if (overlapping.has(index)) report(`wins.${index}`, 'tiers_overlap');
  });
}

function kenoProblems(part: KenoPart, report: Report): void {
  if (part.drawn >= part.spots) report('drawn', 'more_than_the_drum');
  if (part.maxMarks < part.minMarks) report('maxMarks', 'marks_invalid');
  const seen = new Set<string>();
  part.wins.forEach(({ marks, hits }, index) => {
    if (marks < part.minMarks || marks > part.maxMarks) report(`wins.${index}.marks`, 'marks_invalid');
    if (hits > Math.min(marks, part.drawn) || hits < marks + part.drawn - part.spots) report(`wins.${index}`, 'tier_never_hit');
    if (seen.has(`${marks}/${hits}`)) report(`wins.${index}`, 'tiers_overlap');
    seen.add(`${marks}/${hits}`);
  });
  for (let marks = part.minMarks; marks <= part.maxMarks; marks += 1) {
    if (!part.wins.some((win) => win.marks === marks)) report('wins', 'bet_without_win');
  }
}

function digitsProblems(part: DigitsPart, report: Report): void {
  if (duplicates(part.bets.map(({ id }) => id))) report('bets', 'duplicate_id');
  for (const [index, win] of part.wins.entries()) {
    if (!part.bets.some(({ id }) => id === win.bet)) report(`wins.${index}.bet`, 'unknown_bet');
    if (win.match.series && part.seriesCount === 0) report(`wins.${index}.match.series`, 'series_missing');
    if ((win.match.kind === 'first' || win.match.kind === 'last') && win.match.digits > part.positions)
      report(`wins.${index}.match.digits`, 'tier_never_hit');
  }
  for (const [betIndex, bet] of part.bets.entries()) {
    const own = part.wins.filter((win) => win.bet === bet.id);
    if (own.length === 0) report(`bets.${betIndex}`, 'bet_without_win');
    const anyOrder = own.some((win) => win.match.kind === 'any-order');
    if (anyOrder && own.some((win) => win.match.kind === 'first' || win.match.kind === 'last')) {
      report(`bets.${betIndex}`, 'partial_in_any_order');
      continue;
    }
    const patterns = digitPatterns(part.positions).filter((digits) => part.repeats === 'allowed' || new Set(digits).size === digits.length);
    const ways = patterns.map((digits) => digitWinWays(part, bet.id, digits));
    part.wins.forEach((win, index) => {
      if (win.bet === bet.id && ways.every((of) => (of[index] ?? 0n) <= 0n)) report(`wins.${index}`, 'tier_never_hit');
    });
  }
  if (digitDrawCount(part) <= 0n) report('positions', 'more_than_the_drum');
}

function preassignedProblems(part: PreassignedPart, report: Report): void {
  if (duplicates(part.extractions.map(({ id }) => id))) report('extractions', 'duplicate_id');
  if (part.numbers > 10 ** part.digits) report('numbers', 'more_than_the_drum');
  part.extractions.forEach((extraction, index) => {
    if (extraction.digits > part.digits) report(`extractions.${index}.digits`, 'more_than_the_drum');
    if (extraction.count > 10 ** extraction.digits) report(`extractions.${index}.count`, 'more_than_the_drum');
  });
  const lists = new Set<string>();
  for (const [index, win] of part.wins.entries()) {
    // A number may win several lists; the same list twice is one prize written twice.
    const list = JSON.stringify([win.extraction, win.match]);
    if (lists.has(list)) report(`wins.${index}`, 'tiers_overlap');
    lists.add(list);
    const extraction = part.extractions.find(({ id }) => id === win.extraction);
    if (!extraction) {
      report(`wins.${index}.extraction`, 'unknown_extraction');
      continue;
    }
    const { match } = win;
    const whole = extraction.digits === part.digits;
    const fits =
      match.kind === 'ending'
        ? match.digits <= extraction.digits
        : match.kind === 'block'
          ? whole && match.freeDigits < part.digits
          : match.kind === 'fraction'
            ? whole && extraction.fraction
            : whole;
    if (!fits) report(`wins.${index}`, 'tier_never_hit');
    const free = match.kind === 'ending' ? match.digits : match.kind === 'block' ? match.freeDigits : 0;
    if (part.numbers % 10 ** free !== 0) report(`wins.${index}.match`, 'range_not_whole');
    if (match.kind === 'fraction' && !part.wins.some((other) => other.extraction === win.extraction && other.match.kind === 'number'))
      report(`wins.${index}`, 'fraction_without_number');
  }
}

function raffleProblems(part: RafflePart, report: Report): void {
  part.pattern.forEach(({ symbols }, index) => {
    if (new Set(symbols).size !== symbols.length) report(`pattern.${index}.symbols`, 'duplicate_id');
  });
  const codes = part.pattern.reduce((total, { symbols, length }) => total * BigInt(symbols.length) ** BigInt(length), 1n);
  part.wins.forEach(({ tier }, index) => {
    // A result names the codes drawn for each tier, so one tier stands for one drawing of codes.
    if (part.wins.findIndex((other) => other.tier === tier) !== index) report(`wins.${index}`, 'tiers_overlap');
  });
  if (codes > 1n << 63n) report('pattern', 'more_than_the_drum');
  if (BigInt(part.wins.reduce((total, win) => total + win.codes, 0)) > codes) report('wins', 'tier_never_hit');
}

function partProblems(part: GamePart, occasions: ReadonlySet<string>, report: Report): void {
  if (part.units.some((unit, index) => index > 0 && unit <= (part.units[index - 1] ?? 0))) report('units', 'units_not_ascending');
  switch (part.family) {
    case 'matrix':
      matrixProblems(part, report);
      break;
    case 'keno':
      kenoProblems(part, report);
      break;
    case 'digits':
      digitsProblems(part, report);
      break;
    case 'preassigned':
      preassignedProblems(part, report);
      break;
    case 'raffle':
      raffleProblems(part, report);
      break;
  }
  for (const { path, reason } of planProblems(part.prizes)) report(`prizes.${path}`, reason);
  const planned = new Set(part.prizes.tiers.map(({ id }) => id));
  part.wins.forEach((win, index) => {
    if (!planned.has(win.tier)) report(`wins.${index}.tier`, 'unknown_tier');
  });
  part.prizes.tiers.forEach((tier, index) => {
    if (!part.wins.some((win) => win.tier === tier.id)) report(`prizes.tiers.${index}`, 'tier_without_win');
    tier.jackpot?.mustBeWon?.occasions.forEach((name, i) => {
      if (!occasions.has(name)) report(`prizes.tiers.${index}.jackpot.mustBeWon.occasions.${i}`, 'unknown_occasion');
    });
  });
  part.prizes.pours.forEach((pour, index) => {
    if (!occasions.has(pour.occasion)) report(`prizes.pours.${index}.occasion`, 'unknown_occasion');
  });
}

/** Draws, sale window and limits that no ticket could be sold for. */
function saleProblems(game: GameDefinition, report: Report): void {
  const { weekly, extra, from, until } = game.draws;
  if (weekly.length === 0 && extra.length === 0) report('draws', 'calendar_empty');
  if (until !== undefined && until < from) report('draws.until', 'calendar_reversed');
  const again = (list: readonly unknown[], path: string): void => {
    const seen = new Set<string>();
    list.forEach((entry, index) => {
      const text = JSON.stringify(entry);
      if (seen.has(text)) report(`${path}.${index}`, 'draw_twice');
      seen.add(text);
    });
  };
  again(
    weekly.map(({ weekday, time }) => [weekday, time]),
    'draws.weekly',
  );
  again(
    extra.map(({ day, time }) => [day, time]),
    'draws.extra',
  );
  extra.forEach(({ day }, index) => {
    if (day < from || (until !== undefined && day > until)) report(`draws.extra.${index}`, 'draw_outside_calendar');
  });
  // A sale opens at the earliest with the first minute of its day, a whole day and more before a draw late on that day.
  if (game.sales.closesMinutesBefore >= (game.sales.opensDaysBefore + 1) * minutesOfDay)
    report('sales.closesMinutesBefore', 'sale_never_open');
  const smallest = (part: GamePart): bigint => part.unitPriceCents * BigInt(part.units[0] ?? 1);
  const required = game.addOns.filter(({ required: always }) => always).reduce((total, addOn) => total + smallest(addOn), 0n);
  if (smallest(game) + required > game.limits.maxStakeCents) report('limits.maxStakeCents', 'price_above_limit');
  if (duplicates(game.occasions.map(({ name }) => name))) report('occasions', 'duplicate_id');
  game.addOns.forEach((addOn, index) => {
    // Paid once for each line, so the ticket bears one for each line; a player chooses one.
    if (addOn.per === 'line' && !assignedByIssuer(addOn)) report(`addOns.${index}.per`, 'per_line_not_assigned');
  });
}

/** Every problem of a definition, in its order; empty when the game can work. */
export function definitionProblems(game: GameDefinition): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const occasions = new Set(game.occasions.map(({ name }) => name));
  saleProblems(game, (path, reason) => problems.push({ path, reason }));
  const perLine = game.addOns.some((addOn) => addOn.per === 'line' && assignedByIssuer(addOn));
  if (perLine && game.limits.maxLines > mostPackedEntries) problems.push({ path: 'limits.maxLines', reason: 'too_many_codes' });
  if (duplicates(game.addOns.map(({ id }) => id))) problems.push({ path: 'addOns', reason: 'duplicate_id' });
  const parts: readonly { prefix: string; part: GamePart }[] = [
    { prefix: '', part: game },
    ...game.addOns.map((part, index) => ({ prefix: `addOns.${index}.`, part })),
  ];
  for (const { prefix, part } of parts) {
    const before = problems.length;
    partProblems(part, occasions, (path, reason) => problems.push({ path: prefix + path, reason }));
    if (problems.length === before && part.family === 'preassigned' && game.family === 'preassigned' && game.prizeList) {
      const { prizes, totalCents } = prizesPerSeries(part);
      const agrees = compareRational(prizes, rational(BigInt(game.prizeList.prizesPerSeries))) === 0;
      if (!agrees || compareRational(totalCents, rational(game.prizeList.totalPerSeriesCents)) !== 0)
        problems.push({ path: 'prizeList', reason: 'prize_list_differs' });
    }
    // Odds are only worth asking of a part that is otherwise sound.
    if (problems.length === before && fixedPrizeLoad(part) === 'beyond-fund')
      problems.push({ path: `${prefix}prizes`, reason: 'fixed_prizes_beyond_fund' });
  }
  return problems;
}
