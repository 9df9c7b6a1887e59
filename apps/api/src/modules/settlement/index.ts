export { payContest } from './pay-contest.ts';
export { settleContest } from './settle-contest.ts';
export { settlementProgress } from './settlement-progress.ts';
