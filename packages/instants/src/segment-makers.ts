/**
 * Segments from a given one on, in order, made by threads that run a little ahead: as many segments are held at once as there are
 * threads, and one more. Without threads they are made here, one at a time.
 */
import { Worker } from 'node:worker_threads';
import { encodeInstantDefinition } from '@valira/games/instants';
import { type MadeSegment, makeSegment, type SegmentParts } from './make-segment.ts';
import type { SegmentAnswer, SegmentThreadInput } from './segment-thread.ts';

/** A thread’s short-lived buffers are given back early: memory stays a few segments, however long the run. */
const threadLimits = { maxYoungGenerationSizeMb: 8 };

export async function* segmentsInOrder(
  parts: SegmentParts,
  from: number,
  until: number,
  threads: number,
): AsyncGenerator<MadeSegment, void> {
  if (threads === 0) {
    for (let index = from; index < until; index += 1) yield makeSegment(parts, index);
    return;
  }
  const { definition, ...rest } = parts;
  const workerData: SegmentThreadInput = { ...rest, papers: encodeInstantDefinition(definition) };
  const made = new Map<number, MadeSegment>();
  let failure: Error | null = null;
  let wake = (): void => {};
  let next = from;
  let written = from;
  const idle: Worker[] = [];
  const feed = (): void => {
    while (idle.length > 0 && next < until && next <= written + threads) {
      idle.pop()?.postMessage(next);
      next += 1;
    }
  };
  const workers = Array.from({ length: Math.min(threads, until - from) }, () => {
    const worker = new Worker(new URL('./segment-thread.ts', import.meta.url), { workerData, resourceLimits: threadLimits });
    worker.on('message', ({ index, ...segment }: SegmentAnswer) => {
      made.set(index, segment);
      idle.push(worker);
      feed();
      wake();
    });
    const fail = (error: Error): void => {
      failure ??= error;
      wake();
    };
    worker.on('error', fail);
    worker.on('exit', (code) => {
      if (code !== 0) fail(new Error(`a thread of the generator ended with ${code}`));
    });
    idle.push(worker);
    return worker;
  });
  try {
    feed();
    for (; written < until; written += 1) {
      while (!made.has(written)) {
        if (failure) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const segment = made.get(written);
      made.delete(written);
      if (segment) yield segment;
      feed();
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
