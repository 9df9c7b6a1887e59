/** GET /v1/me: who is signed in, what they may do and, for a player, the money at hand. */
import { createRoute, z } from '@hono/zod-openapi';
import { authUser, balance } from '@valira/db/schema';
import { eq } from 'drizzle-orm';
import { requirePerson, STAFF_ROLES } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, problems } from '../../platform/http/answer.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { centsOut, idOut } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { LANGUAGES } from '../../platform/language.ts';
import { CODES } from '../ledger/index.ts';
import { playerStanding } from './player.store.ts';
import { standingOut, standingView } from './wire.ts';

const meView = z
  .object({
    kind: z.enum(['player', 'staff', 'inspector', 'second-holder']),
    name: z.string(),
    email: z.string(),
    roles: z.array(z.enum(STAFF_ROLES)),
    language: z.enum(LANGUAGES),
    standing: standingView.nullable(),
    account: z.object({ id: idOut('account'), availableCents: centsOut, heldCents: centsOut }).nullable(),
  })
  .openapi('Me');

const route = createRoute({
  method: 'get',
  path: '/me',
  tags: ['players'],
  summary: 'Who is signed in',
  ...requirePerson,
  responses: { 200: json(meView, 'The person of this session'), ...problems },
});

export const meRoute = ({ db, clock }: Pick<Core, 'db' | 'clock'>) =>
  newModule().openapi(route, async (c) => {
    const { actor } = c.var;
    const accountId = actor.kind === 'player' ? actor.accountId : null;
    const [[user], balances, standing] = await Promise.all([
      db.select({ email: authUser.email, language: authUser.language }).from(authUser).where(eq(authUser.id, actor.userId)),
      accountId ? db.select().from(balance).where(eq(balance.accountId, accountId)) : [],
      accountId ? playerStanding(db, accountId, clock.now()) : null,
    ]);
    if (!user) throw new Error(`user ${actor.userId} of a session is gone`);
    const amountOf = (code: number): string => String(balances.find((row) => row.code === code)?.amountCents ?? 0n);
    return c.json(
      {
        kind: actor.kind,
        name: actor.name,
        email: user.email,
        roles: actor.kind === 'staff' ? [...actor.roles] : [],
        language: user.language,
        standing: standing && standingOut(standing),
        account: accountId
          ? {
              id: wireId('account', accountId),
              availableCents: amountOf(CODES['player-cash']),
              heldCents: amountOf(CODES['player-held']),
            }
          : null,
      },
      200,
    );
  });
