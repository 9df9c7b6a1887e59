/**
 * Signing in and out. Two limits guard passwords: tries from one address, and tries on one e-mail address from anywhere. Whether an
 * address is known is not told: a wrong password and an unknown address answer alike, after the same work.
 */
import { createRoute, z } from '@hono/zod-openapi';
import { refuse } from '@valira/outcome';
import { hex, sha256 } from '../hash.ts';
import { json, jsonBody, problems, refused } from '../http/answer.ts';
import { clientAddress } from '../http/client-address.ts';
import { limited } from '../http/limited.ts';
import { newModule } from '../http/new-module.ts';
import { requireNobody } from './guards.ts';
import { type Auth, PASSWORD_LENGTH } from './open-auth.ts';

const signedIn = z.object({ signedIn: z.literal(true) });
const signedOut = z.object({ signedIn: z.literal(false) });

const signIn = createRoute({
  method: 'post',
  path: '/auth/sign-in/email',
  tags: ['sign-in'],
  summary: 'Sign in; sets the session cookie, which lasts 12 hours',
  ...requireNobody,
  request: { body: jsonBody(z.strictObject({ email: z.email().max(254), password: z.string().min(1).max(PASSWORD_LENGTH.max) })) },
  responses: { 200: json(signedIn, 'Signed in'), ...problems },
});

const signOut = createRoute({
  method: 'post',
  path: '/auth/sign-out',
  tags: ['sign-in'],
  summary: 'End the session',
  ...requireNobody,
  responses: { 200: json(signedOut, 'Signed out, or never signed in'), ...problems },
});

export const authRoutes = ({ auth }: { readonly auth: Auth }) =>
  newModule()
    .openapi(signIn, async (c) => {
      const { email, password } = c.req.valid('json');
      const { limits, proxyHops } = c.var.spine;
      const mailKey = hex(sha256(Buffer.from(email.toLowerCase())));
      const tooMany = (await limited(c, 'sign-in-address', clientAddress(c, proxyHops))) ?? (await limited(c, 'sign-in-email', mailKey));
      if (tooMany) return tooMany;
      const answer = await auth.signIn(email, password);
      if (!answer) return refused(c, refuse('wrong_credentials'));
      await limits.clear('sign-in-email', mailKey);
      for (const cookie of answer.cookies) c.header('set-cookie', cookie, { append: true });
      return c.json({ signedIn: true } as const, 200);
    })
    .openapi(signOut, async (c) => {
      await c.var.spine.actors.persons.end(c.req.header('cookie'));
      for (const header of await auth.clearingCookies()) c.header('set-cookie', header, { append: true });
      return c.json({ signedIn: false } as const, 200);
    });
