/** Winning shares of a keno game from the leaves (docs/verify.md, section 8). Example: 10 marked, none drawn → tier of (10, 0). */
import type { KenoShape } from './game-shape.ts';
import { bitMask, commonBits, packedReader } from './packed-lines.ts';
import type { PanelResult } from './panel-draw.ts';
import type { TicketWinners } from './winner-count.ts';

const kenoFamily = 2;

export const kenoPanels = (game: KenoShape) => [{ name: 'numbers', pick: game.drawn, from: 1, to: game.spots }];

export function kenoWinners(game: KenoShape, result: readonly PanelResult[]): TicketWinners {
  const bytes = Math.ceil(game.spots / 8);
  const all = bitMask(
    bytes,
    Array.from({ length: game.spots }, (_, i) => i),
  );
  const padding = all.map((byte) => ~byte);
  const drawn = bitMask(
    bytes,
    (result[0]?.numbers ?? []).map((number) => number - 1),
  );
  const read = packedReader(kenoFamily, bytes, game.addOns.length > 0);
  const shares = new Map<string, bigint>(game.wins.map((win) => [win.tier, 0n]));
  return {
    add(file, from, to) {
      const header = read(file, from, to);
      if (header === null || header.digitCount !== 0 || !game.units.includes(header.units)) return false;
      const { units, entriesAt, end } = header;
      for (let at = entriesAt; at < end; at += bytes) {
        const marks = commonBits(file, at, all);
        if (marks < game.minMarks || marks > game.maxMarks || commonBits(file, at, padding) !== 0) return false;
        const hits = commonBits(file, at, drawn);
        for (const win of game.wins)
          if (win.marks === marks && win.hits === hits) shares.set(win.tier, (shares.get(win.tier) ?? 0n) + BigInt(units));
      }
      return end > entriesAt;
    },
    shares: () => shares,
  };
}
