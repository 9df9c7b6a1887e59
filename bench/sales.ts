/**
 * Sales over HTTP: the real API process with everything on (sessions, signatures, limits, idempotency, ledger, chain) on a durable
 * PostgreSQL, bought from by 64 connections of a load process, for a minute.
 *
 * In the same run, in turns with it: the baseline (the same HTTP application and rows, one transaction per sale, awaited statements
 * through Drizzle, pool of 10) and the ceiling (the bare rows of a sale as one prepared statement at 32 clients, by pgbench). Turns
 * are short so that what else the machine does falls on all three. API, load and database share the processors.
 *
 * `--seconds n` (60 by default) is the measured time of ours; baseline and ceiling get half of it each. `--turns n` (3). `--only ours` leaves
 * the other two out, for profiling.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { pgbench, prepareBuyers, sellBare } from './sales/bare-database.ts';
import { openStage } from './sales/bench-stage.ts';
import type { LoadResult } from './sales/load.ts';
import { processorMs } from './sales/processor-time.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    turns: { type: 'string', default: '3' },
    only: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
});
const turns = Number(values.turns);
const secondsPerTurn = Number(values.seconds) / turns;
const WARM_UP_SECONDS = 3;

const stage = await openStage();
const { root, folder, cluster, ownerUrl, appUrl, owner, town, port } = stage;
const flags = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${join(tmpdir(), 'valira-profile')}`] : [];

const peakRssMb = (pid: number | undefined): number => {
  const [, kb] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / 1024);
};

async function tickets(): Promise<number> {
  const [row] = await owner<{ n: number }[]>`SELECT count(*)::int AS n FROM ticket`;
  return row?.n ?? 0;
}

/** Processor microseconds per sale of API, database and load. */
type Turn = LoadResult & { readonly peakRssMb: number; readonly processorUs: readonly number[] };

async function sellThrough(file: string, townFile: string, seconds: number): Promise<Turn> {
  const before = await tickets();
  const api = await stage.startApi(file, flags);
  const used = () => [processorMs(api.pid ?? 0), processorMs(cluster.pid)];
  const usedBefore = used();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['bench/sales/load.ts', '--town', townFile, '--port', String(port), '--seconds', String(seconds), '--warmup', String(WARM_UP_SECONDS)],
    { cwd: root },
  );
  const result: LoadResult = JSON.parse(stdout);
  const rss = peakRssMb(api.pid);
  const [apiMs = 0, databaseMs = 0] = used().map((ms, i) => ms - (usedBefore[i] ?? 0));
  await stage.stopApi(api);
  if (result.firstRefusal) throw new Error(`a sale was refused: ${result.firstRefusal}`);
  const stored = (await tickets()) - before;
  if (stored !== result.acknowledged) throw new Error(`${result.acknowledged} sales were acknowledged and ${stored} tickets stored`);
  const perSale = (ms: number) => Math.round((ms * 1000) / result.acknowledged);
  return { ...result, peakRssMb: rss, processorUs: [apiMs, databaseMs, result.processorMs].map(perSale) };
}

/** Milliseconds under which that part of the answers came. */
function quantile(results: readonly LoadResult[], part: number): number {
  const merged: number[] = [];
  for (const { histogram } of results) for (const [ms, count] of histogram.entries()) merged[ms] = (merged[ms] ?? 0) + count;
  const wanted = merged.reduce((sum, count) => sum + (count ?? 0), 0) * part;
  let seen = 0;
  for (const [ms, count] of merged.entries()) {
    seen += count ?? 0;
    if (seen >= wanted) return ms + 1;
  }
  return 0;
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
const processorOf = (results: readonly Turn[]): string =>
  ['API', 'database', 'load']
    .map((name, i) => `${name} ${Math.round(mean(results.map(({ processorUs }) => processorUs[i] ?? 0)))} µs`)
    .join(', ');
const perSecond = (results: readonly LoadResult[]): number => mean(results.map(({ sold, seconds }) => sold / seconds));

try {
  const townFile = join(folder, 'town.json');
  writeFileSync(townFile, JSON.stringify(town));
  await prepareBuyers(ownerUrl, town);
  const ours: Turn[] = [];
  const baseline: Turn[] = [];
  const ceiling: number[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    ours.push(await sellThrough('apps/api/src/http.ts', townFile, secondsPerTurn));
    if (values.only !== 'ours') {
      baseline.push(await sellThrough('bench/sales/row-by-row-api.ts', townFile, secondsPerTurn / 2));
      ceiling.push(await sellBare(appUrl, town, folder, Math.ceil(secondsPerTurn / 2)));
    }
    const figures = [ours.slice(-1), baseline.slice(-1)].map((one) => perSecond(one).toFixed(0).padStart(6));
    console.log(
      `turn ${turn}: ours ${figures[0]}/s, baseline ${figures[1]}/s, ceiling ${(ceiling.at(-1) ?? 0).toFixed(0).padStart(6)}/s, load average ${loadavg()[0]?.toFixed(1)}`,
    );
  }
  const [lost] = await owner<{ differs: boolean }[]>`
    SELECT (SELECT count(*) FROM ticket) <> (SELECT count(*) FROM transfer WHERE kind = 'stake')
        OR (SELECT sum(stake_cents) FROM ticket) <> (SELECT sum(amount_cents) FROM transfer WHERE kind = 'stake') AS differs`;
  const [batches] = await owner<{ size: string }[]>`
    SELECT round(avg(record_count), 1)::text AS size FROM intake_link WHERE intake_id IN (SELECT intake_id FROM intake_link WHERE record_count > 1)`;
  if (lost?.differs) throw new Error('tickets and stakes differ');
  const figure = { ours: perSecond(ours), baseline: perSecond(baseline), ceiling: mean(ceiling), p99Ms: quantile(ours, 0.99) };
  const row = (name: string, rate: number, more: string) => console.log(`${name.padEnd(66)}${rate.toFixed(0).padStart(7)}/s  ${more}`);
  console.log(`\nSales, 64 connections, ${values.seconds} s in ${turns} turns, on ${cpus().length} × ${cpus()[0]?.model}`);
  row(
    'over HTTP, group commit',
    figure.ours,
    `p50 ${quantile(ours, 0.5)} ms, p99 ${figure.p99Ms} ms, ${batches?.size} sales per commit; processor per sale: ${processorOf(ours)}`,
  );
  if (baseline.length > 0) {
    row(
      'baseline: over HTTP, one transaction per sale through Drizzle',
      figure.baseline,
      `p99 ${quantile(baseline, 0.99)} ms; processor per sale: ${processorOf(baseline)}`,
    );
    row(`ceiling: bare rows, one statement per sale, ${pgbench() ? 'pgbench' : 'a program'} at 32 clients`, figure.ceiling, '');
  }
  const ratio = (one: number, other: number) => Number((one / other).toFixed(2));
  console.log(
    JSON.stringify({
      bench: 'sales',
      perSecond: Math.round(figure.ours),
      ...(baseline.length > 0 && {
        baselinePerSecond: Math.round(figure.baseline),
        ceilingPerSecond: Math.round(figure.ceiling),
        ratioToBaseline: ratio(figure.ours, figure.baseline),
        ratioToCeiling: ratio(figure.ours, figure.ceiling),
      }),
      p99Ms: figure.p99Ms,
      peakRssMb: Math.max(...ours.map(({ peakRssMb }) => peakRssMb)),
    }),
  );
} finally {
  await stage.end();
}
