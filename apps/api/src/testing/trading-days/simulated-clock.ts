/**
 * One instant for everything that asks what time it is: the platform's clock, the database's, the control system's.
 *
 * The instant of a sale is the database's (`clock_timestamp()`). The owner of a test database puts a function of that name before the
 * system's in its search path; it reads the instant from a row. So every statement and trigger of the product runs unchanged and reads
 * simulated time through the same call. The control process reads the same instant from a file. The clock stands still until it is moved,
 * forwards only, and what was sold has reached the control system before it moves.
 *
 * What this leaves out: clocks that disagree, and time passing within a statement. Both are shown on the real clock by the tests of the close
 * under load, of the start of day and of the crash test; here the question is money over months.
 */
import { writeFileSync } from 'node:fs';
import type { TestDatabase } from '@valira/db/testing';
import postgres from 'postgres';
import type { Clock } from '../../platform/clock.ts';

export type SimulatedClock = Clock & {
  readonly file: string;
  prepare(database: TestDatabase): Promise<void>;
  moveTo(instant: Date): Promise<void>;
  close(): Promise<void>;
};

export function simulatedClock(start: Date, file: string): SimulatedClock {
  let instant = start;
  let owner: postgres.Sql | null = null;
  const writeFile = () => writeFileSync(file, instant.toISOString());
  writeFile();
  return {
    file,
    now: () => new Date(instant),
    async prepare({ ownerUrl, database }) {
      owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
      await owner.unsafe(`
        CREATE SCHEMA simulation;
        CREATE TABLE simulation.clock (instant timestamptz NOT NULL);
        CREATE FUNCTION simulation.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT instant FROM simulation.clock';
        GRANT USAGE ON SCHEMA simulation TO PUBLIC;
        GRANT SELECT ON simulation.clock TO PUBLIC;
        INSERT INTO simulation.clock VALUES ('${instant.toISOString()}');
        ALTER DATABASE ${database} SET search_path = simulation, pg_catalog, public`);
    },
    async moveTo(next) {
      if (next < instant) throw new Error(`the clock goes forwards only: ${next.toISOString()} is before ${instant.toISOString()}`);
      if (!owner) throw new Error('the database has no simulated clock');
      await owner`UPDATE simulation.clock SET instant = ${next}`;
      instant = next;
      writeFile();
    },
    async close() {
      await owner?.end();
    },
  };
}
