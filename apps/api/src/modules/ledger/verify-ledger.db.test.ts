import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../platform/hash.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { openIntake } from '../wagers/index.ts';
import { account, HOUSE, postOperation } from './index.ts';

let world: World;
let owner: postgres.Sql;

beforeAll(async () => {
  world = await makeWorld();
  owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
  const player = await world.newPlayer(10_000n);
  const { contestId, productVersionId } = await world.newContest();
  const intake = openIntake(
    { databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids },
    { lanes: 1, batchMax: 10, queueMax: 100 },
  );
  for (let i = 0; i < 3; i += 1)
    expectOk(
      await intake.sell({
        accountId: player,
        key: randomUUID(),
        inputHash: sha256(Buffer.from(String(i))),
        channel: 'online',
        terminalId: null,
        clerkId: null,
        productVersionId,
        contestIds: [contestId],
        lines: Buffer.from('01', 'hex'),
        stakePerContest: cents(100n),
      }),
    );
  await intake.close();
  // A movement between sums alone, which no balance row watches, with a posting of nothing beside it.
  expectOk(
    await world.db.transaction((tx) =>
      postOperation(tx, world.ids, new Date(), {
        accountId: HOUSE,
        key: 'sums-alone',
        postings: [
          {
            debit: account('stakes', contestId),
            credit: account('operator-revenue'),
            amount: cents(50n),
            kind: 'takeout',
            reference: contestId,
          },
          { debit: account('stakes', contestId), credit: account('tax-payable'), amount: cents(0n), kind: 'tax', reference: contestId },
        ],
      }),
    ),
  );
});
afterAll(async () => {
  await owner.end();
  await world.end();
});

/** `valira ledger verify` as an operator runs it. */
async function verify(databaseUrl: string): Promise<{ status: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../../../cli/src/main.ts', import.meta.url)), 'ledger', 'verify'], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => {
    out += String(text);
  });
  child.stderr.on('data', (text) => {
    err += String(text);
  });
  const status = await new Promise<number | null>((settle) => child.once('close', settle));
  return { status, out, err };
}

describe('valira ledger verify', () => {
  it('passes a sound ledger with status 0', async () => {
    expect(await verify(world.database.appUrl)).toEqual({ status: 0, out: 'PASSED\n', err: '' });
  });

  it('answers 2 in one line when there is no database', async () => {
    const { status, err } = await verify('postgres://nobody:x@127.0.0.1:1/none');
    expect(status).toBe(2);
    expect(err).toMatch(/^cannot read the ledger: [^\n]+\n$/);
    expect((await verify('')).status).toBe(2);
  });
});

describe('a row that an administrator changes with the triggers off is found', () => {
  const changes: readonly [string, string, string, string][] = [
    [
      'a deposit raised, with the balance raised to match',
      `WITH t AS (UPDATE transfer SET amount_cents = amount_cents + 1000 WHERE kind = 'deposit' RETURNING credit_owner)
       UPDATE balance SET amount_cents = amount_cents + 1000 FROM t WHERE account_id = t.credit_owner AND code = 10`,
      `WITH t AS (UPDATE transfer SET amount_cents = amount_cents - 1000 WHERE kind = 'deposit' RETURNING credit_owner)
       UPDATE balance SET amount_cents = amount_cents - 1000 FROM t WHERE account_id = t.credit_owner AND code = 10`,
      'an operation’s transfers are those it was posted with',
    ],
    [
      'revenue sent to another account',
      `UPDATE transfer SET credit_code = 41 WHERE kind = 'takeout'`,
      `UPDATE transfer SET credit_code = 50 WHERE kind = 'takeout'`,
      'an operation’s transfers are those it was posted with',
    ],
    [
      'a stake lowered, with the balance raised to match',
      `WITH t AS (UPDATE transfer SET amount_cents = amount_cents - 1 WHERE kind = 'stake' RETURNING debit_owner)
       UPDATE balance SET amount_cents = amount_cents + 3 WHERE account_id = (SELECT debit_owner FROM t LIMIT 1) AND code = 10`,
      `WITH t AS (UPDATE transfer SET amount_cents = amount_cents + 1 WHERE kind = 'stake' RETURNING debit_owner)
       UPDATE balance SET amount_cents = amount_cents - 3 WHERE account_id = (SELECT debit_owner FROM t LIMIT 1) AND code = 10`,
      'a ticket’s stakes are in the ledger, contest by contest',
    ],
    [
      'a transfer added out of nothing',
      `INSERT INTO transfer SELECT account_id, overlay(gen_random_uuid()::text placing left(id::text, 13) from 1 for 13)::uuid, gen_random_uuid(), debit_code, debit_owner, 41, credit_owner, 7, 'prize', reference, at
       FROM transfer WHERE kind = 'takeout'`,
      `DELETE FROM transfer WHERE kind = 'prize' AND amount_cents = 7`,
      'no transfer without its cause',
    ],
    [
      'a balance raised',
      `UPDATE balance SET amount_cents = amount_cents + 1 WHERE amount_cents > 0`,
      `UPDATE balance SET amount_cents = amount_cents - 1 WHERE amount_cents > 0`,
      'a balance row equals its transfers',
    ],
  ];
  it.each(changes)('%s', async (_words, change, back, check) => {
    const asAdministrator = (statement: string) =>
      owner.begin(async (tx) => {
        await tx.unsafe('ALTER TABLE transfer DISABLE TRIGGER USER');
        expect((await tx.unsafe(statement)).count).toBeGreaterThan(0);
        await tx.unsafe('ALTER TABLE transfer ENABLE TRIGGER USER');
      });
    await asAdministrator(change);
    const { status, out } = await verify(world.database.appUrl);
    await asAdministrator(back);
    expect(status).toBe(1);
    expect(out).toContain(`FAILED ${check}:`);
    expect((await verify(world.database.appUrl)).status).toBe(0);
  });
});
