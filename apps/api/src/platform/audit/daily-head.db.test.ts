import { createHash } from 'node:crypto';
import { dailyHead, keyRegister, receipt } from '@valira/db/schema';
import type { Receipt } from '@valira/games/verifiable';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type World } from '../../testing/world.ts';
import type { Core } from '../core.ts';
import { registerKeys } from '../keys/key-register.ts';
import { transactionsOn } from '../transaction.ts';
import { closeDay, isDayHeadDone } from './daily-head.ts';

let world: World;
let core: Core;
beforeAll(async () => {
  world = await makeWorld();
  core = { ...world, clock: { now: () => new Date() }, inTransaction: transactionsOn(world.db) };
});
afterAll(() => world.end());

const log = () => {
  const handedIn: string[] = [];
  const handIn = async (subjectId: string, hash: string) => {
    handedIn.push(hash);
    return { body: { subjectId, hash } } as unknown as Receipt;
  };
  return { handedIn, handIn };
};

describe('the head of a day', () => {
  it('is signed once and receipted once, however many workers close the day', async () => {
    const { handedIn, handIn } = log();
    await Promise.all([1, 2, 3, 4].map(() => closeDay(core, '2026-11-14', handIn)));
    expect(new Set(handedIn).size).toBe(1);
    expect(await world.db.select().from(receipt).where(eq(receipt.reference, '2026-11-14'))).toHaveLength(1);
    expect(await isDayHeadDone(core, '2026-11-14')).toBe(true);
    expect(await isDayHeadDone(core, '2026-11-15')).toBe(false);
  });

  it('is handed in again after a crash between signing and receipt, unchanged', async () => {
    await expect(closeDay(core, '2026-11-16', () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
    expect(await isDayHeadDone(core, '2026-11-16')).toBe(false);
    const [stored] = await world.db.select().from(dailyHead).where(eq(dailyHead.businessDay, '2026-11-16'));
    const { handedIn, handIn } = log();
    await closeDay(core, '2026-11-16', handIn);
    const message = Buffer.concat([Buffer.from('valira/day-head/1\n'), Buffer.from(stored?.statement ?? '')]);
    expect(handedIn).toEqual([createHash('sha256').update(message).digest('hex')]);
  });
});

describe('the key register', () => {
  it('lists every key of the ring once, with its public part and no secret', async () => {
    await registerKeys(world.db, world.keys, 'Operator');
    await registerKeys(world.db, world.keys, 'Operator');
    const rows = await world.db.select().from(keyRegister);
    expect(rows.map(({ keyId }) => keyId).sort()).toEqual(
      world.keys
        .describe()
        .map(({ keyId }) => keyId)
        .sort(),
    );
    for (const { algorithm, publicKey } of rows) expect(publicKey !== null).toBe(algorithm === 'Ed25519');
  });
});
