/** Parsed templates for tests. */
import { expectOk } from '@valira/outcome';
import type { GameDefinition, GameDefinitionJson } from '../definition/game-definition.ts';
import { parseGameDefinition } from '../definition/parse-game-definition.ts';

type OfFamily<F extends GameDefinition['family']> = Extract<GameDefinition, { family: F }>;

/** The parsed game, which must be of the named family. */
export function game<F extends GameDefinition['family']>(family: F, json: GameDefinitionJson): OfFamily<F> {
  const parsed = expectOk(parseGameDefinition(json));
  if (parsed.family !== family) throw new TypeError(`${parsed.id} is a ${parsed.family} game`);
  return parsed as OfFamily<F>;
}
