/**
 * A draw that closes while the whole town buys: the real API process under the load of 64 connections, the product's own close and seal at
 * the announced instant. Afterwards nothing acknowledged is missing from the seal, nothing sealed is not in the ledger, and no ticket bears
 * an instant at or after the close.
 *
 * Then one million tickets are sealed: gate against the ledger, tree, tiles, signature, in a process of their own. Beside it, in the same run,
 * the bare tree of as many leaves. `--seconds n` (10) of sales before the close, `--tickets n` (1,000,000). Bounded: about two minutes.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { loadConfig } from '@valira/config';
import { expectOk } from '@valira/outcome';
import { openCore } from '../apps/api/src/composition.ts';
import { closeContest, sealContest } from '../apps/api/src/modules/contests/index.ts';
import { NODE_FLAGS } from '../scripts/platform/node-flags.ts';
import { openStage } from './sales/bench-stage.ts';
import type { LoadResult } from './sales/load.ts';
import { sealDraw } from './settle/sealed-draw.ts';
import type { Measured } from './settle/settle-process.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' }, tickets: { type: 'string', default: '1000000' } } });
const tickets = Number(values.tickets);
const AFTER_SECONDS = 2;
const WARM_UP_SECONDS = 3;
const SEAL_BAR_MS = 15_000;

const stage = await openStage();
const { owner, town, env, root } = stage;

/** The whole town buys; the draw closes on the way. */
async function acrossTheClose(): Promise<{ perSecond: number; acknowledged: number; refused: number; sealMs: number }> {
  const api = await stage.startApi('apps/api/src/http.ts');
  const townFile = join(stage.folder, 'town.json');
  writeFileSync(townFile, JSON.stringify(town));
  const closesAt = new Date(Date.now() + (WARM_UP_SECONDS + Number(values.seconds)) * 1000);
  await owner`UPDATE contest SET closes_at = ${closesAt}, draws_at = ${closesAt} WHERE id = ${town.contestId}`;
  const seconds = Number(values.seconds) + AFTER_SECONDS;
  const load = promisify(execFile)(
    process.execPath,
    [
      'bench/sales/load.ts',
      '--town',
      townFile,
      '--port',
      String(stage.port),
      '--seconds',
      String(seconds),
      '--warmup',
      String(WARM_UP_SECONDS),
    ],
    { cwd: root },
  );
  const { core, close } = openCore(expectOk(loadConfig(env, ['DATABASE_URL', 'KEYS_DIR', 'PUBLIC_URL'])), 'close');
  await sleep(closesAt.getTime() - Date.now() - 200);
  for (;;) {
    const closed = await closeContest(core, town.contestId);
    if (closed.ok) break;
    if (closed.code !== 'too_early') throw new Error(`the close was refused: ${closed.code}`);
  }
  const from = performance.now();
  expectOk(await sealContest(core, town.contestId));
  const sealMs = performance.now() - from;
  const result: LoadResult = JSON.parse((await load).stdout);
  await close();
  await stage.stopApi(api);

  const [seen] = await owner<{ sealed: number; stakes: string; late: number; ledger: string }[]>`
    SELECT s.leaves::int AS sealed, s.stake_cents::text AS stakes,
      (SELECT count(*)::int FROM ticket WHERE contest_id = ${town.contestId} AND sold_at >= ${closesAt}) AS late,
      (SELECT sum(amount_cents)::text FROM transfer WHERE reference = ${town.contestId} AND kind = 'stake') AS ledger
    FROM seal s WHERE s.contest_id = ${town.contestId}`;
  if (!seen) throw new Error('nothing was sealed');
  if (seen.sealed !== result.acknowledged) throw new Error(`${result.acknowledged} sales were acknowledged and ${seen.sealed} sealed`);
  if (seen.late > 0) throw new Error(`${seen.late} tickets were sold at or after the close`);
  if (seen.stakes !== seen.ledger) throw new Error(`sealed ${seen.stakes} cents, the ledger has ${seen.ledger}`);
  const { '201': _sold, ...refusals } = result.statuses;
  if (Object.keys(refusals).join() !== '409') throw new Error(`answers besides sold and closed: ${JSON.stringify(refusals)}`);
  return {
    perSecond: Math.round(result.sold / Number(values.seconds)),
    acknowledged: result.acknowledged,
    refused: refusals['409'] ?? 0,
    sealMs,
  };
}

/** A million tickets with their stakes in the ledger, closed and not yet sealed. */
async function sealMillion(): Promise<{ seal: Measured; bare: Measured }> {
  const draw = await sealDraw(owner, town, 2, tickets);
  await owner`
    INSERT INTO transfer (account_id, id, operation_id, debit_code, debit_owner, credit_code, credit_owner, amount_cents, kind, reference, at)
    SELECT account_id, ticket_id, ticket_id, 10, account_id, 30, contest_id, stake_cents, 'stake', contest_id, now() FROM entry WHERE contest_id = ${draw.contestId}`;
  for (const table of ['seal_tile', 'seal']) {
    await owner`ALTER TABLE ${owner(table)} DISABLE TRIGGER USER`;
    await owner`DELETE FROM ${owner(table)} WHERE contest_id = ${draw.contestId}`;
    await owner`ALTER TABLE ${owner(table)} ENABLE TRIGGER USER`;
  }
  await owner`UPDATE contest SET state = 'closed' WHERE id = ${draw.contestId}`;
  await owner`VACUUM ANALYZE transfer`;
  const inProcess = async (what: 'seal' | 'tree'): Promise<Measured> => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        ...NODE_FLAGS,
        'bench/settle/settle-process.ts',
        ...['--do', what, '--contest', draw.contestId, '--tickets', String(tickets), '--leaf', String(draw.leafBytes)],
      ],
      { cwd: root, env },
    );
    return JSON.parse(stdout);
  };
  const bare = await inProcess('tree');
  return { bare, seal: await inProcess('seal') };
}

try {
  const closing = await acrossTheClose();
  const { seal, bare } = await sealMillion();
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  console.log(`On ${cpus().length} × ${cpus()[0]?.model}`);
  console.log(
    `closing   ${closing.perSecond} sales/s until the close; ${closing.acknowledged} acknowledged, all sealed; ${closing.refused} refused after it; sealed in ${seconds(closing.sealMs)} s under load`,
  );
  console.log(
    `sealing   ${tickets} tickets in ${seconds(seal.ms)} s (bar 15 s), ${seal.peakRssMb} MB; the bare tree ${seconds(bare.ms)} s`,
  );
  if (seal.ms > SEAL_BAR_MS && tickets <= 1_000_000) console.log('above the bar');
  console.log(
    JSON.stringify({
      bench: 'close',
      perSecond: closing.perSecond,
      acknowledged: closing.acknowledged,
      lateSales: 0,
      sealSeconds: Number(seconds(seal.ms)),
      bareTreeSeconds: Number(seconds(bare.ms)),
      peakRssMb: seal.peakRssMb,
    }),
  );
} finally {
  await stage.end();
}
