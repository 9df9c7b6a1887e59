/** Instant games for tests: papers approved and on sale, a run made by two people through the job itself, opened by a third. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { product, productVersion } from '@valira/db/schema';
import {
  encodeInstantDefinition,
  type InstantDefinitionJson,
  parseInstantDefinition,
  virnOf,
  writeTicketNumber,
  writeVirn,
} from '@valira/games/instants';
import { canonicalHash } from '@valira/games/verifiable';
import { expectOk, ok } from '@valira/outcome';
import type { Core } from '../../../platform/core.ts';
import { sha256 } from '../../../platform/hash.ts';
import { toJson } from '../../../platform/json.ts';
import { transactionsOn } from '../../../platform/transaction.ts';
import type { World } from '../../../testing/world.ts';
import { type Counter, newCounter } from '../../claims/testing/won-tickets.ts';
import { shipPacks } from '../packs/ship-packs.ts';
import { activatePack, receivePack } from '../packs/shop-packs.ts';
import { type GenerateDeps, generateRun } from '../runs/generate-run.ts';
import { openRun } from '../runs/open-run.ts';
import { proposeRun, supplySecret } from '../runs/propose-run.ts';
import { findRun, type StoredRun, sealOf } from '../runs/run.store.ts';
import { runFiles } from '../runs/run-files.ts';
import { encryptBlocks, runKey } from '../runs/run-keys.ts';
import { type OpenedOutcome, openedOutcomes } from '../tickets/open-outcome.ts';
import { placeOf } from '../tickets/ticket-place.ts';

const names = { ca: 'Clau', es: 'Clau', fr: 'Clau', en: 'Clau' };

/** 600 tickets at 2.00 in 20 packs of 30; low prizes in every pack, one top prize of 300.00: 75 % of sales. */
export const printedPapers: InstantDefinitionJson = {
  schema: 1,
  family: 'instant',
  id: 'clau-petita',
  version: 1,
  name: names,
  currency: 'EUR',
  game: 417,
  channel: 'retail',
  priceCents: '200',
  runSize: 600,
  packSize: 30,
  prizeFundCents: '90000',
  play: { style: 'key-number', from: 40, winningNumbers: 3, yourNumbers: 6, decoyCents: ['2500'] },
  tiers: [
    { id: '300', count: 1, partsCents: ['30000'], spread: 'top' },
    { id: '20', count: 10, partsCents: ['2000'], spread: 'mid' },
    { id: '5', count: 40, partsCents: ['500'], spread: 'low', perPack: { min: 1, max: 4 } },
    { id: '2', count: 100, partsCents: ['200'], spread: 'low', perPack: { min: 3, max: 7 } },
  ],
  guarantee: { segments: 2, floorCents: '1000', ceilingCents: '15000', maxLoserStreak: 16 },
  settlement: { lowPrizesPercent: 80, daysAfterActivation: 30, nextPackActivated: true },
  endOfGame: { topPrizesGone: 'end-sales' },
  claim: { days: 90, closedDays: 'extend' },
};

/** 400 tickets at 1.00, shuffled. */
export const onlinePapers: InstantDefinitionJson = {
  schema: 1,
  family: 'instant',
  id: 'tres-petits',
  version: 1,
  name: names,
  currency: 'EUR',
  game: 901,
  channel: 'online',
  priceCents: '100',
  runSize: 400,
  packSize: 100,
  prizeFundCents: '24000',
  play: { style: 'match-three', cells: 9, decoyCents: ['2500', '7500', '9900'] },
  tiers: [
    { id: '100', count: 1, partsCents: ['10000'] },
    { id: '5', count: 10, partsCents: ['500'] },
    { id: '1', count: 90, partsCents: ['100'] },
  ],
  endOfGame: { topPrizesGone: 'warn' },
  claim: { days: 90, closedDays: 'extend' },
};

export type PrintedTicket = { readonly number: string; readonly virn: string };

export type InstantWorld = {
  readonly core: Core;
  /** As the world stands at another time. */
  at(time: Date): Core;
  readonly deps: GenerateDeps;
  /** Product version on sale. */
  newVersion(papers: InstantDefinitionJson, state?: 'approved' | 'on-sale'): Promise<string>;
  /** Proposed and given its second secret; not generated. */
  newRun(papers: InstantDefinitionJson): Promise<string>;
  /** On sale. */
  openedRun(papers: InstantDefinitionJson): Promise<StoredRun>;
  /** Packs shipped to a counter, received and put on sale. */
  activePacks(run: StoredRun, counter: Counter, from: number, to?: number): Promise<void>;
  receivedPacks(run: StoredRun, counter: Counter, from: number, to?: number): Promise<void>;
  outcomes(run: StoredRun): Promise<OpenedOutcome[]>;
  ticket(run: StoredRun, index: number): Promise<PrintedTicket>;
  newCounter(creditCents?: bigint): Promise<Counter>;
  end(): void;
};

