/** A thread of the generator: makes the segments it is told to and hands their bytes over without copying. */
import { parentPort, workerData } from 'node:worker_threads';
import { parseInstantDefinition } from '@valira/games/instants';
import { expectOk } from '@valira/outcome';
import { type MadeSegment, makeSegment, type SegmentParts } from './make-segment.ts';

export type SegmentThreadInput = Omit<SegmentParts, 'definition'> & { readonly papers: unknown };
export type SegmentAnswer = { readonly index: number } & MadeSegment;

const { papers, ...rest } = workerData as SegmentThreadInput;
const parts: SegmentParts = { ...rest, definition: expectOk(parseInstantDefinition(papers)) };

parentPort?.on('message', (index: number) => {
  const made = makeSegment(parts, index);
  const answer: SegmentAnswer = { index, ...made };
  parentPort?.postMessage(answer, Object.values(made).map(({ buffer }) => buffer) as ArrayBuffer[]);
});
