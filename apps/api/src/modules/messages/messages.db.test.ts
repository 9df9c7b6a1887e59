import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contest, message } from '@valira/db/schema';
import { and, eq, sql } from 'drizzle-orm';
import { simpleParser } from 'mailparser';
import postgres from 'postgres';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HttpWorld, jsonOf, makeHttpWorld } from '../../testing/http-world.ts';
import { lapsePrizes } from '../claims/lapse-prizes.ts';
import { claimsAt, drawAndPay, newContests, newCounter, sellTo } from '../claims/testing/won-tickets.ts';
import { warningDue, warnOfLapse } from '../claims/warn-of-lapse.ts';
import { changePlayer } from '../players/index.ts';
import { type Intake, openIntake } from '../wagers/index.ts';
import type { News } from './kinds.ts';
import { queueMessages } from './queue-messages.ts';
import { type SenderDeps, sendMessages, type Transports } from './send-messages.ts';
import { folderTransport, smtpTransport } from './transports/mail.ts';
import type { Transport } from './transports/transport.ts';
import { webhookTransport } from './transports/webhook.ts';

const FROM = 'Valira <avisos@valira.ad>';
const MINUTE = 60_000;

let world: HttpWorld;
let intake: Intake;
let folder: string;
/** What the provider got, and what it answers next. */
const got: { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = [];
let answers: number[] = [];
let provider: Server;
let providerUrl: string;
/** The sender's clock; sessions go by the world's. */
let aheadMs = 0;
const advance = (ms: number) => {
  aheadMs += ms;
};

beforeAll(async () => {
  world = await makeHttpWorld();
  intake = openIntake(
    { databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids },
    { lanes: 1, batchMax: 64, queueMax: 2_000 },
  );
  folder = mkdtempSync(join(tmpdir(), 'valira-mail-'));
  provider = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    got.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString()) });
    response.writeHead(answers.shift() ?? 202).end();
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((done) => provider.close(done));
  await intake.close();
  await world.end();
  rmSync(folder, { recursive: true });
});

/** Every channel with its real way out. */
const allTransports = (): Transports => ({
  mail: folderTransport(folder, FROM),
  sms: webhookTransport(`${providerUrl}/sms`, 'secret-token'),
  push: webhookTransport(`${providerUrl}/push`, undefined),
});
const sender = (transports: Transports = allTransports()): SenderDeps => ({
  ...world.core,
  clock: { now: () => new Date(Date.now() + aheadMs) },
  transports,
});

async function sendAll(deps = sender()): Promise<void> {
  while ((await sendMessages(deps)) > 0);
}
beforeEach(async () => {
  // What an earlier test left to be tried again.
  advance(60 * MINUTE);
  await sendAll();
  got.length = 0;
  answers = [];
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
});

const tell = (...news: News[]) => world.core.inTransaction((tx) => queueMessages(world.core, tx, world.core.clock.now(), news));
const rowsOf = (accountId: string) => world.db.select().from(message).where(eq(message.accountId, accountId)).orderBy(message.channel);
const statesOf = async (accountId: string) => Object.fromEntries((await rowsOf(accountId)).map(({ channel, state }) => [channel, state]));

async function newReader() {
  const person = await world.newPlayerPerson();
  for (const body of [
    { channel: 'sms', address: '+376312345' },
    { channel: 'push', address: `device-of-${person.accountId}` },
  ])
    expect((await person.call('/v1/messages/contacts', { method: 'PUT', body })).status).toBe(200);
  return person;
}
type Reader = Awaited<ReturnType<typeof newReader>>;
const consent = async (person: Reader, advertising: boolean) => {
  for (const channel of ['app', 'mail', 'sms', 'push'])
    expect((await person.call('/v1/messages/preferences', { method: 'PUT', body: { channel, advertising } })).status).toBe(200);
};

