/**
 * Places at which the platform is caught: a trigger of the test's own holds a transaction at the end of what it wrote and before its
 * commit until the test lets it go, and a moment longer, so that a kill falls in the middle of that step and never by luck beside it.
 * Each place catches once.
 */
import postgres from 'postgres';

/** Where a transaction can be caught: by name of the contest's step, while a stretch of prizes is paid, while a ticket is paid at a counter. */
export type CrashPoint = string;

/** Nobody is held for longer, whatever became of the test. */
const HELD_SECONDS = 15;
/** Between the letting go and the commit: the kill falls here. */
const LINGER_SECONDS = 1;

const INSTALL = `
  CREATE TABLE crash_point (contest_id uuid, name text, PRIMARY KEY (contest_id, name));
  CREATE FUNCTION sleep_at_crash_point() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  DECLARE
    place text := CASE TG_TABLE_NAME WHEN 'contest_step' THEN to_jsonb(NEW) ->> 'step' WHEN 'payment_chunk' THEN 'pay' ELSE 'claim' END;
    played uuid := coalesce((to_jsonb(NEW) ->> 'contest_id')::uuid,
      (SELECT t.contest_id FROM ticket t WHERE t.id = (to_jsonb(NEW) ->> 'ticket_id')::uuid));
  BEGIN
    IF EXISTS (SELECT 1 FROM crash_point WHERE contest_id = played AND name = place) THEN
      PERFORM set_config('application_name', 'caught at ' || place, true);
      WHILE EXISTS (SELECT 1 FROM crash_point WHERE contest_id = played AND name = place)
        AND clock_timestamp() < statement_timestamp() + interval '${HELD_SECONDS} seconds' LOOP
        PERFORM pg_sleep(0.02);
      END LOOP;
      PERFORM pg_sleep(${LINGER_SECONDS});
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER crash_point AFTER INSERT ON contest_step FOR EACH ROW EXECUTE FUNCTION sleep_at_crash_point();
  CREATE TRIGGER crash_point AFTER INSERT ON payment_chunk FOR EACH ROW EXECUTE FUNCTION sleep_at_crash_point();
  CREATE TRIGGER crash_point AFTER INSERT ON claim FOR EACH ROW EXECUTE FUNCTION sleep_at_crash_point();`;

export type CrashPoints = {
  arm(contestId: string, points: readonly CrashPoint[]): Promise<void>;
  /** A point at which a transaction is held now. Null when none is, or the database is away. */
  caught(): Promise<CrashPoint | null>;
  /** Lets the transaction go; the point will not hold another one. False when it was held no longer, or the database is away. */
  letGo(point: CrashPoint): Promise<boolean>;
  close(): Promise<void>;
};

export async function installCrashPoints(adminUrl: string): Promise<CrashPoints> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => undefined, connect_timeout: 2, connection: { application_name: 'crash test' } });
  await sql.unsafe(INSTALL);
  return {
    async arm(contestId, points) {
      await sql`INSERT INTO crash_point SELECT ${contestId}, name FROM unnest(${[...points]}::text[]) AS p (name)`;
    },
    async caught() {
      const rows = await sql<{ name: string }[]>`
        SELECT name FROM crash_point JOIN pg_stat_activity ON application_name = 'caught at ' || name LIMIT 1`.catch(() => []);
      return rows[0]?.name ?? null;
    },
    async letGo(point) {
      const rows = await sql`DELETE FROM crash_point WHERE name = ${point} RETURNING name`.catch(() => []);
      return rows.length > 0;
    },
    close: () => sql.end({ timeout: 1 }),
  };
}
