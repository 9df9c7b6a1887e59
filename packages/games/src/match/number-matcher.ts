/**
 * Matches digit bets, pre-assigned numbers and raffle codes.
 *
 * Example, pre-assigned: number 12,347 drawn as `first`; 12,346 and 12,348 are its neighbours, 12,300–12,399 its hundred,
 * every number ending in 47 its ending of two digits; 12,347 itself wins none of these lists unless the definition says so.
 */
import type { DigitsPart, PreassignedPart, RafflePart } from '../definition/game-definition.ts';
import { raffleCodeCount } from '../ticket/raffle-code.ts';
import { canWin, winsOfBet } from './digit-classes.ts';
import type { DigitsResult, DrawnNumber, PreassignedResult, RaffleResult } from './draw-result.ts';
import type { EntryCounter } from './matrix-matcher.ts';

export function digitsCounter(part: DigitsPart, result: DigitsResult): EntryCounter {
  // By bet, digits and whether the series is the drawn one; null for a bet that the game does not sell.
  const known = new Map<number, readonly number[] | null>();
  const winsOf = (bet: string | undefined, digits: readonly number[], series: number): readonly number[] | null => {
    const repeated = part.repeats === 'forbidden' && new Set(digits).size !== digits.length;
    return bet === undefined || repeated || !canWin(part, bet, digits) ? null : winsOfBet(part, { bet, digits, series }, result);
  };
  return (packed, at, _digits, units, counts) => {
    let key = packed[at] ?? 0;
    for (let i = 1; i <= part.positions; i += 1) {
      const digit = packed[at + i] ?? 0;
      if (digit > 9) return false;
      key = key * 10 + digit;
    }
    const series = (packed[at + 1 + part.positions] ?? 0) | ((packed[at + 2 + part.positions] ?? 0) << 8);
    if (part.seriesCount === 0 ? series !== 0 : series < 1 || series > part.seriesCount) return false;
    key = key * 2 + (series === result.series ? 1 : 0);
    let wins = known.get(key);
    if (wins === undefined) {
      wins = winsOf(part.bets[packed[at] ?? 0]?.id, [...packed.subarray(at + 1, at + 1 + part.positions)], series);
      known.set(key, wins);
    }
    if (wins === null) return false;
    for (const win of wins) counts[win] = (counts[win] ?? 0) + units;
    return true;
  };
}

/**
 * How often a number wins the list of one win; several extracted values may each give a prize. The drawn values are indexed by
 * what the list compares, so a list of 1,794 values costs a look-up.
 */
function listOf(
  part: PreassignedPart,
  win: PreassignedPart['wins'][number],
  drawn: readonly DrawnNumber[],
  digits: number,
): (number: number) => number {
  const { match } = win;
  const size = match.kind === 'block' ? 10 ** match.freeDigits : match.kind === 'ending' ? 10 ** match.digits : 1;
  const keyOf = (number: number): number =>
    match.kind === 'block' ? Math.floor(number / size) : match.kind === 'ending' ? number % size : number;
  const times = new Map<number, number>();
  const add = (key: number): void => void times.set(key, (times.get(key) ?? 0) + 1);
  for (const { number } of drawn) {
    if (match.kind !== 'neighbour') {
      add(keyOf(number));
      continue;
    }
    add((number + part.numbers - 1) % part.numbers);
    add((number + 1) % part.numbers);
  }
  const main = new Set(
    win.exceptDrawn && digits === part.digits && (match.kind === 'block' || match.kind === 'ending')
      ? drawn.map(({ number }) => number)
      : [],
  );
  return (number) => (times.get(keyOf(number)) ?? 0) - (main.has(number) ? 1 : 0);
}

/** Prizes of one fraction: times won per win of the definition. */
export function preassignedWins(
  part: PreassignedPart,
  result: PreassignedResult,
): (number: number, series: number, fraction: number) => readonly number[] {
  const byNumber = new Map<number, readonly number[]>();
  const lists = part.wins.map((win) => {
    const index = part.extractions.findIndex(({ id }) => id === win.extraction);
    const drawn = result.extractions[index] ?? [];
    return { win, drawn, timesOf: listOf(part, win, drawn, part.extractions[index]?.digits ?? 0) };
  });
  const raw = (number: number): readonly number[] => {
    const known = byNumber.get(number);
    if (known) return known;
    const times = lists.map(({ timesOf }) => timesOf(number));
    byNumber.set(number, times);
    return times;
  };
  return (number, series, fraction) => {
    const times = raw(number);
    if (times.every((count) => count === 0)) return times;
    return lists.map(({ win, drawn }, index) =>
      win.match.kind === 'fraction'
        ? drawn.filter((value) => value.number === number && value.series === series && value.fraction === fraction).length
        : (times[index] ?? 0),
    );
  };
}

export function preassignedCounter(part: PreassignedPart, result: PreassignedResult): EntryCounter {
  const winsOf = preassignedWins(part, result);
  return (packed, at, _digits, units, counts) => {
    const view = new DataView(packed.buffer, packed.byteOffset + at, 8);
    const number = view.getUint32(0, true);
    const series = view.getUint16(4, true);
    const fraction = view.getUint16(6, true);
    const printed = number < part.numbers && series >= 1 && series <= part.seriesCount && fraction >= 1 && fraction <= part.fractionCount;
    if (!printed) return false;
    winsOf(number, series, fraction).forEach((times, win) => {
      counts[win] = (counts[win] ?? 0) + times * units;
    });
    return true;
  };
}

export function raffleCounter(part: RafflePart, result: RaffleResult): EntryCounter {
  const winOf = new Map(result.codes.flatMap((codes, win) => codes.map((code) => [code, win] as const)));
  const codeCount = raffleCodeCount(part);
  return (packed, at, _digits, units, counts) => {
    const code = new DataView(packed.buffer, packed.byteOffset + at, 8).getBigUint64(0, true);
    if (code >= codeCount) return false;
    const win = winOf.get(code);
    if (win !== undefined) counts[win] = (counts[win] ?? 0) + units;
    return true;
  };
}