const everyLanguage = (text: string) => ({ ca: text, es: text, fr: text, en: text });
const campaign = (accountId: string, cause = 'campaign:1'): News => ({
  accountId,
  kind: 'campaign',
  cause,
  facts: { subject: everyLanguage('Sorteig de Nadal'), text: everyLanguage('Dissabte, sorteig.'), authorisation: 'CRAJ-P-7' },
});
const withdrawal = (accountId: string, cause = 'withdrawal:1'): News => ({
  accountId,
  kind: 'withdrawal-sent',
  cause,
  facts: { amountCents: '20000', ibanEnd: '0100' },
});
async function bar(accountId: string, state: string): Promise<void> {
  const owner = postgres(world.database.ownerUrl, { max: 1 });
  await owner`UPDATE account SET state = ${state} WHERE id = ${accountId}`;
  await owner.end();
}
const seenInApp = async (person: Reader) =>
  ((await jsonOf(await person.call('/v1/messages'))) as { messages: { kind: string }[] }).messages;

describe('R40: a campaign made at 09:00 for players who consented', () => {
  it('reaches by mail, SMS, push and app nobody who was barred, closed, suspended or unsubscribed since; the others by all four', async () => {
    const [barred, closed, suspended, unsubscribed, never, reached] = await Promise.all(Array.from({ length: 6 }, () => newReader()));
    if (!barred || !closed || !suspended || !unsubscribed || !never || !reached) throw new Error('nobody');
    for (const person of [barred, closed, suspended, unsubscribed, reached]) await consent(person, true);
    const audience = [barred, closed, suspended, unsubscribed, never, reached];
    await tell(...audience.map(({ accountId }) => campaign(accountId)));
    await bar(barred.accountId, 'barred');
    await bar(closed.accountId, 'closed');
    await bar(suspended.accountId, 'suspended');
    await consent(unsubscribed, false);
    await sendAll();
    for (const { accountId } of [barred, closed, suspended, unsubscribed, never])
      expect(await statesOf(accountId)).toEqual({ app: 'suppressed', mail: 'suppressed', sms: 'suppressed', push: 'suppressed' });
    expect(await statesOf(reached.accountId)).toEqual({ app: 'sent', mail: 'sent', sms: 'sent', push: 'sent' });
    expect(got.map(({ path }) => path).sort()).toEqual(['/push', '/sms']);
    expect(got.find(({ path }) => path === '/push')?.body.to).toBe(`device-of-${reached.accountId}`);
    expect(readdirSync(folder)).toHaveLength(1);
    expect((await seenInApp(reached)).map(({ kind }) => kind)).toEqual(['campaign']);
    expect(await seenInApp(never)).toEqual([]);
    // By their own wish, through the commands: excluded and paused at 09:05.
    const [excluded, paused] = [await newReader(), await newReader()];
    for (const person of [excluded, paused]) await consent(person, true);
    await tell(...[excluded, paused].map(({ accountId }) => campaign(accountId, 'campaign:2')));
    for (const [{ accountId }, transition] of [
      [excluded, { kind: 'exclude', years: 1 }],
      [paused, { kind: 'pause', hours: 24 }],
    ] as const)
      await world.core.inTransaction((tx) => changePlayer(world.core, tx, accountId, transition, { actor: 'test', reason: 'own request' }));
    await sendAll();
    for (const { accountId } of [excluded, paused])
      expect(await statesOf(accountId)).toEqual({ app: 'suppressed', mail: 'suppressed', sms: 'suppressed', push: 'suppressed' });
    // A withdrawal still is told to the barred player, and carries nothing else.
    await tell(withdrawal(barred.accountId));
    await sendAll();
    const [file] = readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'utf8').includes(barred.email));
    const letter = await simpleParser(readFileSync(join(folder, file ?? '')));
    expect(letter.text).toContain('0100');
    expect(`${letter.text}${letter.html}`).not.toMatch(/https?:|Nadal|publicitat/i);
  });

  it('is sent to nobody when it cannot be asked whether it may go', async () => {
    const person = await newReader();
    await consent(person, true);
    await tell(campaign(person.accountId));
    const blind = {
      ...sender(),
      db: new Proxy(world.core.db, { get: (target, name) => (name === 'select' ? blindSelect(target) : Reflect.get(target, name)) }),
    };
    await sendMessages(blind as SenderDeps);
    expect(got).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    expect(new Set(Object.values(await statesOf(person.accountId)))).toEqual(new Set(['queued']));
  });
});

