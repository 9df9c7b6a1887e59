import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestControl, type TestControl } from '../testing/test-control.ts';
import { idAt, packed645, TinyOperator } from '../testing/tiny-operator.ts';

const definition = {
  family: 'matrix',
  panels: [{ id: 'main', from: 45, choose: 6, maxPicks: 12 }],
  wins: [{ tier: '6', hits: { main: 6 } }],
};
const line = packed645([[1, 2, 3, 4, 5, 6]]);
const closesAt = new Date('2026-11-28T20:30:00.000Z');
const before = new Date('2026-11-28T20:00:00.000Z');
let contests = 0;

describe('links', () => {
  let control: TestControl;
  beforeAll(async () => {
    control = await startTestControl();
  });
  afterAll(() => control.end());

  const newContest = async () => {
    contests += 1;
    const contestId = idAt(contests, 'cccc');
    control.setTime(before);
    expect((await control.register(contestId, definition, closesAt)).status).toBe(200);
    return contestId;
  };
  const sale = (contestId: string) => control.operator.ticket(contestId, line, 100);
  const kept = async (intakeId: string) => {
    const [row] = await control.sql<{ links: number; records: number }[]>`
      SELECT (SELECT count(*)::int FROM link WHERE intake_id = ${intakeId}) AS links, (SELECT count(*)::int FROM record WHERE intake_id = ${intakeId}) AS records`;
    return row;
  };
  const findings = async (contestId: string) =>
    (await control.sql<{ kind: string }[]>`SELECT kind FROM finding WHERE contest_id = ${contestId} ORDER BY id`).map(({ kind }) => kind);

  it('are kept once, however often and in whatever order they are delivered', async () => {
    const contestId = await newContest();
    const chain = control.operator.newChain();
    const links = [1, 2, 3, 4].map(() => chain.link([sale(contestId), sale(contestId)], before));
    expect(await control.post('/v1/links', { links: [links[1], links[0]] })).toMatchObject({ status: 200, json: { kept: 2 } });
    expect(await control.post('/v1/links', { links: [links[2], links[1], links[3], links[3]] })).toMatchObject({
      status: 200,
      json: { kept: 2, heads: [{ intakeId: chain.intakeId, sequence: '4', head: chain.head }] },
    });
    expect(await control.post('/v1/links', { links })).toMatchObject({ status: 200, json: { kept: 0 } });
    expect(await kept(chain.intakeId)).toEqual({ links: 4, records: 8 });
    expect((await control.get('/v1/heads')).json).toMatchObject({ heads: expect.arrayContaining([chain.position]) });
  });

  it('may arrive from two feeders at once: each link is kept once', async () => {
    const contestId = await newContest();
    const chain = control.operator.newChain();
    const links = Array.from({ length: 20 }, () => chain.link([sale(contestId)], before));
    const answers = await Promise.all([1, 2, 3].map(() => control.post('/v1/links', { links })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await kept(chain.intakeId)).toEqual({ links: 20, records: 20 });
    expect((await control.get('/v1/heads')).json).toMatchObject({ heads: expect.arrayContaining([{ ...chain.position, sequence: '20' }]) });
  });

  it('with a number left out are refused and name the number that is expected', async () => {
    const contestId = await newContest();
    const chain = control.operator.newChain();
    const [first, , third] = [1, 2, 3].map(() => chain.link([sale(contestId)], before));
    expect(await control.post('/v1/links', { links: [first, third] })).toMatchObject({
      status: 409,
      json: { code: 'gap', facts: { intakeId: chain.intakeId, sequence: '3', expected: '2' } },
    });
    expect(await kept(chain.intakeId)).toEqual({ links: 1, records: 1 });
  });

  it('of two kinds with one number are a fork: every contest of both is locked', async () => {
    const [one, other] = [await newContest(), await newContest()];
    const chain = control.operator.newChain();
    const branch = chain.branch();
    await control.post('/v1/links', { links: [chain.link([sale(one)], before)] });
    expect(await control.post('/v1/links', { links: [branch.link([sale(other)], before)] })).toMatchObject({
      status: 409,
      json: { code: 'fork' },
    });
    expect(await findings(one)).toEqual(['fork']);
    expect(await findings(other)).toEqual(['fork']);
    expect(await kept(chain.intakeId)).toEqual({ links: 1, records: 1 });
  });

  it('that do not follow the head before them are refused', async () => {
    const contestId = await newContest();
    const chain = control.operator.newChain();
    await control.post('/v1/links', { links: [chain.link([sale(contestId)], before)] });
    const branch = chain.branch();
    branch.head = 'ab'.repeat(32);
    expect(await control.post('/v1/links', { links: [branch.link([sale(contestId)], before)] })).toMatchObject({
      status: 409,
      json: { code: 'chain_broken' },
    });
  });

  it('are refused when anything in them was changed after signing', async () => {
    const contestId = await newContest();
    const honest = control.operator.newChain().link([sale(contestId), sale(contestId)], before);
    const bytes = Buffer.from(honest.records, 'base64');
    const changed = Buffer.from(bytes);
    changed[40] = (changed[40] ?? 0) ^ 1;
    const cases: [object, string][] = [
      [{ records: changed.toString('base64') }, 'records_hash_wrong'],
      [{ records: bytes.subarray(0, -1).toString('base64') }, 'records_hash_wrong'],
      [{ amountCents: '201' }, 'signature_wrong'],
      [{ recordCount: 3 }, 'signature_wrong'],
      [{ at: '2026-11-28T19:59:59.000Z' }, 'signature_wrong'],
      [{ signature: `${honest.signature.slice(0, -1)}${honest.signature.endsWith('0') ? '1' : '0'}` }, 'signature_wrong'],
    ];
    for (const [change, code] of cases) {
      expect(await control.post('/v1/links', { links: [{ ...honest, ...change }] })).toMatchObject({ status: 409, json: { code } });
    }
    expect(await kept(honest.intakeId)).toEqual({ links: 0, records: 0 });
    expect(await control.post('/v1/links', { links: [honest] })).toMatchObject({ status: 200 });
  });

  it('of a key that was not pinned are refused, also when the platform publishes it later', async () => {
    const contestId = await newContest();
    const stranger = new TinyOperator();
    const link = stranger.newChain(stranger.intakeKey).link([sale(contestId)], before);
    await control.post('/v1/links', { links: [control.operator.newChain().link([sale(contestId)], before)] });
    stranger.publishKeys(control.keysDir);
    expect(await control.post('/v1/links', { links: [{ ...link, intakeId: idAt(77, 'bbbb') }] })).toMatchObject({
      status: 409,
      json: { code: 'key_not_trusted' },
    });
    control.operator.publishKeys(control.keysDir);
  });

  it('after the close and its grace go into quarantine and lock the contest; within the grace they count', async () => {
    const contestId = await newContest();
    const chain = control.operator.newChain();
    const sold = [sale(contestId), sale(contestId)];
    control.setTime(new Date(closesAt.getTime() + 119_000));
    await control.post('/v1/links', { links: [chain.link(sold.slice(0, 1), before)] });
    expect(await findings(contestId)).toEqual([]);
    control.setTime(new Date(closesAt.getTime() + 121_000));
    expect(await control.post('/v1/links', { links: [chain.link(sold.slice(1), before)] })).toMatchObject({
      status: 200,
      json: { quarantined: [contestId], heads: [{ sequence: '2' }] },
    });
    expect(await findings(contestId)).toEqual(['late_arrival']);
  });

  it('that bear an instant at or after the close lock the contest, however early they arrive', async () => {
    const contestId = await newContest();
    await control.post('/v1/links', { links: [control.operator.newChain().link([sale(contestId)], closesAt)] });
    expect(await findings(contestId)).toEqual(['sold_after_close']);
  });

  it('that sell a ticket a second time keep the first and lock the contest', async () => {
    const contestId = await newContest();
    const ticket = sale(contestId);
    await control.post('/v1/links', { links: [control.operator.newChain().link([ticket], before)] });
    const again = control.operator.newChain();
    expect(await control.post('/v1/links', { links: [again.link([ticket, sale(contestId)], before)] })).toMatchObject({ status: 200 });
    expect(await findings(contestId)).toEqual(['ticket_twice']);
    expect(await kept(again.intakeId)).toEqual({ links: 1, records: 1 });
  });

  it.each([
    'trusted_key',
    'contest',
    'contest_postponement',
    'link',
    'record',
    'finding',
    'release',
    'note',
    'countersigned_seal',
    'reconciliation',
    'receipt',
  ])(
    'and everything else, %s rows are only added: the database refuses UPDATE, DELETE and TRUNCATE to the application and to the owner',
    async (table) => {
      const { openSql } = await import('../sql.ts');
      const owner = openSql(control.database.ownerUrl, 1);
      try {
        const [{ column } = { column: 'at' }] = await owner<{ column: string }[]>`
          SELECT column_name AS column FROM information_schema.columns WHERE table_name = ${table} AND is_identity = 'NO' LIMIT 1`;
        const change = owner`UPDATE ${owner(table)} SET ${owner(column)} = ${owner(column)}`;
        await expect(change).rejects.toMatchObject({ code: 'VC001' });
        await expect(owner`DELETE FROM ${owner(table)}`).rejects.toMatchObject({ code: 'VC001' });
        await expect(owner`TRUNCATE ${owner(table)} CASCADE`).rejects.toMatchObject({ code: 'VC001' });
        for (const privilege of ['UPDATE', 'DELETE', 'TRUNCATE']) {
          const [row] = await control.sql<{ may: boolean }[]>`SELECT has_table_privilege(${table}, ${privilege}) AS may`;
          expect(row?.may).toBe(false);
        }
      } finally {
        await owner.end();
      }
    },
  );
});
