import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cims645 } from '@valira/games';
import { leafHash } from '@valira/games/verifiable';
import { expectOk } from '@valira/outcome';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contest, findContest, scheduleContest } from './modules/contests/index.ts';
import { type AdvanceDeps, advanceContest, NotReadyYet } from './modules/procedure/index.ts';
import { archiveName, folderArchive } from './modules/reporting/index.ts';
import { certifyResult, enterResult } from './modules/results/index.ts';
import { findBySerial, readSerial } from './modules/wagers/index.ts';
import { base32Value, toBase32 } from './platform/base32.ts';
import { sha256 } from './platform/hash.ts';
import { parseWireId, uuidFromBytes, wireId } from './platform/ids.ts';
import { type ControlProcess, startControlProcess } from './testing/control-process.ts';
import { type Caller, type HttpWorld, jsonOf, makeHttpWorld, UNLIMITED } from './testing/http-world.ts';
import { type WrittenRows, watchRows } from './testing/written-rows.ts';

let world: HttpWorld;
let control: ControlProcess;
let folder: string;
let clerk: Caller;
let stranger: Caller;
let finance: Caller;
let contest: Contest;
let bundle: Buffer;
/** A winning ticket of the shop, which nobody has presented. */
let unclaimed: { serial: string; id: string };
let rows: WrittenRows;

const TICKETS = 24;
const RESULT = { panels: { main: [1, 2, 3, 4, 5, 6] }, bonuses: { bonus: [7] } };

beforeAll(async () => {
  world = await makeHttpWorld({ limits: UNLIMITED });
  control = await startControlProcess(world);
  folder = mkdtempSync(join(tmpdir(), 'valira-archive-'));
  clerk = await world.someone('clerk');
  stranger = await world.newPlayerPerson();
  finance = await world.someone('finance');
  const archive = folderArchive(folder);
  const deps: AdvanceDeps = {
    core: world.core,
    control: control.client,
    archive,
    record: { build: { version: '0.1.0', buildHash: '0'.repeat(64) }, demo: true },
  };
  const { productVersionId, contestId: fixture } = await world.newContest({ definition: cims645 });
  // The fixture's own contest of this product is none that was ever settled.
  await world.db.execute(sql`UPDATE contest SET state = 'void' WHERE id = ${fixture}`);
  const closesAt = new Date(Date.now() + 15_000);
  const times = { opensAt: new Date(), closesAt, drawsAt: closesAt };
  const contestId = expectOk(
    await scheduleContest(world.core, 'staff:one', { productVersionId, number: 2, source: 'machine', ...times, event: null }),
  );
  const advanceTo = async (state: string) => {
    for (const giveUpAt = Date.now() + 50_000; (await findContest(world.db, contestId))?.state !== state; await sleep(50)) {
      await advanceContest(deps, contestId).catch((error: unknown) => {
        if (!(error instanceof NotReadyYet)) throw error;
      });
      if (Date.now() > giveUpAt) throw new Error(`not ${state}`);
    }
  };
  await advanceTo('open');
  const buyer = await world.newPlayerPerson(100_000n);
  // Every second ticket wins five and the bonus; each is sold once to the player and once over the counter.
  const sold = [];
  for (let i = 0; i < TICKETS; i += 1) {
    const main = i % 4 < 2 ? [1, 2, 3, 4, 5, 7] : [40, 41, 42, 43, 44, 45];
    const body = { contestIds: [wireId('contest', contestId)], wager: { kind: 'draw', lines: [{ main }] }, priceCents: '100' };
    sold.push(await jsonOf(await (i % 2 === 0 ? buyer : clerk).call('/v1/tickets', { body })));
  }
  unclaimed = { serial: String(sold[1]?.serial), id: String(sold[1]?.id) };
  await advanceTo('sealed');
  for (const giveUpAt = Date.now() + 20_000; ; await sleep(50)) {
    await advanceContest(deps, contestId).catch(() => undefined);
    const [signed] = await world.db.execute(sql`SELECT 1 FROM seal_countersignature WHERE contest_id = ${contestId}`);
    if (signed) break;
    if (Date.now() > giveUpAt) throw new Error('not countersigned');
  }
  for (const official of ['one', 'two']) expectOk(await enterResult(world.core, contestId, official, RESULT));
  expectOk(await certifyResult(world.core, contestId, 'three', 1));
  await advanceTo('archived');
  const found = await findContest(world.db, contestId);
  if (!found) throw new Error('the contest is gone');
  contest = found;
  bundle = Buffer.from((await archive.get(archiveName(contest, 1, 'valira'))) ?? []);
  // Asking what became of a purchase that never was leaves a tombstone, by design, under the asker's own account.
  rows = await watchRows(world.database.ownerUrl, ['sale\\_key%']);
}, 120_000);
afterAll(async () => {
  await control.stop();
  await rows.end();
  await world.end();
  rmSync(folder, { recursive: true });
});

