/**
 * A run from working papers, two secrets and the run's keys: all its files, streamed. Memory is bounded by the segments in hand.
 *
 * Cancel by the signal or by leaving the loop, resume by calling again with the same arguments: a checkpoint every two seconds loses
 * that much work at most, and the files come out byte for byte as without the interruption.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  encodeInstantDefinition,
  type InstantDefinition,
  type InstantKeys,
  type InstantRun,
  type InstantSecrets,
  instantRunHash,
  instantSeed,
  papersHash,
  planRun,
  runChance,
  segmentAt,
  segmentCount,
} from '@valira/games/instants';
import { canonicalJson } from '@valira/games/verifiable';
import { nodePorts } from './node-ports.ts';
import { type RunManifest, readManifest, runFiles, runFormat } from './run-folder.ts';
import { openRunWriter } from './run-writer.ts';
import { segmentsInOrder } from './segment-makers.ts';

export type GenerationInput = {
  /** Where the files go; made when missing. */
  readonly folder: string;
  readonly definition: InstantDefinition;
  readonly run: InstantRun;
  readonly secrets: InstantSecrets;
  /** Keys of this run (`instantRunKeys`), not master keys. */
  readonly keys: InstantKeys;
  /** Threads beside this one; 2 unless stated, 0 makes everything here. */
  readonly workers?: number;
  readonly signal?: AbortSignal;
  /** Time between checkpoints; 2,000 unless stated. */
  readonly checkpointMs?: number;
};

export type GenerationProgress = {
  readonly segmentsDone: number;
  readonly segments: number;
  readonly ticketsDone: number;
  readonly tickets: number;
};

const usualCheckpointMs = 2_000;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/**
 * Progress after every segment; the manifest is the return value, and `readManifest(folder)` afterwards. A folder whose run is finished
 * gives its manifest at once. Throws when run, papers or secrets do not belong together, and when the folder holds another run.
 */
export async function* generateRun(input: GenerationInput): AsyncGenerator<GenerationProgress, RunManifest> {
  const { folder, definition, run, signal } = input;
  const { sha256, hmacSha256 } = nodePorts;
  signal?.throwIfAborted();
  if (hex(papersHash(sha256, definition)) !== hex(run.papersHash) || run.game !== definition.game)
    throw new Error('the run was prepared for other papers');
  const seed = instantSeed(nodePorts, run, input.secrets);
  const runHash = instantRunHash(sha256, run);
  await mkdir(folder, { recursive: true });
  if (existsSync(join(folder, runFiles.manifest))) {
    const manifest = await readManifest(folder);
    if (manifest.runHash !== hex(runHash)) throw new Error(`${folder} holds another run: ${manifest.runHash}`);
    return manifest;
  }
  const papers = canonicalJson({
    format: runFormat,
    definition: encodeInstantDefinition(definition),
    run: run.run,
    firstPack: run.firstPack,
    commitments: { operator: hex(run.commitments.operator), second: hex(run.commitments.second) },
    papersHash: hex(run.papersHash),
    runHash: hex(runHash),
  });
  const writer = await openRunWriter(folder, hex(runHash), papers);
  try {
    const segments = segmentCount(definition);
    const plan = planRun(definition, runChance(hmacSha256, seed, 'plan', 0));
    const parts = { definition, plan, seed, keys: input.keys, run: run.run, firstPack: run.firstPack, runHash };
    let done = writer.segments;
    let noted = performance.now();
    for await (const segment of segmentsInOrder(parts, done, segments, input.workers ?? 2)) {
      signal?.throwIfAborted();
      await writer.add(segment);
      done += 1;
      if (performance.now() - noted >= (input.checkpointMs ?? usualCheckpointMs)) {
        await writer.checkpoint();
        noted = performance.now();
      }
      const { firstTicket, tickets } = segmentAt(definition, done - 1);
      yield { segmentsDone: done, segments, ticketsDone: firstTicket + tickets, tickets: definition.runSize };
    }
    return await writer.finish(definition.runSize);
  } finally {
    // What is written stays; the next call goes on from the last checkpoint.
    await writer.close();
  }
}
