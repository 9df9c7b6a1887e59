/**
 * Transactions that survive what a busy database answers: a serialization failure, a deadlock or a lost connection is a fault, so
 * the whole piece of work is run again, a bounded number of times. Work must therefore be safe to repeat until it commits.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Tx } from '@valira/db';

const RETRIED = new Set([
  '40001',
  '40P01',
  '08000',
  '08003',
  '08006',
  '57P01',
  '57P02',
  '57P03',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'ECONNREFUSED',
  'ECONNRESET',
  // Written to a connection that the database had already shut.
  'EPIPE',
]);

const codeOf = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
};

/** Whether trying again may help. A broken rule (unique, check) is not a fault. */
export const isFault = (error: unknown): boolean => RETRIED.has(codeOf(error) ?? '');

/** The name of the constraint that refused, or null. */
export function brokenConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('constraint_name' in error && typeof error.constraint_name === 'string') return error.constraint_name;
  return brokenConstraint(error.cause);
}

const ATTEMPTS = 6;

export type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

export const transactionsOn =
  (db: Db): InTransaction =>
  async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await db.transaction(work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isFault(error)) throw error;
        await sleep(25 * 2 ** attempt);
      }
    }
  };