/** Every text in a JSON value: names, texts and numbers as they are written. */
const textsOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([name, field]) => [name, ...textsOf(field)]);
  return [String(value)];
};

type Published = { readonly texts: readonly string[]; readonly bytes: readonly Uint8Array[] };

/** The record's texts; and as bytes what texts decode to, each leaf, its parts, and the hashes of all these. */
function published(): Published {
  const length = bundle.readUInt32BE(8);
  const texts = [...new Set(textsOf(JSON.parse(bundle.toString('utf8', 12, 12 + length))))];
  const bytes: Uint8Array[] = texts.flatMap((text) => [
    Buffer.from(text, 'utf8'),
    ...(/^([0-9a-f]{2}){10,}$/.test(text) ? [Buffer.from(text, 'hex')] : []),
    ...(/^[\w+/=-]{14,}$/.test(text) ? [Buffer.from(text, 'base64')] : []),
  ]);
  let leaves = 0;
  for (let at = 12 + length; at < bundle.length; leaves += 1) {
    const lines = bundle.readUInt16BE(at + 32);
    const leaf = bundle.subarray(at, at + 43 + lines);
    bytes.push(leaf, leaf.subarray(0, 32), leaf.subarray(34, 34 + lines), leaf.subarray(34 + lines), leafHash(sha256, leaf));
    at += leaf.length;
  }
  expect(leaves).toBe(TICKETS);
  return { texts, bytes: [...bytes, ...bytes.map((one) => sha256(one))] };
}

/** 16 characters with the check digits that belong to them: what the counter would take for a serial. */
function serialShaped(tenBytes: Uint8Array): string {
  const characters = toBase32(tenBytes, 0);
  let remainder = 0;
  for (let i = 0; i < characters.length; i += 1) remainder = (remainder * 32 + base32Value(characters, i)) % 97;
  return characters + String(98 - ((remainder * 100) % 97)).padStart(2, '0');
}

const windows = (bytes: Uint8Array, width: number): Uint8Array[] =>
  Array.from({ length: Math.max(0, bytes.length - width + 1) }, (_, at) => bytes.subarray(at, at + width));

const writtenAs = (one: Uint8Array): string[] => {
  const bytes = Buffer.from(one);
  return [bytes.toString('hex'), toBase32(bytes, 0), bytes.toString('base64'), bytes.toString('base64url')];
};

/** What the requests of this test may be answered with: that there is no such ticket, or that this is none at all. */
const NOTHING = ['ticket_not_found', 'invalid_input', 'not_found', 'body_too_large'];

async function foundNothing(caller: Caller, path: string, body?: unknown): Promise<string | null> {
  const answer = await caller.call(path, body === undefined ? {} : { body });
  const json = await jsonOf(answer);
  const nothing = answer.ok ? json.outcome === 'unknown-serial' || json.outcome === 'not-sold' : NOTHING.includes(String(json.code));
  return nothing ? null : `${path} ${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(json)}`;
}

