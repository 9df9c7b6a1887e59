import { playerPaymentAccount, playerPerson, playerTransition } from '@valira/db/schema';
import { expectOk } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpWorld, jsonOf, makeHttpWorld, UNLIMITED } from '../../testing/http-world.ts';
import { newDocumentNumber, newPerson, registrationBody, TEST_IBAN } from '../../testing/registration.ts';
import { changePlayer, declaredAccount, findPerson, lockedStanding, playerStanding } from './index.ts';
import { registerPlayer } from './register-player.ts';

let world: HttpWorld;
beforeAll(async () => {
  world = await makeHttpWorld({ limits: UNLIMITED });
});
afterAll(() => world.end());

const register = async (change: Readonly<Record<string, unknown>> = {}) => {
  const answer = await world.anyone.call('/v1/players', { body: registrationBody(change) });
  return { status: answer.status, body: await jsonOf(answer) };
};
const document = (number: string) => ({ kind: 'passport', number });
const newPlayer = async (change: Parameters<typeof newPerson>[0] = {}) => {
  const person = newPerson(change);
  const email = `${newDocumentNumber().toLowerCase()}@example.ad`;
  const registration = { email, passwordHash: 'x', language: 'ca' as const, person, iban: TEST_IBAN };
  const { accountId } = expectOk(await world.core.inTransaction((tx) => registerPlayer(world.core, tx, registration)));
  return { accountId, person };
};

