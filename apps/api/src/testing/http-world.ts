/**
 * The world with the HTTP application in front: people of every kind who sign in with a password, and terminals that enrol and sign.
 * Nothing is faked but the clock, which tests move forward; log lines are kept to be looked at.
 */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { loadConfig } from '@valira/config';
import type { Tx } from '@valira/db';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { type AppParts, createApp } from '../app.ts';
import { httpParts, limitsOf, openIntakeHere, openSaleParts } from '../composition.ts';
import { account as ledgerAccount, postOperation } from '../modules/ledger/index.ts';
import type { Payments } from '../modules/payments/index.ts';
import { registerPlayer } from '../modules/players/index.ts';
import { addClerk, addShop, addTerminal, enterTerm, issueEnrolmentCode, registerDistributor } from '../modules/retail/index.ts';
import { addStaff } from '../modules/staff/index.ts';
import { solvedChallenge } from '../platform/auth/challenge-solution.ts';
import { CHALLENGE_HEADER } from '../platform/auth/challenges.ts';
import type { ActorRole, STAFF_ROLES } from '../platform/auth/index.ts';
import { hashPassword } from '../platform/auth/password-hash.ts';
import { signedText } from '../platform/auth/terminal-signature.ts';
import type { Core } from '../platform/core.ts';
import { wireId } from '../platform/ids.ts';
import { type Limit, type LimitName, openRateLimits } from '../platform/rate-limits.ts';
import { openTelemetry } from '../platform/telemetry/telemetry.ts';
import { transactionsOn } from '../platform/transaction.ts';
import { BIRTH_DATE, newPerson, TEST_IBAN } from './registration.ts';
import { makeWorld, type World } from './world.ts';

export const PASSWORD = 'correct horse battery';
export const PUBLIC_URL = 'http://localhost:4000';

export type Call = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Someone who calls the API: adds what proves who they are. */
export type Caller = { call(path: string, call?: Call): Promise<Response> };

export type Person = Caller & { readonly userId: string; readonly cookie: string; readonly email: string };
export type Terminal = Caller & {
  readonly terminalId: string;
  readonly privateKey: KeyObject;
  readonly publicKey: unknown;
  /** Sends this request with another body, path, nonce or signature than was signed. */
  forge(path: string, call: Call, change: { headers?: Record<string, string>; rawBody?: string; path?: string }): Promise<Response>;
  /** The same terminal with a clerk's session. */
  withClerk(pin: string): Promise<Terminal>;
};

export type HttpWorld = World & {
  readonly core: Core;
  readonly app: ReturnType<typeof createApp>;
  readonly parts: AppParts;
  /** Log lines so far. */
  readonly logged: readonly string[];
  readonly anyone: Caller;
  advance(ms: number): void;
  newPlayerPerson(cashCents?: bigint): Promise<Person & { readonly accountId: string }>;
  newStaff(kind: 'staff' | 'inspector' | 'second-holder', ...roles: (typeof STAFF_ROLES)[number][]): Promise<Person>;
  signIn(email: string): Promise<string>;
  newShopWithClerk(pin: string): Promise<string>;
  newTerminalCode(shopId: string): Promise<{ terminalId: string; code: string }>;
  enrol(shopId: string): Promise<Terminal>;
  /** Someone new in that role. */
  someone(role: ActorRole): Promise<Caller>;
};

export const jsonOf = async (response: Response): Promise<Record<string, unknown>> => (await response.json()) as Record<string, unknown>;

/** The operator's account, from which the bank pays out. */
const OPERATOR_ACCOUNT = { PAYOUT_NAME: 'Valira Loteries, SA', PAYOUT_IBAN: 'AD1200012030200359100100', PAYOUT_BIC: 'TESTADAD' };
/** Routes that take a solved challenge; it is solved for those who send none. */
const CHALLENGED = new Set(['/v1/players', '/v1/auth/sign-in/email', '/v1/auth/sign-in/passkey']);

const NO_LIMIT: Limit = { points: 1_000_000, seconds: 60 };
/** For tests that send a great deal: a refusal for being too fast would hide what else there is to refuse. */
export const UNLIMITED = {
  'sign-in-address': NO_LIMIT,
  'sign-in-email': NO_LIMIT,
  register: NO_LIMIT,
  pin: NO_LIMIT,
  enrol: NO_LIMIT,
  check: NO_LIMIT,
  sale: NO_LIMIT,
} satisfies Record<LimitName, Limit>;

