export { payContest } from './pay-contest.ts';
export { type Refunded, refundContest } from './refund-contest.ts';
export { settleContest } from './settle-contest.ts';
export { settlementProgress } from './settlement-progress.ts';
export { undoSettlement } from './undo-settlement.ts';
