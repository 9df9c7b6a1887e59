/**
 * A run's folder against its working papers: every ticket, every pack, every count, every sum. Written from the README of the format
 * alone; it shares no code with the generator and passes nothing on trust, the manifest's sums included.
 */
import { createHash } from 'node:crypto';
import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { type AuditKeys, auditSegment, recordSizes, taleValues } from './audit-segment.ts';
import type { AuditAnswer, AuditOrder, AuditThreadInput } from './audit-thread.ts';
import { type Finding, type FindingBook, type FindingCode, findingBook } from './findings.ts';
import { leafTree } from './leaf-tree.ts';
import { nearNumbers } from './near-numbers.ts';
import { type Papers, readPapers, tierPrize } from './papers.ts';
import { readSegment, type SegmentPlace, segmentPlaces } from './read-segment.ts';
import { tells } from './tell-tale.ts';

export type AuditOptions = {
  /** Hash of the papers that were approved, hex; without it the audit holds for the papers in the folder. */
  readonly approvedPapersHash?: string;
  /** Root that was published before the sale, hex. */
  readonly publishedRoot?: string;
  readonly onProgress?: (progress: { readonly segmentsDone: number; readonly segments: number }) => void;
  readonly signal?: AbortSignal;
  /** Threads beside this one; 2 unless stated, 0 audits here. */
  readonly workers?: number;
};

export type AuditReport = {
  readonly passed: boolean;
  readonly runHash: string | null;
  readonly papersHash: string | null;
  readonly root: string | null;
  readonly tickets: number;
  readonly tiers: readonly { readonly tier: string; readonly prizeCents: string; readonly stated: number; readonly found: number }[];
  /** Prizes found × their amounts. */
  readonly fundCents: string | null;
  /** The first twenty of each kind. */
  readonly findings: readonly Finding[];
  readonly findingCounts: Partial<Record<FindingCode, number>>;
};

const manifestFile = z.strictObject({
  format: z.literal('valira-instant-1'),
  runHash: z.string(),
  tickets: z.int(),
  root: z.string(),
  files: z.record(z.string(), z.strictObject({ bytes: z.int(), sha256: z.string() })),
});
type Manifest = z.output<typeof manifestFile>;

const notInManifest = ['manifest.json', 'audit.json', 'checkpoint.json'];
const readStretch = 2 ** 22;

