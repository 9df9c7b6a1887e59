/** A player's own messages, which channels advertising may use, and where SMS and push go. */
import { createRoute, z } from '@hono/zod-openapi';
import { authUser, message, messageConsent, messageContact } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { and, desc, eq, lt } from 'drizzle-orm';
import { actorKey, requirePlayer } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { hex } from '../../platform/hash.ts';
import { json, jsonBody, problems } from '../../platform/http/answer.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { idOut, instantOut, lineOfText, pageQuery } from '../../platform/http/wire.ts';
import { uuidBytes, wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { CHANNELS, type FactsOf, type Kind } from './kinds.ts';
import { renderMessage } from './render-message.ts';

const list = createRoute({
  method: 'get',
  path: '/messages',
  tags: ['messages'],
  summary: 'My messages, the latest first, in my language',
  ...requirePlayer,
  request: { query: pageQuery('message') },
  responses: {
    200: json(
      z.object({
        messages: z.array(z.object({ id: idOut('message'), kind: z.string(), at: instantOut, subject: z.string(), text: z.string() })),
        next: z.string().nullable(),
      }),
      'A page',
    ),
    ...problems,
  },
});

const preferences = z.object({ advertising: z.record(z.enum(CHANNELS), z.boolean()) });

const show = createRoute({
  method: 'get',
  path: '/messages/preferences',
  tags: ['messages'],
  summary: 'Which channels advertising may use',
  ...requirePlayer,
  responses: { 200: json(preferences, 'None until asked for'), ...problems },
});

const change = createRoute({
  method: 'put',
  path: '/messages/preferences',
  tags: ['messages'],
  summary: 'Allow or refuse advertising by a channel',
  ...requirePlayer,
  request: {
    headers: idempotencyKey,
    body: jsonBody(z.strictObject({ channel: z.enum(CHANNELS), advertising: z.boolean() })),
  },
  responses: { 200: json(z.object({ channel: z.enum(CHANNELS), advertising: z.boolean() }), 'It holds from now on'), ...problems },
});

const contact = createRoute({
  method: 'put',
  path: '/messages/contacts',
  tags: ['messages'],
  summary: 'Where my SMS or push messages go',
  ...requirePlayer,
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.discriminatedUnion('channel', [
        z.strictObject({ channel: z.literal('sms'), address: z.string().regex(/^\+[1-9]\d{5,14}$/) }),
        z.strictObject({ channel: z.literal('push'), address: lineOfText(500) }),
      ]),
    ),
  },
  responses: { 200: json(z.object({ channel: z.enum(['sms', 'push']) }), 'Kept'), ...problems },
});

export const messageRoutes = (core: Core) =>
  newModule()
    .openapi(list, async (c) => {
      const { limit, before } = c.req.valid('query');
      const { accountId, userId } = c.var.actor;
      const [user] = await core.db.select({ language: authUser.language }).from(authUser).where(eq(authUser.id, userId));
      const rows = await core.db
        .select()
        .from(message)
        .where(
          and(
            eq(message.accountId, accountId),
            eq(message.channel, 'app'),
            eq(message.state, 'sent'),
            before ? lt(message.id, before) : undefined,
          ),
        )
        .orderBy(desc(message.id))
        .limit(limit);
      const last = rows.at(-1);
      return c.json(
        {
          messages: rows.map(({ id, kind, facts, createdAt }) => {
            const { subject, text } = renderMessage(kind as Kind, user?.language ?? 'ca', facts as FactsOf[Kind]);
            return { id: wireId('message', id), kind, at: createdAt.toISOString(), subject, text };
          }),
          next: rows.length === limit && last ? wireId('message', last.id) : null,
        },
        200,
      );
    })
    .openapi(show, async (c) => {
      const rows = await core.db.select().from(messageConsent).where(eq(messageConsent.accountId, c.var.actor.accountId));
      const allowed = (channel: string) => rows.some((row) => row.channel === channel && row.advertising);
      return c.json({ advertising: { app: allowed('app'), mail: allowed('mail'), sms: allowed('sms'), push: allowed('push') } }, 200);
    })
    .openapi(change, async (c) => {
      const { channel, advertising } = c.req.valid('json');
      const { accountId } = c.var.actor;
      return idempotent(c, 'change-message-preference', { channel, advertising }, async (tx) => {
        const at = core.clock.now();
        await tx
          .insert(messageConsent)
          .values({ accountId, channel, advertising, at })
          .onConflictDoUpdate({ target: [messageConsent.accountId, messageConsent.channel], set: { advertising, at } });
        await addAudit(tx, core.ids, at, {
          actor: actorKey(c.var.actor),
          action: 'message-preference.changed',
          subject: accountId,
          after: { channel, advertising },
        });
        return ok({ channel, advertising });
      });
    })
    .openapi(contact, async (c) => {
      const { channel, address } = c.req.valid('json');
      const { accountId } = c.var.actor;
      const mark = hex(core.keys.mac('personal-index', Buffer.from(`contact/${channel}/${address}`)));
      return idempotent(c, 'set-message-contact', { channel, mark }, async (tx) => {
        const at = core.clock.now();
        const { keyId, box } = core.keys.encrypt('personal-data', Buffer.from(address), uuidBytes(accountId));
        await tx
          .insert(messageContact)
          .values({ accountId, channel, keyId, box, at })
          .onConflictDoUpdate({ target: [messageContact.accountId, messageContact.channel], set: { keyId, box, at } });
        await addAudit(tx, core.ids, at, {
          actor: actorKey(c.var.actor),
          action: 'message-contact.set',
          subject: accountId,
          after: { channel },
        });
        return ok({ channel });
      });
    });
