/** Documents: shown by the player, looked at and decided by the desk. Each look at a document is in the audit chain. */
import { createRoute, z } from '@hono/zod-openapi';
import { identityCheck, identityDocument } from '@valira/db/schema';
import { ok, refuse } from '@valira/outcome';
import { asc, desc, eq } from 'drizzle-orm';
import { actorKey, requirePlayer, requireStaff } from '../../../platform/auth/index.ts';
import type { Core } from '../../../platform/core.ts';
import { hex, sha256 } from '../../../platform/hash.ts';
import { json, jsonBody, problems, refused } from '../../../platform/http/answer.ts';
import { coreWithin } from '../../../platform/http/core-within.ts';
import { idempotencyKey, idempotent } from '../../../platform/http/idempotent.ts';
import { newModule } from '../../../platform/http/new-module.ts';
import { idIn, idOut, instantOut, lineOfText } from '../../../platform/http/wire.ts';
import { uuidBytes, wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { findPerson } from '../person.ts';
import { playerStanding } from '../player.store.ts';
import { standingOut, standingView } from '../wire.ts';
import { askVerification } from './ask-verification.ts';
import { decideVerification, REJECTIONS } from './decide-verification.ts';
import { MEDIA_TYPES } from './document-type.ts';

const SIDES = ['front', 'back', 'face'] as const;
const REASONS = ['matches', ...REJECTIONS] as const;

const ask = createRoute({
  method: 'post',
  path: '/identity-checks',
  tags: ['players'],
  summary: 'Show a document: JPEG, PNG or PDF of 3 MB at most each, kept encrypted',
  ...requirePlayer,
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.strictObject({
        documents: z
          .array(
            z.strictObject({
              side: z.enum(SIDES),
              content: z.base64().min(4),
            }),
          )
          .min(1)
          .max(3)
          .refine((documents) => new Set(documents.map(({ side }) => side)).size === documents.length),
      }),
    ),
  },
  responses: { 201: json(z.object({ id: idOut('identityCheck') }), 'It waits for the desk'), ...problems },
});

const own = createRoute({
  method: 'get',
  path: '/identity-checks',
  tags: ['players'],
  summary: 'What the player has shown, and what came of it',
  ...requirePlayer,
  responses: {
    200: json(
      z.object({
        checks: z.array(
          z.object({
            id: idOut('identityCheck'),
            state: z.enum(['open', 'accepted', 'rejected']),
            reason: z.enum(REASONS).nullable(),
            askedAt: instantOut,
            decidedAt: instantOut.nullable(),
          }),
        ),
      }),
      'The latest first',
    ),
    ...problems,
  },
});

const queue = createRoute({
  method: 'get',
  path: '/console/identity-checks',
  tags: ['players'],
  summary: 'Documents that wait for the desk, the oldest first',
  ...requireStaff('player-desk'),
  responses: {
    200: json(
      z.object({ checks: z.array(z.object({ id: idOut('identityCheck'), accountId: idOut('account'), askedAt: instantOut })) }),
      'At most 100',
    ),
    ...problems,
  },
});

const checkParam = z.object({ id: idIn('identityCheck') });

const look = createRoute({
  method: 'get',
  path: '/console/identity-checks/{id}',
  tags: ['players'],
  summary: 'What the player has said and shown; each look is recorded',
  ...requireStaff('player-desk'),
  request: { params: checkParam },
  responses: {
    200: json(
      z
        .object({
          id: idOut('identityCheck'),
          accountId: idOut('account'),
          standing: standingView,
          person: z
            .object({
              givenNames: z.string(),
              surnames: z.string(),
              birthDate: z.string(),
              nationality: z.string(),
              documentKind: z.string(),
              documentNumber: z.string(),
            })
            .nullable(),
          documents: z.array(z.object({ side: z.enum(SIDES), mediaType: z.enum(MEDIA_TYPES), content: z.string() })),
        })
        .openapi('IdentityCheck'),
      'Documents in base64',
    ),
    ...problems,
  },
});

