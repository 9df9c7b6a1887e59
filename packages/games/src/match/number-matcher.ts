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
  const known = new Map<number, readonly number[]>();
  return (packed, at, _digits, units, counts) => {
    let key = packed[at] ?? 0;
    for (let i = 1; i <= part.positions; i += 1) key = key * 10 + (packed[at + i] ?? 0);
    const series = (packed[at + 1 + part.positions] ?? 0) | ((packed[at + 2 + part.positions] ?? 0) << 8);
    key = key * 2 + (series === result.series ? 1 : 0);
    let wins = known.get(key);
    if (!wins) {
      const digits = [...packed.subarray(at + 1, at + 1 + part.positions)];
      wins = winsOfBet(part, { bet: part.bets[packed[at] ?? 0]?.id ?? '', digits, series }, result);
      known.set(key, wins);
    }
    for (const win of wins) counts[win] = (counts[win] ?? 0) + units;
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
