/**
 * Matches digit bets, pre-assigned numbers and raffle codes.
 *
 * Example, pre-assigned: number 12,347 drawn as `first`; 12,346 and 12,348 are its neighbours, 12,300–12,399 its hundred,
 * every number ending in 47 its ending of two digits; 12,347 itself wins none of these lists unless the definition says so.
 */
import type { DigitsPart, PreassignedPart, RafflePart } from '../definition/game-definition.ts';
import { winsOfBet } from './digit-classes.ts';
import type { DigitsResult, DrawnNumber, PreassignedResult, RaffleResult } from './draw-result.ts';
import type { EntryCounter } from './matrix-matcher.ts';

export function digitsCounter(part: DigitsPart, result: DigitsResult): EntryCounter {
  const known = new Map<string, readonly number[]>();
  return (packed, at, _digits, units, counts) => {
    const digits = [...packed.subarray(at + 1, at + 1 + part.positions)];
    const series = (packed[at + 1 + part.positions] ?? 0) | ((packed[at + 2 + part.positions] ?? 0) << 8);
    const bet = part.bets[packed[at] ?? 0]?.id ?? '';
    const key = `${bet}/${digits.join('')}/${series === result.series}`;
    const wins = known.get(key) ?? winsOfBet(part, { bet, digits, series }, result);
    known.set(key, wins);
    for (const win of wins) counts[win] = (counts[win] ?? 0) + units;
  };
}

/** How often `number` wins the list of one win; several extracted values may each give a prize. */
function winsOfNumber(
  part: PreassignedPart,
  win: PreassignedPart['wins'][number],
  drawn: readonly DrawnNumber[],
  digits: number,
  number: number,
): number {
  const { match } = win;
  let times = 0;
  for (const value of drawn) {
    const itself = digits === part.digits && value.number === number;
    if (match.kind === 'number' || match.kind === 'fraction') {
      if (itself) times += 1;
      continue;
    }
    if (itself && win.exceptDrawn) continue;
    if (match.kind === 'neighbour') {
      const before = (value.number + part.numbers - 1) % part.numbers;
      const after = (value.number + 1) % part.numbers;
      if (number === before) times += 1;
      if (number === after && after !== before) times += 1;
    } else if (match.kind === 'block') {
      const size = 10 ** match.freeDigits;
      if (Math.floor(value.number / size) === Math.floor(number / size)) times += 1;
    } else {
      const size = 10 ** match.digits;
      if (value.number % size === number % size) times += 1;
    }
  }
  return times;
}

/** Prizes of one fraction: times won per win of the definition. */
export function preassignedWins(
  part: PreassignedPart,
  result: PreassignedResult,
): (number: number, series: number, fraction: number) => readonly number[] {
  const byNumber = new Map<number, readonly number[]>();
  const digitsOf = new Map(part.extractions.map((extraction, index) => [extraction.id, { index, digits: extraction.digits }]));
  const raw = (number: number): readonly number[] => {
    const known = byNumber.get(number);
    if (known) return known;
    const times = part.wins.map((win) => {
      const extraction = digitsOf.get(win.extraction);
      return winsOfNumber(part, win, result.extractions[extraction?.index ?? -1] ?? [], extraction?.digits ?? 0, number);
    });
    byNumber.set(number, times);
    return times;
  };
  return (number, series, fraction) => {
    const times = raw(number);
    if (times.every((count) => count === 0)) return times;
    const held = part.wins.map((win, index) => {
      if (win.match.kind !== 'fraction') return times[index] ?? 0;
      const drawn = result.extractions[digitsOf.get(win.extraction)?.index ?? -1] ?? [];
      return drawn.filter((value) => value.number === number && value.series === series && value.fraction === fraction).length;
    });
    const tiers = new Set(part.wins.flatMap((win, index) => ((held[index] ?? 0) > 0 ? [win.tier] : [])));
    return part.wins.map((win, index) => (win.unlessTiers.some((tier) => tiers.has(tier)) ? 0 : (held[index] ?? 0)));
  };
}

export function preassignedCounter(part: PreassignedPart, result: PreassignedResult): EntryCounter {
  const winsOf = preassignedWins(part, result);
  return (packed, at, _digits, units, counts) => {
    const view = new DataView(packed.buffer, packed.byteOffset + at, 8);
    winsOf(view.getUint32(0, true), view.getUint16(4, true), view.getUint16(6, true)).forEach((times, win) => {
      counts[win] = (counts[win] ?? 0) + times * units;
    });
  };
}

export function raffleCounter(_part: RafflePart, result: RaffleResult): EntryCounter {
  const winOf = new Map(result.codes.flatMap((codes, win) => codes.map((code) => [code, win] as const)));
  return (packed, at, _digits, units, counts) => {
    const win = winOf.get(new DataView(packed.buffer, packed.byteOffset + at, 8).getBigUint64(0, true));
    if (win !== undefined) counts[win] = (counts[win] ?? 0) + units;
  };
}
