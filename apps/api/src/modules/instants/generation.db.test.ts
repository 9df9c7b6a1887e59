import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instantRun, instantTicket, receipt } from '@valira/db/schema';
import { expectOk } from '@valira/outcome';
import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hex } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { type GenerateDeps, generateRun } from './runs/generate-run.ts';
import { openRun, tierThatDiffers } from './runs/open-run.ts';
import { cancelRun, proposeRun, resumeRun, supplySecret } from './runs/propose-run.ts';
import { findRun, sealOf } from './runs/run.store.ts';
import type { RunFiles } from './runs/run-files.ts';
import { type InstantWorld, instantWorld, OFFICIALS, onlinePapers, printedPapers } from './testing/instant-world.ts';

let world: World;
let instants: InstantWorld;
beforeAll(async () => {
  world = await makeWorld();
  instants = instantWorld(world);
});
afterAll(async () => {
  instants.end();
  await world.end();
});

const generate = (runId: string, files: Partial<RunFiles> = {}, signal = new AbortController().signal) => {
  const deps: GenerateDeps = { ...instants.deps, files: { ...instants.deps.files, ...files } };
  return generateRun(deps, runId, signal);
};
const stateOf = async (runId: string) => (await findRun(world.db, runId))?.state;
const ticketsOf = async (runId: string) =>
  (await world.db.select({ n: count() }).from(instantTicket).where(eq(instantTicket.runId, runId)))[0]?.n;
const codeOf = (outcome: { ok: boolean; code?: string }) => (outcome.ok ? 'ok' : outcome.code);

