import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  encodeInstantDefinition,
  faceLayout,
  instantLeafEntry,
  openOutcome,
  outcomeBytes,
  runChance,
  saltOf,
  tresIguals,
} from '@valira/games/instants';
import { leafHash, verifyInclusion } from '@valira/games/verifiable';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateRun, nodePorts, proofForTicket, readLeafHashes, readManifest, readValidationRecords } from './index.ts';
import { segmentChance } from './node-ports.ts';
import { prepareRun, scaledPapers } from './testing/scaled-run.ts';

const { sha256, encryptBlocks } = nodePorts;
let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'valira-instants-'));
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

const prepared = prepareRun(scaledPapers(60_000), 'sixty thousand');

async function generate(name: string, workers: number, run = prepared): Promise<string> {
  const folder = join(root, name);
  for await (const _ of generateRun({ folder, ...run, workers }));
  return folder;
}

async function bytesOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, Buffer.from(sha256(await readFile(join(folder, name)))).toString('hex')])),
  );
}

describe('the generator of a segment', () => {
  it('gives what the engine’s HMAC_DRBG gives, across many requests', () => {
    const seed = sha256(Buffer.from('seed'));
    for (const purpose of ['place', 'face'] as const) {
      const own = segmentChance(seed, purpose, 3);
      const engine = runChance(nodePorts.hmacSha256, seed, purpose, 3);
      for (let i = 1; i < 40_000; i += 1) expect(own.below(i)).toBe(engine.below(i));
    }
  });
});