/** Bytes of a file one stretch after the other through one buffer: use each before asking for the next. */
async function* pieces(path: string): AsyncGenerator<Uint8Array, void> {
  const handle = await open(path);
  try {
    const buffer = new Uint8Array(readStretch);
    for (;;) {
      let filled = 0;
      while (filled < readStretch) {
        const { bytesRead } = await handle.read(buffer, filled, readStretch - filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      if (filled > 0) yield buffer.subarray(0, filled);
      if (filled < readStretch) return;
    }
  } finally {
    await handle.close();
  }
}

async function readManifestFile(folder: string, book: FindingBook): Promise<Manifest | null> {
  try {
    const parsed = manifestFile.safeParse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
    if (parsed.success) return parsed.data;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      book.add('folder_incomplete', 'manifest.json', 'the file is missing');
      return null;
    }
  }
  book.add('manifest_invalid', 'manifest.json', 'it cannot be read as a manifest');
  return null;
}

/** Sums of all files and, along the way, the tree over the leaves. */
async function checkFiles(
  folder: string,
  manifest: Manifest,
  papers: Papers | null,
  book: FindingBook,
  signal?: AbortSignal,
): Promise<string | null> {
  const present = new Set(await readdir(folder));
  for (const name of present)
    if (!(name in manifest.files) && !notInManifest.includes(name)) book.add('file_unknown', name, 'the manifest does not name it');
  if (present.has('checkpoint.json')) book.add('folder_incomplete', 'checkpoint.json', 'the generation was not finished');
  const needed = ['papers.json', 'print.bin', 'validation.bin', 'packs.csv', 'tree-0.bin'];
  for (const name of needed) if (!(name in manifest.files)) book.add('folder_incomplete', name, 'the manifest does not name it');
  const upper = new Map<number, Uint8Array>();
  for (const name of present) {
    const level = /^tree-([1-9])\.bin$/.exec(name)?.[1];
    if (level !== undefined) upper.set(Number(level), await readFile(join(folder, name)));
  }
  const tree = leafTree((level, index) => {
    const hashes = upper.get(level);
    return hashes && hashes.length >= 32 * (index + 1) ? hashes.subarray(32 * index, 32 * index + 32) : null;
  });
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.files)) {
    if (!/^[a-z0-9-]+\.(json|bin|csv)$/.test(name) || !present.has(name)) {
      book.add('folder_incomplete', name, 'the file is missing');
      continue;
    }
    const sum = createHash('sha256');
    let size = 0;
    for await (const piece of pieces(join(folder, name))) {
      signal?.throwIfAborted();
      sum.update(piece);
      size += piece.length;
      if (name === 'tree-0.bin') tree.add(piece);
    }
    if (size !== bytes || sum.digest('hex') !== sha256) book.add('sum_wrong', name, 'it is not the file the manifest names');
  }
  const { root, size, wrong } = tree.finish();
  for (const where of wrong) book.add('tree_wrong', where, 'the stored hash is not that of its leaves');
  if (root !== manifest.root) book.add('root_wrong', 'manifest.json', 'the root is not that of the leaves');
  if (size !== manifest.tickets || (papers && size !== papers.runSize)) book.add('size_wrong', 'tree-0.bin', `${size} leaves`);
  for (const [level, hashes] of upper) {
    if (hashes.length !== 32 * Math.floor(size / 256 ** level)) book.add('size_wrong', `tree-${level}.bin`, `${hashes.length} bytes`);
  }
  return root;
}

type Totals = { readonly tierCounts: Float64Array; readonly tales: Uint32Array; readonly virns: Uint8Array; complete: boolean };

async function auditSegments(folder: string, papers: Papers, keys: AuditKeys, options: AuditOptions, book: FindingBook): Promise<Totals> {
  const places = segmentPlaces(papers);
  const last = places.at(-1);
  const { print, validation, judge } = recordSizes(papers);
  const expected = {
    'print.bin': last ? last.print.from + last.print.bytes : 0,
    'validation.bin': papers.runSize * validation,
    'tree-0.bin': papers.runSize * 32,
  };
  for (const [name, bytes] of Object.entries(expected)) {
    const { size } = await stat(join(folder, name));
    if (size !== bytes) book.add('size_wrong', name, `${size} bytes instead of ${bytes}`);
  }
  const [head, ...lines] = (await readFile(join(folder, 'packs.csv'), 'utf8')).split('\n');
  if (head !== 'pack,first,last,tickets,leaves' || lines.pop() !== '' || lines.length !== papers.runSize / papers.packSize)
    book.add('packs_wrong', 'packs.csv', `${lines.length} packs`);

  const shared = new SharedArrayBuffer(10 * papers.runSize);
  const totals: Totals = {
    tierCounts: new Float64Array(papers.tiers.length + 1),
    tales: new Uint32Array(2 * taleValues(judge.visible)),
    virns: new Uint8Array(shared),
    complete: print > 0,
  };
  const workerData: AuditThreadInput = { folder, papers, keys, virns: shared };
  let done = 0;
  const findings: (AuditAnswer['book'] | undefined)[] = [];
  const take = (answer: AuditAnswer): void => {
    findings[answer.index] = answer.book;
    if (!answer.readable) totals.complete = false;
    answer.tierCounts.forEach((count, tier) => {
      totals.tierCounts[tier] = (totals.tierCounts[tier] ?? 0) + count;
    });
    answer.tales.forEach((count, cell) => {
      totals.tales[cell] = (totals.tales[cell] ?? 0) + count;
    });
    done += 1;
    options.onProgress?.({ segmentsDone: done, segments: places.length });
  };
  const packsOf = (place: SegmentPlace): readonly string[] => lines.slice(place.firstPack, place.firstPack + place.packs);
  if (options.workers === 0) {
    for (const place of places) {
      options.signal?.throwIfAborted();
      const { virns, ...rest } = auditSegment(papers, keys, place.index, { ...readSegment(folder, place), packs: packsOf(place) });
      totals.virns.set(virns, 10 * place.firstTicket);
      take({ index: place.index, readable: virns.length > 0, ...rest });
    }
  } else await onThreads(workerData, places, options, packsOf, take);
  // In the order of the run, whichever thread was first.
  for (const own of findings) {
    for (const { code, where, detail } of own?.findings ?? []) book.add(code, where, detail);
    for (const [code, count] of Object.entries(own?.counts ?? {})) {
      const told = own?.findings.filter((finding) => finding.code === code).length ?? 0;
      book.counts[code as FindingCode] = (book.counts[code as FindingCode] ?? 0) + count - told;
    }
  }
  return totals;
}

