/** From bytes to drawn numbers (docs/verify.md, section 7, Mapping). */
import type { RandomStream } from './random-stream.ts';

export type MappedPanel = {
  readonly name: string;
  readonly pick: number;
  readonly from: number;
  readonly to: number;
  readonly ordered?: boolean | undefined;
  readonly repeats?: boolean | undefined;
  readonly fromRestOf?: string | undefined;
};

export type PanelResult = { readonly name: string; readonly drawn: readonly number[]; readonly numbers: readonly number[] };

/** The largest drum that a mapping may have. */
const largestDrum = 100_000_000;

/** Why the panels cannot be drawn, or null when they can. */
export function mappingFault(panels: readonly MappedPanel[]): string | null {
  const drums = new Map<string, { from: number; to: number; left: number }>();
  for (const panel of panels) {
    const size = panel.to - panel.from + 1;
    if (size < 1 || size > largestDrum) return `panel ${panel.name}: the drum holds ${size} numbers`;
    if (drums.has(panel.name)) return `panel ${panel.name} comes twice`;
    if (panel.repeats) {
      if (panel.fromRestOf !== undefined) return `panel ${panel.name}: the rest of a drum does not repeat`;
      drums.set(panel.name, { from: panel.from, to: panel.to, left: 0 });
      continue;
    }
    const drum = panel.fromRestOf === undefined ? { from: panel.from, to: panel.to, left: size } : drums.get(panel.fromRestOf);
    if (drum === undefined) return `panel ${panel.name}: no earlier panel ${panel.fromRestOf}`;
    if (drum.from !== panel.from || drum.to !== panel.to) return `panel ${panel.name} names another drum`;
    if (panel.pick > drum.left) return `panel ${panel.name}: ${panel.pick} drawn of ${drum.left}`;
    drum.left -= panel.pick;
    drums.set(panel.name, drum);
  }
  return null;
}

/** Draws panels that have no fault. Of a drum only the places that were touched are kept. */
export function drawPanels(panels: readonly MappedPanel[], stream: RandomStream): PanelResult[] {
  const drums = new Map<string, { places: Map<number, number>; next: number }>();
  return panels.map((panel) => {
    const size = panel.to - panel.from + 1;
    const drawn: number[] = [];
    if (panel.repeats) {
      for (let i = 0; i < panel.pick; i += 1) drawn.push(panel.from + stream.below(size));
    } else {
      const drum = drums.get(panel.fromRestOf ?? '') ?? { places: new Map<number, number>(), next: 0 };
      drums.set(panel.name, drum);
      const ballAt = (place: number): number => drum.places.get(place) ?? panel.from + place;
      for (let i = 0; i < panel.pick; i += 1) {
        const place = drum.next + stream.below(size - drum.next);
        const ball = ballAt(place);
        drum.places.set(place, ballAt(drum.next));
        drum.places.set(drum.next, ball);
        drum.next += 1;
        drawn.push(ball);
      }
    }
    return { name: panel.name, drawn, numbers: panel.ordered ? drawn : drawn.toSorted((a, b) => a - b) };
  });
}
