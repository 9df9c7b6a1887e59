/**
 * An instant run of ten million tickets generated and audited: all files, all checks, two threads.
 *
 * Ceiling: per ticket one HMAC and two SHA-256 of these sizes and the same bytes written, on two threads, and nothing else. Ours makes of
 * each ticket a place within the guarantee, a face, a VIRN with its keyed hash, a salt, a sealed outcome, a leaf and a node of the tree.
 * The HMAC of the ceiling is `createHmac`; beside it stands the ceiling with the HMAC that we use ourselves, laid out once per key over the
 * one-shot hash. Each ceiling runs before and after ours and its better time counts. Processor seconds stand beside the others, because
 * they say the same on a machine that does other work. Bounded: some two minutes; a number after the name sets the tickets.
 */
import { createHmac, hash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { generateRun, readManifest } from '../packages/instants/src/index.ts';
import { prepareRun, scaledPapers } from '../packages/instants/src/testing/index.ts';
import { auditRun } from '../packages/instants-audit/src/index.ts';

const threads = 2;
type Ceiling = { readonly path: string; readonly tickets: number; readonly bytesPerTicket: number; readonly hmac: 'library' | 'laid out' };

const writeLatin1 = Buffer.prototype.latin1Write;
/** VIRN, leaf and node of the run that is generated here. */
const virnBytes = 10;
const leafBytes = 1 + 8 + 2 + 24 + 32;

function runCeiling({ path, tickets, bytesPerTicket, hmac }: Ceiling): void {
  const key = Buffer.alloc(32, 7);
  const virn = Buffer.alloc(virnBytes);
  const leaf = Buffer.alloc(leafBytes);
  const node = Buffer.alloc(65);
  const inner = Buffer.alloc(64 + virnBytes);
  const outer = Buffer.alloc(96);
  const out = new Uint8Array(64);
  const stretch = Buffer.alloc(8_192 * bytesPerTicket);
  const file = openSync(path, 'w');
  const into = (data: Uint8Array, target: Uint8Array, at: number): void => {
    writeLatin1.call(target, hash('sha256', data, 'latin1'), at, 32);
  };
  for (let i = 0; i < tickets; i += 1) {
    if (hmac === 'library') {
      virn.writeUInt32BE(i);
      createHmac('sha256', key).update(virn).digest();
    } else {
      inner.writeUInt32BE(i, 64);
      into(inner, outer, 64);
      into(outer, out, 0);
    }
    leaf.writeUInt32BE(i, 5);
    into(leaf, out, 0);
    node.writeUInt32BE(i, 1);
    into(node, out, 32);
    if ((i + 1) % 8_192 === 0) writeSync(file, stretch);
  }
  writeSync(file, stretch, 0, (tickets % 8_192) * bytesPerTicket);
  closeSync(file);
}

if (!isMainThread) {
  runCeiling(workerData as Ceiling);
  parentPort?.postMessage('done');
} else {
  const tickets = Number(process.argv[2] ?? 10_000_000);
  const folder = await mkdtemp(join(tmpdir(), 'valira-bench-'));
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  type Taken = { readonly ms: number; readonly cpuMs: number };
  const timed = async (work: () => Promise<unknown>): Promise<Taken> => {
    const from = performance.now();
    const cpu = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(cpu);
    return { ms: performance.now() - from, cpuMs: (user + system) / 1_000 };
  };
  const better = (a: Taken, b: Taken): Taken => ({ ms: Math.min(a.ms, b.ms), cpuMs: Math.min(a.cpuMs, b.cpuMs) });
  const ceiling = (bytesPerTicket: number, hmac: Ceiling['hmac']): Promise<Taken> =>
    timed(() =>
      Promise.all(
        Array.from({ length: threads }, (_, i) => {
          const input: Ceiling = { path: join(folder, `ceiling-${i}`), tickets: Math.ceil(tickets / threads), bytesPerTicket, hmac };
          const worker = new Worker(new URL(import.meta.url), { workerData: input });
          return new Promise((resolve, reject) => {
            worker.once('message', resolve);
            worker.once('error', reject);
          });
        }),
      ),
    );
  try {
    const prepared = prepareRun(scaledPapers(tickets), 'bench');
    // Print record, validation record, leaf and its share of the upper tree and the pack manifest.
    const expected = 40 + 74 + 32 + 2;
    const before = { library: await ceiling(expected, 'library'), laidOut: await ceiling(expected, 'laid out') };
    const run = join(folder, 'run');
    const generated = await timed(async () => {
      for await (const _ of generateRun({ folder: run, ...prepared, workers: threads }));
    });
    const { files, root } = await readManifest(run);
    const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
    let passed = false;
    const audited = await timed(async () => {
      const report = await auditRun(run, prepared.keys, { workers: threads, publishedRoot: root });
      passed = report.passed;
      if (!passed) throw new Error(JSON.stringify(report.findings.slice(0, 3)));
    });
    const peakRssMb = Math.round(process.resourceUsage().maxRSS / 1_024);
    const printed = (await stat(join(run, 'print.bin'))).size;
    await rm(run, { recursive: true });
    const bytesPerTicket = Math.round(bytes / tickets);
    const plain = better(before.library, await ceiling(bytesPerTicket, 'library'));
    const laidOut = better(before.laidOut, await ceiling(bytesPerTicket, 'laid out'));
    const rate = ({ ms }: Taken): number => Math.round((tickets / ms) * 1_000);
    const line = (name: string, taken: Taken): void =>
      console.log(
        `${name.padEnd(40)} ${seconds(taken.ms).padStart(6)} s ${seconds(taken.cpuMs).padStart(7)} s ${String(rate(taken)).padStart(9)} tickets/s`,
      );
    const ratio = (ours: Taken, top: Taken): number => Number((top.ms / ours.ms).toFixed(3));
    const cpuRatio = (ours: Taken, top: Taken): number => Number((top.cpuMs / ours.cpuMs).toFixed(3));
    console.log(
      `${tickets} tickets, ${bytesPerTicket} bytes each (${(bytes / 1e9).toFixed(2)} GB, of which ${(printed / 1e6).toFixed(0)} MB to print)`,
    );
    console.log('');
    console.log('                                            time  processor');
    line('generated', generated);
    line('audited', audited);
    line('ceiling, createHmac', plain);
    line('ceiling, HMAC laid out once', laidOut);
    console.log(`peak memory of generation and audit          ${peakRssMb} MB`);
    console.log(
      JSON.stringify({
        bench: 'instants',
        tickets,
        perSecond: rate(generated),
        auditPerSecond: rate(audited),
        ceilingPerSecond: rate(plain),
        ratioToCeiling: ratio(generated, plain),
        auditRatioToCeiling: ratio(audited, plain),
        cpuRatioToCeiling: cpuRatio(generated, plain),
        auditCpuRatioToCeiling: cpuRatio(audited, plain),
        ratioToLaidOutCeiling: ratio(generated, laidOut),
        auditRatioToLaidOutCeiling: ratio(audited, laidOut),
        peakRssMb,
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
