/** A command that opens its own transaction, made part of one that is open already: its key and answer are then written with it. */
import type { Tx } from '@valira/db';
import type { InTransaction } from '../transaction.ts';

export const coreWithin = <C extends { readonly inTransaction: InTransaction }>(core: C, tx: Tx): C => ({
  ...core,
  inTransaction: (work) => work(tx),
});
