/** Operator: the shops of distributors, their clerks' cards, and their credit by two people. */

import { createRoute, z } from '@hono/zod-openapi';
import { creditChange, shop } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { asc, eq } from 'drizzle-orm';
import { actorKey, requireStaff, requireStaffOrInspector } from '../../../platform/auth/index.ts';
import type { Core } from '../../../platform/core.ts';
import { json, jsonBody, problems } from '../../../platform/http/answer.ts';
import { idempotencyKey, idempotent } from '../../../platform/http/idempotent.ts';
import { newModule } from '../../../platform/http/new-module.ts';
import { centsIn, centsOut, idIn, idOut, instantIn, instantOut, lineOfText } from '../../../platform/http/wire.ts';
import { wireId } from '../../../platform/ids.ts';
import { addClerk } from '../add-clerk.ts';
import { addShop } from '../add-shop.ts';
import { PIN_PATTERN } from '../clerk-pin.ts';
import { decideCredit, proposeCredit } from './change-credit.ts';
import { clerkLeft, renewCard } from './clerk-card.ts';
import { changeShop, changeShopState, SHOP_STEPS } from './shop-state.ts';

const reason = lineOfText(300).refine((text) => text.length >= 3);

const openShop = createRoute({
  method: 'post',
  path: '/console/shops',
  tags: ['network'],
  summary: 'Open a shop of a distributor, without credit',
  ...requireStaff('admin'),
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.strictObject({
        distributorId: idIn('distributor'),
        name: lineOfText(120),
        address: lineOfText(200),
        opening: lineOfText(500),
        licenceNumber: lineOfText(60),
        commissionBps: z.int().min(0).max(2500),
        paysUpToCents: centsIn,
      }),
    ),
  },
  responses: { 201: json(z.object({ accountId: idOut('account') }), 'It has no credit yet: propose some'), ...problems },
});

const details = createRoute({
  method: 'post',
  path: '/console/shops/{id}/details',
  tags: ['network'],
  summary: 'Change name, address and opening times of a shop',
  ...requireStaff('admin'),
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('account') }),
    body: jsonBody(z.strictObject({ name: lineOfText(120), address: lineOfText(200), opening: lineOfText(500) })),
  },
  responses: { 200: json(z.object({ name: z.string(), address: z.string(), opening: z.string() }), 'Changed'), ...problems },
});

const step = createRoute({
  method: 'post',
  path: '/console/shops/{id}/state',
  tags: ['network'],
  summary: 'Suspend, reopen or close a shop',
  ...requireStaff('admin'),
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('account') }),
    body: jsonBody(z.strictObject({ step: z.enum(SHOP_STEPS), reason })),
  },
  responses: { 200: json(z.object({ state: z.enum(['active', 'suspended', 'closed']) }), 'As it is now'), ...problems },
});

const newClerk = createRoute({
  method: 'post',
  path: '/console/shops/{id}/clerks',
  tags: ['network'],
  summary: 'Add a clerk with a class I card and a PIN',
  ...requireStaff('admin'),
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('account') }),
    body: jsonBody(
      z.strictObject({ name: lineOfText(120), cardNumber: lineOfText(60), cardUntil: instantIn, pin: z.string().regex(PIN_PATTERN) }),
    ),
  },
  responses: { 201: json(z.object({ clerkId: idOut('clerk') }), 'Added'), ...problems },
});

const card = createRoute({
  method: 'post',
  path: '/console/clerks/{id}/card',
  tags: ['network'],
  summary: 'A clerk’s card was renewed',
  ...requireStaff('admin'),
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('clerk') }),
    body: jsonBody(z.strictObject({ cardUntil: instantIn })),
  },
  responses: { 200: json(z.object({ cardUntil: instantOut }), 'Renewed'), ...problems },
});

const left = createRoute({
  method: 'post',
  path: '/console/clerks/{id}/left',
  tags: ['network'],
  summary: 'A clerk has left: sells nothing from now on, and CRAJ is told within five days',
  ...requireStaff('admin'),
  request: { headers: idempotencyKey, params: z.object({ id: idIn('clerk') }) },
  responses: { 200: json(z.object({ leftAt: instantOut }), 'Left'), ...problems },
});

const credit = createRoute({
  method: 'post',
  path: '/console/shops/{id}/credit-changes',
  tags: ['network'],
  summary: 'Propose another credit for a shop',
  ...requireStaff('finance'),
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('account') }),
    body: jsonBody(z.strictObject({ creditCents: centsIn.refine((cents) => cents <= 100_000_000_000n), reason })),
  },
  responses: { 201: json(z.object({ creditChangeId: idOut('creditChange') }), 'A second person decides'), ...problems },
});

