import { randomUUID } from 'node:crypto';
import { message, withdrawal } from '@valira/db/schema';
import { expectOk } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../../platform/hash.ts';
import { parseWireId, wireId } from '../../../platform/ids.ts';
import { type HttpWorld, jsonOf, makeHttpWorld, type Person, UNLIMITED } from '../../../testing/http-world.ts';
import { trialBalance, verifyLedger } from '../../ledger/index.ts';
import { changePlayer } from '../../players/index.ts';

type Player = Person & { readonly accountId: string };
type Transition = Parameters<typeof changePlayer>[3];

let world: HttpWorld;
let finance: Person;
let second: Person;
beforeAll(async () => {
  world = await makeHttpWorld({ limits: UNLIMITED });
  [finance, second] = [await world.newStaff('staff', 'finance'), await world.newStaff('staff', 'finance')];
});
afterAll(async () => {
  expect(await verifyLedger(world.db)).toEqual([]);
  expect((await trialBalance(world.db)).differenceCents).toBe(0n);
  await world.end();
});

const step = async (player: Player, transition: Transition) =>
  expectOk(
    await world.core.inTransaction((tx) => changePlayer(world.core, tx, player.accountId, transition, { actor: 'test', reason: 'test' })),
  );
async function verified(cashCents: bigint): Promise<Player> {
  const player = await world.newPlayerPerson(cashCents);
  await step(player, { kind: 'verify' });
  return player;
}
const ask = (player: Player, amountCents: unknown, key: string = randomUUID()) =>
  player.call('/v1/withdrawals', { body: { amountCents }, headers: { 'idempotency-key': key } });
const asked = async (player: Player, amountCents: string): Promise<string> => {
  const answer = await ask(player, amountCents);
  if (answer.status !== 201) throw new Error(await answer.text());
  return String((await jsonOf(answer)).id);
};
const codeOf = async (answer: Promise<Response> | Response): Promise<unknown> => {
  const body = await jsonOf(await answer);
  return body.code ?? body.state;
};
const approve = (by: Person, id: string) => by.call(`/v1/console/withdrawals/${id}/approve`, { method: 'POST' });
const cancel = (player: Player, id: string) => player.call(`/v1/withdrawals/${id}/cancel`, { method: 'POST' });
const exported = (by: Person = finance) => by.call('/v1/console/payment-batches', { method: 'POST' });
const funds = async (player: Player): Promise<[string, string]> => {
  const { account } = (await jsonOf(await player.call('/v1/me'))) as { account: { availableCents: string; heldCents: string } };
  return [account.availableCents, account.heldCents];
};
const endToEnd = (id: string) => id.replace('_', '-');
const csv = (...lines: string[]) => ['end_to_end_id,status,amount,reason', ...lines].join('\n');
const importCsv = (text: string, by: Person = finance) => by.call('/v1/console/bank-imports', { body: { format: 'csv', text } });
const stateOf = async (id: string) =>
  (
    await world.db
      .select()
      .from(withdrawal)
      .where(eq(withdrawal.id, parseWireId('withdrawal', id) ?? ''))
  )[0]?.state;