type HttpWorldOptions = {
  readonly limits?: Partial<Record<LimitName, Limit>>;
  readonly sites?: AppParts['sites'];
  readonly payments?: Payments;
  /** Bugs are part of the test; otherwise their log lines are shown. */
  readonly expectsBugs?: boolean;
};

const inYears = (years: number): Date => new Date(Date.now() + years * 31_536_000_000);

/** A secondary distributor whose licence and contract last as long as the operator's licence. */
async function newDistributor(core: Core, tx: Tx, name: string): Promise<string> {
  const operator = await tx.query.licence.findFirst({ where: (row, { eq: is }) => is(row.kind, 'C') });
  if (!operator) throw new Error('the operator has no licence');
  const { validFrom, validUntil } = operator;
  const distributorId = expectOk(
    await registerDistributor(core, tx, 'story', { kind: 'secondary', name, registerNumber: core.ids.next() }),
  );
  for (const what of ['licence', 'contract'] as const)
    expectOk(await enterTerm(core, tx, 'story', { distributorId, what, number: core.ids.next(), validFrom, validUntil }));
  return distributorId;
}

export async function makeHttpWorld(options: HttpWorldOptions = {}): Promise<HttpWorld> {
  const world = await makeWorld();
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const { db, sql, ids, keys, entropy } = world;
  const core: Core = { db, sql, ids, keys, entropy, clock, inTransaction: transactionsOn(db) };
  const logged: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      const line = String(chunk);
      logged.push(line);
      if (!options.expectsBugs && line.includes('"msg":"bug"')) console.error(line);
      done();
    },
  });
  const archive = mkdtempSync(join(tmpdir(), 'valira-archive-'));
  const config = expectOk(
    loadConfig({ DATABASE_URL: world.database.appUrl, ARCHIVE_DIR: archive, ...OPERATOR_ACCOUNT }, ['DATABASE_URL', 'ARCHIVE_DIR']),
  );
  const telemetry = openTelemetry({ process: 'test', level: 'debug', destination });
  const intake = openIntakeHere(core, config, telemetry);
  const saleParts = {
    ...openSaleParts(core, config, intake),
    ...(options.payments && { payments: options.payments }),
  };
  const parts = httpParts(
    { ...core, ...saleParts },
    {
      telemetry,
      challengeCost: 1,
      limits: openRateLimits({ ...limitsOf(config, true), ...options.limits }),
      publicUrl: PUBLIC_URL,
      ...(options.sites && { sites: options.sites }),
    },
  );
  const app = createApp(parts);

  const send = async (
    path: string,
    { method, body, rawBody, headers = {} }: Call,
    more: Record<string, string> = {},
  ): Promise<Response> => {
    const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const verb = method ?? (text === undefined ? 'GET' : 'POST');
    const asked = verb === 'POST' && CHALLENGED.has(path) && headers[CHALLENGE_HEADER] === undefined;
    const proof = asked ? { [CHALLENGE_HEADER]: await solvedChallenge(await parts.challenges.issue()) } : {};
    return app.request(`${PUBLIC_URL}${path}`, {
      method: verb,
      ...(text !== undefined && { body: text }),
      headers: {
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
        ...(verb !== 'GET' && { 'idempotency-key': randomUUID() }),
        ...proof,
        ...more,
        ...headers,
      },
    });
  };

  const anyone: Caller = { call: (path, call = {}) => send(path, call) };
  const signIn = async (email: string): Promise<string> => {
    const answer = await send('/v1/auth/sign-in/email', { body: { email, password: PASSWORD, birthDate: BIRTH_DATE } });
    if (answer.status !== 200) throw new Error(`sign-in failed: ${await answer.text()}`);
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0] ?? '')
      .join('; ');
  };
  const passwordHash = await hashPassword(PASSWORD);
  let people = 0;
  const nextEmail = () => {
    people += 1;
    return `person-${people}@example.ad`;
  };
  const asPerson = async (userId: string, email: string): Promise<Person> => {
    const cookie = await signIn(email);
    return { userId, email, cookie, call: (path, call = {}) => send(path, call, { cookie }) };
  };

  function terminalWith(terminalId: string, privateKey: KeyObject, publicKey: unknown, clerkToken?: string): Terminal {
    const signed = (path: string, call: Call) => {
      const text = call.rawBody ?? (call.body === undefined ? '' : JSON.stringify(call.body));
      const method = call.method ?? (text === '' ? 'GET' : 'POST');
      const nonce = call.headers?.['idempotency-key'] ?? randomUUID();
      const toSign = signedText({ method, pathAndQuery: path, nonce, body: Buffer.from(text) });
      const signature = sign('sha256', toSign, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
      return {
        'valira-terminal': wireId('terminal', terminalId),
        'valira-nonce': nonce,
        'valira-signature': signature,
        ...(method !== 'GET' && { 'idempotency-key': nonce }),
        ...(clerkToken && { 'valira-clerk': clerkToken }),
      };
    };
    const call: Caller['call'] = (path, request = {}) => send(path, request, signed(path, request));
    return {
      terminalId,
      privateKey,
      publicKey,
      call,
      forge: (path, request, change) =>
        send(
          change.path ?? path,
          {
            ...request,
            ...(change.rawBody !== undefined && { rawBody: change.rawBody }),
            headers: { ...request.headers, ...change.headers },
          },
          signed(path, request),
        ),
      async withClerk(pin) {
        const started = await call('/v1/terminals/clerk-sessions', { body: { pin } });
        if (started.status !== 201) throw new Error(`PIN refused: ${await started.text()}`);
        return terminalWith(terminalId, privateKey, publicKey, String((await jsonOf(started)).token));
      },
    };
  }

  const http: HttpWorld = {
    ...world,
    core,
    app,
    parts,
    logged,
    anyone,
    advance(ms) {
      aheadMs += ms;
    },
    signIn,
    async newPlayerPerson(cashCents = 0n) {
      const email = nextEmail();
      const registration = { email, passwordHash, person: newPerson(), iban: TEST_IBAN, language: 'ca' as const };
      const { userId, accountId } = expectOk(await core.inTransaction((tx) => registerPlayer(core, tx, registration)));
      if (cashCents > 0n)
        expectOk(
          await core.inTransaction((tx) =>
            postOperation(tx, ids, clock.now(), {
              accountId,
              key: 'opening',
              postings: [
                {
                  debit: ledgerAccount('payment-clearing'),
                  credit: ledgerAccount('player-cash', accountId),
                  amount: cents(cashCents),
                  kind: 'deposit',
                  reference: accountId,
                },
              ],
            }),
          ),
        );
      return { ...(await asPerson(userId, email)), accountId };
    },
    async newStaff(kind, ...roles) {
      const email = nextEmail();
      const staff = { kind, email, name: 'Marc Puig', passwordHash, language: 'ca' as const, roles, grantedBy: 'story' };
      return asPerson(expectOk(await core.inTransaction((tx) => addStaff(core, tx, staff))), email);
    },
    async newShopWithClerk(pin) {
      const terms = {
        name: 'Estanc del Pont',
        address: 'Av. del Pont 12, AD700 Escaldes',
        licenceNumber: `G-${ids.next()}`,
        commissionBps: 500,
        paysUpToCents: 200_000n,
        creditCents: 300_000n,
      };
      return core.inTransaction(async (tx) => {
        const distributorId = await newDistributor(core, tx, terms.name);
        const shopId = expectOk(await addShop(core, tx, 'story', { ...terms, distributorId }));
        expectOk(await addClerk(core, tx, 'story', { shopId, name: 'Pere', cardNumber: ids.next(), cardUntil: inYears(4), pin }));
        return shopId;
      });
    },
    async newTerminalCode(shopId) {
      return core.inTransaction(async (tx) => {
        const terminalId = expectOk(await addTerminal(core, tx, 'story', { shopId, label: 'Taulell 1' }));
        const { code } = expectOk(await issueEnrolmentCode(core, tx, 'story', terminalId));
        return { terminalId, code };
      });
    },
    async enrol(shopId) {
      const { terminalId, code } = await http.newTerminalCode(shopId);
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const jwk = publicKey.export({ format: 'jwk' });
      const answer = await anyone.call('/v1/terminals/enrol', { body: { code, publicKey: jwk } });
      if (answer.status !== 200) throw new Error(`enrolment failed: ${await answer.text()}`);
      return terminalWith(terminalId, privateKey, jwk);
    },
    async someone(role) {
      if (role === 'public') return anyone;
      if (role === 'player') return http.newPlayerPerson();
      if (role === 'inspector' || role === 'second-holder') return http.newStaff(role);
      if (role === 'terminal') return http.enrol(await http.newShopWithClerk('1234'));
      if (role === 'clerk') return (await http.enrol(await http.newShopWithClerk('1234'))).withClerk('1234');
      return http.newStaff('staff', role);
    },
    async end() {
      await intake.close();
      await world.end();
      rmSync(archive, { recursive: true });
    },
  };
  return http;
}
