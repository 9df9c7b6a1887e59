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

/** Largest drum that is laid out ball by ball. */
export const largestDrum = 10_000_001;

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

/** Draws panels that have no fault. */
export function drawPanels(panels: readonly MappedPanel[], stream: RandomStream): PanelResult[] {
  const drums = new Map<string, { balls: Int32Array; next: number }>();
  return panels.map((panel) => {
    const size = panel.to - panel.from + 1;
    const drawn: number[] = [];
    if (panel.repeats) {
      for (let i = 0; i < panel.pick; i += 1) drawn.push(panel.from + stream.below(size));
    } else {
      const drum = drums.get(panel.fromRestOf ?? '') ?? { balls: Int32Array.from({ length: size }, (_, i) => panel.from + i), next: 0 };
      drums.set(panel.name, drum);
      const { balls } = drum;
      for (let i = 0; i < panel.pick; i += 1) {
        const at = drum.next + stream.below(balls.length - drum.next);
        const ball = balls[at] ?? 0;
        balls[at] = balls[drum.next] ?? 0;
        balls[drum.next] = ball;
        drum.next += 1;
        drawn.push(ball);
      }
    }
    return { name: panel.name, drawn, numbers: panel.ordered ? drawn : drawn.toSorted((a, b) => a - b) };
  });
}
