/** POST /v1/players: anyone of 18 or over opens an account. */
import { createRoute, z } from '@hono/zod-openapi';
import { ok } from '@valira/outcome';
import { requireNobody } from '../../platform/auth/index.ts';
import { PASSWORD_LENGTH } from '../../platform/auth/open-auth.ts';
import { hashPassword } from '../../platform/auth/password-hash.ts';
import type { Core } from '../../platform/core.ts';
import { hex } from '../../platform/hash.ts';
import { json, jsonBody, problems } from '../../platform/http/answer.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { limited } from '../../platform/http/limited.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { birthDateIn, idOut, lineOfText } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { LANGUAGES } from '../../platform/language.ts';
import { registerPlayer } from './register-player.ts';

const route = createRoute({
  method: 'post',
  path: '/players',
  tags: ['players'],
  summary: 'Open a player’s account',
  ...requireNobody,
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.strictObject({
        email: z.email().max(254),
        password: z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max),
        name: lineOfText(120),
        birthDate: birthDateIn,
        language: z.enum(LANGUAGES),
      }),
    ),
  },
  responses: { 201: json(z.object({ accountId: idOut('account') }), 'The account is open; sign in to use it'), ...problems },
});

export const registerPlayerRoute = (core: Core) =>
  newModule().openapi(route, async (c) => {
    const tooMany = await limited(c, 'register', clientAddress(c, c.var.spine.proxyHops));
    if (tooMany) return tooMany;
    const { password, ...registration } = c.req.valid('json');
    const passwordHash = await hashPassword(password);
    // Part of what must be the same when the key comes again, but not to be guessed from the stored hash.
    const keyedPassword = hex(core.keys.mac('session', Buffer.from(`password/${password}`)));
    return idempotent(
      c,
      'register-player',
      { ...registration, keyedPassword },
      async (tx) => {
        const registered = await registerPlayer(core, tx, { ...registration, passwordHash });
        return registered.ok ? ok({ accountId: wireId('account', registered.value.accountId) }) : registered;
      },
      { status: 201 },
    );
  });
