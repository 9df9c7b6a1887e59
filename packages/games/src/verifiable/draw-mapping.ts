/**
 * From random bytes to drawn numbers: mapping `valira-mapping-1` (docs/verify.md, section Mapping).
 *
 * A mapping is data: an ordered list of panels. Each panel draws `pick` numbers from the drum `from`…`to`:
 * - without `repeats`, like balls: the drum is the ascending list of its numbers; for i = 0, 1, … a position is drawn
 *   uniformly from i…last by rejection and its ball changes places with the ball at i, which is the i-th drawn
 *   (the first steps of a Fisher–Yates shuffle);
 * - with `repeats`, like digits: each number is drawn on its own;
 * - with `fromRestOf`, the panel goes on drawing from the drum of an earlier panel, as a bonus ball does.
 * Panels draw one after the other from one byte stream. `ordered` says that order counts in the result; otherwise the result
 * is ascending. The order of drawing is always kept.
 *
 * Example, 6/45 and a bonus: { main: pick 6 of 1…45 }, { bonus: pick 1, fromRestOf main } reads seven bytes when none is
 * rejected: below 45, 44, 43, 42, 41, 40 and 39.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import type { ByteSource } from '../randomness/hash-ports.ts';
import { uniformBelow } from '../randomness/uniform-below.ts';

export const mappingVersion = 'valira-mapping-1';

const panelSchema = z.strictObject({
  name: z
    .string()
    .max(40)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  /** How many numbers this panel draws. */
  pick: z.int().min(1).max(10_000),
  /** Lowest and highest number in the drum, both included. */
  from: z.int().min(0).max(99_999_999),
  to: z.int().min(0).max(99_999_999),
  ordered: z.boolean().exactOptional(),
  repeats: z.boolean().exactOptional(),
  /** Name of an earlier panel whose drum this one goes on drawing from; `from` and `to` are then those of that drum. */
  fromRestOf: z.string().exactOptional(),
});

export const drawMappingSchema = z.strictObject({ version: z.literal(mappingVersion), panels: z.array(panelSchema).min(1).max(20) });

export type PanelMapping = z.infer<typeof panelSchema>;
export type DrawMapping = z.infer<typeof drawMappingSchema>;

export type DrawnPanel = {
  readonly name: string;
  /** In the order drawn. */
  readonly drawn: readonly number[];
  /** As the result reads: ascending, or in the order drawn where order counts. */
  readonly numbers: readonly number[];
};

export type MappingRefusal = 'mapping_malformed' | 'mapping_impossible';

/** A mapping from outside. Refuses a shape or a draw that cannot be made, with the path. */
export function parseDrawMapping(input: unknown): Outcome<DrawMapping, MappingRefusal> {
  const parsed = drawMappingSchema.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refuse('mapping_malformed', { path: issue?.path.join('.') ?? '', facts: { reason: issue?.message ?? '' } });
  }
  /** Panels that draw from one drum share its entry. */
  const drums = new Map<string, { readonly from: number; readonly to: number; left: number }>();
  for (const [i, panel] of parsed.data.panels.entries()) {
    const impossible = (reason: string) => refuse('mapping_impossible', { path: `panels.${i}`, facts: { reason } });
    if (panel.to < panel.from) return impossible('the drum is empty');
    if (drums.has(panel.name)) return impossible('the panel name is taken');
    if (panel.repeats && panel.fromRestOf !== undefined) return impossible('the rest of a drum does not repeat');
    const drum =
      panel.fromRestOf === undefined ? { from: panel.from, to: panel.to, left: panel.to - panel.from + 1 } : drums.get(panel.fromRestOf);
    if (drum === undefined) return impossible('no earlier panel has that drum');
    if (drum.from !== panel.from || drum.to !== panel.to) return impossible('the drum is another one');
    if (!panel.repeats && panel.pick > drum.left) return impossible('more numbers are drawn than are left');
    // Nothing is left of digits that repeat: there is no drum to go on with.
    drum.left = panel.repeats ? 0 : drum.left - panel.pick;
    drums.set(panel.name, drum);
  }
  return ok(parsed.data);
}

/** A drum that is only written down where it has been disturbed, so that one number of ten million costs one entry. */
type Drum = { readonly from: number; readonly count: number; readonly moved: Map<number, number>; drawn: number };

function drawBall(drum: Drum, take: ByteSource): number {
  const i = drum.drawn;
  const j = i + uniformBelow(drum.count - i, take);
  const ball = drum.moved.get(j) ?? drum.from + j;
  drum.moved.set(j, drum.moved.get(i) ?? drum.from + i);
  drum.drawn += 1;
  return ball;
}

/** The numbers of every panel, in the order of the mapping. `mapping` has passed `parseDrawMapping`. */
export function mapDraw(mapping: DrawMapping, take: ByteSource): DrawnPanel[] {
  const drums = new Map<string, Drum>();
  return mapping.panels.map((panel) => {
    const count = panel.to - panel.from + 1;
    const drum = (panel.fromRestOf === undefined ? undefined : drums.get(panel.fromRestOf)) ?? {
      from: panel.from,
      count,
      moved: new Map<number, number>(),
      drawn: 0,
    };
    drums.set(panel.name, drum);
    const drawn = Array.from({ length: panel.pick }, () => (panel.repeats ? panel.from + uniformBelow(count, take) : drawBall(drum, take)));
    return { name: panel.name, drawn, numbers: panel.ordered ? drawn : drawn.toSorted((a, b) => a - b) };
  });
}
