/**
 * A draw bundle of one million tickets checked by the command-line verifier, and one inclusion proof.
 *
 * Ceiling: the same number and sizes of SHA-256 calls through the same port, and nothing else. Ours: reading the file,
 * parsing, every leaf and node, doubles, winners of a 6/45 game, all signatures. The proof is made from stored tiles and
 * checked with the server's and with the browser's port. Bounded: about half a minute; a number after the name sets the tickets.
 */
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWholeFile } from '../apps/cli/src/read-whole-file.ts';
import { playLargeDraw } from '../apps/cli/src/testing/make-large-draw.ts';
import { inclusionProof, leafHash } from '../packages/games/src/verifiable/index.ts';
import { browserPorts } from '../packages/verifier/src/browser-ports.ts';
import { verifyBundle, verifyTicket } from '../packages/verifier/src/index.ts';
import { nodePorts } from '../packages/verifier/src/node-ports.ts';

const tickets = Number(process.argv[2] ?? 1_000_000);
const rounds = 5;
const { sha256, sha256Into } = nodePorts;
if (!sha256Into) throw new Error('the node ports write hashes in place');

/** Best of the rounds on either side: what the work takes when nothing else wants the processor. */
const best = (values: readonly number[]): number => Math.min(...values);
const seconds = (ms: number): string => (ms / 1_000).toFixed(2);

const folder = await mkdtemp(join(tmpdir(), 'valira-bench-'));
const path = join(folder, 'draw.bundle');
try {
  const began = performance.now();
  const handle = await open(path, 'w');
  const draw = playLargeDraw('bench', tickets);
  await handle.writeFile(draw.header);
  for (let at = 0; at < draw.leaves.length; at += 2 ** 24) await handle.write(draw.leaves.subarray(at, at + 2 ** 24));
  await handle.close();
  console.log(
    `${tickets} tickets sold, sealed and settled in ${seconds(performance.now() - began)} s; sealing alone ${seconds(draw.sealMs)} s`,
  );
  console.log(`bundle of ${((await stat(path)).size / 1e6).toFixed(1)} MB`);

  const entryLength = draw.leaves.length / tickets;
  const leafInput = new Uint8Array(1 + entryLength);
  const nodeInput = new Uint8Array(65);
  const digest = new Uint8Array(65);
  const ceilingMs: number[] = [];
  const oursMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ceilingFrom = performance.now();
    for (let i = 0; i < tickets; i += 1) sha256Into(leafInput, digest, 1);
    for (let i = 1; i < tickets; i += 1) sha256Into(nodeInput, digest, 1);
    ceilingMs.push(performance.now() - ceilingFrom);
    const from = performance.now();
    const report = verifyBundle(nodePorts, await readWholeFile(path));
    oursMs.push(performance.now() - from);
    if (!report.passed) throw new Error(JSON.stringify(report.findings.slice(0, 3)));
  }

  const timed = (work: () => void): number => {
    const times: number[] = [];
    for (let i = 0; i < 200; i += 1) {
      const from = performance.now();
      work();
      times.push(performance.now() - from);
    }
    return times.toSorted((a, b) => a - b)[197] ?? 0;
  };
  const index = Math.floor(tickets * 0.7);
  const { serial, salt, entry } = draw.ticketAt(index);
  const make = () => inclusionProof(sha256, index, tickets, draw.readTile);
  const claim = { serial, salt, entry, proof: make() };
  const serverMs = timed(make);
  const browserMs = timed(() => {
    if (!verifyTicket(browserPorts, draw.root, claim).included) throw new Error(`not included: ${leafHash(sha256, entry)}`);
  });

  const [ceiling, ours] = [best(ceilingMs), best(oursMs)];
  console.log('');
  console.log('                                        best of 5');
  console.log(`bare SHA-256 calls (${2 * tickets - 1})      ${seconds(ceiling)} s`);
  console.log(`whole verification                      ${seconds(ours)} s`);
  console.log(`one proof made from tiles, p99 of 200   ${serverMs.toFixed(2)} ms`);
  console.log(`one proof checked, browser port, p99    ${browserMs.toFixed(2)} ms`);
  console.log(
    JSON.stringify({
      bench: 'verify',
      tickets,
      perSecond: Math.round((tickets / ours) * 1_000),
      ceilingPerSecond: Math.round((tickets / ceiling) * 1_000),
      ratioToCeiling: Number((ceiling / ours).toFixed(3)),
      proofMakeP99Ms: Number(serverMs.toFixed(3)),
      proofCheckBrowserP99Ms: Number(browserMs.toFixed(3)),
      sealMs: Math.round(draw.sealMs),
      peakRssMb: Math.round(process.resourceUsage().maxRSS / 1_024),
    }),
  );
} finally {
  await rm(folder, { recursive: true });
}
