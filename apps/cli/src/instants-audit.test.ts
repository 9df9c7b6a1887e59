import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { segmentAt } from '@valira/games/instants';
import { generateRun, readManifest } from '@valira/instants';
import { prepareRun, scaledPapers } from '@valira/instants/testing';
import { auditRun, type FindingCode } from '@valira/instants-audit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWholeFile } from './read-whole-file.ts';
import { runCommand } from './run-command.ts';
import { exchange, faceFor, giveOutcome, putTogether, type TakenApart, takeApart } from './testing/damaged-run.ts';

const prepared = prepareRun(scaledPapers(10_000), 'audited');
const { definition, keys } = prepared;
const { packSize, tiers } = definition;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

let root = '';
let sound = '';
let publishedRoot = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'valira-audit-'));
  sound = join(root, 'sound');
  for await (const _ of generateRun({ folder: sound, ...prepared, workers: 0 }));
  publishedRoot = (await readManifest(sound)).root;
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

const approvedPapersHash = hex(prepared.run.papersHash);
const audit = (folder: string) => auditRun(folder, keys, { workers: 0, publishedRoot, approvedPapersHash });

/** Index of a ticket with the tier of this name, or of a loser; `skip` of them are passed over. */
function find(run: TakenApart, tier: string | null, skip = 0, from = 0): number {
  const wanted = tier === null ? 0 : tiers.findIndex(({ id }) => id === tier) + 1;
  let left = skip;
  for (let i = from; i < run.tickets.length; i += 1) {
    if (run.tickets[i]?.sealed.tier !== wanted) continue;
    if (left === 0) return i;
    left -= 1;
  }
  throw new Error(`no ticket of tier ${tier}`);
}
const at = (run: TakenApart, index: number) => {
  const ticket = run.tickets[index];
  if (!ticket) throw new Error(`no ticket ${index}`);
  return ticket;
};
const packOf = (index: number): number => Math.floor(index / packSize);
const inPack = (pack: number): number[] => Array.from({ length: packSize }, (_, i) => pack * packSize + i);
const flip = (bytes: Buffer, place: number): Buffer => {
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return bytes;
};

/** Byte of the first covered number in a key-number face: scene, 3 winning numbers, 10 own numbers, 10 amounts. */
const ownNumbers = 4;

