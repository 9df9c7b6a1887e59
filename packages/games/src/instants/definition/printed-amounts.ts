import type { InstantDefinition } from './instant-definition.ts';

/** Amounts a style prints: parts of all tiers and decoys, ascending, each once. Their place in this list is the symbol's byte. */
export function printedAmounts(definition: InstantDefinition): readonly bigint[] {
  const { play, tiers } = definition;
  const decoys: readonly bigint[] = 'decoyCents' in play ? play.decoyCents : [];
  return [...new Set([...tiers.flatMap(({ partsCents }): readonly bigint[] => partsCents), ...decoys])].sort((a, b) =>
    a < b ? -1 : a > b ? 1 : 0,
  );
}
