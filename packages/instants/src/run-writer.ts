/**
 * Writes a run's files segment by segment, with their sums and the Merkle tree, and can go on where a checkpoint says.
 *
 * A checkpoint is written after the bytes it counts are on disk, by renaming a finished file; what lies beyond it is cut off on
 * resumption. Sums and tree are made again from the files, which costs a reading and no trust in a stored state.
 */
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson, merkleTree, tileWidth } from '@valira/games/verifiable';
import type { MadeSegment } from './make-segment.ts';
import { nodePorts } from './node-ports.ts';
import { hashBytes, type RunManifest, runFiles, runFormat } from './run-folder.ts';

const streams = ['print', 'validation', 'leaves', 'packs'] as const;
type Stream = (typeof streams)[number];

const nameOf: Readonly<Record<Stream, string>> = {
  print: runFiles.print,
  validation: runFiles.validation,
  leaves: runFiles.tree(0),
  packs: runFiles.packs,
};

const packsHead = 'pack,first,last,tickets,leaves\n';
const readStretch = 2 ** 22;

type Checkpoint = { readonly runHash: string; readonly segments: number; readonly bytes: Readonly<Record<Stream, number>> };

type OpenStream = { readonly handle: FileHandle; readonly sum: Hash; bytes: number };

export type RunWriter = {
  /** Segments that are in the files already. */
  readonly segments: number;
  add(segment: MadeSegment): Promise<void>;
  checkpoint(): Promise<void>;
  finish(tickets: number): Promise<RunManifest>;
  close(): Promise<void>;
};

async function readCheckpoint(folder: string, runHash: string): Promise<Checkpoint | null> {
  let text: string;
  try {
    text = await readFile(join(folder, runFiles.checkpoint), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const checkpoint = JSON.parse(text) as Checkpoint;
  if (checkpoint.runHash !== runHash) throw new Error(`${folder} holds another run that is under way: ${checkpoint.runHash}`);
  return checkpoint;
}

/** Opens the folder's files for the run, empty or as its checkpoint left them. `papers` is what papers.json holds. */
export async function openRunWriter(folder: string, runHash: string, papers: string): Promise<RunWriter> {
  const checkpoint = await readCheckpoint(folder, runHash);
  const levels: Uint8Array[][] = [];
  const tree = merkleTree(
    nodePorts.sha256,
    ({ level, hashes }) => {
      if (level === 0) return;
      levels[level] ??= [];
      levels[level]?.push(hashes);
    },
    nodePorts.sha256Into,
  );
  const appendLeaves = (leaves: Uint8Array): void => {
    for (let at = 0; at < leaves.length; at += hashBytes) tree.append(leaves.subarray(at, at + hashBytes));
  };
  await writeFile(join(folder, runFiles.papers), papers);

  const openAll = async (): Promise<Record<Stream, OpenStream>> => {
    const opened: Partial<Record<Stream, OpenStream>> = {};
    for (const stream of streams) {
      const path = join(folder, nameOf[stream]);
      const handle = await open(path, checkpoint ? 'r+' : 'w');
      const entry: OpenStream = { handle, sum: createHash('sha256'), bytes: checkpoint?.bytes[stream] ?? 0 };
      opened[stream] = entry;
      if (!checkpoint) continue;
      await handle.truncate(entry.bytes);
      const buffer = new Uint8Array(readStretch);
      for (let at = 0; at < entry.bytes; ) {
        const { bytesRead } = await handle.read(buffer, 0, Math.min(readStretch, entry.bytes - at), at);
        if (bytesRead === 0) throw new Error(`${path} is shorter than its checkpoint says`);
        const piece = buffer.subarray(0, bytesRead);
        entry.sum.update(piece);
        if (stream === 'leaves') appendLeaves(piece);
        at += bytesRead;
      }
    }
    return opened as Record<Stream, OpenStream>;
  };
  const files = await openAll();

  const append = async (stream: Stream, bytes: Uint8Array): Promise<void> => {
    const entry = files[stream];
    for (let at = 0; at < bytes.length; ) at += (await entry.handle.write(bytes, at, bytes.length - at, entry.bytes + at)).bytesWritten;
    entry.sum.update(bytes);
    entry.bytes += bytes.length;
  };
  if (!checkpoint) await append('packs', Buffer.from(packsHead));

  let segments = checkpoint?.segments ?? 0;
  const sync = async (): Promise<void> => {
    await Promise.all(streams.map((stream) => files[stream].handle.datasync()));
  };
  return {
    segments,
    async add(segment) {
      const writing = Promise.all(streams.map((stream) => append(stream, segment[stream])));
      appendLeaves(segment.leaves);
      await writing;
      segments += 1;
    },
    async checkpoint() {
      await sync();
      const bytes = Object.fromEntries(streams.map((stream) => [stream, files[stream].bytes])) as Record<Stream, number>;
      await writeDurably(folder, runFiles.checkpoint, canonicalJson({ runHash, segments, bytes }));
    },
    async finish(tickets) {
      const { root, size } = tree.finish();
      if (size !== tickets) throw new Error(`${size} leaves for ${tickets} tickets`);
      const sums: Record<string, { bytes: number; sha256: string }> = {};
      const note = (name: string, bytes: number, sum: Hash): void => {
        sums[name] = { bytes, sha256: sum.digest('hex') };
      };
      note(runFiles.papers, Buffer.byteLength(papers), createHash('sha256').update(papers));
      for (const stream of streams) note(nameOf[stream], files[stream].bytes, files[stream].sum);
      for (const [level, tiles] of levels.entries()) {
        if (level === 0 || !tiles) continue;
        const whole = Buffer.concat(tiles);
        await writeFile(join(folder, runFiles.tree(level)), whole);
        note(runFiles.tree(level), whole.length, createHash('sha256').update(whole));
      }
      await sync();
      const manifest: RunManifest = { format: runFormat, runHash, tickets, root: Buffer.from(root).toString('hex'), files: sums };
      await writeDurably(folder, runFiles.manifest, canonicalJson(manifest));
      await rm(join(folder, runFiles.checkpoint), { force: true });
      return manifest;
    },
    async close() {
      await Promise.all(streams.map((stream) => files[stream].handle.close()));
    },
  };
}

/** Whole or not at all. */
async function writeDurably(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, `${name}.new`);
  const handle = await open(path, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(path, join(folder, name));
}

export const tileBytes = tileWidth * hashBytes;
