/**
 * The town that buys: one 6/45 draw on sale with its announcement, 2,000 players with a session each, 200 shops with an enrolled
 * terminal and a clerk at it. Written straight into the tables, because it is the stage and not the play; sessions and device keys
 * are real ones, checked by the API at every sale.
 */
import { createHmac, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { openDatabase } from '@valira/db';
import { CODES } from '../../apps/api/src/modules/ledger/chart-of-accounts.ts';
import { openAuth } from '../../apps/api/src/platform/auth/open-auth.ts';
import { systemClock } from '../../apps/api/src/platform/clock.ts';
import { systemEntropy } from '../../apps/api/src/platform/entropy.ts';
import { sha256 } from '../../apps/api/src/platform/hash.ts';
import { uuidV7, wireId } from '../../apps/api/src/platform/ids.ts';
import { openFileKeyring } from '../../apps/api/src/platform/keys/file-keyring.ts';
import { ensureMonthPartitions } from '../../apps/api/src/platform/month-partitions.ts';
import { cims645 } from '../../packages/games/src/index.ts';

export const PLAYERS = 2_000;
export const SHOPS = 200;

const HOUR = 3_600_000;
/** Nobody runs out of money in a minute: EUR 1,000,000 each. */
const PURSE_CENTS = 100_000_000;

export type Town = {
  readonly contestId: string;
  readonly productVersionId: string;
  /** Cookie headers of the players. */
  readonly cookies: readonly string[];
  readonly terminals: readonly { readonly id: string; readonly clerkToken: string; readonly privateKey: string }[];
  /** Accounts of players, then of shops. */
  readonly accounts: readonly string[];
  readonly terminalIds: readonly string[];
  readonly clerkIds: readonly string[];
};

export async function buildTown(databaseUrl: string, keysDir: string, publicUrl: string): Promise<Town> {
  const keys = openFileKeyring(keysDir);
  const ids = uuidV7(systemClock, systemEntropy);
  const { sql, db, close } = openDatabase(databaseUrl, { name: 'town', connections: 2 });
  const { secret, cookieName } = openAuth({ db, keys, publicUrl });
  const many = (count: number) => Array.from({ length: count }, () => ids.next());
  const now = Date.now();
  const later = new Date(now + 12 * HOUR);
  await ensureMonthPartitions(db);

  for (const kind of ['C', 'C@'])
    await sql`INSERT INTO licence ${sql({ id: ids.next(), kind, number: `${kind}-1`, modalities: ['a'], legal_name: 'Valira Loteries, SA', register_number: '1', responsible_person: 'R', valid_from: new Date(now - HOUR), valid_until: later })}`;
  const [productId, productVersionId, contestId] = [ids.next(), ids.next(), ids.next()];
  const definition = JSON.stringify(cims645);
  await sql`INSERT INTO product (id, slug, family, created_at) VALUES (${productId}, 'cims', 'draw', now())`;
  await sql`INSERT INTO product_version (id, product_id, version, modality, names, definition, definition_hash, channels, state, registration_number, proposed_by, decided_by, created_at)
    VALUES (${productVersionId}, ${productId}, 1, 'a', '{"ca":"Cims","es":"Cims","fr":"Cims","en":"Cims"}'::text::jsonb, ${definition}::text::jsonb, ${sha256(Buffer.from(definition))},
      ${['online', 'shop']}, 'on-sale', 'CRAJ-1', 'one', 'two', now())`;
  await sql`INSERT INTO contest (id, kind, product_version_id, number, source, state, opens_at, closes_at, draws_at, created_at)
    VALUES (${contestId}, 'draw', ${productVersionId}, 1, 'rng', 'open', ${new Date(now - HOUR)}, ${later}, ${later}, now())`;
  await sql`INSERT INTO draw_announcement (contest_id, statement, statement_hash, at) VALUES (${contestId}, '{}', ${sha256(Buffer.from(contestId))}, now())`;

  const players = many(PLAYERS);
  const users = players.map(() => randomUUID());
  const tokens = players.map(() => randomBytes(24).toString('base64url'));
  await sql`INSERT INTO auth_user (id, name, email) SELECT id, 'Júlia Font', id || '@example.ad' FROM unnest(${users}::text[]) AS u (id)`;
  await sql`INSERT INTO auth_session (id, user_id, token, expires_at) SELECT token, u, token, ${later} FROM unnest(${users}::text[], ${tokens}::text[]) AS s (u, token)`;
  await sql`INSERT INTO account (id, kind) SELECT id, 'player' FROM unnest(${players}::uuid[]) AS p (id)`;
  await sql`INSERT INTO player (account_id, user_id, created_at) SELECT p, u, now() FROM unnest(${players}::uuid[], ${users}::text[]) AS p (p, u)`;
  await sql`INSERT INTO balance (account_id, code, amount_cents) SELECT p, code, CASE code WHEN ${CODES['player-cash']} THEN ${PURSE_CENTS} ELSE 0 END
    FROM unnest(${players}::uuid[]) AS p (p), unnest(${[CODES['player-cash'], CODES['player-held']]}::smallint[]) AS code`;
  await sql`INSERT INTO transfer (account_id, id, operation_id, debit_code, debit_owner, credit_code, credit_owner, amount_cents, kind, reference, at)
    SELECT p, t, t, ${CODES['payment-clearing']}, '00000000-0000-7000-8000-000000000001', ${CODES['player-cash']}, p, ${PURSE_CENTS}, 'deposit', p, now()
    FROM unnest(${players}::uuid[], ${many(PLAYERS)}::uuid[]) AS p (p, t)`;

  // Every player has limits on stakes and on losses, by day, week and month: the sale asks all six and counts.
  await sql`INSERT INTO play_limit (account_id, kind, period, amount_cents, since)
    SELECT p, kind, period, ${PURSE_CENTS}, now() FROM unnest(${players}::uuid[]) AS p (p), unnest(ARRAY['stake', 'loss']) AS kind, unnest(ARRAY['day', 'week', 'month']) AS period`;

  await sql`UPDATE barred_mirror SET good_until = ${later}`;

  const shops = many(SHOPS);
  const terminalIds = many(SHOPS);
  const clerkIds = many(SHOPS);
  const pairs = shops.map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  const clerkTokens = shops.map(() => randomBytes(32).toString('base64url'));
  await sql`INSERT INTO account (id, kind) SELECT id, 'shop' FROM unnest(${shops}::uuid[]) AS s (id)`;
  await sql`INSERT INTO balance (account_id, code, floor_cents) SELECT s, ${CODES['shop-settlement']}, ${-PURSE_CENTS} FROM unnest(${shops}::uuid[]) AS s (s)`;
  await sql`INSERT INTO distributor (id, kind, name, register_number, created_at) SELECT s, 'own', 'Estanc del Pont', s::text, now() FROM unnest(${shops}::uuid[]) AS s (s)`;
  await sql`INSERT INTO shop (account_id, distributor_id, name, address, licence_number, commission_bps, pays_up_to_cents)
    SELECT s, s, 'Estanc del Pont', 'Av. del Pont 12, AD700 Escaldes', 'G-' || s, 500, 200000 FROM unnest(${shops}::uuid[]) AS s (s)`;
  const publicKeys = pairs.map(({ publicKey }) => {
    const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
    return JSON.stringify({ kty, crv, x, y });
  });
  await sql`INSERT INTO terminal (id, account_id, label, state, public_key, enrolled_at)
    SELECT t, s, 'Taulell 1', 'enrolled', key::jsonb, now() FROM unnest(${terminalIds}::uuid[], ${shops}::uuid[], ${publicKeys}::text[]) AS t (t, s, key)`;
  await sql`INSERT INTO clerk (id, account_id, name, card_number, card_until, pin_hash) SELECT c, s, 'Pere', c::text, ${later}, 'none' FROM unnest(${clerkIds}::uuid[], ${shops}::uuid[]) AS c (c, s)`;
  for (const [i, token] of clerkTokens.entries())
    await sql`INSERT INTO clerk_session (token_hash, terminal_id, clerk_id, started_at, expires_at) VALUES (${sha256(Buffer.from(token))}, ${terminalIds[i] ?? ''}, ${clerkIds[i] ?? ''}, now(), ${later})`;
  await sql`ANALYZE account, balance, terminal, clerk_session`.catch(() => undefined);
  await close();

  const cookieOf = (token: string) =>
    `${cookieName}=${encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`)}`;
  return {
    contestId,
    productVersionId,
    cookies: tokens.map(cookieOf),
    terminals: terminalIds.map((id, i) => ({
      id: wireId('terminal', id),
      clerkToken: clerkTokens[i] ?? '',
      privateKey: pairs[i]?.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() ?? '',
    })),
    accounts: [...players, ...shops],
    terminalIds,
    clerkIds,
  };
}
