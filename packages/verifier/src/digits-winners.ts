/**
 * Winning shares of a digit game from the leaves (docs/verify.md, section 8).
 *
 * Example: 4 2 7 bet in any order wins on 2 7 4; a win for bets of three orders takes 4 2 2 and not 4 2 7; of several wins in one
 * group the first in the definition counts.
 */
import type { DigitsShape } from './game-shape.ts';
import { packedReader } from './packed-lines.ts';
import type { PanelResult } from './panel-draw.ts';
import type { TicketWinners } from './winner-count.ts';

const digitsFamily = 3;

export const digitsPanels = (game: DigitsShape) => [
  { name: 'digits', pick: game.positions, from: 0, to: 9, ordered: true, ...(game.repeats === 'allowed' ? { repeats: true } : {}) },
  ...(game.seriesCount > 0 ? [{ name: 'series', pick: 1, from: 1, to: game.seriesCount }] : []),
];

type Win = DigitsShape['wins'][number];

/** In how many different orders these digits can come: 6 for 4 2 7, 3 for 4 2 2, 1 for 2 2 2. */
function ordersOf(digits: readonly number[]): number {
  let orders = 1;
  digits.forEach((digit, i) => {
    const times = digits.slice(0, i + 1).filter((other) => other === digit).length;
    orders = (orders * (i + 1)) / times;
  });
  return orders;
}

/** Whether some draw gives these digits this win. */
const mayWin = ({ match }: Win, own: readonly number[]): boolean =>
  match.kind !== 'any-order' || match.orders === undefined || ordersOf(own) === match.orders;

function matches(win: Win, own: readonly number[], drawn: readonly number[]): boolean {
  const { match } = win;
  if (match.kind === 'exact') return own.every((digit, i) => digit === drawn[i]);
  if (match.kind === 'any-order') return mayWin(win, own) && own.toSorted().join() === drawn.toSorted().join();
  const from = match.kind === 'first' ? 0 : drawn.length - match.digits;
  return own.slice(from, from + match.digits).join() === drawn.slice(from, from + match.digits).join();
}

export function digitsWinners(game: DigitsShape, result: readonly PanelResult[]): TicketWinners {
  const drawn = result[0]?.numbers ?? [];
  const drawnSeries = result[1]?.numbers[0] ?? 0;
  const entryBytes = game.positions + 3;
  const read = packedReader(digitsFamily, entryBytes, game.addOns.length > 0);
  const shares = new Map<string, bigint>(game.wins.map((win) => [win.tier, 0n]));
  return {
    add(file, from, to) {
      const header = read(file, from, to);
      if (header === null || header.digitCount !== 0 || !game.units.includes(header.units)) return false;
      const { units, entriesAt, end } = header;
      for (let at = entriesAt; at < end; at += entryBytes) {
        const bet = game.bets[file[at] ?? 0]?.id;
        const own = [...file.subarray(at + 1, at + 1 + game.positions)];
        const series = (file[at + 1 + game.positions] ?? 0) | ((file[at + 2 + game.positions] ?? 0) << 8);
        const seriesFits = game.seriesCount === 0 ? series === 0 : series >= 1 && series <= game.seriesCount;
        if (bet === undefined || own.some((digit) => digit > 9) || !seriesFits) return false;
        if (!game.wins.some((win) => win.bet === bet && mayWin(win, own))) return false;
        if (game.repeats === 'forbidden' && new Set(own).size !== own.length) return false;
        const groups = new Set<string>();
        for (const win of game.wins) {
          if (win.bet !== bet || groups.has(win.group) || (win.match.series && series !== drawnSeries) || !matches(win, own, drawn))
            continue;
          groups.add(win.group);
          shares.set(win.tier, (shares.get(win.tier) ?? 0n) + BigInt(units));
        }
      }
      return end > entriesAt;
    },
    shares: () => shares,
  };
}
