import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  barredImport,
  barredImportRefusal,
  barredMirror,
  barredPerson,
  barredQuery,
  subscription,
  ticketCancellation,
} from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { expectOk } from '@valira/outcome';
import { and, desc, eq } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireId } from '../../../platform/ids.ts';
import { type HttpWorld, jsonOf, makeHttpWorld, type Person, UNLIMITED } from '../../../testing/http-world.ts';
import { BIRTH_DATE, newDocumentNumber, newPerson, registrationBody, TEST_IBAN } from '../../../testing/registration.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { buyNextDraw } from '../../subscriptions/buy-next-draw.ts';
import { cancelOpenTickets } from '../../wagers/index.ts';
import { registerPlayer } from '../register-player.ts';
import { importRegister } from './import-register.ts';
import { refreshRegister } from './refresh-register.ts';
import { REGISTER_FIELDS } from './register-file.ts';

let world: HttpWorld;
let owner: postgres.Sql;
let contestId: string;
let folder: string;
beforeAll(async () => {
  world = await makeHttpWorld({ limits: UNLIMITED });
  owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
  ({ contestId } = await world.newContest({ definition: cims645 }));
  folder = mkdtempSync(join(tmpdir(), 'register-'));
});
afterAll(async () => {
  await owner.end();
  await world.end();
  rmSync(folder, { recursive: true });
});

type Line = { number: string; surnames?: string; givenNames?: string; birthDate?: string; document?: string; until?: string };
const line = ({ number, surnames = 'Ningú Enlloc', givenNames = 'Persona', birthDate = '1950-01-01', document = '', until = '' }: Line) =>
  `${number};${surnames};${givenNames};${birthDate};AD;${document};self-request;2025-01-01;${until}`;
const OTHERS = Array.from({ length: 6 }, (_, i) => line({ number: `other-${i}`, birthDate: `1950-01-0${i + 1}` }));
const fileOf = (...lines: string[]) => Buffer.from([REGISTER_FIELDS.join(';'), ...OTHERS, ...lines].join('\n'));
const take = (...lines: string[]) => importRegister(world.core, { source: 'test', bytes: fileOf(...lines) });
const codeOf = async (answer: Response): Promise<unknown> => (answer.ok ? 'ok' : (await jsonOf(answer)).code);
const buy = async (player: Person) =>
  codeOf(
    await player.call('/v1/tickets', {
      body: { contestIds: [wireId('contest', contestId)], wager: { kind: 'draw', quickPicks: 1 }, priceCents: '100' },
    }),
  );
const mirror = async () => (await world.db.select().from(barredMirror))[0];
const rule = (set: string) => owner.unsafe(`UPDATE barred_rule SET ${set}`);

/** Somebody with a session whose person the test knows. */
async function known(change: Parameters<typeof newPerson>[0] = {}) {
  const person = newPerson(change);
  const body = registrationBody();
  const registration = {
    email: body.email,
    language: 'ca' as const,
    person,
    iban: TEST_IBAN,
  };
  const [hash] = await world.sql<{ password: string }[]>`SELECT password FROM auth_account LIMIT 1`;
  const { accountId, userId } = expectOk(
    await world.core.inTransaction((tx) => registerPlayer(world.core, tx, { ...registration, passwordHash: hash?.password ?? '' })),
  );
  await owner`UPDATE balance SET amount_cents = amount_cents WHERE account_id = ${accountId}`;
  const cookie = await world.signIn(body.email);
  const call: Person['call'] = (path, request = {}) => world.anyone.call(path, { ...request, headers: { ...request.headers, cookie } });
  return { accountId, userId, email: body.email, cookie, person, call };
}
const standing = async (player: Person) => ((await jsonOf(await player.call('/v1/me'))).standing as { state: string }).state;

