/** Draw games as data: definition, tickets, matching, settlement, odds. Randomness and verifiable draws are subpaths. */

export { type DefinitionProblem, type DefinitionProblemReason, definitionProblems } from './definition/definition-problems.ts';
export * from './definition/game-definition.ts';
export type { DrawRule, Language, Localized } from './definition/game-fields.ts';
export * from './definition/parse-game-definition.ts';
export { type ColumnMatcher, columnMatcher, type EntryColumns, fillColumns, fitsColumns } from './match/column-matcher.ts';
export * from './match/draw-result.ts';
export { randomResult } from './match/random-result.ts';
export { type TicketMatcher, ticketMatcher } from './match/ticket-matcher.ts';
export { type BetClass, type BetClasses, betClasses } from './odds/bet-classes.ts';
export { fundShortfallChance } from './odds/fund-shortfall.ts';
export { type BetReport, gameOdds, type TierReturn } from './odds/game-odds.ts';
export { type JackpotDraw, jackpotOutlook } from './odds/jackpot-outlook.ts';
export { maximumLiability } from './odds/maximum-liability.ts';
export { simulateDraws, withinDeviations } from './odds/monte-carlo.ts';
export { type OddsReport, oddsReport, type PartOddsReport } from './odds/odds-report.ts';
export * from './odds/tier-odds.ts';
export { chanceOfAtLeast } from './odds/win-tail.ts';
export { lowestReturn, type RulesSection, type RulesTableRow, type RulesText, rulesText } from './rules/rules-text.ts';
export {
  checkPrizeTable,
  type PrizeTable,
  type PrizeTableRefusal,
  type PrizeTableRow,
  type UsualRange,
} from './settle/check-prize-table.ts';
export { type DrawFileRefusal, type RecomputedDraw, recomputeDraw } from './settle/recompute-draw.ts';
export * from './settle/settle-draw.ts';
export { cims645 } from './templates/cims-645.ts';
export { formerTemplates, gameTemplates } from './templates/game-templates.ts';
export { type Issuer, issueTicket } from './ticket/issue-ticket.ts';
export { lineCount, playLines } from './ticket/line-count.ts';
export { checkPacked, decodeLines, encodeLines, packedVersion } from './ticket/packed-lines.ts';
export { parseTicket, playOf, type TicketInput } from './ticket/parse-ticket.ts';
export * from './ticket/part-play.ts';
export * from './ticket/price-ticket.ts';
export * from './ticket/quick-pick.ts';
export { formatRaffleCode, parseRaffleCode, raffleCodeCount } from './ticket/raffle-code.ts';
export type { PackedRefusal, TicketRefusal } from './ticket/ticket-refusal.ts';
