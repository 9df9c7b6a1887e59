/** From JSON to working papers that can be generated, and back. */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import { type InstantDefinition, type InstantDefinitionJson, instantDefinition } from './instant-definition.ts';
import { instantProblems } from './instant-problems.ts';

/** Everything that is wrong: first the form, and when that is right, the sense. For editors. */
export function inspectInstantDefinition(json: unknown): readonly { readonly path: string; readonly reason: string }[] {
  const parsed = instantDefinition.safeParse(json);
  if (!parsed.success) return parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), reason: issue.message }));
  return instantProblems(parsed.data);
}

/** The definition, or a refusal `definition_invalid` with the path and `facts.reason` of the first problem. */
export function parseInstantDefinition(json: unknown): Outcome<InstantDefinition, 'definition_invalid'> {
  const [problem] = inspectInstantDefinition(json);
  if (problem) return refuse('definition_invalid', { path: problem.path, facts: { reason: problem.reason } });
  return ok(instantDefinition.parse(json));
}

/** The definition as JSON values: amounts as text, every default written out. Its canonical hash is the hash of the papers. */
export const encodeInstantDefinition = (definition: InstantDefinition): InstantDefinitionJson => z.encode(instantDefinition, definition);