/** Hands the segments to threads, one at a time each, until all are answered for. */
async function onThreads(
  workerData: AuditThreadInput,
  places: readonly SegmentPlace[],
  options: AuditOptions,
  packsOf: (place: SegmentPlace) => readonly string[],
  take: (answer: AuditAnswer) => void,
): Promise<void> {
  let next = 0;
  let answered = 0;
  await new Promise<void>((resolve, reject) => {
    const workers: Worker[] = [];
    const end = async (error?: unknown): Promise<void> => {
      options.signal?.removeEventListener('abort', aborted);
      await Promise.all(workers.map((worker) => worker.terminate()));
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error(String(error)));
    };
    const aborted = (): void => void end(options.signal?.reason ?? new Error('cancelled'));
    if (options.signal?.aborted) return aborted();
    options.signal?.addEventListener('abort', aborted);
    const give = (worker: Worker): void => {
      const place = places[next];
      if (!place) return;
      next += 1;
      const order: AuditOrder = { place, packs: packsOf(place) };
      worker.postMessage(order);
    };
    for (let i = 0; i < Math.min(options.workers ?? 2, places.length); i += 1) {
      const worker = new Worker(new URL('./audit-thread.ts', import.meta.url), {
        workerData,
        resourceLimits: { maxYoungGenerationSizeMb: 8 },
      });
      workers.push(worker);
      worker.on('error', (error) => void end(error));
      worker.on('message', (answer: AuditAnswer) => {
        take(answer);
        answered += 1;
        if (answered === places.length) void end();
        else give(worker);
      });
      give(worker);
    }
  });
}

function checkTales(papers: Papers, tales: Uint32Array, book: FindingBook): void {
  const { judge } = recordSizes(papers);
  const part = (from: number, values: number) => ({ counts: tales.subarray(2 * from, 2 * (from + values)) });
  for (let i = 0; i < 20; i += 1)
    if (tells(part(16 * i, 16))) book.add('virn_tells', `VIRN character bits ${4 * i}`, 'winners and losers differ in it');
  for (let i = 0; i < judge.visible; i += 1) {
    if (tells(part(320 + 256 * i, 256))) book.add('open_part_tells', `open symbol ${i}`, 'winners and losers differ in it');
  }
  if (tells(part(320 + 256 * judge.visible, 200))) book.add('position_tells', 'ticket of the pack', 'some places win more often');
}

/** Whether VIRNs rise or fall with the tickets: of neighbours, half should rise. */
function checkOrder(virns: Uint8Array, book: FindingBook): void {
  const count = virns.length / 10 - 1;
  let rising = 0;
  for (let i = 0; i < count; i += 1) {
    let j = 0;
    while (j < 9 && virns[10 * i + j] === virns[10 * i + 10 + j]) j += 1;
    if ((virns[10 * i + j] ?? 0) < (virns[10 * i + 10 + j] ?? 0)) rising += 1;
  }
  // Neighbouring comparisons share a number: the variance of the count of rises is (n + 1) / 12.
  if (Math.abs(rising - count / 2) > 8 * Math.sqrt((count + 2) / 12))
    book.add('virn_tells', 'order', `${rising} of ${count} VIRNs are above the one before`);
}

