export { type LedgerFinding, verifyLedger } from '@valira/db/ledger';
export {
  type AccountName,
  type AccountRef,
  account,
  CODES,
  HOUSE,
  nameOfCode,
  type Posting,
} from './chart-of-accounts.ts';
export { endHold, holdFunds } from './hold-funds.ts';
export { type Operation, postOperation, writePostings } from './post-operation.ts';
export { ledgerRoutes } from './routes.ts';
export { type TrialBalance, trialBalance } from './trial-balance.ts';
