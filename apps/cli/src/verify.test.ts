import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signStatement } from '@valira/games/verifiable';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandIo } from './command.ts';
import { readWholeFile } from './read-whole-file.ts';
import { runCommand } from './run-command.ts';
import { playDraw, signers } from './testing/make-draw.ts';
import { playWinPool } from './testing/make-pool.ts';
import { sampleGames } from './testing/sample-definitions.ts';
import { sha256 } from './testing/signing-keys.ts';

const game = sampleGames.cims;
if (game === undefined) throw new Error('no game');
const draw = playDraw('command line', { game, tickets: 30, secondHolder: true, beacon: true, fallback: 'none' });
const pool = playWinPool('command line', 25);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'valira-cli-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function written(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

async function run(...argv: string[]): Promise<{ status: number; out: string[]; err: string[] }> {
  const out: string[] = [];
  const err: string[] = [];
  const io: CommandIo = { out: (line) => out.push(line), err: (line) => err.push(line), readFile: readWholeFile, writeFile };
  return { status: await runCommand(argv, io), out, err };
}

const keyId = (name: keyof typeof signers): string => signStatement(sha256, signers[name], 'seal', {}).keyId;

describe('valira verify on a written bundle', () => {
  it('as a process: passes the untouched file with status 0 and fails a changed one with status 1', async () => {
    const main = fileURLToPath(new URL('./main.ts', import.meta.url));
    const good = spawnSync(process.execPath, [main, 'verify', await written('good.bundle', draw.file)], { encoding: 'utf8' });
    expect(good.stderr).toBe('');
    expect(good.stdout).toMatch(/^draw drw_/);
    expect(good.stdout).toMatch(/\nPASSED\n$/);
    expect(good.status).toBe(0);
    const changed = draw.file.slice();
    changed[changed.length - 5] = (changed.at(-5) ?? 0) ^ 1;
    const bad = spawnSync(process.execPath, [main, 'verify', await written('bad.bundle', changed)], { encoding: 'utf8' });
    expect(bad.stdout).toContain('FAILED root_wrong at seal');
    expect(bad.status).toBe(1);
  });

  it('fails when a byte changes in any region: magic, length, record, signature, commitments, lines, stakes, states', async () => {
    const length = new DataView(draw.file.buffer).getUint32(8);
    const [first] = draw.tickets;
    if (first === undefined) throw new Error('no tickets');
    const leaf = 12 + length;
    const regions = {
      ...{ magic: 3, length: 11, record: 12 + (length >> 1), signature: 12 + length - 40 },
      ...{
        commitment: leaf + 7,
        linesLength: leaf + 33,
        lines: leaf + 40,
        stake: leaf + first.entry.length - 3,
        state: leaf + first.entry.length - 1,
      },
    };
    for (const [name, at] of Object.entries(regions)) {
      const changed = draw.file.slice();
      changed[at] = (changed[at] ?? 0) ^ 2;
      expect((await run('verify', await written(`${name}.bundle`, changed))).status, name).toBe(1);
    }
  });

  it('passes pools as well, and says what it leaves to trust', async () => {
    const path = await written('pool.bundle', pool.file);
    const { status, out } = await run('verify', path);
    expect(status).toBe(0);
    expect(out[0]).toMatch(/^pool pool_\w+ of .+ \(DEMO: not a certified build\)$/);
    expect(out.some((line) => line.startsWith('not checked: whether the keys are genuine'))).toBe(true);
  });

  it('takes the genuine keys from a file and refuses a bundle signed with others', async () => {
    const path = await written('keyed.bundle', draw.file);
    const genuine = { seal: [keyId('seal')], control: [keyId('control')], receipts: [keyId('receipts')] };
    const keys = (name: string, json: unknown) => written(name, new TextEncoder().encode(JSON.stringify(json)));
    const good = await run('verify', path, '--keys', await keys('keys.json', genuine));
    expect(good.status).toBe(0);
    expect(good.out.some((line) => line.includes('keys are genuine'))).toBe(false);
    const bad = await run('verify', path, '--keys', await keys('other.json', { ...genuine, receipts: [keyId('seal')] }));
    expect(bad.status).toBe(1);
    expect(bad.out).toContain(`FAILED key_not_trusted at receipts: ${keyId('receipts')}`);
    expect((await run('verify', path, '--keys', await keys('no.json', { seal: 'key' }))).status).toBe(2);
  });

  it('speaks JSON when asked', async () => {
    const { out } = await run('verify', await written('json.bundle', draw.file), '--json');
    expect(JSON.parse(out.join('\n'))).toMatchObject({ passed: true, findings: [], subject: { kind: 'draw', tickets: 30 } });
  });

  it('answers 2 to a missing file, missing or spare arguments, unknown options and unknown commands', async () => {
    for (const argv of [['verify'], ['verify', 'a', 'b'], ['verify', '--what'], ['verify', join(folder, 'none')], ['nonsense'], []])
      expect((await run(...argv)).status, argv.join(' ')).toBe(2);
  });
});

describe('valira rng collect', () => {
  const paths = () => ({ raw: join(folder, 'raw'), mapped: join(folder, 'mapped') });

  it('writes the bytes asked for and draws of the mapping, the same for the same seed', async () => {
    const { raw, mapped } = paths();
    const collect = () => run('rng', 'collect', '--raw', raw, '--mapped', mapped, '--bytes', '10000', '--seed', '07'.repeat(32));
    expect((await collect()).status).toBe(0);
    const [first, draws] = [await readWholeFile(raw), new TextDecoder().decode(await readWholeFile(mapped))];
    expect(first.length).toBe(10_000);
    const lines = draws.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(1_000);
    for (const line of lines) {
      const numbers = line.split(' ').map(Number);
      expect(new Set(numbers).size).toBe(6);
      expect(numbers.every((number) => number >= 1 && number <= 45)).toBe(true);
    }
    await collect();
    expect(await readWholeFile(raw)).toEqual(first);
  });

  it('takes a mapping from a file and refuses one that cannot be drawn', async () => {
    const { raw, mapped } = paths();
    const mapping = (pick: number) =>
      written(
        'mapping.json',
        new TextEncoder().encode(JSON.stringify({ version: 'valira-mapping-1', panels: [{ name: 'p', pick, from: 1, to: 3 }] })),
      );
    expect((await run('rng', 'collect', '--raw', raw, '--mapped', mapped, '--bytes', '64', '--mapping', await mapping(3))).status).toBe(0);
    expect(new TextDecoder().decode(await readWholeFile(mapped))).toMatch(/^([123] ){2}[123]\n/);
    const refused = await run('rng', 'collect', '--raw', raw, '--mapped', mapped, '--mapping', await mapping(4));
    expect(refused.status).toBe(2);
    expect(refused.err.join()).toContain('mapping_impossible at panels.0');
  });

  it('seeds itself from healthy entropy when no seed is given, and refuses sizes and seeds that are none', async () => {
    const { raw, mapped } = paths();
    expect((await run('rng', 'collect', '--raw', raw, '--mapped', mapped, '--bytes', '64')).status).toBe(0);
    for (const more of [
      ['--bytes', '0'],
      ['--bytes', 'x'],
      ['--seed', '00'],
    ])
      expect((await run('rng', 'collect', '--raw', raw, '--mapped', mapped, ...more)).status).toBe(2);
    expect((await run('rng')).status).toBe(2);
  });
});
