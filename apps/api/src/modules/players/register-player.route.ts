/** POST /v1/players: anyone of 18 or over opens an account, provisional until the identity is proven. */
import { createRoute, z } from '@hono/zod-openapi';
import { ok } from '@valira/outcome';
import { challengeHeader } from '../../platform/auth/auth-routes.ts';
import { CHALLENGE_HEADER, type Challenges } from '../../platform/auth/challenges.ts';
import { requireNobody } from '../../platform/auth/index.ts';
import { PASSWORD_LENGTH } from '../../platform/auth/open-auth.ts';
import { hashPassword } from '../../platform/auth/password-hash.ts';
import type { Core } from '../../platform/core.ts';
import { hex } from '../../platform/hash.ts';
import { json, jsonBody, problems, refused } from '../../platform/http/answer.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { limited } from '../../platform/http/limited.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { idOut, lineOfText } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { canonicalText } from '../../platform/json.ts';
import { LANGUAGES } from '../../platform/language.ts';
import { registerPlayer } from './register-player.ts';
import { mobileIn, personBody } from './wire.ts';

const route = createRoute({
  method: 'post',
  path: '/players',
  tags: ['players'],
  summary: 'Open a player’s account: identity, a way to be reached, and the one bank account that money returns to',
  ...requireNobody,
  request: {
    headers: idempotencyKey.extend(challengeHeader.shape),
    body: jsonBody(
      z.strictObject({
        ...personBody,
        email: z.email().max(254).optional().openapi({ description: 'Or a mobile number; the player signs in with what is given here' }),
        mobile: mobileIn.optional(),
        password: z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max),
        iban: lineOfText(42),
        language: z.enum(LANGUAGES),
      }),
    ),
  },
  responses: { 201: json(z.object({ accountId: idOut('account') }), 'The account is open; sign in to use it'), ...problems },
});

export const registerPlayerRoute = (core: Core & { readonly challenges: Challenges }) =>
  newModule().openapi(route, async (c) => {
    const tooMany = await limited(c, 'register', clientAddress(c, c.var.spine.proxyHops));
    if (tooMany) return tooMany;
    const taken = await core.challenges.take(c.req.header(CHALLENGE_HEADER));
    if (!taken.ok) return refused(c, taken);
    const { password, language, iban, email, mobile, document, ...rest } = c.req.valid('json');
    const passwordHash = await hashPassword(password);
    const person = { ...rest, documentKind: document.kind, documentNumber: document.number, mobile: mobile ?? null };
    // Part of what must be the same when the key comes again, but not to be guessed from the stored hash.
    const typed = canonicalText({ ...person, email: email ?? null, iban, password });
    const keyed = hex(core.keys.mac('personal-index', Buffer.from(`registration/${typed}`)));
    return idempotent(
      c,
      'register-player',
      { keyed, language },
      async (tx) => {
        const registered = await registerPlayer(core, tx, { email: email ?? null, passwordHash, language, person, iban });
        return registered.ok ? ok({ accountId: wireId('account', registered.value.accountId) }) : registered;
      },
      { status: 201 },
    );
  });
