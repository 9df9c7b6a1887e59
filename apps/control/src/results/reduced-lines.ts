/** The lines that a reduced system stands for: positions among the sorted picks of one panel, the other panels as marked. */
import type { MatrixGame } from './matrix-game.ts';

/** One mask for each line of reduced system number `form` (from 1), or null when the ticket does not fill it. */
export function linesOfReduced(game: MatrixGame, form: number, mask: Buffer): Buffer[] | null {
  const system = game.reducedSystems[form - 1];
  const panelAt = game.panels.findIndex(({ id }) => id === system?.panel);
  const panel = game.panels[panelAt];
  if (!system || !panel) return null;
  const start = game.panels.slice(0, panelAt).reduce((sum, { from }) => sum + from, 0);
  const picks: number[] = [];
  const elsewhere = Buffer.from(mask);
  for (let bit = start; bit < start + panel.from; bit += 1) {
    const byte = elsewhere[bit >> 3] ?? 0;
    if (((byte >> (bit & 7)) & 1) === 0) continue;
    picks.push(bit);
    elsewhere[bit >> 3] = byte & ~(1 << (bit & 7));
  }
  if (picks.length !== system.picks) return null;
  const lines: Buffer[] = [];
  for (const positions of system.lines) {
    const line = Buffer.from(elsewhere);
    for (const position of positions) {
      const bit = picks[position];
      if (bit === undefined) return null;
      line[bit >> 3] = (line[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
    lines.push(line);
  }
  return lines;
}