describe('a generated run', () => {
  let whole = '';
  beforeAll(async () => {
    whole = await generate('whole', 0);
  });

  it('has the same bytes on no thread and on two, and none when another secret took part', async () => {
    expect(await bytesOf(await generate('threads', 2))).toEqual(await bytesOf(whole));
    const other = await readManifest(await generate('other', 0, prepareRun(scaledPapers(60_000), 'other secrets')));
    expect(other.root).not.toBe((await readManifest(whole)).root);
  });

  it('is taken up after a cancellation and after lost bytes, and ends byte for byte as without', async () => {
    const folder = join(root, 'interrupted');
    const small = prepareRun(
      { ...scaledPapers(60_000), guarantee: { segments: 30, floorCents: '2400', ceilingCents: '15000', maxLoserStreak: 13 } },
      'thirty segments',
    );
    const straight = await generate('straight', 0, small);
    for (const stopAfter of [7, 3]) {
      const cancel = new AbortController();
      let steps = 0;
      const work = async (): Promise<void> => {
        for await (const _ of generateRun({ folder, ...small, workers: 1, signal: cancel.signal, checkpointMs: 0 })) {
          steps += 1;
          if (steps === stopAfter) cancel.abort(new Error('stopped by a person'));
        }
      };
      await expect(work()).rejects.toThrow('stopped by a person');
      expect(await readdir(folder)).toContain('checkpoint.json');
    }
    // A crash may leave more than the checkpoint counts; it is cut off.
    await appendFile(join(folder, 'validation.bin'), Buffer.alloc(1_000));
    let first: number | null = null;
    for await (const { segmentsDone } of generateRun({ folder, ...small, workers: 2 })) first ??= segmentsDone;
    expect(first).toBe(11);
    expect(await bytesOf(folder)).toEqual(await bytesOf(straight));
  });

  it('refuses secrets that were not committed to, other papers, and a folder of another run', async () => {
    const start = async (change: object): Promise<unknown> => generateRun({ folder: whole, ...prepared, ...change }).next();
    await expect(start({ secrets: { ...prepared.secrets, second: new Uint8Array(32) } })).rejects.toThrow('second');
    await expect(start({ definition: { ...prepared.definition, scenes: 5 } })).rejects.toThrow('other papers');
    await expect(start(prepareRun(scaledPapers(60_000), 'another run'))).rejects.toThrow('another run');
    expect(encodeInstantDefinition(prepared.definition).runSize).toBe(60_000);
  });

  it('proves every hundredth ticket: sealed outcome, salt and proof lead to the published root', async () => {
    const manifest = await readManifest(whole);
    const sealedBytes = outcomeBytes(prepared.definition.play) + 16;
    const leaves: Uint8Array[] = [];
    for await (const { hashes } of readLeafHashes(whole)) leaves.push(hashes);
    const allLeaves = Buffer.concat(leaves);
    let checked = 0;
    for await (const stretch of readValidationRecords(whole, prepared.definition)) {
      expect(stretch.sealedBytes).toBe(sealedBytes);
      for (let i = 0; i < stretch.count; i += 1) {
        const index = stretch.first + i;
        if (index % 100 !== 0) continue;
        const outcome = openOutcome(
          encryptBlocks,
          prepared.keys.outcome,
          index,
          stretch.sealed.slice(i * sealedBytes, (i + 1) * sealedBytes),
        );
        if (!outcome) throw new Error('does not open');
        const leaf = leafHash(
          sha256,
          instantLeafEntry({ game: 555, run: 1, index }, outcome, saltOf(encryptBlocks, prepared.keys.salt, index)),
        );
        expect(Buffer.from(leaf).equals(allLeaves.subarray(32 * index, 32 * index + 32))).toBe(true);
        expect(verifyInclusion(sha256, Buffer.from(manifest.root, 'hex'), leaf, await proofForTicket(whole, index))).toBe(true);
        checked += 1;
      }
    }
    expect(checked).toBe(600);
  });

  it('gives nothing to whoever tries every outcome on the sibling leaves of a proof, even knowing the faces and all salts revealed before', async () => {
    const revealed = 100;
    const own = 40_000;
    const sibling = own ^ 1;
    const { path } = await proofForTicket(whole, own);
    const target = Buffer.from(path[0] ?? new Uint8Array());
    const length = outcomeBytes(prepared.definition.play);
    let face = new Uint8Array(faceLayout(prepared.definition.play).length);
    for await (const stretch of readValidationRecords(whole, prepared.definition)) {
      if (sibling < stretch.first || sibling >= stretch.first + stretch.count) continue;
      const at = (sibling - stretch.first) * stretch.sealedBytes;
      const outcome = openOutcome(encryptBlocks, prepared.keys.outcome, sibling, stretch.sealed.slice(at, at + stretch.sealedBytes));
      face = outcome?.slice(2) ?? face;
    }
    const tryWith = (salt: Uint8Array): number => {
      let hits = 0;
      for (let tier = 0; tier <= prepared.definition.tiers.length; tier += 1) {
        const outcome = new Uint8Array(length);
        outcome[1] = tier;
        outcome.set(face, 2);
        if (target.equals(leafHash(sha256, instantLeafEntry({ game: 555, run: 1, index: sibling }, outcome, salt)))) hits += 1;
      }
      return hits;
    };
    const known = Array.from({ length: revealed }, (_, i) => saltOf(encryptBlocks, prepared.keys.salt, own - 2 * i));
    const guesses = [new Uint8Array(32), new Uint8Array(32).fill(255), ...known, ...known.map((salt) => sha256(salt))];
    expect(guesses.reduce((hits, salt) => hits + tryWith(salt), 0)).toBe(0);
    // The search is sound: with the sibling's own salt it finds the one outcome.
    expect(tryWith(saltOf(encryptBlocks, prepared.keys.salt, sibling))).toBe(1);
  });

  it('shows no prize, face or VIRN in any of its files', async () => {
    const pool = prepareRun({ ...tresIguals, runSize: 60_000 }, 'pool');
    const folder = await generate('pool', 0, pool);
    const validation = await readFile(join(folder, 'validation.bin'));
    const record = 32 + outcomeBytes(pool.definition.play) + 16;
    // Ciphertexts of the 10,567 winners and of the others: bytes are spread alike, so no test of bytes tells them.
    const sums = new Float64Array(256);
    for (let at = 0; at < validation.length; at += record) sums[validation[at + 33] ?? 0] = (sums[validation[at + 33] ?? 0] ?? 0) + 1;
    const expected = validation.length / record / 256;
    const chi = sums.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(chi).toBeLessThan(255 + 6 * Math.sqrt(2 * 255));
    expect(
      new Set(Array.from({ length: 1_000 }, (_, i) => validation.subarray(i * record + 32, (i + 1) * record).toString('hex'))).size,
    ).toBe(1_000);
  });
});
