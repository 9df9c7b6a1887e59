/**
 * A process that does one thing to one draw and says how long it took and how much memory it held at most. The product's own `seal`, `settle`
 * (up to the prize table) and `pay` (every stretch); beside them the bare `tree` over as many leaves, and the `ceiling`: the same rows copied
 * out and the same number and sizes of hashes.
 */
import { hash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { loadConfig } from '@valira/config';
import { merkleTree } from '@valira/games/verifiable';
import { expectOk } from '@valira/outcome';
import { openCore } from '../../apps/api/src/composition.ts';
import { sealContest } from '../../apps/api/src/modules/contests/index.ts';
import { payContest, settleContest } from '../../apps/api/src/modules/settlement/index.ts';
import { sha256, sha256Into } from '../../apps/api/src/platform/hash.ts';

export type Measured = { readonly ms: number; readonly peakRssMb: number };

const { values } = parseArgs({
  options: {
    do: { type: 'string', default: '' },
    contest: { type: 'string', default: '' },
    tickets: { type: 'string', default: '0' },
    leaf: { type: 'string', default: '0' },
  },
});
const contestId = values.contest;
const { core, close } = openCore(expectOk(loadConfig(process.env, ['DATABASE_URL', 'KEYS_DIR', 'PUBLIC_URL'])), 'bench');
await core.sql`SELECT 1`;

async function copyAndHash(): Promise<void> {
  const rows = await core.sql`
    COPY (SELECT ticket_id, account_id, lines, stake_cents, commitment FROM entry WHERE contest_id = ${core.sql.unsafe(`'${contestId}'`)} ORDER BY ticket_id)
    TO STDOUT`.readable();
  let bytes = 0;
  for await (const part of rows) bytes += part.length;
  if (bytes === 0) throw new Error('nothing was copied');
  const tickets = Number(values.tickets);
  const leaf = new Uint8Array(1 + Number(values.leaf));
  const node = new Uint8Array(65);
  for (let i = 0; i < tickets; i += 1) hash('sha256', leaf, 'latin1');
  for (let i = 1; i < tickets; i += 1) hash('sha256', node, 'latin1');
}

async function bareTree(): Promise<void> {
  const tree = merkleTree(sha256, undefined, sha256Into);
  const leaf = new Uint8Array(Number(values.leaf));
  for (let i = 0; i < Number(values.tickets); i += 1) tree.appendEntry(leaf);
  tree.finish();
}

const work: Readonly<Record<string, () => Promise<unknown>>> = {
  settle: async () => expectOk(await settleContest(core, contestId)),
  pay: async () => expectOk(await payContest(core, contestId)),
  seal: async () => expectOk(await sealContest(core, contestId)),
  tree: bareTree,
  ceiling: copyAndHash,
};
const from = performance.now();
await work[values.do]?.();
const measured: Measured = { ms: performance.now() - from, peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024) };
await close();
console.log(JSON.stringify(measured));