describe('a withdrawal', () => {
  it('lets exactly one of 20 of 80.00 on 100.00 through, and one of a request sent 20 times (R28)', async () => {
    const player = await verified(10_000n);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(player, '8000')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(402)]);
    expect(await funds(player)).toEqual(['2000', '8000']);
    const key = randomUUID();
    const same = await Promise.all(Array.from({ length: 20 }, () => ask(player, '2000', key)));
    expect(new Set(await Promise.all(same.map((answer) => answer.text()))).size).toBe(1);
    expect(await funds(player)).toEqual(['0', '10000']);
  });

  it('of −100.00, 0, 0.001 and NaN is refused at the edge and by the database (R28)', async () => {
    const player = await verified(10_000n);
    for (const amount of ['-10000', '0', '0.001', 'NaN', 100, null]) expect(await codeOf(ask(player, amount))).toBe('invalid_input');
    expect(await funds(player)).toEqual(['10000', '0']);
    await expect(
      world.sql`INSERT INTO withdrawal (id, account_id, amount_cents, hold_id, state, approval_needed, requested_at)
        VALUES (gen_random_uuid(), ${player.accountId}, -10000, gen_random_uuid(), 'approved', false, now())`,
    ).rejects.toMatchObject({ severity: 'ERROR' });
  });

  it('goes to nobody who is not verified; to the barred and excluded it goes; a suspension holds it, in the file too', async () => {
    const nobody = await world.newPlayerPerson(5_000n);
    expect(await codeOf(ask(nobody, '1000'))).toBe('identity_not_verified');
    const player = await verified(5_000n);
    await step(player, { kind: 'bar' });
    expect((await ask(player, '1000')).status).toBe(201);
    const held = await verified(5_000n);
    const id = await asked(held, '1000');
    await step(held, { kind: 'suspend' });
    await exported();
    expect(await stateOf(id)).toBe('approved');
    await step(held, { kind: 'reinstate' });
    await exported();
    expect(await stateOf(id)).toBe('exported');
  });

  it('from 2,000.00 on takes two people, neither twice; the database says so too', async () => {
    const player = await verified(500_000n);
    const id = await asked(player, '200000');
    expect(await stateOf(id)).toBe('requested');
    expect(await codeOf(exported())).not.toBe('exported');
    expect(await stateOf(id)).toBe('requested');
    expect(await codeOf(approve(finance, id))).toBe('reviewed');
    expect(await codeOf(approve(finance, id))).toBe('four_eyes');
    const uuid = parseWireId('withdrawal', id) ?? '';
    const refused = (statement: string) => expect(world.sql.unsafe(statement)).rejects.toMatchObject({ severity: 'ERROR' });
    await refused(`UPDATE withdrawal SET state = 'approved', approved_by = reviewed_by, approved_at = now() WHERE id = '${uuid}'`);
    await refused(`UPDATE withdrawal SET state = 'exported' WHERE id = '${uuid}'`);
    expect(await codeOf(approve(second, id))).toBe('approved');
    expect(await codeOf(approve(second, id))).toBe('wrong_state');
    await exported();
    expect(await stateOf(id)).toBe('exported');
    await refused(`UPDATE withdrawal SET state = 'approved', batch_id = NULL, iban_end = NULL, exported_at = NULL WHERE id = '${uuid}'`);
    await refused('DELETE FROM withdrawal');
  });

  it('is taken back by its player until it is in a file, and by nobody else', async () => {
    const [player, other] = [await verified(5_000n), await verified(0n)];
    const id = await asked(player, '3000');
    expect(await codeOf(cancel(other, id))).toBe('not_found');
    expect(await codeOf(cancel(player, id))).toBe('cancelled');
    expect(await funds(player)).toEqual(['5000', '0']);
    const sent = await asked(player, '3000');
    await exported();
    expect(await codeOf(cancel(player, sent))).toBe('wrong_state');
    expect(await codeOf(finance.call(`/v1/console/withdrawals/${sent}/reject`, { body: { reason: 'late' } }))).toBe('wrong_state');
  });

  it('taken back and sent at the same moment ends one way, and its money with it', async () => {
    const players = await Promise.all(Array.from({ length: 12 }, () => verified(1_000n)));
    const ids = await Promise.all(players.map((player) => asked(player, '1000')));
    await Promise.all([exported(), ...players.map((player, index) => cancel(player, ids[index] ?? '')), exported(second)]);
    for (const [index, player] of players.entries()) {
      const state = await stateOf(ids[index] ?? '');
      const expected = { cancelled: ['1000', '0'], exported: ['0', '0'], approved: ['0', '1000'] }[String(state)];
      expect(await funds(player)).toEqual(expected);
    }
  });
});

describe('the file', () => {
  it('holds each payment once however many export at the same moment, and downloads byte for byte', async () => {
    await exported();
    const players = await Promise.all(Array.from({ length: 9 }, () => verified(1_000n)));
    const ids = await Promise.all(players.map((player) => asked(player, '700')));
    const answers = await Promise.all([finance, second, finance, second].map(exported));
    const written = (await Promise.all(answers.filter(({ status }) => status === 201).map(jsonOf))) as { id: string; payments: number }[];
    expect(written.reduce((sum, { payments }) => sum + payments, 0)).toBe(9);
    const files = await Promise.all(written.map(async ({ id }) => (await finance.call(`/v1/console/payment-batches/${id}/file`)).text()));
    for (const id of ids) expect(files.join('').split(`<EndToEndId>${endToEnd(id)}</EndToEndId>`)).toHaveLength(2);
    const listed = (await jsonOf(await finance.call('/v1/console/payment-batches'))) as { batches: { id: string; fileHash: string }[] };
    for (const [index, { id }] of written.entries()) {
      const hash = listed.batches.find((batch) => batch.id === id)?.fileHash;
      expect(hash).toBe(Buffer.from(sha256(Buffer.from(files[index] ?? ''))).toString('hex'));
      expect(await (await second.call(`/v1/console/payment-batches/${id}/file`)).text()).toBe(files[index]);
    }
    expect((await world.anyone.call(`/v1/console/payment-batches/${written[0]?.id}/file`)).status).toBe(401);
  });

  it('tells the player, once, that the money is on its way', async () => {
    const player = await verified(1_000n);
    await asked(player, '400');
    await exported();
    await exported();
    const told = await world.db.select().from(message).where(eq(message.accountId, player.accountId));
    expect(told.map(({ kind, channel }) => `${kind} ${channel}`).toSorted()).toEqual(['withdrawal-sent app', 'withdrawal-sent mail']);
  });
});

