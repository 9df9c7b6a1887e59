/** Reading a finished run's files in stretches, and a ticket's inclusion proof from its stored tree. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type InstantDefinition, outcomeBytes, sealTagBytes } from '@valira/games/instants';
import { type InclusionProof, inclusionProof, proofTiles } from '@valira/games/verifiable';
import { nodePorts } from './node-ports.ts';
import { hashBytes, readManifest, runFiles } from './run-folder.ts';
import { tileBytes } from './run-writer.ts';

const stretch = 8_192;

async function* stretches(path: string, recordBytes: number): AsyncGenerator<{ first: number; count: number; bytes: Uint8Array }, void> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    if (size % recordBytes !== 0) throw new Error(`${path} holds no whole number of records of ${recordBytes} bytes`);
    const count = size / recordBytes;
    for (let first = 0; first < count; first += stretch) {
      const own = Math.min(stretch, count - first);
      const bytes = new Uint8Array(own * recordBytes);
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await handle.read(bytes, at, bytes.length - at, first * recordBytes + at);
        if (bytesRead === 0) throw new Error(`${path} ended early`);
        at += bytesRead;
      }
      yield { first, count: own, bytes };
    }
  } finally {
    await handle.close();
  }
}

export type ValidationStretch = {
  /** Index of the first ticket. */
  readonly first: number;
  readonly count: number;
  /** Keyed hashes of the VIRNs, 32 bytes each. */
  readonly hashes: Uint8Array;
  /** Sealed outcomes, `sealedBytes` each. */
  readonly sealed: Uint8Array;
  readonly sealedBytes: number;
};

/** The validation file in ticket order, for import into a database. */
export async function* readValidationRecords(folder: string, definition: InstantDefinition): AsyncGenerator<ValidationStretch, void> {
  const sealedBytes = outcomeBytes(definition.play) + sealTagBytes;
  const recordBytes = hashBytes + sealedBytes;
  for await (const { first, count, bytes } of stretches(join(folder, runFiles.validation), recordBytes)) {
    const hashes = new Uint8Array(count * hashBytes);
    const sealed = new Uint8Array(count * sealedBytes);
    for (let i = 0; i < count; i += 1) {
      hashes.set(bytes.subarray(i * recordBytes, i * recordBytes + hashBytes), i * hashBytes);
      sealed.set(bytes.subarray(i * recordBytes + hashBytes, (i + 1) * recordBytes), i * sealedBytes);
    }
    yield { first, count, hashes, sealed, sealedBytes };
  }
}

/** Leaf hashes in ticket order, 32 bytes each. */
export async function* readLeafHashes(
  folder: string,
): AsyncGenerator<{ readonly first: number; readonly count: number; readonly hashes: Uint8Array }, void> {
  for await (const { first, count, bytes } of stretches(join(folder, runFiles.tree(0)), hashBytes)) yield { first, count, hashes: bytes };
}

/** The proof that leads from the ticket's leaf to the published root. Throws when the run has no such ticket. */
export async function proofForTicket(folder: string, index: number): Promise<InclusionProof> {
  const { tickets } = await readManifest(folder);
  const tiles = new Map<string, Uint8Array>();
  for (const { level, index: tile } of proofTiles(index, tickets)) {
    const handle = await open(join(folder, runFiles.tree(level)));
    try {
      const bytes = new Uint8Array(tileBytes);
      const { bytesRead } = await handle.read(bytes, 0, tileBytes, tile * tileBytes);
      tiles.set(`${level}/${tile}`, bytes.subarray(0, bytesRead));
    } finally {
      await handle.close();
    }
  }
  return inclusionProof(nodePorts.sha256, index, tickets, ({ level, index: tile }) => {
    const hashes = tiles.get(`${level}/${tile}`);
    if (!hashes) throw new Error(`tile ${level}/${tile} was not read`);
    return hashes;
  });
}
