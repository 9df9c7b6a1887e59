/** Draws and pools as anyone may see them. */
import { createRoute, z } from '@hono/zod-openapi';
import { contest as contestTable, product, productVersion } from '@valira/db/schema';
import { refuse } from '@valira/outcome';
import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm';
import { streamSSE } from 'hono/streaming';
import { requireNobody } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, problems, refused } from '../../platform/http/answer.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { anyJson, centsOut, idIn, idOut, instantOut } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { type Contest, carryOf, findContest, findContests, previousContest } from './contest.store.ts';
import { contestView, viewOfContest } from './contest.view.ts';
import { engineCache } from './engine/engine-of.ts';
import type { LiveFigures } from './live-figures.ts';

const states = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(contestTable.state.enumValues)).min(1))
  .openapi({ type: 'string', example: 'open,closed' });

const list = createRoute({
  method: 'get',
  path: '/contests',
  tags: ['contests'],
  summary: 'Draws and pools, the next to close first, or the latest first when none of the states asked for is still to come',
  ...requireNobody,
  request: {
    query: z.strictObject({
      kind: z.enum(['draw', 'pool']).optional(),
      state: states.optional(),
      product: z.string().max(80).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
      before: idIn('contest').optional(),
    }),
  },
  responses: { 200: json(z.object({ contests: z.array(contestView), next: z.string().nullable() }), 'A page'), ...problems },
});

const one = createRoute({
  method: 'get',
  path: '/contests/{id}',
  tags: ['contests'],
  summary: 'One draw or pool with its procedure so far',
  ...requireNobody,
  request: { params: z.object({ id: idIn('contest') }) },
  responses: { 200: json(contestView, 'As it stands'), ...problems },
});

const probablesView = z
  .object({
    asOf: instantOut,
    grossCents: centsOut,
    netCents: centsOut,
    perCents: centsOut,
    selections: z.array(
      z.object({
        combination: z.array(z.number().int()),
        stakesCents: centsOut,
        shareBps: z.number().int(),
        dividendCents: centsOut.nullable(),
        previousDividendCents: centsOut.nullable(),
      }),
    ),
  })
  .openapi('Probables');

const probables = createRoute({
  method: 'get',
  path: '/contests/{id}/probables',
  tags: ['contests'],
  summary: 'Probable dividends of a pool, at most a second old; of bets on more than two numbers the totals alone',
  ...requireNobody,
  request: { params: z.object({ id: idIn('contest') }) },
  responses: { 200: json(probablesView, 'What would be paid if that runner won and nothing else were sold'), ...problems },
});

const product200 = createRoute({
  method: 'get',
  path: '/products',
  tags: ['products'],
  summary: 'Products on sale, with what players are told before they pay',
  ...requireNobody,
  responses: {
    200: json(
      z.object({
        products: z.array(
          z
            .object({
              slug: z.string(),
              versionId: idOut('productVersion'),
              version: z.number().int(),
              family: z.enum(['draw', 'pool']),
              modality: z.enum(['a', 'b', 'c']),
              names: z.record(z.string(), z.string()),
              registrationNumber: z.string().nullable(),
              channels: z.array(z.string()),
              state: z.string(),
              definition: anyJson,
              figures: z
                .object({
                  unitPriceCents: centsOut,
                  overallOdds: z.object({ n: z.string(), d: z.string() }).nullable(),
                  tiers: z.array(z.object({ tier: z.string(), odds: z.object({ n: z.string(), d: z.string() }) })),
                })
                .nullable(),
            })
            .openapi('Product'),
        ),
      }),
      'By name',
    ),
    ...problems,
  },
});

export type ContestRouteDeps = Core & { readonly figures: LiveFigures };

const UNSOLD = ['scheduled', 'open'];

/** The live figures as both the page and the stream carry them; null for what has none. */
async function probablesOf(figures: LiveFigures, contest: Contest): Promise<z.output<typeof probablesView> | null> {
  const live = await figures.probables(contest);
  if (!live) return null;
  const { asOf, grossCents, netCents, perCents, selections, previous } = live;
  return {
    asOf: asOf.toISOString(),
    grossCents: String(grossCents),
    netCents: String(netCents),
    perCents: String(perCents),
    selections: selections.map(({ combination, stakesCents, dividendCents }, i) => ({
      combination: [...combination],
      stakesCents: String(stakesCents),
      shareBps: grossCents === 0n ? 0 : Number((stakesCents * 10_000n) / grossCents),
      dividendCents: dividendCents === null ? null : String(dividendCents),
      previousDividendCents: previous?.selections[i]?.dividendCents?.toString() ?? null,
    })),
  };
}

