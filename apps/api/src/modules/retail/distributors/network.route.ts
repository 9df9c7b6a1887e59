/** Operator: distributors, their licences and contracts, and the register of changes with its calendar. */

import { createRoute, z } from '@hono/zod-openapi';
import { account, balance, distributor, distributorTerm, NETWORK_CHANGES, networkChange, shop } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { and, asc, desc, eq, lt, sql } from 'drizzle-orm';
import { actorKey, requireStaff, requireStaffOrInspector } from '../../../platform/auth/index.ts';
import type { Core } from '../../../platform/core.ts';
import { json, jsonBody, problems } from '../../../platform/http/answer.ts';
import { idempotencyKey, idempotent } from '../../../platform/http/idempotent.ts';
import { newModule } from '../../../platform/http/new-module.ts';
import { centsOut, idIn, idOut, instantIn, instantOut, lineOfText, pageQuery } from '../../../platform/http/wire.ts';
import { wireId } from '../../../platform/ids.ts';
import { CODES } from '../../ledger/index.ts';
import { endTerm, enterTerm } from './enter-term.ts';
import { licenceCalendar } from './licence-calendar.ts';
import { changeTold } from './record-change.ts';
import { registerDistributor } from './register-distributor.ts';

const KINDS = ['own', 'principal', 'secondary', 'mixed'] as const;

const reason = lineOfText(300).refine((text) => text.length >= 3);

const termView = z.object({
  id: idOut('term'),
  what: z.enum(['licence', 'contract']),
  number: z.string(),
  validFrom: instantOut,
  validUntil: instantOut,
  resaleAllowed: z.boolean(),
  endedAt: instantOut.nullable(),
  endReason: z.string().nullable(),
});

const shopOfView = z.object({
  accountId: idOut('account'),
  name: z.string(),
  address: z.string(),
  opening: z.string(),
  state: z.enum(['active', 'suspended', 'closed', 'excluded', 'barred']),
  /** Whether licence and contract cover this moment. */
  licensed: z.boolean(),
  creditCents: centsOut,
  owesCents: centsOut,
});

const distributorView = z
  .object({
    id: idOut('distributor'),
    kind: z.enum(KINDS),
    name: z.string(),
    registerNumber: z.string(),
    principalId: idOut('distributor').nullable(),
    terms: z.array(termView),
    shops: z.array(shopOfView),
  })
  .openapi('Distributor');

const list = createRoute({
  method: 'get',
  path: '/console/distributors',
  tags: ['network'],
  summary: 'The network: distributors with their licences, contracts and shops',
  ...requireStaffOrInspector('admin', 'finance'),
  responses: { 200: json(z.object({ distributors: z.array(distributorView) }), 'By name'), ...problems },
});

const register = createRoute({
  method: 'post',
  path: '/console/distributors',
  tags: ['network'],
  summary: 'Register a distributor; it sells nothing before its licence and contract are in force',
  ...requireStaff('admin'),
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.strictObject({
        kind: z.enum(KINDS),
        name: lineOfText(200),
        registerNumber: lineOfText(60),
        principalId: idIn('distributor').optional(),
      }),
    ),
  },
  responses: { 201: json(z.object({ distributorId: idOut('distributor') }), 'Registered'), ...problems },
});

const addTerm = createRoute({
  method: 'post',
  path: '/console/distributors/{id}/terms',
  tags: ['network'],
  summary: 'Enter a licence or a contract, also as a renewal',
  ...requireStaff('admin'),
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('distributor') }),
    body: jsonBody(
      z.strictObject({
        what: z.enum(['licence', 'contract']),
        licenceNumber: lineOfText(60),
        validFrom: instantIn,
        validUntil: instantIn,
        resaleAllowed: z.boolean().default(false),
      }),
    ),
  },
  responses: {
    201: json(z.object({ termId: idOut('term') }), 'Entered; its shops sell while licence and contract cover the moment'),
    ...problems,
  },
});

const stopTerm = createRoute({
  method: 'post',
  path: '/console/terms/{id}/end',
  tags: ['network'],
  summary: 'End a licence or contract now; its shops sell nothing from this instant',
  ...requireStaff('admin'),
  request: { headers: idempotencyKey, params: z.object({ id: idIn('term') }), body: jsonBody(z.strictObject({ reason })) },
  responses: { 200: json(z.object({ endedAt: instantOut }), 'Ended'), ...problems },
});

const calendar = createRoute({
  method: 'get',
  path: '/console/licence-calendar',
  tags: ['network'],
  summary: 'What ends when: the operator’s licences, those of distributors, contracts and clerks’ cards',
  ...requireStaffOrInspector('admin', 'finance'),
  responses: {
    200: json(
      z.object({
        entries: z.array(
          z.object({
            kind: z.enum(['operator-licence', 'licence', 'contract', 'card']),
            number: z.string(),
            holder: z.string(),
            endsAt: instantOut,
            renewFrom: instantOut,
            state: z.enum(['in-force', 'due', 'ended']),
          }),
        ),
      }),
      'Soonest first',
    ),
    ...problems,
  },
});

const changes = createRoute({
  method: 'get',
  path: '/console/network-changes',
  tags: ['network'],
  summary: 'The register of changes of the network',
  ...requireStaffOrInspector('admin', 'finance'),
  request: { query: pageQuery('networkChange') },
  responses: {
    200: json(
      z.object({
        changes: z.array(
          z.object({
            id: idOut('networkChange'),
            kind: z.enum(NETWORK_CHANGES),
            distributor: z.string(),
            facts: z.record(z.string(), z.union([z.string(), z.boolean()])),
            actor: z.string(),
            at: instantOut,
            tellBy: instantOut.nullable(),
            toldAt: instantOut.nullable(),
          }),
        ),
        next: idOut('networkChange').nullable(),
      }),
      'Newest first',
    ),
    ...problems,
  },
});

