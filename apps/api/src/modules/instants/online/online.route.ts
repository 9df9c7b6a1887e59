/** Instant games as everybody sees them, and as players buy and open them. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Tx } from '@valira/db';
import { instantRefund, instantReveal, instantRun, instantSale } from '@valira/db/schema';
import { ok, refuse } from '@valira/outcome';
import { and, asc, desc, eq, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import { actorKey, requireNobody, requirePlayer } from '../../../platform/auth/index.ts';
import type { Core } from '../../../platform/core.ts';
import { hex } from '../../../platform/hash.ts';
import { json, jsonBody, problems, refused } from '../../../platform/http/answer.ts';
import { coreWithin } from '../../../platform/http/core-within.ts';
import { idempotencyKey, idempotent } from '../../../platform/http/idempotent.ts';
import { limited } from '../../../platform/http/limited.ts';
import { newModule } from '../../../platform/http/new-module.ts';
import { centsIn, centsOut, idIn, idOut, instantOut, pageQuery } from '../../../platform/http/wire.ts';
import { wireId } from '../../../platform/ids.ts';
import { brokenConstraint } from '../../../platform/transaction.ts';
import { findRun, sealOf } from '../runs/run.store.ts';
import { runView, viewOfRun } from '../wire-views.ts';
import { buyInstant, POOL_OPEN } from './buy-instant.ts';
import { provePath } from './prove-outcome.ts';
import { type Revealed, revealInstant } from './reveal-instant.ts';

const runs = createRoute({
  method: 'get',
  path: '/instants',
  tags: ['instants'],
  summary: 'Instant games on sale or ended, with the prizes that are left in each',
  ...requireNobody,
  request: { query: z.strictObject({ channel: z.enum(['online', 'shop']).optional() }) },
  responses: { 200: json(z.object({ runs: z.array(runView) }), 'By game, the latest run first'), ...problems },
});

const run = createRoute({
  method: 'get',
  path: '/instants/{id}',
  tags: ['instants'],
  summary: 'One run with its chances, its remaining prizes and its root',
  ...requireNobody,
  request: { params: z.object({ id: idIn('instantRun') }) },
  responses: { 200: json(runView, 'As it stands'), ...problems },
});

const revealView = z.object({
  tier: z.string().nullable(),
  amountCents: centsOut,
  /** Hexadecimal: tier and face as committed to. */
  outcome: z.string(),
  salt: z.string(),
  path: z.array(z.string()),
  leaves: z.number().int(),
  root: z.string(),
  revealedAt: instantOut,
});

const gameView = z
  .object({
    id: idOut('instantGame'),
    runId: idOut('instantRun'),
    game: z.number().int(),
    run: z.number().int(),
    index: z.number().int(),
    priceCents: centsOut,
    boughtAt: instantOut,
    state: z.enum(['bought', 'opened', 'refunded']),
    /** What it showed; null while it is not opened. */
    reveal: revealView.nullable(),
  })
  .openapi('InstantGame');

const buy = createRoute({
  method: 'post',
  path: '/instants/{id}/games',
  tags: ['instants'],
  summary: 'Buy the next ticket of the pool',
  ...requirePlayer,
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('instantRun') }),
    body: jsonBody(z.strictObject({ priceCents: centsIn })),
  },
  responses: { 201: json(gameView, 'Bought, not opened'), ...problems },
});

const games = createRoute({
  method: 'get',
  path: '/instant-games',
  tags: ['instants'],
  summary: 'My instant tickets, the newest first; `open=no` lists those that are not opened yet',
  ...requirePlayer,
  request: { query: pageQuery('instantGame').extend({ open: z.enum(['no']).optional() }) },
  responses: { 200: json(z.object({ games: z.array(gameView), next: z.string().nullable() }), 'A page'), ...problems },
});

const game = createRoute({
  method: 'get',
  path: '/instant-games/{id}',
  tags: ['instants'],
  summary: 'One of my instant tickets',
  ...requirePlayer,
  request: { params: z.object({ id: idIn('instantGame') }) },
  responses: { 200: json(gameView, 'As it stands'), ...problems },
});

const reveal = createRoute({
  method: 'post',
  path: '/instant-games/{id}/reveal',
  tags: ['instants'],
  summary: 'Open a ticket; asked again it shows the same',
  ...requirePlayer,
  request: { params: z.object({ id: idIn('instantGame') }) },
  responses: { 200: json(gameView, 'What it showed, with its proof'), ...problems },
});

type Row = { readonly sale: typeof instantSale.$inferSelect; readonly reveal: Revealed | null; readonly refund: { at: Date } | null };

