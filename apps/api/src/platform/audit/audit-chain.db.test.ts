import { auditEvent } from '@valira/db/schema';
import { asc } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type World } from '../../testing/world.ts';
import { addAudit } from '../outbox.ts';
import { sequenceOnce, verifyAuditChain } from './audit-chain.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.end());

const record = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      world.db.transaction((tx) => addAudit(tx, world.ids, new Date(), { actor: 'staff:one', action: 'test.done', subject: String(i) })),
    ),
  );

describe('the audit chain', () => {
  it('gives every intent one place, whatever sequencers run at once', async () => {
    await record(60);
    await Promise.all([sequenceOnce(world.db), sequenceOnce(world.db), sequenceOnce(world.db)]);
    await record(5);
    await sequenceOnce(world.db);
    const events = await world.db.select().from(auditEvent).orderBy(asc(auditEvent.seq));
    expect(events.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 65 }, (_, i) => i + 1));
    expect(await verifyAuditChain(world.db)).toEqual([]);
  });

  it('shows an event that an administrator changed behind the triggers, by its place', async () => {
    const owner = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined });
    const [{ part = '' } = {}] = await owner<{ part: string }[]>`SELECT tableoid::regclass::text AS part FROM audit_event WHERE seq = 7`;
    await owner.unsafe(
      `ALTER TABLE ${part} DISABLE TRIGGER ALL; UPDATE ${part} SET body = replace(body, 'staff:one', 'staff:two') WHERE seq = 7; ALTER TABLE ${part} ENABLE TRIGGER ALL`,
    );
    await owner.end();
    expect(await verifyAuditChain(world.db)).toEqual([{ seq: 7n, problem: 'hash' }]);
  });
});
