/** What a draw came up with, as records list it: panels by name. */
import { z } from 'zod';

/** Numbers by the name of the panel, bonus or digit that they were drawn for. */
export type DrawnNumbers = ReadonlyMap<string, readonly number[]>;

const listShape = z.object({
  panels: z.array(z.object({ name: z.string().min(1).max(80), numbers: z.array(z.int().min(0)).max(128) })).max(40),
});

/** The list of panels of a record (docs/verify.md, section 7), or null when the result is written otherwise or names one twice. */
export function listedPanels(json: unknown): DrawnNumbers | null {
  const listed = listShape.safeParse(json);
  if (!listed.success) return null;
  const byName = new Map(listed.data.panels.map(({ name, numbers }) => [name, numbers]));
  return byName.size === listed.data.panels.length ? byName : null;
}

/** Add-on games are settled by rules of their own, which this system does not count: a game that has any is not supported. */
export const noAddOns = z.array(z.unknown()).max(0).default([]);