/** Audits the folder. Throws for what is no finding: a folder that cannot be read, keys of a wrong length, the signal. */
export async function auditRun(folder: string, keys: AuditKeys, options: AuditOptions = {}): Promise<AuditReport> {
  for (const key of [keys.validation, keys.salt, keys.outcome, keys.print])
    if (key.length !== 32) throw new RangeError('a key has 32 bytes');
  const book = findingBook();
  const manifest = await readManifestFile(folder, book);
  const text = await readFile(join(folder, 'papers.json'), 'utf8').catch(() => null);
  const { papers, problems } = text === null ? { papers: null, problems: ['papers_invalid'] as const } : readPapers(text);
  for (const problem of problems) book.add(problem, 'papers.json', 'the file does not hold together');
  if (papers && options.approvedPapersHash !== undefined && papers.papersHash !== options.approvedPapersHash)
    book.add('papers_not_approved', 'papers.json', 'these are not the approved papers');
  if (papers && manifest && (manifest.runHash !== papers.runHash || manifest.tickets !== papers.runSize))
    book.add('manifest_invalid', 'manifest.json', 'it names another run');
  const stated = papers?.tiers.reduce((sum, tier) => sum + tierPrize(tier) * tier.count, 0) ?? 0;
  if (papers && stated !== papers.prizeFundCents)
    book.add('fund_wrong', 'papers.json', `prizes of ${stated} cents, stated ${papers.prizeFundCents}`);

  let totals: Totals | null = null;
  let root: string | null = null;
  const whole = await Promise.allSettled([
    manifest ? checkFiles(folder, manifest, papers, book, options.signal) : null,
    papers ? auditSegments(folder, papers, keys, options, book) : null,
  ]);
  const [files, segments] = whole;
  options.signal?.throwIfAborted();
  for (const result of whole) {
    if (result.status === 'fulfilled') continue;
    const { code } = result.reason as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw result.reason;
    book.add(
      'folder_incomplete',
      String((result.reason as NodeJS.ErrnoException).path ?? folder)
        .split('/')
        .at(-1) ?? '',
      'the file is missing',
    );
  }
  if (files.status === 'fulfilled') root = files.value;
  if (options.publishedRoot !== undefined && root !== options.publishedRoot)
    book.add('root_not_published', 'tree-0.bin', 'the tree is not the one whose root was published');
  if (segments.status === 'fulfilled') totals = segments.value;
  if (papers && totals) {
    papers.tiers.forEach((tier, i) => {
      const found = totals.tierCounts[i + 1] ?? 0;
      if (found !== tier.count) book.add('count_wrong', `tier ${tier.id}`, `${found} prizes, the papers say ${tier.count}`);
    });
    checkTales(papers, totals.tales, book);
    if (totals.complete) {
      for (const { first, second, equal } of nearNumbers(totals.virns))
        book.add(
          equal ? 'virn_duplicate' : 'virn_near',
          `tickets ${first} and ${second}`,
          equal ? 'the same VIRN' : 'VIRNs one character apart',
        );
      checkOrder(totals.virns, book);
    }
  }
  const tiers = (papers?.tiers ?? []).map((tier, i) => ({
    tier: tier.id,
    prizeCents: String(tierPrize(tier)),
    stated: tier.count,
    found: totals?.tierCounts[i + 1] ?? 0,
  }));
  return {
    passed: book.findings.length === 0,
    runHash: papers?.runHash ?? null,
    papersHash: papers?.papersHash ?? null,
    root,
    tickets: papers?.runSize ?? 0,
    tiers,
    fundCents: totals ? String(tiers.reduce((sum, tier) => sum + BigInt(tier.prizeCents) * BigInt(tier.found), 0n)) : null,
    findings: book.findings,
    findingCounts: book.counts,
  };
}

/** The report beside the files it is about. */
export const writeAuditReport = (folder: string, report: AuditReport): Promise<void> =>
  writeFile(join(folder, 'audit.json'), `${JSON.stringify(report, null, 2)}\n`);
