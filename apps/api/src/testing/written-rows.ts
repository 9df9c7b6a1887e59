/**
 * Whether anything was written to a test's database between two moments, by whatever means: rows put in or changed bear the transaction
 * that did it, rows taken away are missing from the count. Other databases of the same cluster do not disturb it.
 */
import postgres from 'postgres';

export type WrittenRows = {
  /** From here on. */
  mark(): Promise<void>;
  /** The tables that were written to since, with how many rows bear a later transaction. */
  since(): Promise<string[]>;
  end(): Promise<void>;
};

/** `ignored` names tables that a refused request may touch, as `LIKE` patterns. */
export async function watchRows(ownerUrl: string, ignored: readonly string[] = []): Promise<WrittenRows> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  const tables = await sql<{ name: string }[]>`
    SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' AND relkind = 'r' AND NOT relname LIKE ANY (${[...ignored]}) ORDER BY 1`;
  const counting = tables
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, count(*)::int AS rows, count(*) FILTER (WHERE xmin::text::bigint >= $1)::int AS later FROM ${name}`,
    )
    .join(' UNION ALL ');
  const nextTransaction = async () => {
    const [next] = await sql<{ xid: string }[]>`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xid`;
    return next?.xid ?? '0';
  };
  let from = '0';
  let before = new Map<string, number>();
  const count = () => sql.unsafe<{ name: string; rows: number; later: number }[]>(counting, [from], { prepare: true });
  return {
    async mark() {
      const next = await nextTransaction();
      if (next === from) return;
      from = next;
      before = new Map((await count()).map(({ name, rows }) => [name, rows]));
    },
    async since() {
      // Nothing in the whole cluster was given a number to write under.
      if ((await nextTransaction()) === from) return [];
      const now = await count();
      return now
        .filter(({ name, rows, later }) => later > 0 || rows !== before.get(name))
        .map(({ name, rows, later }) => `${name}: ${later} rows written, ${rows - (before.get(name) ?? 0)} more than before`);
    },
    end: () => sql.end(),
  };
}
