/**
 * The schema of what a player fills in for a game of panels, from the panels of its definition.
 *
 * Each panel is a sheet of distinct numbers; `lines` of them make an entry. Example: one panel "main", 6 of 1…45, gives
 * `{ lines: [{ main: [6 distinct integers between 1 and 45] }] }`.
 */
import type { JsonSchema } from './describe-form.ts';

export type EntryPanel = { readonly name: string; readonly pick: number; readonly from: number; readonly to: number };

export const entrySchema = (panels: readonly EntryPanel[], maxLines: number): JsonSchema => ({
  type: 'object',
  required: ['lines'],
  properties: {
    lines: {
      type: 'array',
      minItems: 1,
      maxItems: maxLines,
      items: {
        type: 'object',
        required: panels.map((panel) => panel.name),
        properties: Object.fromEntries(
          panels.map((panel) => [
            panel.name,
            {
              type: 'array',
              uniqueItems: true,
              minItems: panel.pick,
              maxItems: panel.pick,
              items: { type: 'integer', minimum: panel.from, maximum: panel.to },
            },
          ]),
        ),
      },
    },
  },
});