describe('the public bundle of a draw with prizes nobody has claimed', () => {
  it('claims nothing: no field, leaf or hash of it, however written, is a serial at the counter, at the desk or in the index', async () => {
    const { texts, bytes } = published();
    const shaped = bytes.flatMap((one) => windows(one, 10).map(serialShaped));
    expect(shaped.every((text) => readSerial(text) !== null)).toBe(true);
    expect(shaped.length).toBeGreaterThan(2_000);
    await rows.mark();
    const inIndex: string[] = [];
    for (const text of new Set(shaped)) if (await findBySerial(world.db, world.keys, readSerial(text) ?? '')) inIndex.push(text);
    expect(inIndex).toEqual([]);
    const asSerials = new Set([
      ...texts,
      ...bytes.flatMap(writtenAs),
      ...bytes.flatMap((one) => windows(one, 10).slice(0, 1).map(serialShaped)),
    ]);
    const wrong: (string | null)[] = [];
    for (const serial of asSerials) {
      wrong.push(await foundNothing(clerk, '/v1/validations', { serial }));
      wrong.push(await foundNothing(clerk, '/v1/claims', { serial, amountCents: '500' }));
      // The desk and the players look tickets up by the same index: a part of all is enough.
      if (serial.length % 5 === 0) {
        wrong.push(await foundNothing(finance, '/v1/console/validations', { serial }));
        wrong.push(await foundNothing(stranger, '/v1/watched-tickets', { serial }));
      }
    }
    expect(wrong.filter((one) => one !== null)).toEqual([]);
    expect(await rows.since()).toEqual([]);
  }, 120_000);

  it('shows no ticket: nothing of it is a ticket’s id or a purchase’s key, for another player or another counter', async () => {
    const { texts, bytes } = published();
    const uuids = [
      ...texts.flatMap((text) => (text.includes('_') ? [parseWireId('contest', text) ?? ''] : [])).filter(Boolean),
      ...bytes.flatMap((one) => windows(one, 16).slice(0, 1).map(uuidFromBytes)),
    ];
    await rows.mark();
    const otherCounter = await world.someone('clerk');
    await rows.mark();
    const wrong: (string | null)[] = [];
    for (const uuid of new Set(uuids)) {
      wrong.push(await foundNothing(stranger, `/v1/tickets/${wireId('ticket', uuid)}`));
      wrong.push(await foundNothing(stranger, '/v1/tickets/resolve', { idempotencyKey: uuid }));
      wrong.push(await foundNothing(otherCounter, `/v1/tickets/${wireId('ticket', uuid)}`));
    }
    for (const text of texts.filter((one) => one.length < 200))
      wrong.push(await foundNothing(stranger, `/v1/tickets/${encodeURIComponent(text)}`));
    expect(wrong.filter((one) => one !== null)).toEqual([]);
    expect(await rows.since()).toEqual([]);
    // Nor does the id of a ticket, known from elsewhere, without being who bought it.
    expect(await foundNothing(stranger, `/v1/tickets/${unclaimed.id}`)).toBeNull();
    expect(await foundNothing(otherCounter, `/v1/tickets/${unclaimed.id}`)).toBeNull();
  }, 120_000);

  it('is a draw in which the serial, which is in no bundle, does claim', async () => {
    expect(bundle.includes(unclaimed.serial)).toBe(false);
    expect(bundle.includes(unclaimed.id)).toBe(false);
    const { outcome, amountCents } = await jsonOf(await clerk.call('/v1/validations', { body: { serial: unclaimed.serial } }));
    expect(outcome).toBe('pays');
    const body = { serial: unclaimed.serial, amountCents };
    expect((await clerk.call('/v1/claims', { body, headers: { 'idempotency-key': randomUUID() } })).status).toBe(201);
  });
});
