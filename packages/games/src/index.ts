/** Draw games as data: definition, tickets, matching, settlement, odds. Randomness and verifiable draws are subpaths. */
export type { DrawRule, Language, Localized } from './definition/common-fields.ts';
export { type DefinitionProblem, type DefinitionProblemReason, definitionProblems } from './definition/definition-problems.ts';
export * from './definition/game-definition.ts';
export * from './definition/parse-game-definition.ts';
export { type ColumnMatcher, columnMatcher, type EntryColumns, fillColumns, fitsColumns } from './match/column-matcher.ts';
export * from './match/draw-result.ts';
export { randomResult } from './match/random-result.ts';
export { type TicketMatcher, ticketMatcher } from './match/ticket-matcher.ts';
export * from './odds/tier-odds.ts';
export * from './settle/settle-draw.ts';
export { cims645 } from './templates/cims-645.ts';
export { formerTemplates, gameTemplates } from './templates/game-templates.ts';