export const OFFICIALS = { one: 'staff:one', two: 'staff:two', three: 'staff:three' } as const;

/** The same with a top prize of 2,500.00, from which on a claimant is identified. */
export const dearPapers: InstantDefinitionJson = {
  ...printedPapers,
  id: 'clau-cara',
  game: 418,
  prizeFundCents: '310000',
  tiers: printedPapers.tiers.map((tier) => (tier.id === '300' ? { ...tier, id: '2500', partsCents: ['250000'] } : tier)),
};

let versions = 0;
/** Papers of a game of its own: packs and runs of one game are numbered on. */
export const asGame = (papers: InstantDefinitionJson, game: number): InstantDefinitionJson => ({ ...papers, game });

export function instantWorld(world: World): InstantWorld {
  const at = (time: Date): Core => ({ ...world, clock: { now: () => time }, inTransaction: transactionsOn(world.db) });
  const core: Core = { ...world, clock: { now: () => new Date() }, inTransaction: transactionsOn(world.db) };
  const folder = mkdtempSync(join(tmpdir(), 'valira-instants-'));
  const control: GenerateDeps['control'] = {
    handIn: async ({ kind, subjectId, hash }) =>
      ok({
        body: { log: 'log', sequence: 1, at: new Date().toISOString(), kind, subjectId, hash, previous: '00' },
        keyId: 'key',
        publicKey: '00',
        signature: '00',
      }),
  };
  const deps: GenerateDeps = { core, control, files: runFiles(1), folder };
  const own: InstantWorld = {
    core,
    at,
    deps,
    async newVersion(papers, state = 'on-sale') {
      versions += 1;
      const parsed = expectOk(parseInstantDefinition(papers));
      const definition = toJson(encodeInstantDefinition(parsed));
      const productId = world.ids.next();
      const id = world.ids.next();
      await world.db.insert(product).values({ id: productId, slug: `instant-${versions}`, family: 'instant', createdAt: new Date() });
      await world.db.insert(productVersion).values({
        id,
        productId,
        version: 1,
        modality: 'b',
        names,
        definition,
        definitionHash: canonicalHash(sha256, definition),
        channels: [parsed.channel === 'retail' ? 'shop' : 'online'],
        state,
        registrationNumber: `CRAJ-I-${versions}`,
        proposedBy: 'one',
        decidedBy: 'two',
        createdAt: new Date(),
      });
      return id;
    },
    async newRun(papers) {
      const versionId = await own.newVersion(papers);
      return core.inTransaction(async (tx) => {
        const runId = expectOk(await proposeRun(core, tx, OFFICIALS.one, { versionId, secret: randomBytes(32) }));
        expectOk(await supplySecret(core, tx, OFFICIALS.two, { runId, secret: randomBytes(32) }));
        return runId;
      });
    },
    async openedRun(papers) {
      const runId = await own.newRun(papers);
      await generateRun(deps, runId, new AbortController().signal);
      expectOk(await core.inTransaction((tx) => openRun(core, tx, OFFICIALS.two, runId)));
      const run = await findRun(world.db, runId);
      if (!run) throw new Error('the run is gone');
      return run;
    },
    async receivedPacks(run, counter, from, to = from) {
      await core.inTransaction(async (tx) => {
        expectOk(await shipPacks(core, tx, OFFICIALS.one, { runId: run.id, shopId: counter.accountId, from, to }));
        for (let pack = from; pack <= to; pack += 1)
          expectOk(await receivePack(core, tx, counter.accountId, mover(counter), { game: run.game, pack }));
      });
    },
    async activePacks(run, counter, from, to = from) {
      await own.receivedPacks(run, counter, from, to);
      for (let pack = from; pack <= to; pack += 1)
        expectOk(await core.inTransaction((tx) => activatePack(core, tx, counter.accountId, mover(counter), { game: run.game, pack })));
    },
    outcomes: (run) => openedOutcomes(core, world.db, run, 0, run.size),
    async ticket(run, index) {
      const seal = await sealOf(world.db, run.id);
      if (!seal) throw new Error('no seal');
      return {
        number: writeTicketNumber({ game: run.game, ...placeOf(run, index) }),
        virn: writeVirn(virnOf(encryptBlocks, runKey(world.keys, 'virn', seal.runHash), index)),
      };
    },
    newCounter: async (creditCents = 10_000_000n) => newCounter(world, await world.newShop(creditCents)),
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
  return own;
}

export const mover = (counter: Counter) => ({ actor: `terminal:${counter.terminalId}`, clerkId: counter.clerkId });
