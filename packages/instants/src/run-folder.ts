/** Names and small documents of a run's folder (packages/games/src/instants/README.md lays the files down). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const runFormat = 'valira-instant-1';

export const runFiles = {
  papers: 'papers.json',
  print: 'print.bin',
  validation: 'validation.bin',
  packs: 'packs.csv',
  manifest: 'manifest.json',
  checkpoint: 'checkpoint.json',
  tree: (level: number): string => `tree-${level}.bin`,
} as const;

export const hashBytes = 32;

export type RunManifest = {
  readonly format: typeof runFormat;
  readonly runHash: string;
  readonly tickets: number;
  /** Root of the Merkle tree over all tickets, hex: published before the first sale. */
  readonly root: string;
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;
};

export async function readManifest(folder: string): Promise<RunManifest> {
  const manifest = JSON.parse(await readFile(join(folder, runFiles.manifest), 'utf8')) as RunManifest;
  if (manifest.format !== runFormat) throw new Error(`${folder} holds no run of format ${runFormat}`);
  return manifest;
}
