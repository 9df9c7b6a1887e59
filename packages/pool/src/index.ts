export {
  type BookRefusal,
  type Close,
  guestStop,
  type LateBet,
  PoolBook,
  type PoolEntry,
  rebuildBook,
  type TicketGroup,
} from './book/pool-book.ts';
export { moneyPerRunner, type Probable, probable, probableMatrix, probableTable, type RunnerMoney, willPays } from './book/probables.ts';
export {
  type Bet,
  type BetType,
  betSchema,
  type FinishRank,
  goalBandScores,
  legCount,
  paidPlaces,
  type Shape,
  shapeOf,
} from './definition/bet-type.ts';
export type { DefinitionProblem, DefinitionProblemReason } from './definition/definition-problem.ts';
export {
  type OpenRefusal,
  openPool,
  type Pool,
  type PoolCard,
  type PoolCardJson,
  type PoolLeg,
  poolCardSchema,
  poolFromJson,
  poolToJson,
  type Runner,
} from './definition/pool.ts';
export {
  type CascadeStep,
  definitionInForce,
  type PoolDefinition,
  type PoolDefinitionJson,
  parsePoolDefinition,
  poolDefinitionSchema,
  poolDefinitionToJson,
} from './definition/pool-definition.ts';
export { type TakeoutRule, withTakeout } from './definition/takeout-schedule.ts';
export { type JointPool, settleJoint } from './merge/joint-pool.ts';
export { MergedPool, type MergedRefusal, type MergedSource, positionsOf } from './merge/merged-pool.ts';
export { type NetSettlement, type NetSource, settleNet } from './merge/net-pricing.ts';
export { GuestTotals, type TotalsFile, type TotalsRefusal, totalsFileSchema, writeTotals } from './merge/totals-file.ts';
export {
  confirmResult,
  type LegResult,
  type PoolResult,
  type PoolResultJson,
  parseResult,
  type ResultEntry,
  type ResultRefusal,
  resultSchema,
} from './result/result.ts';
export { type PoolRulesText, poolRulesText, type RulesSection } from './rules/rules-text.ts';
export type { Language } from './rules/rules-words.ts';
export { type Calculation, type CalculationRefusal, calculatePool, calculationOf, calculationSchema } from './settle/calculate-pool.ts';
export { comparePrices, type GuestPrice } from './settle/compare-prices.ts';
export { type Correction, type CorrectionPosting, correctResult, type PaidTicket } from './settle/correct-result.ts';
export type { Price } from './settle/dividend.ts';
export { type Payout, payoutOf } from './settle/payout.ts';
export { netPool } from './settle/pool-money.ts';
export { projectSettlement, type SettleRefusal, settle } from './settle/settle.ts';
export type { RefundReason, SettledLine, Settlement, SettlementAccounts } from './settle/settlement.ts';
export { defaultDefinition } from './templates/default-definition.ts';
export { fourTriplesInNine, sevenDoublesInSixteen } from './templates/reduced-systems.ts';
export { packSelections, unpackSelections } from './ticket/packed-selections.ts';
export { MAX_RUNNER, type RunnerSet, runnerSet, runnersOf } from './ticket/runner-set.ts';
export {
  countCombinations,
  runnersPlayed,
  type Selections,
  type SelectionsJson,
  selectionsSchema,
  selectionsToJson,
} from './ticket/selections.ts';
export {
  parseTicket,
  quoteTicket,
  type Ticket,
  type TicketJson,
  type TicketRefusal,
  ticketOf,
  ticketSchema,
  unpackTicket,
} from './ticket/ticket.ts';
