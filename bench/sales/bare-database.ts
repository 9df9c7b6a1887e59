/**
 * The ceiling: the rows of one sale (ticket, entry, serial, key, transfer, balance) as one prepared statement and one transaction per
 * sale, at 32 clients, by pgbench; where pgbench is not installed, by a small program on 32 connections. It checks nothing, signs
 * nothing, chains nothing and speaks no HTTP.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { CODES } from '../../apps/api/src/modules/ledger/chart-of-accounts.ts';
import { PLAYERS, type Town } from './town.ts';

const CLIENTS = 32;
const DEBIAN = '/usr/lib/postgresql';

const statement = (town: Town, buyer: string): string => `
WITH buyer AS (SELECT account_id, terminal_id, clerk_id, code FROM bench_buyer WHERE n = ${buyer}),
t AS (INSERT INTO ticket (account_id, id, product_version_id, contest_id, contests, stake_cents, channel, terminal_id, clerk_id, intake_id, intake_seq, hash, sold_at)
  SELECT account_id, uuidv7(), '${town.productVersionId}', '${town.contestId}', 1, 100, CASE WHEN terminal_id IS NULL THEN 'online' ELSE 'shop' END,
    terminal_id, clerk_id, '${town.contestId}', 1, sha256('hash'), clock_timestamp() FROM buyer RETURNING account_id, id, sold_at),
e AS (INSERT INTO entry (contest_id, ticket_id, account_id, lines, stake_cents, commitment)
  SELECT '${town.contestId}', id, account_id, '\\x0100c0010203040506'::bytea, 100, sha256(uuid_send(id)) FROM t),
s AS (INSERT INTO ticket_serial (serial_hash, account_id, ticket_id) SELECT sha256(uuid_send(id)), account_id, id FROM t),
k AS (INSERT INTO sale_key (account_id, key, outcome, input_hash, ticket_id, at)
  SELECT account_id, gen_random_uuid(), 'sold', sha256('body'), id, sold_at FROM t),
x AS (INSERT INTO transfer (account_id, id, operation_id, debit_code, debit_owner, credit_code, credit_owner, amount_cents, kind, reference, at)
  SELECT t.account_id, uuidv7(), t.id, b.code, t.account_id, ${CODES.stakes}, '${town.contestId}', 100, 'stake', '${town.contestId}', sold_at FROM t, buyer b)
UPDATE balance SET amount_cents = amount_cents - 100 FROM buyer WHERE balance.account_id = buyer.account_id AND balance.code = buyer.code`;

/** Buyers by number, for a program that only knows numbers. Made by the owner. */
export async function prepareBuyers(ownerUrl: string, town: Town): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  const shops = town.accounts.slice(PLAYERS);
  await sql`CREATE TABLE bench_buyer (n int PRIMARY KEY, account_id uuid, terminal_id uuid, clerk_id uuid, code smallint)`;
  await sql`INSERT INTO bench_buyer SELECT n, account_id, NULL, NULL, ${CODES['player-cash']} FROM unnest(${town.accounts.slice(0, PLAYERS)}::uuid[]) WITH ORDINALITY AS p (account_id, n)`;
  await sql`INSERT INTO bench_buyer SELECT ${PLAYERS} + n, account_id, terminal_id, clerk_id, ${CODES['shop-settlement']}
    FROM unnest(${shops}::uuid[], ${[...town.terminalIds]}::uuid[], ${[...town.clerkIds]}::uuid[]) WITH ORDINALITY AS s (account_id, terminal_id, clerk_id, n)`;
  await sql`GRANT SELECT ON bench_buyer TO valira_app`;
  await sql`ANALYZE`;
  await sql.end();
}

export function pgbench(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  return readdirSync(DEBIAN)
    .map((version) => join(DEBIAN, version, 'bin', 'pgbench'))
    .find((program) => existsSync(program));
}

/** Sales per second over `seconds`. */
export async function sellBare(databaseUrl: string, town: Town, folder: string, seconds: number): Promise<number> {
  const program = pgbench();
  if (!program) return sellByProgram(databaseUrl, town, seconds);
  const script = join(folder, 'sale.sql');
  // Players four times as often as shops.
  writeFileSync(
    script,
    `\\set p random(1, ${town.accounts.length})\n\\set s random(1, 5)\n\\set n (CASE WHEN :s = 1 THEN ${PLAYERS} + 1 + mod(:p, ${town.accounts.length - PLAYERS}) ELSE 1 + mod(:p, ${PLAYERS}) END)\n${statement(town, ':n')};\n`,
  );
  const said = execFileSync(
    program,
    ['-n', '-M', 'prepared', '-c', String(CLIENTS), '-j', '2', '-T', String(seconds), '-f', script, databaseUrl],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const tps = Number(/^tps = ([\d.]+)/m.exec(said)?.[1]);
  if (!Number.isFinite(tps)) throw new Error(`pgbench said: ${said}`);
  return tps;
}

async function sellByProgram(databaseUrl: string, town: Town, seconds: number): Promise<number> {
  const sql = postgres(databaseUrl, { max: CLIENTS, onnotice: () => undefined });
  const text = statement(town, '$1::int');
  const shops = town.accounts.length - PLAYERS;
  const buyer = () => (Math.random() < 0.2 ? PLAYERS + 1 + Math.floor(Math.random() * shops) : 1 + Math.floor(Math.random() * PLAYERS));
  await Promise.all(Array.from({ length: CLIENTS }, () => sql.unsafe(text, [buyer()], { prepare: true })));
  const startedAt = performance.now();
  let sold = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() - startedAt < seconds * 1000) {
        await sql.unsafe(text, [buyer()], { prepare: true });
        sold += 1;
      }
    }),
  );
  const took = (performance.now() - startedAt) / 1000;
  await sql.end();
  return sold / took;
}
