/** A player’s own limits, reminder, pause and exclusion. */
import { createRoute, z } from '@hono/zod-openapi';
import { playReminder } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import { requirePlayer } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, jsonBody, problems } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { centsIn, centsOut, idIn, idOut, instantOut } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { changePlayer, playerStanding, standingOut, standingView } from '../players/index.ts';
import { changeLimit, confirmRaise, type LimitChanged, withdrawRaise } from './change-limit.ts';
import { LIMIT_KINDS, LIMIT_PERIODS } from './limit-change.ts';
import { usedLimits, visitOf, waitingRaises } from './own-limits.ts';

const name = { kind: z.enum(LIMIT_KINDS), period: z.enum(LIMIT_PERIODS) };

const look = createRoute({
  method: 'get',
  path: '/play-limits',
  tags: ['play limits'],
  summary: 'The player’s limits with what is used of them, raises that wait, this visit, and whether they may play',
  ...requirePlayer,
  responses: {
    200: json(
      z
        .object({
          standing: standingView,
          limits: z.array(z.object({ ...name, limitCents: centsOut.nullable(), usedCents: centsOut, from: instantOut, until: instantOut })),
          waiting: z.array(
            z.object({ id: idOut('limitRequest'), ...name, amountCents: centsOut.nullable(), askedAt: instantOut, readyAt: instantOut }),
          ),
          visit: z.object({
            startedAt: instantOut.nullable(),
            stakedCents: centsOut,
            returnedCents: centsOut,
            remindAfterMinutes: z.number().int().nullable(),
          }),
        })
        .openapi('PlayLimits'),
      'Periods are days, weeks from Monday and months of Andorra',
    ),
    ...problems,
  },
});

const changedView = z.object({
  /** Null when it holds already. */
  waits: z.object({ id: idOut('limitRequest'), readyAt: instantOut }).nullable(),
});

const change = createRoute({
  method: 'post',
  path: '/play-limits',
  tags: ['play limits'],
  summary: 'Set a limit: lower holds at once; higher, or none, waits 24 hours and is then confirmed',
  ...requirePlayer,
  request: {
    headers: idempotencyKey,
    body: jsonBody(z.strictObject({ ...name, amountCents: centsIn.refine((amount) => amount <= 100_000_000n).nullable() })),
  },
  responses: { 200: json(changedView, 'Holds, or waits'), ...problems },
});

const requestParam = z.object({ id: idIn('limitRequest') });

const confirm = createRoute({
  method: 'post',
  path: '/play-limits/requests/{id}/confirm',
  tags: ['play limits'],
  summary: 'Say yes a second time to a raise that has waited 24 hours',
  ...requirePlayer,
  request: { headers: idempotencyKey, params: requestParam },
  responses: { 200: json(changedView, 'It holds'), ...problems },
});

const withdraw = createRoute({
  method: 'post',
  path: '/play-limits/requests/{id}/withdraw',
  tags: ['play limits'],
  summary: 'Take back a raise that waits',
  ...requirePlayer,
  request: { headers: idempotencyKey, params: requestParam },
  responses: { 200: json(z.object({ done: z.literal(true) }), 'What held goes on'), ...problems },
});

const reminder = createRoute({
  method: 'post',
  path: '/play-limits/reminder',
  tags: ['play limits'],
  summary: 'After how many minutes of a visit to be reminded; null: not at all',
  ...requirePlayer,
  request: { headers: idempotencyKey, body: jsonBody(z.strictObject({ minutes: z.number().int().min(5).max(240).nullable() })) },
  responses: { 200: json(z.object({ done: z.literal(true) }), 'From now on'), ...problems },
});

const pause = createRoute({
  method: 'post',
  path: '/play-limits/pause',
  tags: ['play limits'],
  summary: 'Do not play for 24 hours to six weeks; at once, and not to be shortened',
  ...requirePlayer,
  request: { headers: idempotencyKey, body: jsonBody(z.strictObject({ hours: z.number().int().min(1).max(2000) })) },
  responses: { 200: json(standingView, 'Paused'), ...problems },
});

const exclusion = createRoute({
  method: 'post',
  path: '/play-limits/exclusion',
  tags: ['play limits'],
  summary: 'Exclude oneself for a number of years, or for good; at once, and not to be shortened. The balance stays to be withdrawn',
  ...requirePlayer,
  request: { headers: idempotencyKey, body: jsonBody(z.strictObject({ years: z.number().int().min(1).max(50).nullable() })) },
  responses: { 200: json(standingView, 'Excluded'), ...problems },
});

const back = createRoute({
  method: 'post',
  path: '/play-limits/return',
  tags: ['play limits'],
  summary: 'Come back after an exclusion has run out; of one for good, after a year',
  ...requirePlayer,
  request: { headers: idempotencyKey },
  responses: { 200: json(standingView, 'May play again, if nothing else stands against it'), ...problems },
});

