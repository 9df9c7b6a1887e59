import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestControl, type TestControl } from './testing/test-control.ts';
import { canonical, idAt, packed645, sha } from './testing/tiny-operator.ts';

const closesAt = new Date('2026-11-28T20:30:00.000Z');
const definition = { family: 'matrix', name: 'Cims' };
const contest = (change: object = {}) => ({
  contestId: idAt(1, 'cccc'),
  kind: 'draw',
  closesAt: closesAt.toISOString(),
  definitionHash: sha(Buffer.from(canonical(definition))).toString('hex'),
  definition,
  ...change,
});

describe('the control system over HTTP', () => {
  let control: TestControl;
  beforeAll(async () => {
    control = await startTestControl();
  });
  afterAll(() => control.end());

  const rows = async () => {
    const [row] = await control.sql<{ rows: number }[]>`
      SELECT ((SELECT count(*) FROM contest) + (SELECT count(*) FROM link) + (SELECT count(*) FROM receipt) + (SELECT count(*) FROM finding))::int AS rows`;
    return row?.rows;
  };

  it('answers nobody under /v1 without the token, whatever they ask', async () => {
    for (const authorization of ['', 'Bearer', `Bearer ${'b'.repeat(64)}`, `bearer ${'a'.repeat(64)}`, `Bearer ${'a'.repeat(65)}`]) {
      for (const path of ['/v1/status', '/v1/heads', '/v1/receipts', '/v1/keys', '/v1/nothing'])
        expect((await control.app.request(path, { headers: { authorization } })).status).toBe(401);
      expect(
        (await control.app.request('/v1/contests', { method: 'POST', headers: { authorization }, body: JSON.stringify(contest()) })).status,
      ).toBe(401);
    }
    expect(await rows()).toBe(0);
  });

  it('says that it is there and ready to anybody', async () => {
    expect((await control.app.request('/healthz')).status).toBe(200);
    expect((await control.app.request('/readyz')).status).toBe(200);
  });

  it.each(['/v1/status', '/v1/heads', '/v1/receipts', '/readyz'])('says at %s that its database is away, which is no bug', async (path) => {
    expect(await control.statusWithoutDatabase(path)).toBe(503);
  });

  it.each([
    '/v1/contests',
    '/v1/links',
    '/v1/seals',
    '/v1/results',
    '/v1/receipts',
    `/v1/contests/${idAt(1)}/postponements`,
    `/v1/contests/${idAt(1)}/releases`,
  ])('refuses what is not of the agreed form at %s with 400, and writes nothing', async (path) => {
    const before = await rows();
    for (const body of [
      '',
      '{',
      'null',
      '[]',
      '1',
      '"text"',
      '{}',
      '{"unknown":1}',
      JSON.stringify({ links: 'x', seal: 1, kind: {}, contestId: '../..' }),
      `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    ])
      expect(await control.post(path, body)).toMatchObject({ status: 400, json: { code: 'request_malformed' } });
    expect(await rows()).toBe(before);
  });

  it('refuses a field that nobody asked for', async () => {
    expect(await control.post('/v1/contests', contest({ note: 'hello' }))).toMatchObject({ status: 400 });
    expect(await control.post('/v1/receipts', { kind: 'day-head', subjectId: 'd', hash: 'a'.repeat(64), at: 'now' })).toMatchObject({
      status: 400,
    });
  });

  it('refuses a body past 32 MB with 413', async () => {
    const answer = await control.post('/v1/contests', ' '.repeat(33 * 1024 * 1024), { 'content-length': String(33 * 1024 * 1024) });
    expect(answer).toMatchObject({ status: 413, json: { code: 'body_too_large' } });
  });

  it('takes the registration of a contest as often as it comes, and no other one of the same contest', async () => {
    for (const _ of [1, 2]) expect(await control.post('/v1/contests', contest())).toMatchObject({ status: 200 });
    const other = { family: 'keno' };
    const otherHash = sha(Buffer.from(canonical(other))).toString('hex');
    const cases: [object, object][] = [
      [{ kind: 'pool' }, { code: 'contest_registered_otherwise', path: 'kind' }],
      [{ closesAt: '2026-11-28T20:31:00.000Z' }, { code: 'contest_registered_otherwise', path: 'closesAt' }],
      [
        { definition: other, definitionHash: otherHash },
        { code: 'contest_registered_otherwise', path: 'definitionHash' },
      ],
      [{ definition: other }, { code: 'definition_hash_wrong' }],
    ];
    for (const [change, json] of cases) expect(await control.post('/v1/contests', contest(change))).toMatchObject({ status: 409, json });
  });

  it.each([
    '/v1/receipts?after=-1',
    '/v1/receipts?limit=0',
    '/v1/receipts?limit=1e9',
    '/v1/receipts?limit=1&limit=2&other=1',
    '/v1/receipts?subjectId=%00',
    '/v1/receipts/verify',
    '/v1/receipts/verify?from=0&until=1',
    '/v1/receipts/verify?from=1&until=99999999999999999999',
    '/v1/contests/%00',
  ])('refuses %s', async (path) => {
    expect((await control.get(path)).status).toBe(400);
  });

  it('knows nothing of a contest that was never registered', async () => {
    const unknown = idAt(404, 'cccc');
    expect(await control.get(`/v1/contests/${unknown}`)).toMatchObject({ status: 404, json: { code: 'contest_unknown' } });
    expect(await control.get('/v1/contests/nothing')).toMatchObject({ status: 400 });
    const request = control.operator.seal({ contestId: unknown, definition, tickets: [], closesAt, chains: [] });
    expect(await control.post('/v1/seals', request)).toMatchObject({ status: 404, json: { code: 'contest_unknown' } });
  });

  it('shows how many links and tickets it has, how late the last ones were, and what each contest stands at', async () => {
    const soldAt = new Date('2026-11-28T20:00:00.000Z');
    control.setTime(new Date(soldAt.getTime() + 340));
    const chain = control.operator.newChain();
    const sold = [1, 2, 3].map(() => control.operator.ticket(contest().contestId, packed645([[1, 2, 3, 4, 5, 6]]), 100));
    await control.post('/v1/links', { links: [chain.link(sold.slice(0, 2), soldAt), chain.link(sold.slice(2), soldAt)] });
    expect((await control.get('/v1/status')).json).toEqual({
      at: new Date(soldAt.getTime() + 340).toISOString(),
      links: '2',
      tickets: '3',
      lagMs: 340,
      refusedLinks: 0,
      contests: [{ contestId: contest().contestId, kind: 'draw', closesAt: closesAt.toISOString(), state: 'open', mismatch: null }],
    });
    control.setTime(closesAt);
    expect((await control.get('/v1/status')).json).toMatchObject({ lagMs: null, contests: [{ state: 'closed' }] });
  });

  it('answers with its keys and those that it believes', async () => {
    const { control: own, receiptLog } = control.deps.keys;
    expect((await control.get('/v1/keys')).json).toMatchObject({
      control: { keyId: own.keyId },
      receiptLog: { keyId: receiptLog.keyId, log: `log_${receiptLog.keyId.slice(4)}` },
      trusted: expect.arrayContaining([
        expect.objectContaining({ keyId: control.operator.intakeKey.keyId, purpose: 'intake', actors: ['first-sight'] }),
      ]),
    });
    expect(own.keyId).not.toBe(receiptLog.keyId);
  });

  it('takes a pool again with another scheduled close: what it really was comes with the seal', async () => {
    const pool = contest({ contestId: idAt(2, 'cccc'), kind: 'pool', closesAt: '2026-11-28T14:40:00.000Z' });
    expect((await control.post('/v1/contests', pool)).status).toBe(200);
    expect((await control.post('/v1/contests', { ...pool, closesAt: '2026-11-28T14:43:12.000Z' })).status).toBe(200);
  });

  it('never fails on anything that is sent to it, however it is made', async () => {
    const base = contest({ contestId: idAt(3, 'cccc') });
    const seal = control.operator.seal({
      contestId: idAt(1, 'cccc'),
      definition,
      tickets: [],
      closesAt,
      chains: [control.operator.newChain()],
    });
    const link = control.operator
      .newChain()
      .link([control.operator.ticket(idAt(1, 'cccc'), packed645([[1, 2, 3, 4, 5, 6]]), 100)], closesAt);
    const good: [string, Record<string, unknown>][] = [
      ['/v1/contests', base],
      ['/v1/links', { links: [link] }],
      ['/v1/seals', seal],
      ['/v1/results', { contestId: idAt(1, 'cccc'), resultVersion: 1, result: {}, tiers: [], stakeCents: '0' }],
      ['/v1/receipts', { kind: 'day-head', subjectId: 'day', hash: 'a'.repeat(64) }],
      [`/v1/contests/${idAt(1, 'cccc')}/postponements`, { closesAt: closesAt.toISOString(), actors: ['a', 'b'], reason: 'because' }],
      [`/v1/contests/${idAt(1, 'cccc')}/releases`, { actors: ['a', 'b'], reason: 'because' }],
    ];
    const deep = Array.from({ length: 20_000 }).reduce<string>((inner) => `[${inner}]`, '0');
    const odd = fc.oneof(
      fc.jsonValue({ noUnicodeString: false }),
      fc.constantFrom(
        '\u0000',
        '\ud800',
        'a\u0000b',
        -1,
        0,
        1e308,
        0.1,
        2 ** 53,
        2 ** 31,
        '0000-01-01T00:00:00.000Z',
        '9999-12-31T23:59:59.999Z',
        {
          '\u0000': '\u0000',
        },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...good), fc.nat(20), odd, async ([path, body], at, value) => {
        const names = Object.keys(body);
        const name = names[at % names.length] ?? '';
        const { status } = await control.post(path, { ...body, [name]: value });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 400 },
    );
    for (const [path, body] of good)
      for (const name of Object.keys(body)) {
        const text = JSON.stringify({ ...body, [name]: 'HERE' }).replace('"HERE"', deep);
        expect((await control.post(path, text)).status).toBeLessThan(500);
      }
  });
});
