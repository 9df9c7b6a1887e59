/** Cover and liability as the console and the inspector see them, and the guarantee on record. */
import { createRoute, z } from '@hono/zod-openapi';
import { guarantee } from '@valira/db/schema';
import { toDecimal } from '@valira/money';
import { ok } from '@valira/outcome';
import { desc } from 'drizzle-orm';
import { actorKey, requireStaff, requireStaffOrInspector } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, jsonBody, problems } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { centsIn, centsOut, idIn, idOut, instantIn, instantOut, lineOfText } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { openLiabilities } from './contest-liability.ts';
import { confirmGuarantee, enterGuarantee } from './enter-guarantee.ts';
import { coverAt } from './guarantee-cover.ts';

const exposure = createRoute({
  method: 'get',
  path: '/console/exposure',
  tags: ['exposure'],
  summary: 'Prizes payable against the guarantee, and what each open draw or pool may cost',
  ...requireStaffOrInspector('finance', 'official', 'admin'),
  responses: {
    200: json(
      z.object({
        at: instantOut,
        payableCents: centsOut,
        guaranteeCents: centsOut.nullable(),
        allowedBps: z.number().int(),
        guarantees: z.array(
          z.object({
            id: idOut('guarantee'),
            issuer: z.string(),
            document: z.string(),
            amountCents: centsOut,
            validFrom: instantOut,
            validUntil: instantOut,
            enteredBy: z.string(),
            confirmedBy: z.string().nullable(),
          }),
        ),
        contests: z.array(
          z.object({
            contestId: idOut('contest'),
            product: z.string(),
            number: z.number().int(),
            closesAt: instantOut,
            stakeCents: centsOut,
            fundCents: centsOut.nullable(),
            worstCaseCents: centsOut,
            shortfallChance: z.string().nullable(),
          }),
        ),
      }),
      'As it stands; the next 200 to close',
    ),
    ...problems,
  },
});

const enter = createRoute({
  method: 'post',
  path: '/console/guarantees',
  tags: ['exposure'],
  summary: 'Enter a guarantee document',
  ...requireStaff('finance'),
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.strictObject({
        issuer: lineOfText(120),
        document: lineOfText(120),
        amountCents: centsIn.refine((amount) => amount > 0n && amount <= 100_000_000_000n),
        validFrom: instantIn,
        validUntil: instantIn,
      }),
    ),
  },
  responses: { 201: json(z.object({ id: idOut('guarantee') }), 'Entered; counts once another person has confirmed it'), ...problems },
});

const confirm = createRoute({
  method: 'post',
  path: '/console/guarantees/{id}/confirm',
  tags: ['exposure'],
  summary: 'Confirm a guarantee document, as a second person',
  ...requireStaff('finance', 'admin'),
  request: { headers: idempotencyKey, params: z.object({ id: idIn('guarantee') }) },
  responses: { 200: json(z.object({ done: z.literal(true) }), 'Done, or done before under this key'), ...problems },
});

export const exposureConsoleRoutes = (deps: Core) =>
  newModule()
    .openapi(exposure, async (c) => {
      const at = deps.clock.now();
      const [cover, liabilities, guarantees] = await Promise.all([
        coverAt(deps.db, at),
        openLiabilities(deps),
        deps.db.select().from(guarantee).orderBy(desc(guarantee.validFrom)).limit(50),
      ]);
      return c.json(
        {
          at: at.toISOString(),
          payableCents: String(cover.payableCents),
          guaranteeCents: cover.guaranteeCents === null ? null : String(cover.guaranteeCents),
          allowedBps: cover.allowedBps,
          guarantees: guarantees.map(({ id, issuer, document, amountCents, validFrom, validUntil, enteredBy, confirmedBy }) => ({
            id: wireId('guarantee', id),
            issuer,
            document,
            amountCents: String(amountCents),
            validFrom: validFrom.toISOString(),
            validUntil: validUntil.toISOString(),
            enteredBy,
            confirmedBy,
          })),
          contests: liabilities.map(({ contest, stakeCents, fundCents, worstCaseCents, shortfall }) => ({
            contestId: wireId('contest', contest.id),
            product: contest.slug,
            number: contest.number,
            closesAt: contest.closesAt.toISOString(),
            stakeCents: String(stakeCents),
            fundCents: fundCents === null ? null : String(fundCents),
            worstCaseCents: String(worstCaseCents),
            shortfallChance: shortfall ? toDecimal(shortfall.chance, 6) : null,
          })),
        },
        200,
      );
    })
    .openapi(enter, (c) => {
      const input = c.req.valid('json');
      return idempotent(
        c,
        'enter-guarantee',
        input,
        async (tx) => {
          const entered = await enterGuarantee(coreWithin(deps, tx), actorKey(c.var.actor), input);
          return entered.ok ? ok({ id: wireId('guarantee', entered.value) }) : entered;
        },
        { status: 201 },
      );
    })
    .openapi(confirm, (c) => {
      const { id } = c.req.valid('param');
      return idempotent(c, 'confirm-guarantee', { id }, async (tx) => {
        const confirmed = await confirmGuarantee(coreWithin(deps, tx), actorKey(c.var.actor), id);
        return confirmed.ok ? ok({ done: true as const }) : confirmed;
      });
    });