describe('the register of barred persons', () => {
  it('bars whom it lists at once, also in a session that is open, by every spelling, and the balance stays (R37)', async () => {
    const cases: [Parameters<typeof newPerson>[0], Line][] = [
      [{ documentNumber: '850312-1234' }, { number: 'a', document: '19850312-1234' }],
      [{ documentNumber: '198503131234' }, { number: 'b', document: '85O313-I234' }],
      [
        { givenNames: 'Jörg', surnames: 'Müller Vell', birthDate: BIRTH_DATE },
        { number: 'c', givenNames: 'Joerg', surnames: 'Mueller Vell', birthDate: BIRTH_DATE },
      ],
      [
        { givenNames: 'Maria', surnames: 'de la Cruz Roig' },
        { number: 'd', givenNames: 'MARIA', surnames: 'DELACRUZ ROIG', birthDate: BIRTH_DATE },
      ],
      // Half of the name with the same birth date.
      [
        { givenNames: 'Ramon', surnames: 'Inventat Torres' },
        { number: 'e', givenNames: 'Ramon', surnames: 'Inventat', birthDate: BIRTH_DATE },
      ],
    ];
    const innocent = await world.newPlayerPerson(1_000n);
    for (const [person, entry] of cases) {
      const player = await known(person);
      expect(await standing(player)).toBe('provisional');
      const taken = expectOk(await take(line(entry)));
      expect(taken.barred, JSON.stringify(entry)).toEqual([player.accountId]);
      expect(await standing(player)).toBe('barred');
      expect(await buy(player)).toBe('account_barred');
      expect(await codeOf(await player.call('/v1/me'))).toBe('ok');
    }
    expect(await buy(innocent)).toBe('ok');
  });

  it('lets go whom it lists no more, and a bar ends with its last day', async () => {
    const player = await known({ documentNumber: 'ZZ-100-200' });
    expectOk(await take(line({ number: 'go', document: 'ZZ 100 200' })));
    expect(await standing(player)).toBe('barred');
    expect(expectOk(await take()).lifted).toContain(player.accountId);
    expect(await standing(player)).toBe('provisional');
    expectOk(await take(line({ number: 'go', document: 'ZZ-100-200', until: '2025-06-30' })));
    expect(await standing(player)).toBe('provisional');
  });

  it('is asked at every registration and log-in, each question logged; who is listed does not register, and is barred at the door', async () => {
    const number = newDocumentNumber();
    expectOk(await take(line({ number: 'reg', document: number })));
    const refused = await world.anyone.call('/v1/players', {
      body: registrationBody({ document: { kind: 'passport', number: ` ${number.toLowerCase()} ` } }),
    });
    expect(await codeOf(refused)).toBe('person_barred');
    const player = await known();
    const [asked] = await world.db
      .select()
      .from(barredQuery)
      .where(eq(barredQuery.accountId, player.accountId))
      .orderBy(desc(barredQuery.at));
    expect(asked).toMatchObject({ occasion: 'sign-in', outcome: 'clear' });
    // Found between two refreshes, at the next log-in.
    await owner`INSERT INTO barred_person (id, source, reference, document_index, name_index, words, entry_hash, starts_at)
      SELECT gen_random_uuid(), 'register', 'late', document_index, name_index, 9, name_index, now() FROM player_person WHERE account_id = ${player.accountId}`;
    await world.signIn(player.email);
    expect(await standing(player)).toBe('barred');
    await expect(world.db.delete(barredQuery)).rejects.toThrow();
    expectOk(await take());
  });

  it('keeps nothing that can be read: hashes under a key alone', async () => {
    expectOk(await take(line({ number: 'n-77', surnames: 'Secretíssim Total', document: 'QZWXECRV-77' })));
    const rows = await world.sql<
      { text: string }[]
    >`SELECT b::text AS text FROM barred_person b UNION ALL SELECT w::text FROM barred_word w`;
    expect(rows.map(({ text }) => text).join()).not.toMatch(/QZWXECRV|Secret.ssim|1950-01-01/i);
  });
});

