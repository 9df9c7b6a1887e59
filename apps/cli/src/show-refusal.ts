/** A refusal on one line: its code, where, and the facts. Example: `definition_invalid at wins.1: reason tier_never_hit`. */
import type { Refusal } from '@valira/outcome';

export function showRefusal({ code, path, facts }: Refusal): string {
  const told = Object.entries(facts).map(([name, value]) => `${name} ${String(value)}`);
  return `${code}${path ? ` at ${path}` : ''}${told.length > 0 ? `: ${told.join(', ')}` : ''}`;
}