const damages: readonly [string, FindingCode, (run: TakenApart) => void][] = [
  [
    'the sealed prizes of a winner and a loser are exchanged',
    'face_differs',
    (run) => {
      const [a, b] = [at(run, find(run, '20')), at(run, find(run, null))];
      [a.sealed, b.sealed] = [b.sealed, a.sealed];
    },
  ],
  [
    'two prizes change places in every copy, within all limits, after the root was published',
    'root_not_published',
    (run) => {
      const pack = inPack(3);
      const winner = pack.find((i) => at(run, i).sealed.tier > 0) ?? 0;
      const other = pack.find((i) => at(run, i).sealed.tier > 0 && at(run, i).sealed.tier !== at(run, winner).sealed.tier) ?? 0;
      exchange(run, winner, other);
    },
  ],
  [
    'one VIRN is printed and stored twice',
    'virn_duplicate',
    (run) => {
      at(run, 77).printed.virn = at(run, 7_000).printed.virn.slice();
      at(run, 77).hashed = at(run, 7_000).hashed.slice();
    },
  ],
  [
    'a VIRN differs from another in its last character alone',
    'virn_near',
    (run) => {
      const near = at(run, 7_000).printed.virn.slice();
      near[9] = (near[9] ?? 0) ^ 5;
      at(run, 77).printed.virn = near;
      at(run, 77).hashed = near.slice();
    },
  ],
  [
    'a VIRN differs from another in its first character alone',
    'virn_near',
    (run) => {
      const near = at(run, 123).printed.virn.slice();
      near[0] = (near[0] ?? 0) ^ 0x80;
      at(run, 9_999).printed.virn = near;
      at(run, 9_999).hashed = near.slice();
    },
  ],
  [
    'the keyed hash is that of another VIRN',
    'virn_hash_wrong',
    (run) => {
      [at(run, 1).hashed, at(run, 2).hashed] = [at(run, 2).hashed, at(run, 1).hashed];
    },
  ],
  [
    'the numbers of one pack are those of the next',
    'number_wrong',
    (run) => {
      for (const i of inPack(5)) at(run, i).printed.pack += 1;
    },
  ],
  [
    'two tickets bear the same number',
    'number_wrong',
    (run) => {
      at(run, 11).printed = { ...at(run, 11).printed, ticket: 10, check: at(run, 10).printed.check };
    },
  ],
  [
    'a check digit is wrong',
    'check_digit_wrong',
    (run) => {
      at(run, 4_321).printed.check = (at(run, 4_321).printed.check + 1) % 10;
    },
  ],
  [
    'one printed symbol is another',
    'face_differs',
    (run) => {
      const { face } = at(run, 500).printed;
      face[face.length - 1] = ((face.at(-1) ?? 0) + 1) % 5;
    },
  ],
  [
    'a loser shows a prize, in every copy',
    'face_shows_other_prize',
    (run) => {
      const index = find(run, null, 40);
      const { face } = at(run, index).sealed;
      face[ownNumbers] = face[1] ?? 0;
      giveOutcome(run, index, { tier: 0, face });
    },
  ],
  [
    'a winner shows nothing, in every copy',
    'face_shows_other_prize',
    (run) => {
      const index = find(run, '4', 3);
      giveOutcome(run, index, { tier: at(run, index).sealed.tier, face: faceFor(run, 0).face });
    },
  ],
  [
    'a winner of two parts shows their sum as one',
    'face_shows_other_prize',
    (run) => {
      const index = find(run, '10');
      // The tier of 10.00 is two fives; a face of the mid tier of 20.00 shows one part.
      giveOutcome(run, index, { tier: at(run, index).sealed.tier, face: faceFor(run, tiers.findIndex(({ id }) => id === '20') + 1).face });
    },
  ],
  [
    'a face holds the same number twice, in every copy',
    'face_impossible',
    (run) => {
      const index = find(run, null, 9);
      const { face } = at(run, index).sealed;
      face[ownNumbers] = face[ownNumbers + 1] ?? 0;
      giveOutcome(run, index, { tier: 0, face });
    },
  ],
  [
    'a face holds a number beyond the range',
    'face_impossible',
    (run) => {
      const index = find(run, null, 19);
      const { face } = at(run, index).sealed;
      face[ownNumbers] = 41;
      giveOutcome(run, index, { tier: 0, face });
    },
  ],
  [
    'a ticket is missing from the print file',
    'size_wrong',
    (run) => {
      run.edit.set('print.bin', (bytes) => bytes.subarray(0, bytes.length - 40));
    },
  ],
  [
    'the last ticket is missing everywhere',
    'size_wrong',
    (run) => {
      run.tickets.pop();
    },
  ],
  [
    'a ticket too many stands at the end',
    'size_wrong',
    (run) => {
      run.tickets.push(structuredClone(at(run, 9_999)));
    },
  ],
  [
    'a loser was made a small winner',
    'count_wrong',
    (run) => {
      giveOutcome(run, find(run, null, 100), faceFor(run, tiers.length));
    },
  ],
  [
    'a top prize fewer than the papers say (R23)',
    'count_wrong',
    (run) => {
      giveOutcome(run, find(run, '10000'), faceFor(run, 0));
    },
  ],
  [
    'a ticket has a tier that does not exist',
    'tier_unknown',
    (run) => {
      at(run, 300).sealed.tier = 99;
    },
  ],
  [
    'a pack has one more low prize than allowed, taken from others',
    'per_pack_wrong',
    (run) => {
      const losers = inPack(7).filter((i) => at(run, i).sealed.tier === 0);
      for (let n = 0; n < 6; n += 1) exchange(run, losers[n] ?? 0, find(run, '2', 5 * n, 20 * packSize));
    },
  ],
  [
    'a pack has two mid prizes',
    'mid_wrong',
    (run) => {
      const first = find(run, '20');
      const second = find(run, '50', 0, (packOf(first) + 1) * packSize);
      const loser = inPack(packOf(first)).find((i) => at(run, i).sealed.tier === 0) ?? 0;
      exchange(run, loser, second);
    },
  ],
  [
    'both top prizes lie in one pack',
    'top_wrong',
    (run) => {
      const loser = inPack(packOf(find(run, '10000'))).find((i) => at(run, i).sealed.tier === 0) ?? 0;
      exchange(run, loser, find(run, '1000'));
    },
  ],
  [
    'a pack pays less than the floor',
    'payout_wrong',
    (run) => {
      for (const i of inPack(9)) {
        if (at(run, i).sealed.tier > 4) exchange(run, i, find(run, null, 17 * (i % packSize), 12 * packSize));
      }
    },
  ],
  [
    'losers of a pack stand together',
    'streak_wrong',
    (run) => {
      const pack = inPack(14);
      const sorted = pack.map((i) => structuredClone(at(run, i).sealed)).sort((a, b) => b.tier - a.tier);
      for (const [n, i] of pack.entries()) giveOutcome(run, i, sorted[n] ?? { tier: 0, face: new Uint8Array() });
    },
  ],
  [
    'mid prizes lie in one segment',
    'spread_wrong',
    (run) => {
      const second = segmentAt(definition, 1).firstTicket;
      const free = Array.from({ length: 100 }, (_, pack) => pack).filter((pack) =>
        inPack(pack).every((i) => ![3, 4, 5].includes(at(run, i).sealed.tier)),
      );
      for (const pack of free.slice(0, 3)) {
        const loser = inPack(pack).find((i) => at(run, i).sealed.tier === 0) ?? 0;
        exchange(run, loser, find(run, '20', 0, second));
      }
    },
  ],
  [
    'one leaf commits to another prize',
    'leaf_wrong',
    (run) => {
      at(run, 600).committed.tier = 1;
    },
  ],
  [
    'a leaf is other bytes and the tree was made anew',
    'leaf_wrong',
    (run) => {
      run.edit.set('tree-0.bin', (bytes) => flip(bytes, 32 * 450));
    },
  ],
  [
    'a stored hash of the tree is another',
    'tree_wrong',
    (run) => {
      run.edit.set('tree-1.bin', (bytes) => flip(bytes, 40));
    },
  ],
  [
    'the manifest names another root',
    'root_wrong',
    (run) => {
      run.manifest = (manifest) => ({ ...manifest, root: '00'.repeat(32) });
    },
  ],
  [
    'a byte of a finished file was changed',
    'sum_wrong',
    (run) => {
      run.after.push(async (folder) =>
        writeFile(join(folder, 'packs.csv'), flip(Buffer.from(await readWholeFile(join(folder, 'packs.csv'))), 99)),
      );
    },
  ],
  [
    'a pack is missing from the pack manifest',
    'packs_wrong',
    (run) => {
      run.edit.set('packs.csv', (bytes) => Buffer.from(bytes.toString().replace(/^8,.*\n/m, '')));
    },
  ],
  [
    'the pack manifest names another last ticket',
    'packs_wrong',
    (run) => {
      run.edit.set('packs.csv', (bytes) => Buffer.from(bytes.toString().replace('-049-', '-048-')));
    },
  ],
  [
    'the papers say another count',
    'papers_hash_wrong',
    (run) => {
      run.edit.set('papers.json', (bytes) => Buffer.from(bytes.toString().replace('"count":25', '"count":26')));
    },
  ],
  [
    'the papers name another run number',
    'run_hash_wrong',
    (run) => {
      run.edit.set('papers.json', (bytes) => Buffer.from(bytes.toString().replace('"run":1', '"run":2')));
    },
  ],
  [
    'the papers are not readable',
    'papers_invalid',
    (run) => {
      run.edit.set('papers.json', (bytes) => bytes.subarray(1));
    },
  ],
  [
    'two segments of the print file are exchanged',
    'print_undecryptable',
    (run) => {
      run.edit.set('print.bin', (bytes) => Buffer.concat([bytes.subarray(bytes.length / 2), bytes.subarray(0, bytes.length / 2)]));
    },
  ],
  [
    'a file is there that the manifest does not name',
    'file_unknown',
    (run) => {
      run.after.push((folder) => writeFile(join(folder, 'winners.csv'), '1\n'));
    },
  ],
  [
    'a file is missing',
    'folder_incomplete',
    (run) => {
      run.after.push((folder) => unlink(join(folder, 'validation.bin')));
    },
  ],
  [
    'the generation was not finished',
    'folder_incomplete',
    (run) => {
      run.after.push((folder) => writeFile(join(folder, 'checkpoint.json'), '{}'));
    },
  ],
  [
    'VIRNs rise with the tickets',
    'virn_tells',
    (run) => {
      const sorted = run.tickets.map(({ hashed }) => hashed).sort(Buffer.compare);
      run.tickets.forEach((ticket, i) => {
        ticket.printed.virn = sorted[i] ?? ticket.hashed;
        ticket.hashed = ticket.printed.virn.slice();
      });
    },
  ],
  [
    'the first bit of the VIRN tells winners',
    'virn_tells',
    (run) => {
      for (const ticket of run.tickets) {
        ticket.printed.virn[0] = ((ticket.printed.virn[0] ?? 0) & 127) | (ticket.sealed.tier > 0 ? 128 : 0);
        ticket.hashed = ticket.printed.virn.slice();
      }
    },
  ],
  [
    'an open picture comes more often on winners, in every copy',
    'open_part_tells',
    (run) => {
      run.tickets.forEach((ticket, i) => {
        const { tier, face } = ticket.sealed;
        if (tier > 0 && i % 3 === 0) face[0] = 2;
        giveOutcome(run, i, { tier, face });
      });
    },
  ],
];

