/** A small world for database tests: licences in force, a product on sale, an open contest, players with money, a shop with credit. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@valira/db';
import { account, balance, contest, distributor, drawAnnouncement, licence, product, productVersion, shop } from '@valira/db/schema';
import { createTestDatabase, type TestDatabase } from '@valira/db/testing';
import { canonicalHash } from '@valira/games/verifiable';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { sql } from 'drizzle-orm';
import { CODES, account as ledgerAccount, postOperation } from '../modules/ledger/index.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type Entropy, systemEntropy } from '../platform/entropy.ts';
import { sha256 } from '../platform/hash.ts';
import { type Ids, uuidV7 } from '../platform/ids.ts';
import { openFileKeyring } from '../platform/keys/file-keyring.ts';
import type { Keyring } from '../platform/keys/keyring.ts';

const HOUR = 3_600_000;

export type World = Database & {
  readonly database: TestDatabase;
  readonly ids: Ids;
  readonly keys: Keyring;
  /** Where the keys lie, for a thread or process that opens them itself. */
  readonly keysDir: string;
  readonly entropy: Entropy;
  newPlayer(cashCents: bigint): Promise<string>;
  newShop(creditCents: bigint): Promise<string>;
  newContest(settings?: {
    definition?: unknown;
    kind?: 'draw' | 'pool';
    channels?: ('online' | 'shop')[];
    closesAt?: Date;
    announced?: boolean;
    state?: 'scheduled' | 'open';
    number?: number;
  }): Promise<{ contestId: string; productVersionId: string }>;
  end(): Promise<void>;
};

export type WorldSettings = {
  readonly clock?: Clock;
  readonly entropy?: Entropy;
  /** What is done to the database before the first connection of the application. */
  readonly prepare?: (database: TestDatabase) => Promise<void>;
};

export async function makeWorld({ clock = systemClock, entropy = systemEntropy, prepare }: WorldSettings = {}): Promise<World> {
  const database = await createTestDatabase();
  await prepare?.(database);
  const keysFolder = mkdtempSync(join(tmpdir(), 'valira-keys-'));
  const keys = openFileKeyring(keysFolder);
  const open = openDatabase(database.appUrl, { name: 'test', connections: 6 });
  const ids = uuidV7(clock, entropy);
  const { db } = open;
  for (const table of ['transfer', 'ticket', 'entry', 'intake_link', 'audit_event', 'prize'])
    await db.execute(sql`SELECT ensure_month_partition(${table}, ${clock.now().toISOString()}::timestamptz)`);
  const now = clock.now().getTime();
  const inForce = {
    legalName: 'Valira Loteries, SA',
    registerNumber: '1',
    responsiblePerson: 'R',
    validFrom: new Date(now - HOUR),
    validUntil: new Date(now + 1000 * HOUR),
  };
  await db.insert(licence).values([
    { id: ids.next(), kind: 'C', number: 'C-1', modalities: ['a', 'b', 'c'], ...inForce },
    { id: ids.next(), kind: 'C@', number: 'C@-1', modalities: ['a', 'b', 'c'], ...inForce },
  ]);
  let contests = 0;
  return {
    ...open,
    database,
    ids,
    keys,
    keysDir: keysFolder,
    entropy,
    async newPlayer(cashCents) {
      const id = ids.next();
      await db.insert(account).values({ id, kind: 'player' });
      await db.insert(balance).values([
        { accountId: id, code: CODES['player-cash'] },
        { accountId: id, code: CODES['player-held'] },
      ]);
      if (cashCents > 0n)
        expectOk(
          await db.transaction((tx) =>
            postOperation(tx, ids, clock.now(), {
              accountId: id,
              key: 'opening',
              postings: [
                {
                  debit: ledgerAccount('payment-clearing'),
                  credit: ledgerAccount('player-cash', id),
                  amount: cents(cashCents),
                  kind: 'deposit',
                  reference: id,
                },
              ],
            }),
          ),
        );
      return id;
    },
    async newShop(creditCents) {
      const id = ids.next();
      await db.insert(account).values({ id, kind: 'shop' });
      await db.insert(balance).values({ accountId: id, code: CODES['shop-settlement'], floorCents: -creditCents });
      await db.insert(distributor).values({ id, kind: 'own', name: 'Estanc del Pont', registerNumber: id, createdAt: clock.now() });
      await db.insert(shop).values({
        accountId: id,
        name: 'Estanc del Pont',
        address: 'Av. del Pont 12, AD700 Escaldes',
        licenceNumber: `G-${contests}`,
        distributorId: id,
        commissionBps: 500,
        paysUpToCents: 200_000n,
      });
      return id;
    },
    async newContest(settings = {}) {
      contests += 1;
      const kind = settings.kind ?? 'draw';
      const productId = ids.next();
      const productVersionId = ids.next();
      const contestId = ids.next();
      const definition = settings.definition ?? { test: contests };
      await db.insert(product).values({ id: productId, slug: `product-${contests}`, family: kind, createdAt: clock.now() });
      await db.insert(productVersion).values({
        id: productVersionId,
        productId,
        version: 1,
        modality: kind === 'pool' ? 'c' : 'a',
        names: { ca: 'P', es: 'P', fr: 'P', en: 'P' },
        definition,
        definitionHash: canonicalHash(sha256, definition),
        channels: settings.channels ?? ['online', 'shop'],
        state: 'on-sale',
        registrationNumber: `CRAJ-${contests}`,
        proposedBy: 'one',
        decidedBy: 'two',
        createdAt: clock.now(),
      });
      const closesAt = settings.closesAt ?? new Date(now + 10 * HOUR);
      await db.insert(contest).values({
        id: contestId,
        kind,
        productVersionId,
        number: settings.number ?? 1,
        source: kind === 'pool' ? 'event' : 'rng',
        state: settings.state ?? 'open',
        opensAt: new Date(now - HOUR),
        closesAt,
        drawsAt: closesAt,
        createdAt: clock.now(),
      });
      if (settings.announced ?? true)
        await db
          .insert(drawAnnouncement)
          .values({ contestId, statement: {}, statementHash: sha256(Buffer.from(contestId)), at: clock.now() });
      return { contestId, productVersionId };
    },
    async end() {
      await open.close();
      await database.drop();
      rmSync(keysFolder, { recursive: true });
    },
  };
}
