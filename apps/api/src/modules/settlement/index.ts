export { payContest } from './pay-contest.ts';
export { settleContest } from './settle-contest.ts';