describe('one person', () => {
  it('has one account, by any spelling of the document’s number', async () => {
    expect((await register({ document: document('19850312-1234') })).status).toBe(201);
    for (const number of ['850312-1234', '198503121234', '1985 0312 1234', '85O312-I234'])
      expect((await register({ document: document(number) })).body, number).toMatchObject({ status: 409, code: 'person_registered' });
  });

  it('has one account, by any spelling of name and birth date, with another document', async () => {
    expect((await register({ givenNames: 'Jörg', surnames: 'Müller de la Cruz' })).status).toBe(201);
    for (const [givenNames, surnames] of [
      ['Joerg', 'Mueller Delacruz'],
      ['JORG', 'MULLER CRUZ'],
      ['Cruz Jörg', 'Müller'],
    ])
      expect((await register({ givenNames, surnames })).body).toMatchObject({ code: 'person_registered' });
    expect((await register({ givenNames: 'Jörg', surnames: 'Müller de la Cruz', birthDate: '1990-05-05' })).status).toBe(201);
  });

  it('that registers eight times at once has one account', async () => {
    const number = newDocumentNumber();
    const answers = await Promise.all(Array.from({ length: 8 }, () => register({ document: document(number) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });

  it('may register by mobile number without a mail address, and needs one of the two', async () => {
    expect((await register({ email: undefined, mobile: '+376312345' })).status).toBe(201);
    expect((await register({ email: undefined })).body).toMatchObject({ status: 422, code: 'contact_required' });
  });

  it('is told which field is wrong, and nothing is kept', async () => {
    const [{ n: before } = { n: 0 }] = await world.sql<{ n: number }[]>`SELECT count(*)::int AS n FROM account`;
    expect((await register({ iban: 'AD1200012030200359100101' })).body).toMatchObject({ code: 'iban_invalid' });
    expect((await register({ nationality: 'QX' })).body).toMatchObject({ code: 'invalid_input', errors: [{ path: 'nationality' }] });
    expect((await register({ surnames: '—' })).body).toMatchObject({ code: 'identity_unreadable' });
    const [{ n } = { n: -1 }] = await world.sql<{ n: number }[]>`SELECT count(*)::int AS n FROM account`;
    expect(n).toBe(before);
  });
});

describe('what identifies a player', () => {
  it('is read again under the key, and stands nowhere in the database', async () => {
    const { accountId, person } = await newPlayer({ surnames: 'Inconfusible Torrent', documentNumber: 'ZX-778899-K' });
    expect(await findPerson(world.core, world.db, accountId)).toEqual(person);
    expect(await declaredAccount(world.core, world.db, accountId)).toEqual({
      holder: 'Júlia Inconfusible Torrent',
      iban: TEST_IBAN,
      ibanEnd: '0100',
    });
    const kept = [
      await world.db.select().from(playerPerson).where(eq(playerPerson.accountId, accountId)),
      await world.db.select().from(playerPaymentAccount).where(eq(playerPaymentAccount.accountId, accountId)),
    ].map((rows) => JSON.stringify(rows, (_, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value)));
    for (const secret of ['778899', 'Torrent', TEST_IBAN, person.birthDate, 'Carrer Major']) expect(kept.join()).not.toContain(secret);
  });

  it('opens under its own account only', async () => {
    const [one, other] = [await newPlayer(), await newPlayer()];
    const [row] = await world.db.select().from(playerPerson).where(eq(playerPerson.accountId, one.accountId));
    await world.db
      .update(playerPerson)
      .set({ box: row?.box ?? null, keyId: row?.keyId ?? null })
      .where(eq(playerPerson.accountId, other.accountId));
    await expect(findPerson(world.core, world.db, other.accountId)).rejects.toThrow();
  });
});

describe('the standing', () => {
  const by = { actor: 'staff:test', reason: 'seen' };
  it('changes by named transitions, each once in a history that only grows, and the account of the sale follows', async () => {
    const { accountId } = await newPlayer();
    const step = (transition: Parameters<typeof changePlayer>[3]) =>
      world.core.inTransaction((tx) => changePlayer(world.core, tx, accountId, transition, by));
    expect(await playerStanding(world.db, accountId, new Date())).toEqual({ identity: 'provisional', state: 'provisional' });
    expectOk(await step({ kind: 'verify' }));
    expectOk(await step({ kind: 'verify' }));
    expectOk(await step({ kind: 'bar' }));
    const states = async () => (await world.sql<{ state: string }[]>`SELECT state FROM account WHERE id = ${accountId}`)[0]?.state;
    expect(await states()).toBe('barred');
    expectOk(await step({ kind: 'exclude', years: null }));
    expectOk(await step({ kind: 'lift-bar' }));
    expect(await states()).toBe('excluded');
    const history = await world.db
      .select()
      .from(playerTransition)
      .where(eq(playerTransition.accountId, accountId))
      .orderBy(playerTransition.n);
    expect(history.map(({ transition, standing }) => [transition, standing])).toEqual([
      ['register', 'provisional'],
      ['verify', 'verified'],
      ['bar', 'barred'],
      ['exclude', 'barred'],
      ['lift-bar', 'self-excluded'],
    ]);
    await expect(world.db.delete(playerTransition)).rejects.toThrow();
  });

  it('stays as it was read under its lock until the transaction ends', async () => {
    const { accountId } = await newPlayer();
    const order: string[] = [];
    const reading = world.core.inTransaction(async (tx) => {
      expect((await lockedStanding(tx, accountId, new Date()))?.state).toBe('provisional');
      await new Promise((resolve) => setTimeout(resolve, 200));
      order.push('read');
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await world.core.inTransaction((tx) => changePlayer(world.core, tx, accountId, { kind: 'bar' }, by));
    order.push('barred');
    await reading;
    expect(order).toEqual(['read', 'barred']);
  });

  it('is not loosened by the database either: no shorter exclusion, no shorter pause, no way back from closed', async () => {
    const { accountId } = await newPlayer();
    await world.core.inTransaction((tx) => changePlayer(world.core, tx, accountId, { kind: 'exclude', years: null }, by));
    const directly = (set: string) => world.sql.unsafe(`UPDATE player SET ${set}, changed_at = now() WHERE account_id = '${accountId}'`);
    await expect(directly('excluded_at = NULL')).rejects.toThrow(/not shortened/);
    await expect(directly(`excluded_until = excluded_at + interval '2 years'`)).rejects.toThrow(/not shortened/);
    await directly(`paused_until = now() + interval '2 days'`);
    await expect(directly(`paused_until = now() + interval '1 day'`)).rejects.toThrow(/not shortened/);
    await directly('closed_at = now()');
    await expect(directly('closed_at = NULL')).rejects.toThrow(/for good/);
  });
});
