/** Who won, counted from the leaves with the verifier's own code (docs/verify.md, section 8). */
import { hex } from './byte-strings.ts';
import { canonicalBytes } from './canonical-text.ts';
import { digitsPanels, digitsWinners } from './digits-winners.ts';
import type { FindingList } from './finding.ts';
import { type GameShape, gameShape } from './game-shape.ts';
import { kenoPanels, kenoWinners } from './keno-winners.ts';
import { matrixPanels, matrixWinners } from './matrix-winners.ts';
import type { MappedPanel, PanelResult } from './panel-draw.ts';
import type { BundleRecord } from './record-shape.ts';
import { winPoolCheck } from './win-pool.ts';
import type { TicketWinners, WinnerCheck } from './winner-count.ts';

/** Whether a result could have been drawn from these panels at all. */
function checkResult(panels: readonly MappedPanel[], results: readonly PanelResult[], found: FindingList): boolean {
  const taken = new Map<string, Set<number>>();
  const fits = panels.every((panel, i) => {
    const result = results[i];
    if (result?.name !== panel.name || result.numbers.length !== panel.pick) return false;
    const drum = taken.get(panel.fromRestOf ?? panel.name) ?? new Set<number>();
    taken.set(panel.name, drum);
    if (hex(canonicalBytes(result.drawn.toSorted((a, b) => a - b))) !== hex(canonicalBytes(result.numbers.toSorted((a, b) => a - b))))
      return false;
    return result.numbers.every(
      (number) => number >= panel.from && number <= panel.to && (panel.repeats || (!drum.has(number) && drum.add(number))),
    );
  });
  if (!fits || results.length !== panels.length) found.add('result_malformed', 'result.panels', 'this game does not draw such numbers');
  return fits;
}

function panelsOf(game: GameShape): readonly MappedPanel[] {
  if (game.family === 'matrix') return matrixPanels(game);
  return game.family === 'keno' ? kenoPanels(game) : digitsPanels(game);
}

function winnersOf(game: GameShape, result: readonly PanelResult[]): TicketWinners {
  if (game.family === 'matrix') return matrixWinners(game, result);
  return game.family === 'keno' ? kenoWinners(game, result) : digitsWinners(game, result);
}

/** The counter for this record, or null where the specification leaves the winners to the record (section 8, families). */
export function winnerCheck(record: BundleRecord, found: FindingList): WinnerCheck | null {
  if (record.kind === 'pool') return winPoolCheck(record, found);
  const parsed = gameShape.safeParse(record.definition);
  if (!parsed.success) return null;
  const game = parsed.data;
  const panels = panelsOf(game);
  if (
    record.draw.source === 'generator' &&
    hex(canonicalBytes(record.draw.announcement.body.mapping.panels)) !== hex(canonicalBytes(panels))
  )
    found.add('mapping_mismatch', 'draw.announcement.mapping', 'the definition asks for other panels');
  if (!checkResult(panels, record.result.panels, found)) return null;

  const winners = winnersOf(game, record.result.panels);
  return {
    onSold(file, from, to, _stakeCents, index) {
      if (!winners.add(file, from, to)) found.add('lines_malformed', `entry ${index}`);
    },
    compare() {
      const counted = new Map(winners.shares());
      for (const [i, row] of record.prizes.entries()) {
        const shares = counted.get(row.tier);
        // Tiers of an add-on game are settled with it and are not this game's.
        if (shares === undefined && game.addOns.some((addOn) => row.tier.startsWith(`${addOn.id}/`))) continue;
        if (row.winners !== String(shares ?? 0n))
          found.add('winners_wrong', `prizes.${i} (${row.tier})`, `${row.winners}, from the leaves ${shares ?? 0n}`);
        counted.delete(row.tier);
      }
      for (const [tier, shares] of counted)
        if (shares > 0n) found.add('winners_wrong', `prizes (${tier})`, `missing, from the leaves ${shares}`);
    },
  };
}