const creditDecision = createRoute({
  method: 'post',
  path: '/console/credit-changes/{id}/decision',
  tags: ['network'],
  summary: 'Decide a proposed credit; never one’s own',
  ...requireStaff('finance'),
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('creditChange') }),
    body: jsonBody(z.strictObject({ approve: z.boolean() })),
  },
  responses: { 200: json(z.object({ state: z.enum(['approved', 'rejected']) }), 'Decided'), ...problems },
});

const credits = createRoute({
  method: 'get',
  path: '/console/credit-changes',
  tags: ['network'],
  summary: 'Credits that wait for a second person, oldest first',
  ...requireStaffOrInspector('finance', 'admin'),
  responses: {
    200: json(
      z.object({
        creditChanges: z.array(
          z.object({
            id: idOut('creditChange'),
            shop: z.object({ accountId: idOut('account'), name: z.string() }),
            creditCents: centsOut,
            reason: z.string(),
            proposedBy: z.string(),
            proposedAt: instantOut,
          }),
        ),
      }),
      'Proposed',
    ),
    ...problems,
  },
});

export const distributorShopRoutes = (core: Core) =>
  newModule()
    .openapi(openShop, (c) => {
      const input = c.req.valid('json');
      return idempotent(
        c,
        'open-shop',
        input,
        async (tx) => {
          const added = await addShop(core, tx, actorKey(c.var.actor), { ...input, creditCents: 0n });
          return added.ok ? ok({ accountId: wireId('account', added.value) }) : added;
        },
        { status: 201 },
      );
    })
    .openapi(details, (c) => {
      const input = { shopId: c.req.valid('param').id, ...c.req.valid('json') };
      return idempotent(c, 'change-shop', input, (tx) => changeShop(core, tx, actorKey(c.var.actor), input));
    })
    .openapi(step, (c) => {
      const input = { shopId: c.req.valid('param').id, ...c.req.valid('json') };
      return idempotent(c, 'change-shop-state', input, (tx) => changeShopState(core, tx, actorKey(c.var.actor), input));
    })
    .openapi(newClerk, (c) => {
      const { pin, ...clerk } = c.req.valid('json');
      const input = { shopId: c.req.valid('param').id, ...clerk };
      return idempotent(
        c,
        'add-clerk',
        // A PIN is so short that its hash would tell it.
        input,
        async (tx) => {
          const added = await addClerk(core, tx, actorKey(c.var.actor), { ...input, pin });
          return added.ok ? ok({ clerkId: wireId('clerk', added.value) }) : added;
        },
        { status: 201 },
      );
    })
    .openapi(card, (c) => {
      const input = { clerkId: c.req.valid('param').id, ...c.req.valid('json') };
      return idempotent(c, 'renew-card', input, async (tx) => {
        const renewed = await renewCard(core, tx, actorKey(c.var.actor), input);
        return renewed.ok ? ok({ cardUntil: renewed.value.cardUntil.toISOString() }) : renewed;
      });
    })
    .openapi(left, (c) => {
      const { id } = c.req.valid('param');
      return idempotent(c, 'clerk-left', { id }, async (tx) => {
        const gone = await clerkLeft(core, tx, actorKey(c.var.actor), id);
        return gone.ok ? ok({ leftAt: gone.value.leftAt.toISOString() }) : gone;
      });
    })
    .openapi(credit, (c) => {
      const input = { shopId: c.req.valid('param').id, ...c.req.valid('json') };
      return idempotent(
        c,
        'propose-credit',
        input,
        async (tx) => {
          const proposed = await proposeCredit(core, tx, actorKey(c.var.actor), input);
          return proposed.ok ? ok({ creditChangeId: wireId('creditChange', proposed.value) }) : proposed;
        },
        { status: 201 },
      );
    })
    .openapi(creditDecision, (c) => {
      const input = { changeId: c.req.valid('param').id, ...c.req.valid('json') };
      return idempotent(c, 'decide-credit', input, (tx) => decideCredit(core, tx, actorKey(c.var.actor), input));
    })
    .openapi(credits, async (c) => {
      const rows = await core.db
        .select({ change: creditChange, name: shop.name })
        .from(creditChange)
        .innerJoin(shop, eq(shop.accountId, creditChange.accountId))
        .where(eq(creditChange.state, 'proposed'))
        .orderBy(asc(creditChange.id));
      const creditChanges = rows.map(({ change, name }) => ({
        id: wireId('creditChange', change.id),
        shop: { accountId: wireId('account', change.accountId), name },
        creditCents: String(change.creditCents),
        reason: change.reason,
        proposedBy: change.proposedBy,
        proposedAt: change.proposedAt.toISOString(),
      }));
      return c.json({ creditChanges }, 200);
    });
