/** At the counter: packs that arrive, go on sale and go back, and printed instant tickets that are shown. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Tx } from '@valira/db';
import { INSTANT_ANSWERS, INSTANT_PACK_STATES, instantPack, instantRun, productVersion } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { ClerkActor } from '../../../platform/auth/actor.ts';
import { actorKey, requireTerminal } from '../../../platform/auth/index.ts';
import type { Core } from '../../../platform/core.ts';
import { json, jsonBody, problems, refused } from '../../../platform/http/answer.ts';
import { coreWithin } from '../../../platform/http/core-within.ts';
import { idempotencyKey, idempotent, keyOf } from '../../../platform/http/idempotent.ts';
import { limited } from '../../../platform/http/limited.ts';
import { newModule } from '../../../platform/http/new-module.ts';
import { birthDateIn, centsIn, centsOut, idOut, instantOut, lineOfText } from '../../../platform/http/wire.ts';
import { wireId } from '../../../platform/ids.ts';
import { DOCUMENT_KINDS, identificationMark } from '../../claims/index.ts';
import { shopStanding } from '../../retail/index.ts';
import type { PackState } from '../packs/move-packs.ts';
import { settleWhenLowPrizesGone } from '../packs/settle-packs.ts';
import { activatePack, receivePack, reportStolen, returnPack, type ShopPack } from '../packs/shop-packs.ts';
import { type Judgement, judgeTicket } from './judge-ticket.ts';
import { logAttempt } from './log-attempt.ts';
import { payInstant } from './pay-instant.ts';

const typed = { number: lineOfText(24), virn: lineOfText(24) };
export const identificationIn = z.strictObject({
  documentKind: z.enum(DOCUMENT_KINDS),
  documentNumber: lineOfText(40),
  name: lineOfText(120).optional(),
  birthDate: birthDateIn.optional(),
});

const judgementView = z
  .object({
    answer: z.enum(INSTANT_ANSWERS),
    amountCents: centsOut.nullable(),
    needsIdentification: z.boolean(),
    paidAt: instantOut.nullable(),
  })
  .openapi('InstantValidation');

/** A wrong number under the coating looks like a ticket that does not exist. */
const viewOf = (judged: Judgement): z.output<typeof judgementView> => ({
  answer: judged.answer === 'wrong-number' ? 'unknown' : judged.answer,
  amountCents: judged.answer === 'pays' ? String(judged.amountCents) : null,
  needsIdentification: judged.answer === 'pays' && judged.needsIdentification,
  paidAt: judged.answer === 'paid' || judged.answer === 'claimed' ? judged.paidAt.toISOString() : null,
});

const validate = createRoute({
  method: 'post',
  path: '/instant-validations',
  tags: ['instants'],
  summary: 'What a printed instant ticket is worth',
  ...requireTerminal({ clerk: true }),
  request: { body: jsonBody(z.strictObject(typed)) },
  responses: { 200: json(judgementView, 'The answer; amounts only for what this shop may pay'), ...problems },
});

const pay = createRoute({
  method: 'post',
  path: '/instant-claims',
  tags: ['instants'],
  summary: 'Pay a printed instant ticket, once',
  ...requireTerminal({ clerk: true }),
  request: {
    headers: idempotencyKey,
    body: jsonBody(z.strictObject({ ...typed, amountCents: centsIn, identification: identificationIn.optional() })),
  },
  responses: { 201: json(z.object({ id: idOut('claim'), amountCents: centsOut, paidAt: instantOut }), 'Paid'), ...problems },
});

const packs = createRoute({
  method: 'get',
  path: '/instant-packs',
  tags: ['instants'],
  summary: 'The packs that are on their way to this shop or in it',
  ...requireTerminal({ clerk: true }),
  responses: {
    200: json(
      z.object({
        packs: z.array(
          z.object({
            game: z.number().int(),
            pack: z.number().int(),
            names: z.record(z.string(), z.string()),
            state: z.enum(INSTANT_PACK_STATES),
            tickets: z.number().int(),
            priceCents: centsOut,
          }),
        ),
      }),
      'By game and number; nothing about tickets that were validated',
    ),
    ...problems,
  },
});

const packFields = { game: z.number().int().min(1).max(999), pack: z.number().int().min(1).max(9_999_999) };
const unsold = z.array(z.number().int().min(0).max(199)).max(200).nullable();
const moved = { 200: json(z.object({ state: z.enum(INSTANT_PACK_STATES) }), 'Where the pack is now'), ...problems };

const receive = createRoute({
  method: 'post',
  path: '/instant-packs/receive',
  tags: ['instants'],
  summary: 'Confirm that a pack arrived',
  ...requireTerminal({ clerk: true }),
  request: { headers: idempotencyKey, body: jsonBody(z.strictObject(packFields)) },
  responses: moved,
});
const activate = createRoute({
  method: 'post',
  path: '/instant-packs/activate',
  tags: ['instants'],
  summary: 'Put a pack on sale',
  ...requireTerminal({ clerk: true }),
  request: { headers: idempotencyKey, body: jsonBody(z.strictObject(packFields)) },
  responses: moved,
});
const giveBack = createRoute({
  method: 'post',
  path: '/instant-packs/return',
  tags: ['instants'],
  summary: 'Give a pack back; of one that was on sale with the tickets that are left',
  ...requireTerminal({ clerk: true }),
  request: { headers: idempotencyKey, body: jsonBody(z.strictObject({ ...packFields, unsold })) },
  responses: moved,
});
const stolen = createRoute({
  method: 'post',
  path: '/instant-packs/stolen',
  tags: ['instants'],
  summary: 'Report a pack stolen; of one that was on sale with the tickets that are gone',
  ...requireTerminal({ clerk: true }),
  request: { headers: idempotencyKey, body: jsonBody(z.strictObject({ ...packFields, unsold, reason: lineOfText(300) })) },
  responses: moved,
});

