/**
 * Which panels a game draws, and how drawn panels read as a result of that game (docs/verify.md, section 8).
 *
 * Example, 6/45 with a bonus: { name: main, pick 6, 1…45 }, { name: bonus, pick 1, 1…45, fromRestOf main }; drawn panels
 * become `{ panels: { main: […] }, bonuses: { bonus: […] } }`, which `parseResult` takes.
 *
 * Raffle codes have no mapping: they are drawn among the codes sold, whose number is not known when the draw is announced.
 */
import type { GamePart } from '../definition/game-definition.ts';
import { type DrawMapping, type DrawnPanel, mappingVersion, type PanelMapping } from './draw-mapping.ts';

/** Panels in the order in which they are drawn, or null for a family that is not drawn from drums. */
export function drawMappingOf(part: GamePart): DrawMapping | null {
  const panels = panelsOf(part);
  return panels === null ? null : { version: mappingVersion, panels };
}

/** A game that draws more than once on one ticket names the panels of its later rounds after them. */
const inRound = (id: string, round: number): string => (round === 1 ? id : `${id}-round-${round}`);

function panelsOf(part: GamePart): PanelMapping[] | null {
  switch (part.family) {
    case 'matrix':
      return Array.from({ length: part.rounds }, (_, i) => i + 1).flatMap((round) => [
        ...part.panels.map(({ id, from, first, choose, drawn }) => ({
          name: inRound(id, round),
          pick: drawn ?? choose,
          from: first,
          to: first + from - 1,
        })),
        ...part.bonuses.map(({ id, panel, count }) => {
          const drum = part.panels.find((other) => other.id === panel);
          const first = drum?.first ?? 1;
          const fromRestOf = inRound(panel, round);
          return { name: inRound(id, round), pick: count, from: first, to: first + (drum?.from ?? 0) - 1, fromRestOf };
        }),
        ...part.drawnDigits.map(({ id, size }) => ({ name: inRound(id, round), pick: 1, from: 0, to: size - 1 })),
      ]);
    case 'keno':
      return [{ name: 'numbers', pick: part.drawn, from: 1, to: part.spots }];
    case 'digits':
      return [
        { name: 'digits', pick: part.positions, from: 0, to: 9, ordered: true, ...(part.repeats === 'allowed' ? { repeats: true } : {}) },
        ...(part.seriesCount > 0 ? [{ name: 'series', pick: 1, from: 1, to: part.seriesCount }] : []),
      ];
    case 'preassigned': {
      // Whole numbers of all extractions come from one drum: what was drawn for one prize is not drawn again for another.
      const whole = part.extractions.filter(({ digits }) => digits === part.digits).map(({ id }) => id);
      return part.extractions.flatMap(({ id, count, digits, fraction }) => {
        const before = whole[whole.indexOf(id) - 1];
        return [
          {
            name: id,
            pick: count,
            from: 0,
            to: (digits === part.digits ? part.numbers : 10 ** digits) - 1,
            ordered: true,
            ...(before === undefined ? {} : { fromRestOf: before }),
          },
          ...(fraction
            ? [
                { name: `${id}-series`, pick: count, from: 1, to: part.seriesCount, ordered: true, repeats: true },
                { name: `${id}-fraction`, pick: count, from: 1, to: part.fractionCount, ordered: true, repeats: true },
              ]
            : []),
        ];
      });
    }
    case 'raffle':
      return null;
  }
}

/** Drawn panels in the form that `parseResult` reads. Throws for raffle games, which have no panels. */
export function resultOfPanels(part: GamePart, panels: readonly DrawnPanel[]): unknown {
  const numbers = (name: string): readonly number[] => panels.find((panel) => panel.name === name)?.numbers ?? [];
  const named = <T>(ids: readonly { readonly id: string }[], value: (id: string) => T) =>
    Object.fromEntries(ids.map(({ id }) => [id, value(id)]));
  switch (part.family) {
    case 'matrix': {
      const rounds = Array.from({ length: part.rounds }, (_, i) => i + 1).map((round) => ({
        panels: named(part.panels, (id) => numbers(inRound(id, round))),
        bonuses: named(part.bonuses, (id) => numbers(inRound(id, round))),
        digits: named(part.drawnDigits, (id) => numbers(inRound(id, round))[0]),
      }));
      return part.rounds === 1 ? rounds[0] : { rounds };
    }
    case 'keno':
      return { numbers: numbers('numbers') };
    case 'digits':
      return { digits: numbers('digits').join(''), ...(part.seriesCount > 0 ? { series: numbers('series')[0] } : {}) };
    case 'preassigned':
      return {
        extractions: Object.fromEntries(
          part.extractions.map(({ id, digits, fraction }) => [
            id,
            numbers(id).map((value, i) => {
              const number = String(value).padStart(digits, '0');
              return fraction ? { number, series: numbers(`${id}-series`)[i], fraction: numbers(`${id}-fraction`)[i] } : number;
            }),
          ]),
        ),
      };
    case 'raffle':
      throw new TypeError('raffle codes are drawn among the codes sold');
  }
}
