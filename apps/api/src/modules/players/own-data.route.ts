/** POST /v1/me/data: everything that is kept of a player, for themselves (Llei 29/2021, access and portability). Asking is in the audit chain. */
import { createRoute } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { actorKey, requirePlayer } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, problems } from '../../platform/http/answer.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { anyJson } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { addAudit } from '../../platform/outbox.ts';
import { declaredAccount } from './declared-account.ts';
import { findPerson } from './person.ts';

const route = createRoute({
  method: 'post',
  path: '/me/data',
  tags: ['players'],
  summary: 'Everything that is kept of the player, as one document',
  ...requirePlayer,
  responses: { 200: json(anyJson, 'Person, bank account, standing, limits, movements, tickets, messages, documents shown'), ...problems },
});

/** What is kept in rows, by the words of the schema. Keyed hashes and boxes are left out: what is in them stands decrypted beside. */
const ROWS = {
  standing: sql`SELECT n, transition, standing, until, reason, at FROM player_transition`,
  limits: sql`SELECT kind, period, before_cents::text AS before_cents, after_cents::text AS after_cents, at FROM play_limit_change`,
  movements: sql`SELECT id, kind, amount_cents::text AS amount_cents, debit_code, credit_code, reference, at FROM transfer`,
  tickets: sql`SELECT id, stake_cents::text AS stake_cents, channel, sold_at FROM ticket`,
  messages: sql`SELECT kind, channel, state, facts, created_at FROM message`,
  documentsShown: sql`SELECT id, state, reason, asked_at, decided_at FROM identity_check`,
  registerQuestions: sql`SELECT occasion, outcome, at FROM barred_query`,
} as const;

export const ownDataRoute = (core: Core) =>
  newModule().openapi(route, async (c) => {
    const { accountId } = c.var.actor;
    const { db, ids, clock } = core;
    const [person, account, ...rows] = await Promise.all([
      findPerson(core, db, accountId),
      declaredAccount(core, db, accountId),
      ...Object.values(ROWS).map((select) => db.execute(sql`SELECT * FROM (${select} WHERE account_id = ${accountId}) AS own`)),
    ]);
    await core.inTransaction((tx) =>
      addAudit(tx, ids, clock.now(), {
        actor: actorKey(c.var.actor),
        action: 'player.data-exported',
        subject: wireId('account', accountId),
      }),
    );
    const kept = Object.fromEntries(Object.keys(ROWS).map((name, i) => [name, [...(rows[i] ?? [])]]));
    return c.json(
      anyJson.parse(toJson({ account: wireId('account', accountId), person, bankAccount: account && { ...account }, ...kept })),
      200,
    );
  });
