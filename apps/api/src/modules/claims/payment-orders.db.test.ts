import { claim, paymentOrder, transfer } from '@valira/db/schema';
import { expectOk } from '@valira/outcome';
import { and, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireId } from '../../platform/ids.ts';
import { type Caller, type HttpWorld, jsonOf, makeHttpWorld, type Person } from '../../testing/http-world.ts';
import { verifyLedger } from '../ledger/index.ts';
import { readIban } from '../players/index.ts';
import { type Intake, openIntake, storedTicketView } from '../wagers/index.ts';
import { readBankAccount } from './payment-order.ts';
import { type Counter, drawAndPay, newContests, newCounter, sellTo, type WonTicket } from './testing/won-tickets.ts';

/** Published examples: Andorra's of the SWIFT registry, and one of a country outside SEPA. */
const IBAN = 'AD12 0001 2030 2003 5910 0100';
const OUTSIDE_SEPA = 'BR1800360305000010009795493C1';

let world: HttpWorld;
let intake: Intake;
let counter: Counter;
let one: Person;
let two: Person;
beforeAll(async () => {
  world = await makeHttpWorld();
  intake = openIntake(
    { databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids },
    { lanes: 1, batchMax: 64, queueMax: 2_000 },
  );
  counter = await newCounter(world, await world.newShop(10_000_000n));
  [one, two] = await Promise.all([world.newStaff('staff', 'finance'), world.newStaff('staff', 'finance')]);
});
afterAll(async () => {
  await intake.close();
  await world.end();
});

const identification = { documentKind: 'passport', documentNumber: 'QW5566778', name: 'Meritxell Vidal', birthDate: '1980-02-01' };

async function won(amountCents: bigint): Promise<WonTicket> {
  const contests = await newContests(world, 1);
  const ticket = await sellTo(world, intake, counter, contests);
  await drawAndPay(world, contests[0]?.contestId ?? '', new Date(Date.now() - 86_400_000), [
    { ticketId: ticket.ticketId, accountId: counter.accountId, amountCents },
  ]);
  return ticket;
}

/** Claimed at the desk; the claim's id on the wire. */
async function claimed(amountCents: bigint): Promise<string> {
  const { serial } = await won(amountCents);
  const answer = await one.call('/v1/console/claims', { body: { serial, amountCents: String(amountCents), identification } });
  expect(answer.status).toBe(201);
  return String((await jsonOf(answer)).id);
}

const propose = async (claimId: string, iban = IBAN, by: Caller = one) =>
  jsonOf(await by.call(`/v1/console/claims/${claimId}/payment-orders`, { body: { holder: 'Meritxell Vidal', iban } }));
const step = async (by: Caller, id: string, verb: string, body: unknown = undefined) =>
  jsonOf(await by.call(`/v1/console/payment-orders/${id}/${verb}`, { method: 'POST', ...(body !== undefined && { body }) }));

const balanceOf = async (code: number, owner?: string): Promise<bigint> => {
  const [row] = await world.db.execute<{ credit: string }>(sql`
    SELECT (coalesce(sum(amount_cents) FILTER (WHERE credit_code = ${code} AND (${owner ?? null}::uuid IS NULL OR credit_owner = ${owner ?? null}::uuid)), 0)
      - coalesce(sum(amount_cents) FILTER (WHERE debit_code = ${code} AND (${owner ?? null}::uuid IS NULL OR debit_owner = ${owner ?? null}::uuid)), 0))::text AS credit
    FROM transfer`);
  return BigInt(row?.credit ?? 0);
};
const payable = () => balanceOf(37, counter.accountId);
const clearing = () => balanceOf(60);
const bank = () => balanceOf(61);

