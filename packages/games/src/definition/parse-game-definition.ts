/** From JSON to a game that can work, and back. */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import { type DefinitionProblem, definitionProblems } from './definition-problems.ts';
import { type GameDefinition, type GameDefinitionJson, gameDefinition } from './game-definition.ts';

/** Everything that is wrong with a definition: first its form, and when that is right, its sense. For forms and editors. */
export function inspectGameDefinition(json: unknown): readonly { readonly path: string; readonly reason: string }[] {
  const parsed = gameDefinition.safeParse(json);
  if (!parsed.success) return parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), reason: issue.message }));
  return definitionProblems(parsed.data) satisfies readonly DefinitionProblem[];
}

/** The game, or a refusal `definition_invalid` with the path and `facts.reason` of the first problem. */
export function parseGameDefinition(json: unknown): Outcome<GameDefinition, 'definition_invalid'> {
  const [problem] = inspectGameDefinition(json);
  if (problem) return refuse('definition_invalid', { path: problem.path, facts: { reason: problem.reason } });
  return ok(gameDefinition.parse(json));
}

/** The definition as JSON values: amounts and shares as text, every default written out. */
export const encodeGameDefinition = (game: GameDefinition): GameDefinitionJson => z.encode(gameDefinition, game);
