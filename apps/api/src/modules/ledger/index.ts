export {
  type AccountName,
  type AccountRef,
  account,
  CODES,
  HOUSE,
  type Posting,
} from './chart-of-accounts.ts';
export { endHold, holdFunds } from './hold-funds.ts';
export { type Operation, postOperation, writePostings } from './post-operation.ts';
export { ledgerRoutes } from './routes.ts';
export { type LedgerFinding, type TrialBalance, trialBalance, verifyLedger } from './trial-balance.ts';
