/**
 * A process that dies between two steps, as its database and its partners see it: the transaction is lost before its commit, the answer is
 * lost after it, a call to the control system is lost before it arrives or after it was answered. Whoever asked then asks again.
 */
import type { ControlClient } from '../../modules/control/index.ts';
import type { InTransaction } from '../../platform/transaction.ts';
import type { Chance } from './chance.ts';

export class Crash extends Error {}

export type Crashes = {
  inTransaction(real: InTransaction): InTransaction;
  control(real: ControlClient): ControlClient;
  /** Nothing dies while this runs: what a test asks for to look at, not to try. */
  without<T>(work: () => Promise<T>): Promise<T>;
  readonly count: number;
};

/** Dies at so many of a thousand points. */
export function crashesFrom(chance: Chance, perThousand: number): Crashes {
  let count = 0;
  let held = 0;
  const point = (where: string): void => {
    if (held > 0 || chance.below(1000) >= perThousand) return;
    count += 1;
    throw new Crash(where);
  };
  const dying =
    <Asked extends readonly unknown[], Answer>(where: string, call: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      point(`before ${where}`);
      const answer = await call(...asked);
      point(`after ${where}`);
      return answer;
    };
  return {
    inTransaction: (real) => async (work) => {
      point('before a transaction');
      const done = await real(async (tx) => {
        const value = await work(tx);
        point('before a commit');
        return value;
      });
      point('after a commit');
      return done;
    },
    control: (real) => ({
      ...real,
      registerContest: dying('a registration', real.registerContest),
      postpone: dying('a postponement', real.postpone),
      countersign: dying('a countersignature', real.countersign),
      reconcile: dying('a reconciliation', real.reconcile),
      handIn: dying('a receipt', real.handIn),
    }),
    async without(work) {
      held += 1;
      try {
        return await work();
      } finally {
        held -= 1;
      }
    },
    get count() {
      return count;
    },
  };
}
