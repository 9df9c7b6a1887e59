import { randomUUID, sign } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { ticket } from '@valira/db/schema';
import { cims645 } from '@valira/games';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../listen.ts';
import { signedText } from '../../platform/auth/terminal-signature.ts';
import { wireId } from '../../platform/ids.ts';
import { type HttpWorld, jsonOf, makeHttpWorld, type Person, type Terminal } from '../../testing/http-world.ts';

let world: HttpWorld;
let lane: { server: ServerType; url: string };
let route: { server: ServerType; url: string };
let player: Person & { readonly accountId: string };
let counter: Terminal;
let clerkToken: string;
let contestId: string;
let closedId: string;

beforeAll(async () => {
  world = await makeHttpWorld();
  const at = { hostname: '127.0.0.1', port: 0 };
  const opened = (start: (listening: (address: AddressInfo) => void) => ServerType) =>
    new Promise<{ server: ServerType; url: string }>((resolve) => {
      const server = start(({ port }) => resolve({ server, url: `http://127.0.0.1:${port}` }));
    });
  lane = await opened((listening) => listen(world.parts, at, listening));
  route = await opened((listening) => serve({ fetch: world.app.fetch, ...at }, listening));
  player = await world.newPlayerPerson(1_000_000n);
  counter = await world.enrol(await world.newShopWithClerk('1234'));
  clerkToken = String((await jsonOf(await counter.call('/v1/terminals/clerk-sessions', { body: { pin: '1234' } }))).token);
  contestId = (await world.newContest({ definition: cims645 })).contestId;
  closedId = (await world.newContest({ definition: cims645, closesAt: new Date(Date.now() - 1_000) })).contestId;
});
afterAll(async () => {
  lane.server.close();
  route.server.close();
  await world.end();
});

type Sent = { readonly body: string; readonly headers?: Readonly<Record<string, string | null>>; readonly path?: string };

const purchase = (change: Record<string, unknown> = {}) =>
  JSON.stringify({
    contestIds: [wireId('contest', contestId)],
    wager: { kind: 'draw', lines: [{ main: [1, 2, 3, 4, 5, 6] }] },
    priceCents: '100',
    ...change,
  });

/** What of an answer does not change from one ticket or request to the next. */
async function send(url: string, { body, headers = {}, path = '/v1/tickets' }: Sent) {
  const all = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), 'accept-language': 'fr', ...headers };
  const given = Object.entries(all).filter((header): header is [string, string] => header[1] !== null);
  const answer = await fetch(url + path, { method: 'POST', body, headers: given });
  const { 'x-request-id': requestId, 'x-server-time': time, date: _date, ...rest } = Object.fromEntries(answer.headers);
  expect(requestId).toBeTruthy();
  expect(Math.abs(Date.parse(time ?? '') - Date.now())).toBeLessThan(60_000);
  const text = await answer.text();
  const json = JSON.parse(text) as Record<string, unknown>;
  for (const name of ['id', 'serial', 'hash', 'soldAt', 'requestId']) if (name in json) json[name] = typeof json[name];
  // The length of a ticket's answer follows from what differs in it.
  return { status: answer.status, headers: { ...rest, 'content-length': String(JSON.stringify(json).length) }, json };
}