describe('the audit of an instant run', () => {
  it('passes a sound run taken apart and put together again, byte for byte', async () => {
    const folder = join(root, 'again');
    await putTogether(sound, folder, await takeApart(sound, prepared));
    for (const name of ['print.bin', 'validation.bin', 'tree-0.bin', 'tree-1.bin', 'packs.csv'])
      expect(Buffer.compare(await readWholeFile(join(folder, name)), await readWholeFile(join(sound, name)))).toBe(0);
    const report = await audit(folder);
    expect(report.findings).toEqual([]);
    expect(report.passed).toBe(true);
    expect(report.fundCents).toBe(String(definition.prizeFundCents));
  });

  it.each(damages)('finds that %s', async (name, code, damage) => {
    const run = await takeApart(sound, prepared);
    damage(run);
    const folder = await mkdtemp(join(root, 'damaged-'));
    await putTogether(sound, folder, run);
    const report = await audit(folder);
    expect(report.passed, name).toBe(false);
    expect(Object.keys(report.findingCounts)).toContain(code);
    await rm(folder, { recursive: true });
  });

  it('finds papers that were not the approved ones', async () => {
    const report = await auditRun(sound, keys, { workers: 0, approvedPapersHash: '00'.repeat(32) });
    expect(report.findings.map(({ code }) => code)).toEqual(['papers_not_approved']);
  });

  it('is a command: 0 and PASSED for a sound run of 60,000 tickets, 1 for a damaged one, 2 without keys', async () => {
    const run = prepareRun(scaledPapers(60_000), 'command');
    const folder = join(root, 'command');
    for await (const _ of generateRun({ folder, ...run }));
    const keysPath = join(root, 'keys.json');
    await writeFile(keysPath, JSON.stringify(Object.fromEntries(Object.entries(run.keys).map(([purpose, key]) => [purpose, hex(key)]))));
    const call = async (...argv: string[]) => {
      const out: string[] = [];
      const err: string[] = [];
      const io = { out: (line: string) => out.push(line), err: (line: string) => err.push(line), readFile: readWholeFile, writeFile };
      return { status: await runCommand(['instants', 'audit', ...argv], io), out, err };
    };
    const passed = await call(folder, '--keys', keysPath);
    expect(passed.out.at(-1)).toBe('PASSED');
    expect(passed.status).toBe(0);
    expect(passed.out.join('\n')).toContain('tier 2: 6000 of 6000 prizes of 200 cents');
    const print = join(folder, 'print.bin');
    await writeFile(print, flip(Buffer.from(await readWholeFile(print)), 100_000));
    const failed = await call(folder, '--keys', keysPath, '--json');
    expect(failed.status).toBe(1);
    expect(Object.keys(JSON.parse(failed.out[0] ?? '').findingCounts)).toEqual(
      expect.arrayContaining(['sum_wrong', 'print_undecryptable']),
    );
    expect((await call(folder)).status).toBe(2);
    expect((await call(folder, '--keys', print)).status).toBe(2);
    expect((await call(join(root, 'nowhere'), '--keys', keysPath)).status).toBe(1);
  });
});
