/** The network of shops as the operator keeps it: distributors, their licences and contracts, shops, clerks, credit, and what CRAJ is told. */
import { createRoute, z } from '@hono/zod-openapi';
import { account, balance, creditChange, distributor, distributorTerm, NETWORK_CHANGES, networkChange, shop } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { and, asc, desc, eq, lt } from 'drizzle-orm';
import { actorKey, requireStaff, requireStaffOrInspector } from '../../../platform/auth/index.ts';
import type { Core } from '../../../platform/core.ts';
import { json, jsonBody, problems } from '../../../platform/http/answer.ts';
import { idempotencyKey, idempotent } from '../../../platform/http/idempotent.ts';
import { newModule } from '../../../platform/http/new-module.ts';
import { centsIn, centsOut, idIn, idOut, instantIn, instantOut, lineOfText, pageQuery } from '../../../platform/http/wire.ts';
import { wireId } from '../../../platform/ids.ts';
import { CODES } from '../../ledger/index.ts';
import { addClerk } from '../add-clerk.ts';
import { addShop } from '../add-shop.ts';
import { PIN_PATTERN } from '../clerk-pin.ts';
import { decideCredit, proposeCredit } from './change-credit.ts';
import { clerkLeft, renewCard } from './clerk-card.ts';
import { endTerm, enterTerm } from './enter-term.ts';
import { licenceCalendar } from './licence-calendar.ts';
import { changeTold } from './record-change.ts';
import { registerDistributor } from './register-distributor.ts';
import { changeShop, changeShopState, SHOP_STEPS } from './shop-state.ts';

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
  const [distributors, terms, shops] = await Promise.all([
    db.select().from(distributor).orderBy(asc(distributor.name), asc(distributor.id)),
    db.select().from(distributorTerm).orderBy(asc(distributorTerm.validFrom)),
    db
      .select({ shop, state: account.state, amountCents: balance.amountCents, floorCents: balance.floorCents })
      .from(shop)
      .innerJoin(account, eq(account.id, shop.accountId))
      .innerJoin(balance, and(eq(balance.accountId, shop.accountId), eq(balance.code, CODES['shop-settlement'])))
      .orderBy(asc(shop.name)),
  ]);
  const now = clock.now();
  const covers = (distributorId: string, what: 'licence' | 'contract') =>
    terms.some(
      (term) =>
        term.distributorId === distributorId &&
        term.what === what &&
        term.validFrom <= now &&
        now < (term.endedAt && term.endedAt < term.validUntil ? term.endedAt : term.validUntil),
    );
  const kinds = new Map(distributors.map((one) => [one.id, one]));
  const licensed = (id: string): boolean => {
    const one = kinds.get(id);
    if (!one) return false;
    if (one.kind === 'own') return true;
    return covers(id, 'licence') && covers(id, 'contract') && (one.principalId === null || licensed(one.principalId));
  };
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
      .map(({ shop: { accountId, name, address, opening }, state, amountCents, floorCents }) => ({
        accountId: wireId('account', accountId),
        name,
        address,
        opening,
        state,
        licensed: licensed(one.id),
        creditCents: String(-floorCents),
        owesCents: String(-amountCents),
      })),
  }));
}

export const distributorRoutes = (core: Core) =>
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
