/**
 * A draw of one million and one of ten million one-line tickets, settled and paid by the product's own commands, each in a process of its own.
 *
 * Up to the prize table: sealed entries read, root rebuilt, winners counted, prizes worked out, postings. Ceiling in the same run: COPY of the
 * same rows and (2n − 1) SHA-256 calls of the same sizes, one after the other. Baseline: 20,000 tickets row by row through the ORM, scaled.
 * `--tickets a,b` sets the sizes. Bounded: about six minutes, most of it filling the tables.
 */
import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs, promisify } from 'node:util';
import type { TierRow } from '@valira/games/verifiable';
import { NODE_FLAGS } from '../scripts/platform/node-flags.ts';
import { openStage } from './sales/bench-stage.ts';
import { settleRowByRow } from './settle/row-by-row.ts';
import { RESULT, type SealedDraw, sealDraw } from './settle/sealed-draw.ts';
import type { Measured } from './settle/settle-process.ts';

const { values } = parseArgs({ options: { tickets: { type: 'string', default: '1000000,10000000' } } });
const sizes = values.tickets.split(',').map(Number);
const BASELINE_TICKETS = 20_000;
const CEILING_ROUNDS = 2;

const stage = await openStage();
const { root, ownerUrl, owner, town, env } = stage;

async function inProcess(what: 'settle' | 'pay' | 'ceiling', { contestId, tickets, leafBytes }: SealedDraw): Promise<Measured> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...NODE_FLAGS,
      'bench/settle/settle-process.ts',
      '--do',
      what,
      '--contest',
      contestId,
      '--tickets',
      String(tickets),
      '--leaf',
      String(leafBytes),
    ],
    { cwd: root, env },
  );
  return JSON.parse(stdout);
}

const best = (all: readonly Measured[]): Measured => all.reduce((a, b) => (b.ms < a.ms ? b : a));
const seconds = (ms: number): string => (ms / 1000).toFixed(2);
const measured: { tickets: number; settle: Measured; pay: Measured; ceiling: Measured; winners: number }[] = [];

try {
  await owner`UPDATE contest SET number = 1000000 WHERE id = ${town.contestId}`;
  let baselineMs = 0;
  for (const [i, tickets] of sizes.entries()) {
    const draw = await sealDraw(owner, town, i + 1, tickets);
    const ceilings: Measured[] = [await inProcess('ceiling', draw)];
    const settle = await inProcess('settle', draw);
    for (let round = 1; round < CEILING_ROUNDS; round += 1) ceilings.push(await inProcess('ceiling', draw));
    const [table] = await owner<{ tiers: TierRow[] }[]>`SELECT tiers FROM prize_table WHERE contest_id = ${draw.contestId}`;
    if (!table) throw new Error('no prize table');
    if (i === 0) baselineMs = await settleRowByRow(ownerUrl, draw.contestId, RESULT, table.tiers, Math.min(tickets, BASELINE_TICKETS));
    await owner`UPDATE contest SET state = 'reconciled' WHERE id = ${draw.contestId}`;
    const pay = await inProcess('pay', draw);
    const [paid] = await owner<{ winners: number; equal: boolean }[]>`
      SELECT count(*)::int AS winners, sum(amount_cents) = (SELECT prizes_cents FROM prize_table t WHERE t.contest_id = ${draw.contestId}) AS equal
      FROM prize WHERE contest_id = ${draw.contestId} AND result_version = 1`;
    if (!paid?.equal) throw new Error('prizes and table differ');
    measured.push({ tickets, settle, pay, ceiling: best(ceilings), winners: paid.winners });
    console.log(
      `${String(tickets).padStart(9)} tickets: prize table in ${seconds(settle.ms)} s (ceiling ${seconds(best(ceilings).ms)} s), ${settle.peakRssMb} MB; ` +
        `${paid.winners} winners credited in ${seconds(pay.ms)} s, ${pay.peakRssMb} MB`,
    );
  }
  const [small] = measured;
  const large = measured.at(-1);
  if (!small || !large) throw new Error('nothing was measured');
  const perSecond = (tickets: number, ms: number) => Math.round((tickets * 1000) / ms);
  const ratio = (one: number, other: number) => Number((one / other).toFixed(2));
  const rowByRow = perSecond(Math.min(small.tickets, BASELINE_TICKETS), baselineMs);
  console.log(`\nSettlement on ${cpus().length} × ${cpus()[0]?.model}; row by row through the ORM ${rowByRow} tickets/s`);
  console.log(
    JSON.stringify({
      bench: 'settle',
      perSecond: perSecond(large.tickets, large.settle.ms),
      baselinePerSecond: rowByRow,
      ceilingPerSecond: perSecond(large.tickets, large.ceiling.ms),
      ratioToBaseline: ratio(perSecond(large.tickets, large.settle.ms), rowByRow),
      ratioToCeiling: ratio(large.ceiling.ms, large.settle.ms),
      ratioToCeilingSmall: ratio(small.ceiling.ms, small.settle.ms),
      creditsPerSecond: perSecond(large.winners, large.pay.ms),
      peakRssMb: large.settle.peakRssMb,
      memoryGrowth: ratio(large.settle.peakRssMb, small.settle.peakRssMb),
      payMemoryGrowth: ratio(large.pay.peakRssMb, small.pay.peakRssMb),
    }),
  );
} finally {
  await stage.end();
}
