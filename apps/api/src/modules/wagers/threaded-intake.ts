/**
 * The intake in a thread of its own, behind the same face: commits never wait for requests that are being read, nor requests for commits.
 * With one thread the database's answer to a batch lay for up to the time of thirty requests before anybody looked at it (docs/adr/0010).
 *
 * A thread that ends takes what it held with it: those who wait are told of a fault, and `onEnd` is called once, where the process ends too and
 * its supervisor starts both anew. What had been committed is found by its keys.
 */
import { Worker } from 'node:worker_threads';
import { refuse } from '@valira/outcome';
import type { Intake, IntakeDeps } from './intake.ts';
import { type Asked, answerFrom, orderOut, type ThreadSettings, type Told } from './intake-wire.ts';
import type { SaleAnswer } from './sale-order.ts';

type Waiting = { readonly answer: (answer: SaleAnswer) => void; readonly fail: (error: unknown) => void };

/** As much room for what lives for milliseconds as the process itself has (scripts/platform/node-flags.ts). */
const YOUNG_MB = 192;

export type ThreadedIntakeDeps = Pick<IntakeDeps, 'onBatch'> & { readonly onEnd: (error: Error) => void };

export function openThreadedIntake(settings: ThreadSettings, { onBatch, onEnd }: ThreadedIntakeDeps): Intake {
  const thread = new Worker(new URL('./intake-thread.ts', import.meta.url), {
    workerData: settings,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const most = settings.lanes * settings.queueMax;
  const waiting = new Map<number, Waiting>();
  let asking: { n: number; order: ReturnType<typeof orderOut> }[] = [];
  let count = 0;
  let closed: (() => void) | null = null;
  let ended: Error | null = null;

  const ask = (asked: Asked) => thread.postMessage(asked);
  const end = (error: Error) => {
    if (ended) return;
    ended = error;
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
    if (closed) closed();
    else onEnd(error);
  };
  const hear = (told: Told): void => {
    if (told.kind === 'batch') onBatch?.(told.sales, told.ms);
    else if (told.kind === 'closed') closed?.();
    else {
      const one = waiting.get(told.n);
      waiting.delete(told.n);
      if (told.kind === 'answer') one?.answer(answerFrom(told.answer));
      else one?.fail(told.error);
    }
  };
  thread.on('message', (all: readonly Told[]) => {
    for (const told of all) hear(told);
  });
  thread.on('error', end);
  thread.on('exit', (code) => end(new Error(`the intake's thread ended with code ${code}`)));

  return {
    sell(order) {
      if (ended) return Promise.reject(ended);
      if (waiting.size >= most) return Promise.resolve(refuse('busy'));
      return new Promise((answer, fail) => {
        count += 1;
        waiting.set(count, { answer, fail });
        // What one turn of the event loop brings goes over together.
        if (asking.length === 0)
          setImmediate(() => {
            ask({ kind: 'sell', orders: asking });
            asking = [];
          });
        asking.push({ n: count, order: orderOut(order) });
      });
    },
    async close() {
      await new Promise<void>((done) => {
        closed = done;
        if (ended) return done();
        // After what is still being gathered.
        setImmediate(() => ask({ kind: 'close' }));
      });
      await thread.terminate();
    },
  };
}
