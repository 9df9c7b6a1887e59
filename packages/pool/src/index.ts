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
} from './bet-type.ts';
export { type Calculation, type CalculationRefusal, calculatePool, calculationOf, calculationSchema } from './calculate-pool.ts';
export { comparePrices, type GuestPrice } from './compare-prices.ts';
export { type Correction, type CorrectionPosting, correctResult, type PaidTicket } from './correct-result.ts';
export type { DefinitionProblem, DefinitionProblemReason } from './definition-problem.ts';
export type { Price } from './dividend.ts';
export { type JointPool, settleJoint } from './joint-pool.ts';
export { MergedPool, type MergedRefusal, type MergedSource, positionsOf } from './merged-pool.ts';
export { type NetSettlement, type NetSource, settleNet } from './net-pricing.ts';
export { packSelections, unpackSelections } from './packed-selections.ts';
export { type Payout, payoutOf } from './payout.ts';
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
} from './pool.ts';
export {
  type BookRefusal,
  type Close,
  guestStop,
  type LateBet,
  PoolBook,
  type PoolEntry,
  rebuildBook,
  type TicketGroup,
} from './pool-book.ts';
export {
  type CascadeStep,
  definitionInForce,
  type PoolDefinition,
  type PoolDefinitionJson,
  parsePoolDefinition,
  poolDefinitionSchema,
  poolDefinitionToJson,
} from './pool-definition.ts';
export { netPool } from './pool-money.ts';
export { moneyPerRunner, type Probable, probable, probableTable, type RunnerMoney, willPays } from './probables.ts';
export {
  confirmResult,
  type LegResult,
  type PoolResult,
  type PoolResultJson,
  parseResult,
  type ResultEntry,
  type ResultRefusal,
  resultSchema,
} from './result.ts';
export { type PoolRulesText, poolRulesText, type RulesSection } from './rules/rules-text.ts';
export type { Language } from './rules/rules-words.ts';
export { MAX_RUNNER, type RunnerSet, runnerSet, runnersOf } from './runner-set.ts';
export { countCombinations, type Selections, type SelectionsJson, selectionsSchema } from './selections.ts';
export { projectSettlement, type SettleRefusal, settle } from './settle.ts';
export type { RefundReason, SettledLine, Settlement, SettlementAccounts } from './settlement.ts';
export { type TakeoutRule, withTakeout } from './takeout-schedule.ts';
export { parseTicket, quoteTicket, type Ticket, type TicketJson, type TicketRefusal, ticketOf, ticketSchema } from './ticket.ts';
export { GuestTotals, selectionsToJson, type TotalsFile, type TotalsRefusal, totalsFileSchema, writeTotals } from './totals-file.ts';
