import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openDatabase } from './client.ts';
import { createTestDatabase } from './testing/index.ts';

describe('a connection whose server process dies', () => {
  it('refuses what is asked of it afterwards, and the process lives on', async () => {
    const database = await createTestDatabase();
    const { sql, close } = openDatabase(database.appUrl, { name: 'dies', connections: 1 });
    const other = openDatabase(database.appUrl, { name: 'kills', connections: 1 });
    const reserved = await sql.reserve();
    const [mine] = await reserved<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await other.sql`SELECT pg_terminate_backend(${mine?.pid ?? 0})`;
    await sleep(100);
    await expect(reserved`SELECT 1`).rejects.toThrow();
    await expect(reserved`SELECT 2`).rejects.toThrow();
    reserved.release();
    await Promise.all([close(), other.close()]);
    await database.drop();
  });

  it('takes its transaction with it: what the work still asks is refused, and never runs on the next connection', async () => {
    const database = await createTestDatabase();
    const { sql, close } = openDatabase(database.appUrl, { name: 'dies', connections: 1 });
    const other = openDatabase(database.appUrl, { name: 'kills', connections: 1 });
    const goOn = new EventEmitter();
    const ended = once(goOn, 'end');
    const transaction = sql.begin(async (tx) => {
      const connectedAnew = once(goOn, 'connected');
      const [mine] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      await other.sql`SELECT pg_terminate_backend(${mine?.pid ?? 0})`;
      await connectedAnew;
      await tx`SELECT set_config('valira.batch', 'outside', false)`.then(
        () => goOn.emit('end', 'ran'),
        () => goOn.emit('end', 'refused'),
      );
    });
    await expect(transaction).rejects.toThrow();
    await sql`SELECT 1`;
    goOn.emit('connected');
    expect(await ended).toEqual(['refused']);
    expect(await sql`SELECT nullif(current_setting('valira.batch', true), '') AS held`).toEqual([{ held: null }]);
    await Promise.all([close(), other.close()]);
    await database.drop();
  });
});