const IN_SHOP: readonly PackState[] = ['shipped', 'received', 'activated'];

export const instantCounterRoutes = (deps: Core) => {
  const moverOf = (actor: ClerkActor) => ({ actor: `terminal:${actor.terminalId}`, clerkId: actor.clerk.id });
  const stateOf = (outcome: Outcome<PackState>) => (outcome.ok ? ok({ state: outcome.value }) : outcome);
  return newModule()
    .openapi(validate, async (c) => {
      const { actor } = c.var;
      const tooMany = await limited(c, 'sale', actorKey(actor));
      if (tooMany) return tooMany;
      const shop = await shopStanding(deps.db, actor.accountId);
      if (!shop) return refused(c, refuse('not_allowed'));
      const who = { actor: `terminal:${actor.terminalId}`, accountId: actor.accountId };
      const judged = await judgeTicket(
        deps,
        who.actor,
        c.req.valid('json'),
        { kind: 'shop', paysUpToCents: shop.paysUpToCents },
        deps.clock.now(),
      );
      await logAttempt(deps, who, judged);
      return judged.answer === 'too-many' ? refused(c, refuse('too_many_requests')) : c.json(viewOf(judged), 200);
    })
    .openapi(pay, async (c) => {
      const { actor } = c.var;
      const { amountCents, identification, ...input } = c.req.valid('json');
      const shop = await shopStanding(deps.db, actor.accountId);
      if (!shop) return refused(c, refuse('not_allowed'));
      const who = { actor: `terminal:${actor.terminalId}`, accountId: actor.accountId };
      const judgements: Judgement[] = [];
      const paidPacks: { runId: string; pack: number }[] = [];
      const answer = await idempotent(
        c,
        'pay-instant',
        { ...input, amountCents, identification: identificationMark(deps.keys, identification ?? null) },
        async (tx: Tx) => {
          const onJudged = (judged: Judgement) => judgements.push(judged);
          const payer = {
            accountId: actor.accountId,
            terminalId: actor.terminalId,
            clerkId: actor.clerk.id,
            paysUpToCents: shop.paysUpToCents,
          };
          const request = { ...input, amountCents, identification: identification ?? null, key: keyOf(c) ?? '', onJudged };
          const paid = await payInstant(coreWithin(deps, tx), tx, payer, request);
          if (!paid.ok) return paid;
          paidPacks.push(paid.value);
          return ok({ id: wireId('claim', paid.value.claimId), amountCents: String(amountCents), paidAt: paid.value.paidAt.toISOString() });
        },
        { status: 201 },
      );
      for (const judged of judgements) await logAttempt(deps, who, judged);
      // Whether the pack is due is another matter, in a transaction of its own; the daily look finds what was missed here.
      for (const { runId, pack } of paidPacks) await settleWhenLowPrizesGone(deps, runId, pack);
      return answer;
    })
    .openapi(packs, async (c) => {
      const rows = await deps.db
        .select({ pack: instantPack, run: instantRun, names: productVersion.names })
        .from(instantPack)
        .innerJoin(instantRun, eq(instantRun.id, instantPack.runId))
        .innerJoin(productVersion, eq(productVersion.id, instantRun.productVersionId))
        .where(and(eq(instantPack.accountId, c.var.actor.accountId), inArray(instantPack.state, [...IN_SHOP])))
        .orderBy(asc(instantRun.game), asc(instantPack.pack))
        .limit(1_000);
      return c.json(
        {
          packs: rows.map(({ pack, run, names }) => ({
            game: run.game,
            pack: pack.pack,
            names: z.record(z.string(), z.string()).parse(names),
            state: pack.state,
            tickets: run.packSize,
            priceCents: String(run.priceCents),
          })),
        },
        200,
      );
    })
    .openapi(receive, (c) => {
      const pack: ShopPack = c.req.valid('json');
      return idempotent(c, 'receive-pack', pack, async (tx) =>
        stateOf(await receivePack(coreWithin(deps, tx), tx, c.var.actor.accountId, moverOf(c.var.actor), pack)),
      );
    })
    .openapi(activate, (c) => {
      const pack: ShopPack = c.req.valid('json');
      return idempotent(c, 'activate-pack', pack, async (tx) =>
        stateOf(await activatePack(coreWithin(deps, tx), tx, c.var.actor.accountId, moverOf(c.var.actor), pack)),
      );
    })
    .openapi(giveBack, (c) => {
      const pack = c.req.valid('json');
      return idempotent(c, 'return-pack', pack, async (tx) =>
        stateOf(await returnPack(coreWithin(deps, tx), tx, c.var.actor.accountId, moverOf(c.var.actor), pack)),
      );
    })
    .openapi(stolen, (c) => {
      const pack = c.req.valid('json');
      return idempotent(c, 'report-stolen', pack, async (tx) =>
        stateOf(await reportStolen(coreWithin(deps, tx), tx, c.var.actor.accountId, moverOf(c.var.actor), pack)),
      );
    });
};