describe('a run', () => {
  it('takes two people: nobody supplies both secrets, opens what they proposed, or reads a secret from the database', async () => {
    const { core } = instants;
    const versionId = await instants.newVersion(onlinePapers);
    const secret = randomBytes(32);
    const runId = await core.inTransaction(async (tx) => expectOk(await proposeRun(core, tx, OFFICIALS.one, { versionId, secret })));
    const second = (actor: string) => core.inTransaction((tx) => supplySecret(core, tx, actor, { runId, secret: randomBytes(32) }));
    expect(codeOf(await second(OFFICIALS.one))).toBe('four_eyes');
    await expect(world.db.update(instantRun).set({ state: 'generating' }).where(eq(instantRun.id, runId))).rejects.toMatchObject({
      cause: { code: 'VA001' },
    });
    expectOk(await second(OFFICIALS.two));
    expect(codeOf(await second(OFFICIALS.three))).toBe('wrong_state');
    await generate(runId);
    expect(codeOf(await core.inTransaction((tx) => openRun(core, tx, OFFICIALS.one, runId)))).toBe('four_eyes');
    const [{ stored = '' } = {}] = await world.sql<{ stored: string }[]>`
      SELECT (SELECT string_agg(s::text, '') FROM instant_secret s) || (SELECT string_agg(a::text, '') FROM audit_intent a)
        || (SELECT string_agg(o::text, '') FROM outbox o) AS stored`;
    expect(stored).toContain(runId);
    expect(stored).not.toContain(hex(secret));
    expectOk(await core.inTransaction((tx) => openRun(core, tx, OFFICIALS.two, runId)));
  });

  it('is audited, sealed and receipted before it can be opened', async () => {
    const { core } = instants;
    const runId = await instants.newRun(printedPapers);
    const open = () => core.inTransaction((tx) => openRun(core, tx, OFFICIALS.two, runId));
    expect(codeOf(await open())).toBe('wrong_state');
    const silent: GenerateDeps = { ...instants.deps, control: { handIn: () => Promise.reject(new Error('the log is away')) } };
    await expect(generateRun(silent, runId, new AbortController().signal)).rejects.toThrow('the log is away');
    expect(await stateOf(runId)).toBe('ready');
    expect(codeOf(await open())).toBe('not_receipted');
    await generate(runId);
    const seal = await sealOf(world.db, runId);
    expect(seal?.audit).toMatchObject({ report: { passed: true, findings: [] }, recount: { '300': 1, '20': 10, '5': 40, '2': 100 } });
    expect(
      await world.db
        .select()
        .from(receipt)
        .where(eq(receipt.reference, wireId('instantRun', runId))),
    ).toHaveLength(1);
    expectOk(await open());
  });

  it('killed at any of its steps goes on where it was and ends with the same seal as one that was not', async () => {
    const runId = await instants.newRun({ ...printedPapers, game: 440 });
    const kill = (name: string): never => {
      throw new Error(`killed in ${name}`);
    };
    const { files } = instants.deps;
    const steps: readonly (readonly [string, Partial<RunFiles>])[] = [
      [
        'generate',
        {
          async *generate(input) {
            for await (const step of files.generate(input)) {
              yield step;
              kill('generate');
            }
            return { root: new Uint8Array(32) };
          },
        },
      ],
      ['audit', { audit: async () => kill('audit') }],
      [
        'load',
        {
          async *validationRecords(folder, papers) {
            for await (const batch of files.validationRecords(folder, papers)) {
              const part = 250;
              yield {
                ...batch,
                count: part,
                hashes: batch.hashes.subarray(0, 32 * part),
                sealed: batch.sealed.subarray(0, batch.sealedBytes * part),
              };
              kill('load');
            }
          },
        },
      ],
      [
        'leaves',
        {
          leafHashes: () => kill('leaves'),
        },
      ],
    ];
    for (const [name, broken] of steps) await expect(generate(runId, broken)).rejects.toThrow(`killed in ${name}`);
    expect(await stateOf(runId)).toBe('generating');
    expect(await ticketsOf(runId)).toBe(600);
    await Promise.all([generate(runId), generate(runId).catch(() => undefined)]);
    expect(await stateOf(runId)).toBe('ready');
    expect(await ticketsOf(runId)).toBe(600);
    const [folder = ''] = readdirSync(instants.deps.folder).filter((one) => one === wireId('instantRun', runId));
    const manifest = JSON.parse(readFileSync(join(instants.deps.folder, folder, 'manifest.json'), 'utf8')) as { root: string };
    expect(hex((await sealOf(world.db, runId))?.root ?? new Uint8Array(0))).toBe(manifest.root);
  }, 60_000);

  it('shows how far it is, and is given up at the next step', async () => {
    const { core } = instants;
    const runId = await instants.newRun({ ...onlinePapers, game: 941 });
    const seen: unknown[] = [];
    await generate(runId, {
      async *validationRecords(folder, papers) {
        for await (const batch of instants.deps.files.validationRecords(folder, papers)) {
          const [row] = await world.db.select().from(instantRun).where(eq(instantRun.id, runId));
          seen.push([row?.phase, row?.doneTickets]);
          expectOk(await core.inTransaction((tx) => cancelRun(core, tx, OFFICIALS.one, runId, 'wrong papers')));
          yield batch;
        }
      },
    });
    expect(seen).toEqual([['audit', 0]]);
    expect(await stateOf(runId)).toBe('cancelled');
    await generate(runId);
    expect(await stateOf(runId)).toBe('cancelled');
    expect(codeOf(await core.inTransaction((tx) => openRun(core, tx, OFFICIALS.two, runId)))).toBe('wrong_state');
  });

  it('whose audit fails is not loaded; when the cause is gone it is tried again', async () => {
    const { core } = instants;
    const runId = await instants.newRun({ ...onlinePapers, game: 942 });
    await generate(runId, { audit: async () => ({ passed: false, findings: [{ code: 'tier_count' }] }) });
    expect(await findRun(world.db, runId)).toMatchObject({ state: 'failed', failure: 'the audit of the files found differences' });
    expect(await ticketsOf(runId)).toBe(0);
    expectOk(await core.inTransaction((tx) => resumeRun(core, tx, OFFICIALS.one, runId)));
    await generate(runId);
    expect(await stateOf(runId)).toBe('ready');
  });

  it('with fewer top prizes in its table than approved is refused, tier by tier (incident R23)', async () => {
    const runId = await instants.newRun({ ...printedPapers, game: 443 });
    const { files } = instants.deps;
    await generate(runId, {
      // The file is right; what was loaded bears the first ticket's outcome everywhere it can: none opens in another's place.
      async *validationRecords(folder, papers) {
        for await (const batch of files.validationRecords(folder, papers))
          yield { ...batch, sealed: batch.sealed.slice().fill(batch.sealed[0] ?? 0) };
      },
    }).catch((error: unknown) => expect(String(error)).toContain('does not open'));
    expect(await stateOf(runId)).not.toBe('ready');
    const run = await findRun(world.db, runId);
    if (!run) throw new Error('no run');
    const told = run.papers.tiers.map(({ id, count: n }) => ({
      tier: id,
      count: n,
      prizeCents: { '300': 30_000n, '20': 2_000n, '5': 500n, '2': 200n }[id] ?? 0n,
    }));
    const right = { '300': 1, '20': 10, '5': 40, '2': 100 };
    expect(tierThatDiffers(run, right, told)).toBeNull();
    expect(tierThatDiffers(run, { ...right, '300': 0 }, told)).toBe('300');
    expect(
      tierThatDiffers(
        run,
        right,
        told.map((row) => (row.tier === '300' ? { ...row, count: 2 } : row)),
      ),
    ).toBe('300');
    expect(
      tierThatDiffers(
        run,
        right,
        told.map((row) => (row.tier === '20' ? { ...row, prizeCents: 2_100n } : row)),
      ),
    ).toBe('20');
  });
});