describe('a payment order', () => {
  it('moves a large prize from payable over clearing to the bank, approved by a second person alone', async () => {
    const claimId = await claimed(1_200_000n);
    const paidAt = async () => {
      const [row] = await world.db.select().from(claim).where(eq(claim.amountCents, 1_200_000n));
      return row && (await storedTicketView(world.parts.core, row.accountId, row.ticketId))?.paid;
    };
    const before = { payable: await payable(), clearing: await clearing(), bank: await bank() };
    const order = await propose(claimId);
    expect(order).toMatchObject({ state: 'proposed', approvalNeeded: true });
    const id = String(order.id);
    expect(await payable()).toBe(before.payable);
    expect(await step(one, id, 'approve')).toMatchObject({ code: 'four_eyes' });
    expect(await step(one, id, 'sent', { fileReference: 'F-1' })).toMatchObject({ code: 'wrong_state' });
    expect(await step(two, id, 'approve')).toEqual({ state: 'approved' });
    expect(await payable()).toBe(before.payable - 1_200_000n);
    expect(await clearing()).toBe(before.clearing + 1_200_000n);
    expect(await step(one, id, 'end', { outcome: 'executed' })).toMatchObject({ code: 'wrong_state' });
    expect(await step(one, id, 'sent', { fileReference: 'F-1' })).toEqual({ state: 'sent' });
    expect(await paidAt()).toBeNull();
    expect(await step(one, id, 'end', { outcome: 'executed' })).toEqual({ state: 'executed' });
    expect(await paidAt()).not.toBeNull();
    expect(await clearing()).toBe(before.clearing);
    expect(await bank()).toBe(before.bank + 1_200_000n);
    expect(await step(one, id, 'end', { outcome: 'rejected', reason: 'late' })).toMatchObject({ code: 'wrong_state' });
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('that the bank rejects makes the prize owed again, and only then may there be another', async () => {
    const claimId = await claimed(900_000n);
    const owed = await payable();
    const first = String((await propose(claimId)).id);
    expect(await propose(claimId)).toMatchObject({ code: 'payment_order_open' });
    await step(two, first, 'approve');
    await step(one, first, 'sent', { fileReference: 'F-2' });
    expect(await propose(claimId)).toMatchObject({ code: 'payment_order_open' });
    expect(await step(one, first, 'end', { outcome: 'rejected', reason: 'account closed' })).toEqual({ state: 'rejected' });
    expect(await payable()).toBe(owed);
    const second = await propose(claimId, IBAN, two);
    expect(second).toMatchObject({ state: 'proposed' });
    // A proposal that is turned down moved nothing.
    expect(await step(one, String(second.id), 'end', { outcome: 'rejected', reason: 'wrong holder' })).toEqual({ state: 'rejected' });
    expect(await payable()).toBe(owed);
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('below the rule’s amount is approved with its proposal, at it it is not', async () => {
    expect(await propose(await claimed(199_999n))).toMatchObject({ state: 'approved', approvalNeeded: false });
    expect(await propose(await claimed(200_000n))).toMatchObject({ state: 'proposed', approvalNeeded: true });
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('is approved once when twenty approve it at the same moment', async () => {
    const id = String((await propose(await claimed(700_000n))).id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => step(two, id, 'approve')));
    expect(answers.filter(({ state }) => state === 'approved')).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'wrong_state')).toHaveLength(19);
    expect(await verifyLedger(world.db)).toEqual([]);
  });

  it('cannot be written past the commands: the database wants two people, the rule’s threshold, and steps in their order', async () => {
    const id = String((await propose(await claimed(800_000n))).id);
    const [row] = await world.db.select().from(paymentOrder).where(eq(paymentOrder.amountCents, 800_000n));
    if (!row || wireId('paymentOrder', row.id) !== id) throw new Error('the order is gone');
    const change = (values: Partial<typeof row>) => world.db.update(paymentOrder).set(values).where(eq(paymentOrder.id, row.id));
    const at = new Date();
    await expect(change({ state: 'approved', approvedBy: row.proposedBy, approvedAt: at })).rejects.toMatchObject({
      cause: { constraint_name: 'payment_order_four_eyes' },
    });
    await expect(change({ state: 'approved', approvedAt: at })).rejects.toMatchObject({ cause: { code: '23514' } });
    await expect(change({ state: 'sent', approvedBy: 'staff:x', approvedAt: at })).rejects.toMatchObject({ cause: { code: 'VA001' } });
    await expect(change({ amountCents: 1n })).rejects.toMatchObject({ cause: { code: 'VA001' } });
    await expect(change({ ibanEnd: '0000' })).rejects.toMatchObject({ cause: { code: 'VA001' } });
    await expect(world.db.delete(paymentOrder).where(eq(paymentOrder.id, row.id))).rejects.toMatchObject({ cause: { code: '42501' } });
    const other = await claimed(810_000n);
    const [another] = await world.db.execute<{ id: string }>(sql`SELECT id FROM claim WHERE amount_cents = 810000`);
    const unapproved = { ...row, id: world.ids.next(), claimId: another?.id ?? other, amountCents: 810_000n };
    await expect(
      world.db.insert(paymentOrder).values({ ...unapproved, approvalNeeded: false, state: 'approved', approvedAt: at }),
    ).rejects.toMatchObject({ cause: { code: 'VA001' } });
    await expect(world.db.insert(paymentOrder).values({ ...unapproved, amountCents: 809_999n })).rejects.toMatchObject({
      cause: { code: '23503' },
    });
  });

  it('goes to a checked SEPA account, which is kept encrypted and shown by its last four characters', async () => {
    expect(expectOk(readIban(IBAN))).toBe('AD1200012030200359100100');
    for (let i = 4; i < 24; i += 1) {
      const plain = 'AD1200012030200359100100';
      const wrong = plain.slice(0, i) + String((Number(plain[i]) + 1) % 10) + plain.slice(i + 1);
      expect(readIban(wrong), wrong).toMatchObject({ ok: false, code: 'iban_invalid' });
    }
    expect(readIban(OUTSIDE_SEPA)).toMatchObject({ ok: false, code: 'iban_outside_sepa' });
    const claimId = await claimed(300_000n);
    expect(await propose(claimId, 'AD00 0001')).toMatchObject({ code: 'iban_invalid' });
    await propose(claimId);
    const [row] = await world.db.select().from(paymentOrder).where(eq(paymentOrder.amountCents, 300_000n));
    if (!row) throw new Error('the order is gone');
    expect(row.ibanEnd).toBe('0100');
    expect(readBankAccount(world, row)).toEqual({ holder: 'Meritxell Vidal', iban: 'AD1200012030200359100100' });
    expect(Buffer.from(row.box).includes('20302003')).toBe(false);
    const page = await (await world.newStaff('inspector')).call('/v1/console/payment-orders');
    expect(await page.text()).not.toContain('20302003');
    expect(world.logged.join('\n')).not.toMatch(/20302003|QW5566778|Meritxell/);
  });
});

describe('the operator’s desk', () => {
  it('sees the amount that a shop may not, claims it once under one key, and refuses a claimant who is not identified in full', async () => {
    const { serial } = await won(2_500_000n);
    const found = await jsonOf(await one.call('/v1/console/validations', { body: { serial } }));
    expect(found).toMatchObject({ outcome: 'pays', amountCents: '2500000', needsIdentification: true });
    const { name: _, ...anonymous } = identification;
    const body = { serial, amountCents: '2500000', identification };
    expect(await jsonOf(await one.call('/v1/console/claims', { body: { ...body, identification: anonymous } }))).toMatchObject({
      code: 'invalid_input',
    });
    const headers = { 'idempotency-key': '018f0000-0000-7000-8000-0000000000aa' };
    const [a, b] = await Promise.all([
      one.call('/v1/console/claims', { body, headers }),
      one.call('/v1/console/claims', { body, headers }),
    ]);
    expect([a?.status, b?.status]).toEqual([201, 201]);
    const opened = new Response(await a?.text());
    expect(await opened.clone().text()).toBe(await b?.text());
    const changed = { ...body, identification: { ...identification, documentNumber: 'OTHER1' } };
    expect(await jsonOf(await one.call('/v1/console/claims', { body: changed, headers }))).toMatchObject({ code: 'key_reused' });
    const seen = await two.call(`/v1/console/claims/${String((await jsonOf(opened)).id)}/identity`);
    expect(await jsonOf(seen)).toEqual(identification);
    const looks = await world.db.execute<{ body: unknown }>(
      sql`SELECT body FROM audit_intent WHERE body->>'action' = 'claim.identity-read'`,
    );
    expect(JSON.stringify(looks)).toContain(`staff:${two.userId}`);
    expect(JSON.stringify(looks)).not.toContain('QW5566778');
    expect(await jsonOf(await two.call('/v1/console/claims', { body }))).toMatchObject({ code: 'already_claimed' });
    expect(await jsonOf(await two.call('/v1/console/validations', { body: { serial } }))).toMatchObject({ outcome: 'claimed' });
    expect(
      await world.db
        .select()
        .from(transfer)
        .where(and(like(transfer.kind, 'payment-%'), eq(transfer.amountCents, 2_500_000n))),
    ).toEqual([]);
  });

  it('shows what was paid by shop and clerk to finance and the inspector', async () => {
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const inspector = await world.newStaff('inspector');
    const { clerks } = (await jsonOf(await inspector.call(`/v1/console/claims/by-clerk?from=${from}&until=${until}`))) as {
      clerks: { shop: null; claims: number; amountCents: string; identified: number }[];
    };
    const { claims } = (await jsonOf(await one.call('/v1/console/claims?limit=200'))) as {
      claims: { amountCents: string; ending: string }[];
    };
    expect(clerks).toHaveLength(1);
    expect(clerks[0]).toMatchObject({ shop: null, claims: claims.length, identified: claims.length });
    expect(clerks[0]?.amountCents).toBe(String(claims.reduce((sum, { amountCents }) => sum + BigInt(amountCents), 0n)));
  });
});
