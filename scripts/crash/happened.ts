/** What was done to the platform and what it answered: the test's own account, held against the databases afterwards. */
import type { Caller } from '../../apps/api/src/demo/caller.ts';
import type { Victim } from './victims.ts';

export type Ticket = { readonly id: string; readonly serial: string };

export type Purchase = {
  readonly key: string;
  readonly contestId: string;
  readonly seller: Caller;
  /** By its answer, or by resolving. */
  readonly ticket: Ticket | null;
  readonly code: string;
};

/** One answer of several that were asked for the same at the same moment. `code` is `done` for a success. */
export type Answered = { readonly code: string };

export type Cancelling = { readonly ticketId: string; readonly answers: readonly Answered[] };
export type Claiming = { readonly ticketId: string; readonly amountCents: string; readonly answers: readonly Answered[] };
export type Kill = { readonly moment: string; readonly victim: Victim };

export type Happened = {
  /** Contests that came to their end. */
  readonly finished: readonly string[];
  /** Contests that took sales and stay open. */
  readonly selling: readonly string[];
  readonly kills: readonly Kill[];
  readonly purchases: readonly Purchase[];
  readonly cancellings: readonly Cancelling[];
  readonly claimings: readonly Claiming[];
};

export const succeeded = (answers: readonly Answered[]): number => answers.filter(({ code }) => code === 'done').length;