const byPlayer = (): Record<string, string> => ({ cookie: player.cookie });
function byTerminal(body: string): Record<string, string> {
  const nonce = randomUUID();
  const toSign = signedText({ method: 'POST', pathAndQuery: '/v1/tickets', nonce, body: Buffer.from(body) });
  return {
    'valira-terminal': wireId('terminal', counter.terminalId),
    'valira-nonce': nonce,
    'idempotency-key': nonce,
    'valira-signature': sign('sha256', toSign, { key: counter.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
    'valira-clerk': clerkToken,
  };
}

describe('a purchase by its short way', () => {
  it('is answered like by the route, header by header, whatever is sent', async () => {
    const [good, elsewhere] = [purchase(), purchase({ contestIds: [wireId('contest', closedId)] })];
    const sent: Record<string, () => Sent> = {
      'a player buys': () => ({ body: good, headers: byPlayer() }),
      'a terminal buys': () => ({ body: good, headers: byTerminal(good) }),
      'another price': () => ({ body: purchase({ priceCents: '200' }), headers: byPlayer() }),
      'a closed draw': () => ({ body: elsewhere, headers: byPlayer() }),
      'no such draw': () => ({ body: purchase({ contestIds: [wireId('contest', world.ids.next())] }), headers: byPlayer() }),
      'a number that is none': () => ({
        body: purchase({ wager: { kind: 'draw', lines: [{ main: [1, 2, 3, 4, 5, 46] }] } }),
        headers: byPlayer(),
      }),
      'too dear': () => ({
        body: purchase({ wager: { kind: 'draw', quickPicks: 10, units: 1000 }, priceCents: '1000000' }),
        headers: byPlayer(),
      }),
      'an unknown field': () => ({ body: purchase({ extra: 1 }), headers: byPlayer() }),
      'no JSON': () => ({ body: '{"contestIds":', headers: byPlayer() }),
      'a marked beginning': () => ({ body: `\ufeff${good}`, headers: byPlayer() }),
      nobody: () => ({ body: good }),
      'a session that is none': () => ({ body: good, headers: { cookie: `${player.cookie}x` } }),
      'another site': () => ({ body: good, headers: { ...byPlayer(), origin: 'https://elsewhere.example' } }),
      'no key': () => ({ body: good, headers: { ...byPlayer(), 'idempotency-key': null } }),
      'a key that is none': () => ({ body: good, headers: { ...byPlayer(), 'idempotency-key': '1' } }),
      'another format': () => ({ body: good, headers: { ...byPlayer(), 'content-type': 'text/plain' } }),
      'a format with its letters': () => ({ body: good, headers: { ...byPlayer(), 'content-type': 'application/json; charset=utf-8' } }),
      'a query': () => ({ body: good, headers: byPlayer(), path: '/v1/tickets?x=1' }),
      'too long': () => ({ body: `${good}${' '.repeat(70_000)}`, headers: byPlayer() }),
      'a signature over something else': () => ({ body: good, headers: byTerminal(purchase({ priceCents: '200' })) }),
    };
    const statuses = new Set<number>();
    for (const [what, request] of Object.entries(sent)) {
      const short = await send(lane.url, request());
      expect(short, what).toEqual(await send(route.url, request()));
      statuses.add(short.status);
    }
    expect([...statuses].sort()).toEqual(expect.arrayContaining([201, 401, 403, 404, 409, 413, 415, 422]));
  });

  it('under a known key gives the same ticket by either way, and there is one', async () => {
    const key = randomUUID();
    const request = { body: purchase(), headers: { ...byPlayer(), 'idempotency-key': key } };
    const raw = async (url: string) => {
      const headers = { 'content-type': 'application/json', ...request.headers };
      const answer = await fetch(`${url}/v1/tickets`, { method: 'POST', body: request.body, headers });
      return { status: answer.status, text: await answer.text() };
    };
    const before = await world.db.select().from(ticket).where(eq(ticket.accountId, player.accountId));
    const first = await raw(lane.url);
    expect(first.status).toBe(201);
    for (const url of [lane.url, route.url, lane.url]) expect(await raw(url)).toEqual({ status: 200, text: first.text });
    const after = await world.db.select().from(ticket).where(eq(ticket.accountId, player.accountId));
    expect(after.length).toBe(before.length + 1);
  });

  it('is counted and logged as the route is', () => {
    const purchases = world.logged.map((line) => JSON.parse(line)).filter((line) => line.route === '/v1/tickets' && line.status === 201);
    expect(purchases.length).toBeGreaterThanOrEqual(4);
    expect(new Set(purchases.map((line) => Object.keys(line).sort().join()))).toHaveProperty('size', 1);
  });
});