const told = createRoute({
  method: 'post',
  path: '/console/network-changes/{id}/told',
  tags: ['network'],
  summary: 'CRAJ was told of a change',
  ...requireStaff('admin'),
  request: { headers: idempotencyKey, params: z.object({ id: idIn('networkChange') }) },
  responses: { 200: json(z.object({ toldAt: instantOut }), 'Noted'), ...problems },
});

const at = (date: Date | null) => date?.toISOString() ?? null;

async function network({ db, clock }: Pick<Core, 'db' | 'clock'>) {
  const now = clock.now().toISOString();
  const [distributors, terms, shops] = await Promise.all([
    db.select().from(distributor).orderBy(asc(distributor.name), asc(distributor.id)),
    db.select().from(distributorTerm).orderBy(asc(distributorTerm.validFrom)),
    db
      .select({
        shop,
        state: account.state,
        amountCents: balance.amountCents,
        floorCents: balance.floorCents,
        // What the sale asks.
        licensed: sql<boolean>`${shop.sells} @> ${now}::timestamptz`,
      })
      .from(shop)
      .innerJoin(account, eq(account.id, shop.accountId))
      .innerJoin(balance, and(eq(balance.accountId, shop.accountId), eq(balance.code, CODES['shop-settlement'])))
      .orderBy(asc(shop.name)),
  ]);
  return distributors.map((one) => ({
    id: wireId('distributor', one.id),
    kind: one.kind,
    name: one.name,
    registerNumber: one.registerNumber,
    principalId: one.principalId && wireId('distributor', one.principalId),
    terms: terms
      .filter((term) => term.distributorId === one.id)
      .map(({ id, what, number, validFrom, validUntil, resaleAllowed, endedAt, endReason }) => ({
        id: wireId('term', id),
        what,
        number,
        validFrom: validFrom.toISOString(),
        validUntil: validUntil.toISOString(),
        resaleAllowed,
        endedAt: at(endedAt),
        endReason,
      })),
    shops: shops
      .filter((row) => row.shop.distributorId === one.id)
      .map(({ shop: { accountId, name, address, opening }, state, amountCents, floorCents, licensed }) => ({
        accountId: wireId('account', accountId),
        name,
        address,
        opening,
        state,
        licensed,
        creditCents: String(-floorCents),
        owesCents: String(-amountCents),
      })),
  }));
}

export const networkRoutes = (core: Core) =>
  newModule()
    .openapi(list, async (c) => c.json({ distributors: await network(core) }, 200))
    .openapi(register, (c) => {
      const { kind, name, registerNumber, principalId } = c.req.valid('json');
      const actor = actorKey(c.var.actor);
      const input = { kind, name, registerNumber, principalId: principalId ?? null };
      return idempotent(
        c,
        'register-distributor',
        input,
        async (tx) => {
          const added =
            kind === 'mixed'
              ? await registerDistributor(core, tx, actor, { kind, name, registerNumber, principalId: principalId ?? core.ids.next() })
              : await registerDistributor(core, tx, actor, { kind, name, registerNumber });
          return added.ok ? ok({ distributorId: wireId('distributor', added.value) }) : added;
        },
        { status: 201 },
      );
    })
    .openapi(addTerm, (c) => {
      const { id } = c.req.valid('param');
      const { licenceNumber, ...term } = c.req.valid('json');
      const input = { distributorId: id, number: licenceNumber, ...term };
      return idempotent(
        c,
        'enter-term',
        input,
        async (tx) => {
          const added = await enterTerm(core, tx, actorKey(c.var.actor), input);
          return added.ok ? ok({ termId: wireId('term', added.value) }) : added;
        },
        { status: 201 },
      );
    })
    .openapi(stopTerm, (c) => {
      const input = { termId: c.req.valid('param').id, ...c.req.valid('json') };
      return idempotent(c, 'end-term', input, async (tx) => {
        const ended = await endTerm(core, tx, actorKey(c.var.actor), input);
        return ended.ok ? ok({ endedAt: ended.value.endedAt.toISOString() }) : ended;
      });
    })
    .openapi(calendar, async (c) => {
      const entries = (await licenceCalendar(core.db, core.clock.now())).map((entry) => ({
        ...entry,
        endsAt: entry.endsAt.toISOString(),
        renewFrom: entry.renewFrom.toISOString(),
      }));
      return c.json({ entries }, 200);
    })
    .openapi(changes, async (c) => {
      const { limit, before } = c.req.valid('query');
      const rows = await core.db
        .select({ change: networkChange, name: distributor.name })
        .from(networkChange)
        .innerJoin(distributor, eq(distributor.id, networkChange.distributorId))
        .where(before ? lt(networkChange.id, before) : undefined)
        .orderBy(desc(networkChange.id))
        .limit(limit);
      const last = rows.length === limit ? rows.at(-1) : undefined;
      return c.json(
        {
          changes: rows.map(({ change, name }) => ({
            id: wireId('networkChange', change.id),
            kind: change.kind,
            distributor: name,
            facts: change.facts as Record<string, string | boolean>,
            actor: change.actor,
            at: change.at.toISOString(),
            tellBy: at(change.tellBy),
            toldAt: at(change.toldAt),
          })),
          next: last ? wireId('networkChange', last.change.id) : null,
        },
        200,
      );
    })
    .openapi(told, (c) => {
      const { id } = c.req.valid('param');
      return idempotent(c, 'network-change-told', { id }, async (tx) => {
        const noted = await changeTold(core, tx, actorKey(c.var.actor), id);
        return noted.ok ? ok({ toldAt: noted.value.toldAt.toISOString() }) : noted;
      });
    });