describe('a mirror', () => {
  it('older than the rule allows lets nobody play, by the database’s clock; log-in and the balance stay', async () => {
    const player = await world.newPlayerPerson(1_000n);
    expect(await buy(player)).toBe('ok');
    await owner`UPDATE barred_mirror SET good_until = now() - interval '1 second'`;
    expect(await buy(player)).toBe('register_unavailable');
    expect(await world.signIn(player.email)).toContain('session_token');
    expect(await codeOf(await player.call('/v1/me'))).toBe('ok');
    expectOk(await take());
    expect(await buy(player)).toBe('ok');
    const good = (await mirror())?.goodUntil.getTime() ?? 0;
    expect(Math.abs(good - Date.now() - 180 * 60_000)).toBeLessThan(60_000);
  });

  it('is left as it is by a file that is wrong, cut, empty, far shorter, or not there; each is noted with its line', async () => {
    expectOk(await take());
    const before = [await mirror(), await world.db.select().from(barredPerson)];
    const imports = (await world.db.select().from(barredImport)).length;
    const refusals = async () => (await world.db.select().from(barredImportRefusal).orderBy(desc(barredImportRefusal.at)))[0];
    const wrong: [Uint8Array, string, number | null][] = [
      [Buffer.from('<html>'), 'register_header', 1],
      [fileOf('x;y'), 'register_columns', 8],
      [Buffer.from(`${REGISTER_FIELDS.join(';')}\n`), 'register_empty', null],
      [Buffer.from(`${REGISTER_FIELDS.join(';')}\n${OTHERS[0]}`), 'register_shrunk', null],
    ];
    for (const [bytes, code, at] of wrong) {
      expect(await importRegister(world.core, { source: 'test', bytes })).toMatchObject({ ok: false, code });
      expect(await refusals()).toMatchObject({ reason: code, line: at });
    }
    expect(await refreshRegister(world.core, join(folder, 'nothing.csv'))).toMatchObject({ ok: false, code: 'register_unreachable' });
    expect([await mirror(), await world.db.select().from(barredPerson)]).toEqual(before);
    expect(await world.db.select().from(barredImport)).toHaveLength(imports);
  });

  it('is refreshed from a file or over HTTP; errors, redirects and endless answers are refused', async () => {
    const path = join(folder, 'register.csv');
    writeFileSync(path, fileOf());
    expectOk(await refreshRegister(world.core, path));
    let answer: 'good' | 'error' | 'away' | 'endless' = 'good';
    const server = createServer((_request, response) => {
      if (answer === 'error') response.writeHead(503).end('busy');
      else if (answer === 'away') response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      else if (answer === 'good') response.end(fileOf());
      else {
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(256 * 1024, 65)));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      }
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/register.csv`;
    expectOk(await refreshRegister(world.core, url));
    for (const [kind, code] of [
      ['error', 'register_unreachable'],
      ['away', 'register_unreachable'],
      ['endless', 'register_too_large'],
    ] as const) {
      answer = kind;
      expect(await refreshRegister(world.core, url)).toMatchObject({ ok: false, code });
    }
    server.closeAllConnections();
    server.close();
  });

  it('that does not find the invented person lets nobody play or log in, until it does (R37)', async () => {
    const player = await world.newPlayerPerson(1_000n);
    await rule(`canary_document = 'PROVA-000000'`);
    const canary = line({ number: 'canary', document: 'PROVA-000000', birthDate: '1900-01-01' });
    expectOk(await take(canary));
    expect(await take()).toMatchObject({ ok: false, code: 'register_canary_missing' });
    expect(await buy(player)).toBe('register_unavailable');
    await expect(world.signIn(player.email)).rejects.toThrow(/register_unavailable/);
    expect((await world.newStaff('staff', 'finance')).cookie).toContain('session_token');
    expectOk(await take(canary));
    expect([
      await buy(player),
      (
        await world.db
          .select()
          .from(barredQuery)
          .where(and(eq(barredQuery.occasion, 'canary'), eq(barredQuery.outcome, 'hit')))
      ).length > 2,
    ]).toEqual(['ok', true]);
    await rule('canary_document = NULL');
    expectOk(await take());
  });
});

describe('what a barred player has begun', () => {
  const order = async (player: Person & { accountId: string }) => {
    const [product] = await world.sql<{ product: string; version: string; id: string }[]>`
      SELECT p.slug AS product, v.id AS version, p.id FROM product p JOIN product_version v ON v.product_id = p.id JOIN contest c ON c.product_version_id = v.id WHERE c.id = ${contestId}`;
    const id = world.ids.next();
    await world.db.insert(subscription).values({
      id,
      accountId: player.accountId,
      productId: product?.id ?? '',
      productVersionId: product?.version ?? '',
      wager: { kind: 'draw', lines: [{ main: [1, 2, 3, 4, 5, 6] }] },
      maxPriceCents: 1000n,
      createdAt: new Date(),
      changedAt: new Date(),
    });
    return id;
  };

  it('in subscriptions stops at the next draw, with nothing bought', async () => {
    const player = await known({ documentNumber: 'SUB-445566' });
    const id = await order(player);
    expectOk(await take(line({ number: 'sub', document: 'SUB-445566' })));
    const { sales, soldContests } = world.parts.core;
    expect(await buyNextDraw({ core: world.core, sales, soldContests }, id, contestId)).toBe('stopped');
    const [row] = await world.db.select().from(subscription).where(eq(subscription.id, id));
    expect([row?.state, row?.reason]).toEqual(['stopped', 'account_barred']);
    expectOk(await take());
  });

  it.each([
    ['keep', 0, '900'],
    ['cancel', 1, '1000'],
  ] as const)('in open draws follows the rule: %s', async (openTickets, cancelled, left) => {
    const player = await world.newPlayerPerson(1_000n);
    expect(await buy(player)).toBe('ok');
    await rule(`open_tickets = '${openTickets}'`);
    expect(await cancelOpenTickets(world.core, player.accountId), 'nobody who is not barred loses a ticket').toBe(0);
    await owner`UPDATE player SET barred_at = now() WHERE account_id = ${player.accountId}`;
    expect(await cancelOpenTickets(world.core, player.accountId)).toBe(cancelled);
    expect(await cancelOpenTickets(world.core, player.accountId)).toBe(0);
    expect(await world.db.select().from(ticketCancellation).where(eq(ticketCancellation.accountId, player.accountId))).toHaveLength(
      cancelled,
    );
    expect(await jsonOf(await player.call('/v1/me'))).toMatchObject({ standing: { state: 'barred' }, account: { availableCents: left } });
    expect(await verifyLedger(world.db)).toEqual([]);
  });
});