export const instantOnlineRoutes = (deps: Core) => {
  const { db, clock } = deps;

  const rowsWhere = (where: SQL | undefined, limit: number): Promise<Row[]> =>
    db
      .select({ sale: instantSale, reveal: instantReveal, refund: { at: instantRefund.at } })
      .from(instantSale)
      .leftJoin(instantReveal, and(eq(instantReveal.accountId, instantSale.accountId), eq(instantReveal.saleId, instantSale.id)))
      .leftJoin(instantRefund, and(eq(instantRefund.accountId, instantSale.accountId), eq(instantRefund.saleId, instantSale.id)))
      .where(where)
      .orderBy(desc(instantSale.id))
      .limit(limit);

  async function view({ sale, reveal: opened, refund }: Row): Promise<z.output<typeof gameView>> {
    const stored = await findRun(db, sale.runId);
    const seal = opened && (await sealOf(db, sale.runId));
    if (!stored) throw new Error(`run ${sale.runId} is gone`);
    return {
      id: wireId('instantGame', sale.id),
      runId: wireId('instantRun', sale.runId),
      game: stored.game,
      run: stored.run,
      index: sale.index,
      priceCents: String(sale.priceCents),
      boughtAt: sale.at.toISOString(),
      state: opened ? 'opened' : refund ? 'refunded' : 'bought',
      reveal:
        opened && seal
          ? {
              tier: opened.tier,
              amountCents: String(opened.amountCents),
              outcome: hex(opened.outcome),
              salt: hex(opened.salt),
              path: (await provePath(db, sale.runId, sale.index, seal.leaves)).map(hex),
              leaves: seal.leaves,
              root: hex(seal.root),
              revealedAt: opened.at.toISOString(),
            }
          : null,
    };
  }

  const own = (accountId: string, id: string) => and(eq(instantSale.accountId, accountId), eq(instantSale.id, id));

  return newModule()
    .openapi(runs, async (c) => {
      const { channel } = c.req.valid('query');
      const rows = await db
        .select({ id: instantRun.id })
        .from(instantRun)
        .where(and(inArray(instantRun.state, ['on-sale', 'ended']), channel && eq(instantRun.channel, channel)))
        .orderBy(asc(instantRun.game), desc(instantRun.run));
      const found = await Promise.all(rows.map(({ id }) => findRun(db, id)));
      const views = await Promise.all(found.map((one) => one && viewOfRun(db, one, clock.now())));
      return c.json({ runs: views.filter((one) => one !== null) }, 200);
    })
    .openapi(run, async (c) => {
      const found = await findRun(db, c.req.valid('param').id);
      const shown = found && (await viewOfRun(db, found, clock.now()));
      return shown ? c.json(shown, 200) : refused(c, refuse('instant_not_found'));
    })
    .openapi(buy, async (c) => {
      const { actor } = c.var;
      const tooMany = await limited(c, 'sale', actorKey(actor));
      if (tooMany) return tooMany;
      const { id: runId } = c.req.valid('param');
      const { priceCents } = c.req.valid('json');
      try {
        return await idempotent(
          c,
          'buy-instant',
          { runId, priceCents },
          async (tx: Tx) => {
            const bought = await buyInstant(coreWithin(deps, tx), tx, actor.accountId, { runId, priceCents });
            if (!bought.ok) return bought;
            const stored = await findRun(tx, runId);
            const { gameId, index, at } = bought.value;
            return ok({
              id: wireId('instantGame', gameId),
              runId: wireId('instantRun', runId),
              game: stored?.game ?? 0,
              run: stored?.run ?? 0,
              index,
              priceCents: String(priceCents),
              boughtAt: at.toISOString(),
              state: 'bought' as const,
              reveal: null,
            });
          },
          { status: 201 },
        );
      } catch (error) {
        // The last ticket went, or sales ended, between the look and the sale; all of it was rolled back.
        if (brokenConstraint(error) === POOL_OPEN) return refused(c, refuse('instant_sold_out'));
        throw error;
      }
    })
    .openapi(games, async (c) => {
      const { accountId } = c.var.actor;
      const { limit, before, open } = c.req.valid('query');
      const rows = await rowsWhere(
        and(
          eq(instantSale.accountId, accountId),
          before === undefined ? undefined : lt(instantSale.id, before),
          open && and(isNull(instantReveal.saleId), isNull(instantRefund.saleId)),
        ),
        limit,
      );
      const views = await Promise.all(rows.map(view));
      return c.json({ games: views, next: rows.length === limit ? (views.at(-1)?.id ?? null) : null }, 200);
    })
    .openapi(game, async (c) => {
      const [row] = await rowsWhere(own(c.var.actor.accountId, c.req.valid('param').id), 1);
      return row ? c.json(await view(row), 200) : refused(c, refuse('instant_not_found'));
    })
    .openapi(reveal, async (c) => {
      const { actor } = c.var;
      const { id: gameId } = c.req.valid('param');
      const revealed = await deps.inTransaction((tx) =>
        revealInstant(deps, tx, wireId('account', actor.accountId), { accountId: actor.accountId, gameId }),
      );
      if (!revealed.ok) return refused(c, revealed);
      const [row] = await rowsWhere(own(actor.accountId, gameId), 1);
      return row ? c.json(await view(row), 200) : refused(c, refuse('instant_not_found'));
    });
};