const changed = ({ requestId, readyAt }: LimitChanged) => ({
  waits: requestId && readyAt ? { id: wireId('limitRequest', requestId), readyAt: readyAt.toISOString() } : null,
});
const OWN_WISH = 'own request';

export const playLimitRoutes = (core: Core) =>
  newModule()
    .openapi(look, async (c) => {
      const { accountId } = c.var.actor;
      const { db, clock } = core;
      const now = clock.now();
      const [standing, limits, waiting, visit] = await Promise.all([
        playerStanding(db, accountId, now),
        usedLimits(db, accountId, now),
        waitingRaises(db, accountId),
        visitOf(db, accountId),
      ]);
      if (!standing) throw new Error(`account ${accountId} is no player's`);
      return c.json(
        {
          standing: standingOut(standing),
          limits: limits.map(({ kind, period, limitCents, usedCents, from, until }) => ({
            kind,
            period,
            limitCents: limitCents === null ? null : String(limitCents),
            usedCents: String(usedCents),
            from: from.toISOString(),
            until: until.toISOString(),
          })),
          waiting: waiting.map(({ id, kind, period, amountCents, askedAt, readyAt }) => ({
            id: wireId('limitRequest', id),
            kind,
            period,
            amountCents: amountCents === null ? null : String(amountCents),
            askedAt: askedAt.toISOString(),
            readyAt: readyAt.toISOString(),
          })),
          visit: {
            startedAt: visit.startedAt?.toISOString() ?? null,
            stakedCents: String(visit.stakedCents),
            returnedCents: String(visit.returnedCents),
            remindAfterMinutes: visit.remindAfterMinutes,
          },
        },
        200,
      );
    })
    .openapi(change, (c) => {
      const { accountId, userId } = c.var.actor;
      const wish = c.req.valid('json');
      return idempotent(
        c,
        'change-limit',
        { ...wish, amountCents: wish.amountCents === null ? null : String(wish.amountCents) },
        async (tx) => {
          const done = await changeLimit(coreWithin(core, tx), tx, accountId, { ...wish, actor: `player:${userId}` });
          return done.ok ? ok(changed(done.value)) : done;
        },
      );
    })
    .openapi(confirm, (c) => {
      const { accountId, userId } = c.var.actor;
      const { id } = c.req.valid('param');
      return idempotent(c, 'confirm-raise', { id }, async (tx) => {
        const done = await confirmRaise(coreWithin(core, tx), tx, accountId, id, `player:${userId}`);
        return done.ok ? ok(changed(done.value)) : done;
      });
    })
    .openapi(withdraw, (c) => {
      const { accountId } = c.var.actor;
      const { id } = c.req.valid('param');
      return idempotent(c, 'withdraw-raise', { id }, async (tx) => {
        const done = await withdrawRaise(core, tx, accountId, id);
        return done.ok ? ok({ done: true as const }) : done;
      });
    })
    .openapi(reminder, (c) => {
      const { accountId } = c.var.actor;
      const { minutes } = c.req.valid('json');
      return idempotent(c, 'set-reminder', { minutes }, async (tx) => {
        const at = core.clock.now();
        if (minutes === null) await tx.delete(playReminder).where(eq(playReminder.accountId, accountId));
        else
          await tx
            .insert(playReminder)
            .values({ accountId, minutes, at })
            .onConflictDoUpdate({ target: playReminder.accountId, set: { minutes, at } });
        return ok({ done: true as const });
      });
    })
    .openapi(pause, (c) => {
      const { accountId, userId } = c.var.actor;
      const { hours } = c.req.valid('json');
      return idempotent(c, 'pause', { hours }, async (tx) => {
        const done = await changePlayer(core, tx, accountId, { kind: 'pause', hours }, { actor: `player:${userId}`, reason: OWN_WISH });
        return done.ok ? ok(standingOut(done.value)) : done;
      });
    })
    .openapi(exclusion, (c) => {
      const { accountId, userId } = c.var.actor;
      const { years } = c.req.valid('json');
      return idempotent(c, 'exclude-self', { years }, async (tx) => {
        const done = await changePlayer(core, tx, accountId, { kind: 'exclude', years }, { actor: `player:${userId}`, reason: OWN_WISH });
        return done.ok ? ok(standingOut(done.value)) : done;
      });
    })
    .openapi(back, (c) => {
      const { accountId, userId } = c.var.actor;
      return idempotent(c, 'return', {}, async (tx) => {
        const done = await changePlayer(core, tx, accountId, { kind: 'return' }, { actor: `player:${userId}`, reason: OWN_WISH });
        return done.ok ? ok(standingOut(done.value)) : done;
      });
    });