export const contestRoutes = ({ db, figures }: ContestRouteDeps) => {
  const engineOf = engineCache();
  const view = async (contest: Contest) => {
    const previous = await previousContest(db, contest);
    const carry = previous && UNSOLD.includes(contest.state) ? await carryOf(db, previous) : contest.carriedIn;
    return viewOfContest(db, figures, contest, carry);
  };
  return newModule()
    .openapi(list, async (c) => {
      const { kind, state, product: slug, limit, before } = c.req.valid('query');
      const coming = !state || state.some((one) => UNSOLD.includes(one));
      const [last] = before ? await findContests(db, [before]) : [];
      const rows = await db
        .select({ id: contestTable.id })
        .from(contestTable)
        .innerJoin(productVersion, eq(productVersion.id, contestTable.productVersionId))
        .innerJoin(product, eq(product.id, productVersion.productId))
        .where(
          and(
            kind ? eq(contestTable.kind, kind) : undefined,
            state ? inArray(contestTable.state, state) : undefined,
            slug ? eq(product.slug, slug) : undefined,
            last && !coming ? lt(contestTable.closesAt, last.closesAt) : undefined,
          ),
        )
        .orderBy(coming ? asc(contestTable.closesAt) : desc(contestTable.closesAt), desc(contestTable.id))
        .limit(limit);
      const ids = rows.map(({ id }) => id);
      const found = await findContests(db, ids);
      const contests = await Promise.all(found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map(view));
      return c.json({ contests, next: !coming && ids.length === limit ? (contests.at(-1)?.id ?? null) : null }, 200);
    })
    .openapi(one, async (c) => {
      const contest = await findContest(db, c.req.valid('param').id);
      return contest ? c.json(await view(contest), 200) : refused(c, refuse('contest_not_found'));
    })
    .openapi(probables, async (c) => {
      const contest = await findContest(db, c.req.valid('param').id);
      const live = contest && (await probablesOf(figures, contest));
      return live ? c.json(live, 200) : refused(c, refuse('contest_not_found'));
    })
    .openapi(product200, async (c) => {
      const rows = await db
        .select()
        .from(productVersion)
        .innerJoin(product, eq(product.id, productVersion.productId))
        .where(inArray(productVersion.state, ['on-sale', 'suspended']))
        .orderBy(asc(product.slug), desc(productVersion.version));
      return c.json(
        {
          // Instant games are sold by run: GET /v1/instants.
          products: rows.flatMap(({ product: { slug, family }, product_version: version }) => {
            if (family === 'instant') return [];
            const figuresOf =
              family === 'draw'
                ? engineOf({
                    id: version.id,
                    kind: 'draw',
                    productVersionId: version.id,
                    definition: version.definition,
                    frozen: {},
                  }).figures()
                : null;
            const ratio = ({ n, d }: { n: bigint; d: bigint }) => ({ n: String(n), d: String(d) });
            return {
              slug,
              versionId: wireId('productVersion', version.id),
              version: version.version,
              family,
              modality: version.modality,
              names: z.record(z.string(), z.string()).parse(version.names),
              registrationNumber: version.registrationNumber,
              channels: version.channels,
              state: version.state,
              definition: toJson(version.definition),
              figures: figuresOf && {
                unitPriceCents: String(figuresOf.unitPriceCents),
                overallOdds: figuresOf.overallOdds && ratio(figuresOf.overallOdds),
                tiers: figuresOf.tiers.map(({ tier, odds }) => ({ tier, odds: ratio(odds) })),
              },
            };
          }),
        },
        200,
      );
    });
};

/** A look each second, and each half second in the last minute: with what is kept for half a second no frame is two seconds old. */
const EVERY_MS = 1_000;
const NEAR_CLOSE_MS = 60_000;
const EVERY_NEAR_CLOSE_MS = 500;
const LONGEST_MS = 10 * 60_000;

/** Server-sent events are no JSON route: they stand beside the typed ones. */
export const probablesStream = (deps: ContestRouteDeps) =>
  newModule().get('/contests/:id/probables/stream', async (c) => {
    const id = idIn('contest').safeParse(c.req.param('id'));
    const contest = id.success ? await findContest(deps.db, id.data) : null;
    if (!contest) return refused(c, refuse('contest_not_found'));
    return streamSSE(c, async (stream) => {
      const until = performance.now() + LONGEST_MS;
      let sent = '';
      while (performance.now() < until && !stream.aborted) {
        const begun = performance.now();
        // Anew each time: the close may have come nearer, and a runner gone out.
        const now = await findContest(deps.db, contest.id);
        const live = now && (await probablesOf(deps.figures, now));
        if (!live) return;
        const data = JSON.stringify(live);
        if (data !== sent) await stream.writeSSE({ event: 'probables', data });
        sent = data;
        const every = now.closesAt.getTime() - Date.now() < NEAR_CLOSE_MS ? EVERY_NEAR_CLOSE_MS : EVERY_MS;
        await stream.sleep(Math.max(0, every - (performance.now() - begun)));
      }
    });
  });
