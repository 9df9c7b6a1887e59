/**
 * The shapes the pages read, held against the API's own types: a change of the API that a page would trip over is a type
 * error here. Nothing of it runs.
 */
import type { ApiClient } from '@valira/api/client';
import type { InferResponseType } from 'hono/client';
import type { Contest, Me, Probables, Product, Ticket, TicketProof, WalletEntry } from '../src/api/wire.ts';
import type { ConsoleContest, ProductVersion, Transfer, TrialBalance } from '../src/doors/console/console-api.ts';
import type { ConsoleWithdrawal, PaymentBatch, ReconciledDay } from '../src/doors/console/payments/payments-api.ts';
import type { AuditEvent, DrawRecord, Receipt, SealRecord } from '../src/doors/inspector/inspector-api.ts';
import type { Deposit, PaymentTerms, PlayLimits, Wallet, Withdrawal } from '../src/doors/shop/account/account-api.ts';

type V1 = ApiClient['v1'];

/** Compiles only when every answer of `Answer` may be read as `Read`. */
type Holds<Answer extends Read, Read> = readonly [Answer, Read];

export type WireContract = {
  me: Holds<InferResponseType<V1['me']['$get'], 200>, Me>;
  contest: Holds<InferResponseType<V1['contests'][':id']['$get'], 200>, Contest>;
  contests: Holds<InferResponseType<V1['contests']['$get'], 200>, { contests: Contest[]; next: string | null }>;
  probables: Holds<InferResponseType<V1['contests'][':id']['probables']['$get'], 200>, Probables>;
  products: Holds<InferResponseType<V1['products']['$get'], 200>, { products: Omit<Product, 'definition'>[] }>;
  tickets: Holds<InferResponseType<V1['tickets']['$get'], 200>, { tickets: Omit<Ticket, 'wager'>[] }>;
  ticket: Holds<InferResponseType<V1['tickets'][':id']['$get'], 200>, Omit<Ticket, 'wager'>>;
  proof: Holds<InferResponseType<V1['tickets'][':id']['proof']['$get'], 200>, TicketProof>;
  wallet: Holds<InferResponseType<V1['wallet']['entries']['$get'], 200>, { entries: WalletEntry[] }>;
  ownWallet: Holds<InferResponseType<V1['wallet']['$get'], 200>, Wallet>;
  deposits: Holds<
    InferResponseType<V1['deposits']['$get'], 200>,
    { deposits: Deposit[]; minCents: string; maxCents: string; available: boolean }
  >;
  deposit: Holds<InferResponseType<V1['deposits'][':id']['$get'], 200>, Deposit>;
  payment: Holds<InferResponseType<V1['deposits'][':id']['payment']['$post'], 200>, PaymentTerms>;
  withdrawals: Holds<InferResponseType<V1['withdrawals']['$get'], 200>, { withdrawals: Withdrawal[] }>;
  limits: Holds<InferResponseType<V1['play-limits']['$get'], 200>, PlayLimits>;
  payouts: Holds<InferResponseType<V1['console']['withdrawals']['$get'], 200>, { withdrawals: ConsoleWithdrawal[] }>;
  batches: Holds<InferResponseType<V1['console']['payment-batches']['$get'], 200>, { batches: PaymentBatch[] }>;
  comparison: Holds<InferResponseType<V1['console']['payment-reconciliations']['$get'], 200>, { days: ReconciledDay[] }>;
  room: Holds<InferResponseType<V1['console']['contests'][':id']['$get'], 200>, { contest: Contest } & Omit<ConsoleContest, keyof Contest>>;
  versions: Holds<InferResponseType<V1['console']['products']['$get'], 200>, { products: ProductVersion[] }>;
  balance: Holds<InferResponseType<V1['console']['ledger']['trial-balance']['$get'], 200>, TrialBalance>;
  transfers: Holds<InferResponseType<V1['console']['ledger']['transfers']['$get'], 200>, { transfers: Transfer[] }>;
  records: Holds<InferResponseType<V1['inspection']['records']['$get'], 200>, { records: DrawRecord[] }>;
  seals: Holds<InferResponseType<V1['inspection']['seals']['$get'], 200>, { seals: SealRecord[] }>;
  receipts: Holds<InferResponseType<V1['inspection']['receipts']['$get'], 200>, { receipts: Receipt[] }>;
  audit: Holds<InferResponseType<V1['inspection']['audit']['$get'], 200>, { events: AuditEvent[] }>;
};