/** The messages can be read; the question who may be told fails. */
function blindSelect(db: typeof world.core.db) {
  return (...columns: [] | [Record<string, unknown>]) => {
    if (columns.length > 0) throw new Error('the database is away');
    return db.select();
  };
}

describe('sending', () => {
  it('tells one cause once on a channel: written by a job that ran twice, sent by four senders at once', async () => {
    const person = await newReader();
    await Promise.all([1, 2, 3].map(() => tell(withdrawal(person.accountId))));
    await tell(withdrawal(person.accountId, 'withdrawal:2'));
    expect(await rowsOf(person.accountId)).toHaveLength(4);
    await Promise.all([1, 2, 3, 4].map(() => sendAll()));
    expect(readdirSync(folder)).toHaveLength(2);
    expect(await seenInApp(person)).toHaveLength(2);
  });

  it('writes nothing of a transaction that did not commit', async () => {
    const person = await newReader();
    await expect(
      world.core.inTransaction(async (tx) => {
        await queueMessages(world.core, tx, new Date(), [withdrawal(person.accountId)]);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await rowsOf(person.accountId)).toEqual([]);
  });

  it('tries again under the same key when a provider fails, gives up after eight tries, and at once on a no for good', async () => {
    const person = await newReader();
    await consent(person, true);
    const sms = async () => (await rowsOf(person.accountId)).find(({ channel }) => channel === 'sms');
    await tell(campaign(person.accountId));
    const smsOnly = sender({ mail: null, push: null, sms: webhookTransport(`${providerUrl}/sms`, 'secret-token') });
    answers = [503, 429, 202];
    await sendMessages(smsOnly);
    expect(await sms()).toMatchObject({ state: 'queued', attempts: 1 });
    await sendMessages(smsOnly);
    expect(got).toHaveLength(1);
    for (let i = 0; i < 2; i += 1) {
      advance(2 * MINUTE);
      await sendMessages(smsOnly);
    }
    expect(await sms()).toMatchObject({ state: 'sent', attempts: 3 });
    expect(new Set(got.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(got[0]?.headers.authorization).toBe('Bearer secret-token');
    expect(got[0]?.body).toMatchObject({ to: '+376312345', language: 'ca' });

    await tell(campaign(person.accountId, 'campaign:2'));
    answers = [400];
    await sendMessages(smsOnly);
    const [refused] = await world.db
      .select()
      .from(message)
      .where(and(eq(message.accountId, person.accountId), eq(message.cause, 'campaign:2'), eq(message.channel, 'sms')));
    expect(refused).toMatchObject({ state: 'failed', reason: 'http-400', attempts: 1 });

    await tell(campaign(person.accountId, 'campaign:3'));
    answers = Array.from({ length: 20 }, () => 500);
    for (let i = 0; i < 12; i += 1) {
      await sendMessages(smsOnly);
      advance(120 * MINUTE);
    }
    const [last] = await world.db
      .select()
      .from(message)
      .where(and(eq(message.accountId, person.accountId), eq(message.cause, 'campaign:3'), eq(message.channel, 'sms')));
    expect(last).toMatchObject({ state: 'failed', attempts: 8 });
    await expect(
      world.db
        .update(message)
        .set({ state: 'queued', endedAt: null })
        .where(eq(message.id, last?.id ?? '')),
    ).rejects.toMatchObject({
      cause: { code: 'VA001' },
    });
  });

  it('of a sender that died after handing over goes again under the same key, a minute later and not before', async () => {
    const person = await newReader();
    await tell(withdrawal(person.accountId));
    const keys: string[] = [];
    const dies: Transport = {
      async deliver({ key }) {
        keys.push(key);
        return new Promise(() => undefined);
      },
      close: async () => undefined,
    };
    void sendMessages(sender({ mail: dies, sms: null, push: null }));
    await expect.poll(() => keys.length).toBe(1);
    await sendAll();
    expect(readdirSync(folder)).toEqual([]);
    advance(MINUTE + 1);
    await sendAll();
    expect(readdirSync(folder)).toEqual([`${keys[0]}.eml`]);
    expect(await statesOf(person.accountId)).toMatchObject({ mail: 'sent' });
  });
});

describe('mail', () => {
  it('as a file is multipart text and page in UTF-8 with an encoded subject, and reads back as it was written', async () => {
    const person = await newReader();
    await tell({
      accountId: person.accountId,
      kind: 'subscription-stopped',
      cause: 'subscription:1',
      facts: { product: everyLanguage('Lotería Ñandú · 5 €'), reason: 'no-funds' },
    });
    await sendAll();
    const [name = ''] = readdirSync(folder);
    const raw = readFileSync(join(folder, name));
    const head = raw.subarray(0, raw.indexOf('\r\n\r\n')).toString('latin1');
    expect(head).toMatch(/^Subject: =\?UTF-8\?[QB]\?/m);
    expect(head).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(head).toMatch(/^[\x20-\x7e\r\n\t]*$/);
    expect(raw.toString()).not.toMatch(/[^\r]\n/);
    const parts = [...raw.toString('latin1').matchAll(/^Content-Type: (text\/\w+); charset=utf-8/gm)].map((match) => match[1]);
    expect(parts).toEqual(['text/plain', 'text/html']);
    const letter = await simpleParser(raw);
    expect(letter.subject).toBe('La subscripció a Lotería Ñandú · 5 € s’ha aturat');
    expect(letter.text).toContain('no hi havia prou saldo');
    expect(letter.html).toContain('Lotería Ñandú · 5 €');
    expect(letter.headers.get('content-language')).toBe('ca');
    expect(letter.messageId).toBe(`<${name.replace('.eml', '')}@valira.ad>`);
  });

  it('by SMTP arrives; a server’s 4xx is tried again and its 5xx is final', async () => {
    const received: string[] = [];
    const codes: number[] = [];
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (part: Buffer) => {
          text += part.toString();
        });
        stream.on('end', () => {
          const code = codes.shift();
          if (code) return done(Object.assign(new Error('no'), { responseCode: code }));
          received.push(text);
          return done();
        });
      },
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
    const port = (server.server.address() as AddressInfo).port;
    const smtp = smtpTransport(`smtp://127.0.0.1:${port}`, FROM);
    const deps = sender({ mail: smtp, sms: null, push: null });
    const person = await newReader();
    await tell(withdrawal(person.accountId));
    codes.push(451);
    await sendMessages(deps);
    const mailState = async () => (await rowsOf(person.accountId)).filter(({ channel }) => channel === 'mail').map(({ state }) => state);
    expect(await mailState()).toEqual(['queued']);
    advance(2 * MINUTE);
    await sendMessages(deps);
    expect(await mailState()).toEqual(['sent']);
    expect((await simpleParser(received[0] ?? '')).text).toMatch(/200,00\s€/);
    const other = await newReader();
    await tell(withdrawal(other.accountId));
    codes.push(550);
    await sendMessages(deps);
    expect((await rowsOf(other.accountId)).find(({ channel }) => channel === 'mail')).toMatchObject({
      state: 'failed',
      reason: 'smtp-550',
    });
    await smtp.close();
    await new Promise<void>((closed) => server.close(() => closed()));
  });
});

describe('what players are told of their tickets', () => {
  it('is a win only when its result is published, and nothing when that result was replaced (R09, R14)', async () => {
    const person = await world.newPlayerPerson(100_000n);
    const { accountId } = person;
    const buyer = { accountId, terminalId: null, clerkId: null };
    const seen = async () =>
      ((await jsonOf(await person.call('/v1/messages'))) as { messages: { kind: string; subject: string }[] }).messages;
    const states = async () => [...new Set((await rowsOf(accountId)).map(({ state, reason }) => `${state} ${reason ?? ''}`.trim()))];
    const winTwice = async (): Promise<string> => {
      const contests = await newContests(world, 1);
      const contestId = contests[0]?.contestId ?? '';
      const [small, large] = [await sellTo(world, intake, buyer, contests), await sellTo(world, intake, buyer, contests)];
      await drawAndPay(world, contestId, new Date(Date.now() - 86_400_000), [
        { ticketId: small.ticketId, accountId, amountCents: 1_250n },
        { ticketId: large.ticketId, accountId, amountCents: 1_500_000n },
      ]);
      await world.db.update(contest).set({ state: 'reconciled' }).where(eq(contest.id, contestId));
      return contestId;
    };
    const replaced = await winTwice();
    await sendAll();
    expect(await states()).toEqual(['queued']);
    await world.db.update(contest).set({ state: 'published', resultVersion: 2 }).where(eq(contest.id, replaced));
    await sendAll();
    expect(await states()).toEqual(['suppressed result-replaced']);
    expect(await seen()).toEqual([]);
    const stands = await winTwice();
    await sendAll();
    expect(await seen()).toEqual([]);
    await world.db.update(contest).set({ state: 'published' }).where(eq(contest.id, stands));
    await sendAll();
    expect((await seen()).map(({ kind }) => kind).sort()).toEqual(['large-win', 'win']);
    expect((await seen()).map(({ subject }) => subject.replace(/\s/g, ' ')).sort()).toEqual([
      'Has guanyat 12,50 €',
      'Has guanyat 15.000,00 €',
    ]);
    // A win of 12.50 is shown, not mailed.
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('is a warning 30, 7 and 1 days before the prize of a watched shop ticket lapses, each once, and none when it was claimed', async () => {
    for (let left = -2; left <= 40; left += 1)
      expect(warningDue(left), String(left)).toBe(left < 1 ? null : left <= 1 ? 1 : left <= 7 ? 7 : left <= 30 ? 30 : null);
    const person = await newReader();
    const counter = await newCounter(world, await world.newShop(1_000_000n));
    const contests = await newContests(world, 1);
    const ticket = await sellTo(world, intake, counter, contests);
    expect((await person.call('/v1/watched-tickets', { body: { serial: ticket.serial } })).status).toBe(201);
    expect((await person.call('/v1/watched-tickets', { body: { serial: ticket.serial } })).status).toBe(201);
    expect(await jsonOf(await person.call('/v1/watched-tickets', { body: { serial: 'AAAA-AAAA-AAAA-AAAA-00' } }))).toMatchObject({
      code: 'ticket_not_found',
    });
    const drawsAt = new Date(Date.now() - 10 * 86_400_000);
    await drawAndPay(world, contests[0]?.contestId ?? '', drawsAt, [
      { ticketId: ticket.ticketId, accountId: counter.accountId, amountCents: 125_000n },
    ]);
    for (let day = 50; day <= 96; day += 1) {
      const core = claimsAt(world, new Date(drawsAt.getTime() + day * 86_400_000));
      await lapsePrizes(core);
      await Promise.all([warnOfLapse(core), warnOfLapse(core)]);
    }
    const causes = (await rowsOf(person.accountId)).filter(({ channel }) => channel === 'app').map(({ cause }) => cause.split(':')[2]);
    expect(causes.sort()).toEqual(['1', '30', '7']);
    const warned = (await rowsOf(person.accountId)).length;
    await warnOfLapse(claimsAt(world, new Date(drawsAt.getTime() + 85 * 86_400_000)));
    expect(await rowsOf(person.accountId)).toHaveLength(warned);
  });
});

describe('a player’s addresses', () => {
  it('are stored encrypted and told to nobody', async () => {
    const person = await newReader();
    const [row] = await world.db.execute<{ found: number }>(
      sql`SELECT count(*)::int AS found FROM message_contact c WHERE c::text LIKE '%376312345%' OR encode(c.box, 'escape') LIKE '%376312345%'`,
    );
    expect(row?.found).toBe(0);
    expect(world.logged.join('\n')).not.toContain('376312345');
    expect((await person.call('/v1/messages/contacts', { method: 'PUT', body: { channel: 'sms', address: '12' } })).status).toBe(422);
  });
});
