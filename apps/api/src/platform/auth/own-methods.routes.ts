/** How somebody signs in, changed by themselves: second factor and passkeys. The password is asked again where a factor is added or taken away. */
import { createRoute, z } from '@hono/zod-openapi';
import { json, jsonBody, problems, refused } from '../http/answer.ts';
import { limited } from '../http/limited.ts';
import { newModule } from '../http/new-module.ts';
import { anyJson, instantOut, lineOfText } from '../http/wire.ts';
import { actorKey } from './actor.ts';
import { requirePerson } from './guards.ts';
import { type Auth, PASSWORD_LENGTH } from './open-auth.ts';

const password = z.strictObject({ password: z.string().min(1).max(PASSWORD_LENGTH.max) });
const done = z.object({ twoFactor: z.boolean() });

const methods = createRoute({
  method: 'get',
  path: '/auth/methods',
  tags: ['sign-in'],
  summary: 'Second factor and passkeys of who asks',
  ...requirePerson,
  responses: {
    200: json(
      z
        .object({
          twoFactor: z.boolean(),
          passkeys: z.array(z.object({ id: z.string(), name: z.string().nullable(), createdAt: instantOut.nullable() })),
        })
        .openapi('SignInMethods'),
      'Beside the password',
    ),
    ...problems,
  },
});

const begin = createRoute({
  method: 'post',
  path: '/auth/two-factor',
  tags: ['sign-in'],
  summary: 'Begin with a second factor; it holds once a code of it was shown',
  ...requirePerson,
  request: { body: jsonBody(password) },
  responses: {
    200: json(z.object({ uri: z.string(), backupCodes: z.array(z.string()) }), 'otpauth address for the app, and codes to keep on paper'),
    ...problems,
  },
});

const confirm = createRoute({
  method: 'post',
  path: '/auth/two-factor/confirm',
  tags: ['sign-in'],
  summary: 'Show a code of the new second factor: from now on it is asked for',
  ...requirePerson,
  request: { body: jsonBody(z.strictObject({ code: z.string().regex(/^\d{6}$/) })) },
  responses: { 200: json(done, 'It is asked for from now on'), ...problems },
});

const end = createRoute({
  method: 'post',
  path: '/auth/two-factor/end',
  tags: ['sign-in'],
  summary: 'Do without the second factor',
  ...requirePerson,
  request: { body: jsonBody(password) },
  responses: { 200: json(done, 'It is asked for no more'), ...problems },
});

const newOptions = createRoute({
  method: 'post',
  path: '/auth/passkeys/options',
  tags: ['sign-in'],
  summary: 'What a new passkey is made from (PublicKeyCredentialCreationOptions as JSON)',
  ...requirePerson,
  responses: { 200: json(anyJson, 'For navigator.credentials.create'), ...problems },
});

const add = createRoute({
  method: 'post',
  path: '/auth/passkeys',
  tags: ['sign-in'],
  summary: 'Keep a new passkey',
  ...requirePerson,
  request: { body: jsonBody(z.strictObject({ response: z.record(z.string(), anyJson), name: lineOfText(80) })) },
  responses: { 201: json(z.object({ id: z.string() }), 'It opens the account from now on'), ...problems },
});

const remove = createRoute({
  method: 'delete',
  path: '/auth/passkeys/{id}',
  tags: ['sign-in'],
  summary: 'Forget a passkey',
  ...requirePerson,
  request: { params: z.object({ id: z.string().min(1).max(64) }) },
  responses: { 200: json(z.object({ removed: z.literal(true) }), 'It opens nothing any more'), ...problems },
});

export const ownMethodRoutes = ({ auth: { own } }: { readonly auth: Auth }) =>
  newModule()
    .openapi(methods, async (c) => {
      const { twoFactor, passkeys } = await own.methods(c.req.header('cookie') ?? '', c.var.actor.userId);
      const rows = passkeys.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt?.toISOString() ?? null }));
      return c.json({ twoFactor, passkeys: rows }, 200);
    })
    .openapi(begin, async (c) => {
      const tooMany = await limited(c, 'sign-in-email', actorKey(c.var.actor));
      if (tooMany) return tooMany;
      const answer = await own.beginTwoFactor(c.req.header('cookie') ?? '', c.req.valid('json').password);
      return answer.ok ? c.json({ uri: answer.value.uri, backupCodes: [...answer.value.backupCodes] }, 200) : refused(c, answer);
    })
    .openapi(confirm, async (c) => {
      const tooMany = await limited(c, 'sign-in-email', actorKey(c.var.actor));
      if (tooMany) return tooMany;
      const answer = await own.confirmTwoFactor(c.req.header('cookie') ?? '', c.req.valid('json').code);
      if (!answer.ok) return refused(c, answer);
      for (const cookie of answer.value.cookies) c.header('set-cookie', cookie, { append: true });
      return c.json({ twoFactor: true }, 200);
    })
    .openapi(end, async (c) => {
      const tooMany = await limited(c, 'sign-in-email', actorKey(c.var.actor));
      if (tooMany) return tooMany;
      const answer = await own.endTwoFactor(c.req.header('cookie') ?? '', c.req.valid('json').password);
      if (!answer.ok) return refused(c, answer);
      for (const cookie of answer.value.cookies) c.header('set-cookie', cookie, { append: true });
      return c.json({ twoFactor: false }, 200);
    })
    .openapi(newOptions, async (c) => {
      const { cookies, options } = await own.newPasskeyOptions(c.req.header('cookie') ?? '');
      for (const cookie of cookies) c.header('set-cookie', cookie, { append: true });
      return c.json(anyJson.parse(options), 200);
    })
    .openapi(add, async (c) => {
      const { response, name } = c.req.valid('json');
      const answer = await own.addPasskey(c.req.header('cookie') ?? '', response, name);
      return answer.ok ? c.json(answer.value, 201) : refused(c, answer);
    })
    .openapi(remove, async (c) => {
      const answer = await own.removePasskey(c.req.header('cookie') ?? '', c.req.valid('param').id);
      return answer.ok ? c.json({ removed: true } as const, 200) : refused(c, answer);
    });