describe('the bank’s answers', () => {
  it('pay, return, and return after paying; the same file and the same answer again change nothing', async () => {
    const [paid, back, later] = [await verified(1_000n), await verified(1_000n), await verified(1_000n)];
    const ids = await Promise.all([paid, back, later].map((player) => asked(player, '600')));
    const [one = '', two = '', three = ''] = ids;
    await exported();
    const file = csv(`${endToEnd(one)},ACSC,6.00,`, `${endToEnd(two)},RJCT,6.00,AC04`, `${endToEnd(three)},ACSP,6.00,`);
    expect(await jsonOf(await importCsv(file))).toEqual({ payments: 3, paid: 1, returned: 1 });
    expect(await jsonOf(await importCsv(file, second))).toEqual({ payments: 3, paid: 1, returned: 1 });
    expect(await Promise.all(ids.map(stateOf))).toEqual(['paid', 'returned', 'exported']);
    expect([await funds(paid), await funds(back)]).toEqual([
      ['400', '0'],
      ['1000', '0'],
    ]);
    expect(await jsonOf(await importCsv(csv(`${endToEnd(three)},ACSC,6.00,`, `${endToEnd(one)},ACSC,6.00,`)))).toMatchObject({ paid: 1 });
    expect(await jsonOf(await importCsv(csv(`${endToEnd(three)},RJCT,6.00,MD07`)))).toMatchObject({ returned: 1 });
    expect([await stateOf(three), await funds(later)]).toEqual(['returned', ['1000', '0']]);
    const told = await world.db.select().from(message).where(eq(message.accountId, later.accountId));
    expect(told.filter(({ kind }) => kind === 'withdrawal-returned')).toHaveLength(2);
  });

  it('are taken whole or not at all: one wrong line and no line of it happens, with the line named', async () => {
    const player = await verified(1_000n);
    const [one, unsent] = [await asked(player, '500'), await (async () => asked(player, '100'))()];
    await world.db
      .update(withdrawal)
      .set({ state: 'rejected', endedBy: 'x', endedAt: new Date(), endReason: 'x' })
      .where(eq(withdrawal.id, parseWireId('withdrawal', unsent) ?? ''));
    await exported();
    const good = `${endToEnd(one)},ACSC,5.00,`;
    const cases: [string, string][] = [
      [csv(good, `${endToEnd(wireId('withdrawal', world.ids.next()))},ACSC,5.00,`), 'line 3'],
      [csv(`${endToEnd(unsent)},ACSC,1.00,`, good), 'line 2'],
      [csv(`${endToEnd(one)},ACSC,5.01,`), 'line 2'],
      [csv(good, good), 'line 3'],
      [csv(), 'line 1'],
      [csv(good, `${endToEnd(wireId('paymentOrder', world.ids.next()))},ACSC,5.00,`), 'line 3'],
    ];
    for (const [text, line] of cases) {
      const answer = await jsonOf(await importCsv(text));
      expect(answer.code, text).toBe('bank_file_refused');
      expect(Object.keys(answer.facts as object)).toContain(line);
    }
    expect(await stateOf(one)).toBe('exported');
    expect(await jsonOf(await importCsv(csv(good)))).toMatchObject({ paid: 1 });
    // What came back is not paid by a later line.
    await importCsv(csv(`${endToEnd(one)},RJCT,5.00,AC04`));
    expect(await codeOf(importCsv(csv(`${endToEnd(one)},ACCC,5.00,`)))).toBe('bank_file_refused');
  });

  it('sent by two people at the same moment move the money once', async () => {
    const players = await Promise.all(Array.from({ length: 6 }, () => verified(1_000n)));
    const ids = await Promise.all(players.map((player) => asked(player, '1000')));
    await exported();
    const lines = ids.map((id) => `${endToEnd(id)},RJCT,10.00,AC04`);
    await Promise.all([importCsv(csv(...lines)), importCsv(csv(...lines.toReversed()), second), importCsv(csv(...lines), second)]);
    for (const player of players) expect(await funds(player)).toEqual(['1000', '0']);
  });
});