const decide = createRoute({
  method: 'post',
  path: '/console/identity-checks/{id}/decision',
  tags: ['players'],
  summary: 'Accept or reject what the player has shown, with a reason',
  ...requireStaff('player-desk'),
  request: {
    headers: idempotencyKey,
    params: checkParam,
    body: jsonBody(
      z.discriminatedUnion('outcome', [
        z.strictObject({ outcome: z.literal('accepted'), note: lineOfText(500).optional() }),
        z.strictObject({ outcome: z.literal('rejected'), reason: z.enum(REJECTIONS), note: lineOfText(500).optional() }),
      ]),
    ),
  },
  responses: { 200: json(z.object({ done: z.literal(true) }), 'The player is told'), ...problems },
});

export const identityRoutes = (core: Core) =>
  newModule()
    .openapi(ask, (c) => {
      const { accountId } = c.var.actor;
      const { documents } = c.req.valid('json');
      const pictures = documents.map(({ side, content }) => ({ side, bytes: Buffer.from(content, 'base64') }));
      const input = pictures.map(({ side, bytes }) => ({ side, hash: hex(sha256(bytes)) }));
      return idempotent(
        c,
        'ask-verification',
        input,
        async (tx) => {
          const asked = await askVerification(coreWithin(core, tx), tx, accountId, pictures, actorKey(c.var.actor));
          return asked.ok ? ok({ id: wireId('identityCheck', asked.value.id) }) : asked;
        },
        { status: 201 },
      );
    })
    .openapi(own, async (c) => {
      const rows = await core.db
        .select()
        .from(identityCheck)
        .where(eq(identityCheck.accountId, c.var.actor.accountId))
        .orderBy(desc(identityCheck.askedAt))
        .limit(50);
      return c.json(
        {
          checks: rows.map(({ id, state, reason, askedAt, decidedAt }) => ({
            id: wireId('identityCheck', id),
            state,
            reason,
            askedAt: askedAt.toISOString(),
            decidedAt: decidedAt?.toISOString() ?? null,
          })),
        },
        200,
      );
    })
    .openapi(queue, async (c) => {
      const rows = await core.db
        .select()
        .from(identityCheck)
        .where(eq(identityCheck.state, 'open'))
        .orderBy(asc(identityCheck.askedAt))
        .limit(100);
      return c.json(
        {
          checks: rows.map(({ id, accountId, askedAt }) => ({
            id: wireId('identityCheck', id),
            accountId: wireId('account', accountId),
            askedAt: askedAt.toISOString(),
          })),
        },
        200,
      );
    })
    .openapi(look, async (c) => {
      const { id } = c.req.valid('param');
      const [check] = await core.db.select().from(identityCheck).where(eq(identityCheck.id, id));
      if (!check) return refused(c, refuse('not_found'));
      const at = core.clock.now();
      const [standing, person, documents] = await Promise.all([
        playerStanding(core.db, check.accountId, at),
        findPerson(core, core.db, check.accountId),
        core.db.select().from(identityDocument).where(eq(identityDocument.checkId, id)),
      ]);
      if (!standing) throw new Error(`account ${check.accountId} is no player's`);
      await core.inTransaction((tx) =>
        addAudit(tx, core.ids, at, { actor: actorKey(c.var.actor), action: 'identity.read', subject: wireId('identityCheck', id) }),
      );
      return c.json(
        {
          id: wireId('identityCheck', id),
          accountId: wireId('account', check.accountId),
          standing: standingOut(standing),
          person: person && {
            givenNames: person.givenNames,
            surnames: person.surnames,
            birthDate: person.birthDate,
            nationality: person.nationality,
            documentKind: person.documentKind,
            documentNumber: person.documentNumber,
          },
          documents: documents.flatMap(({ id: documentId, side, mediaType, keyId, box }) =>
            keyId && box
              ? [{ side, mediaType, content: Buffer.from(core.keys.decrypt(keyId, box, uuidBytes(documentId))).toString('base64') }]
              : [],
          ),
        },
        200,
      );
    })
    .openapi(decide, (c) => {
      const { id } = c.req.valid('param');
      const decision = c.req.valid('json');
      return idempotent(c, 'decide-verification', { id, ...decision }, async (tx) => {
        const note = decision.note ?? null;
        const done = await decideVerification(coreWithin(core, tx), tx, id, { ...decision, note }, actorKey(c.var.actor));
        return done.ok ? ok({ done: true as const }) : done;
      });
    });
