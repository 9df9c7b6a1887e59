/** The console's products: draft, submit, decide, release, suspend. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Tx } from '@valira/db';
import { product, productVersion } from '@valira/db/schema';
import { type Outcome, ok } from '@valira/outcome';
import { asc, desc, eq } from 'drizzle-orm';
import { actorKey, requireStaff, requireStaffOrInspector } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { hex } from '../../platform/hash.ts';
import { json, jsonBody, problems } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { anyJson, idIn, idOut, instantOut, lineOfText } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { decideVersion, draftVersion, releaseVersion, submitVersion, suspendVersion } from './product-versions.ts';

const words = z.strictObject({ ca: lineOfText(80), es: lineOfText(80), fr: lineOfText(80), en: lineOfText(80) });
const versionId = z.object({ id: idIn('productVersion') });
const done = json(z.object({ done: z.literal(true) }), 'Done, or done before under this key');

const list = createRoute({
  method: 'get',
  path: '/console/products',
  tags: ['products'],
  summary: 'Every version of every product',
  ...requireStaffOrInspector(),
  responses: {
    200: json(
      z.object({
        products: z.array(
          z.object({
            slug: z.string(),
            family: z.enum(['draw', 'pool', 'instant']),
            versionId: idOut('productVersion'),
            version: z.number().int(),
            modality: z.enum(['a', 'b', 'c']),
            names: z.record(z.string(), z.string()),
            channels: z.array(z.string()),
            state: z.string(),
            registrationNumber: z.string().nullable(),
            definitionHash: z.string(),
            proposedBy: z.string(),
            decidedBy: z.string().nullable(),
            releasedBy: z.string().nullable(),
            createdAt: instantOut,
            decidedAt: instantOut.nullable(),
          }),
        ),
      }),
      'By name, the latest version first',
    ),
    ...problems,
  },
});

const draft = createRoute({
  method: 'post',
  path: '/console/products',
  tags: ['products'],
  summary: 'Draft a product or the next version of one',
  ...requireStaff('product'),
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.strictObject({
        slug: z
          .string()
          .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
          .max(80),
        family: z.enum(['draw', 'pool', 'instant']),
        modality: z.enum(['a', 'b', 'c']),
        names: words,
        channels: z
          .array(z.enum(['online', 'shop']))
          .min(1)
          .max(2),
        definition: z.record(z.string(), anyJson),
        identicalLinesCap: z.number().int().min(1).max(1_000_000_000).optional(),
      }),
    ),
  },
  responses: { 201: json(z.object({ versionId: idOut('productVersion') }), 'Drafted'), ...problems },
});

const submit = createRoute({
  method: 'post',
  path: '/console/product-versions/{id}/submit',
  tags: ['products'],
  summary: 'Hand the draft in to CRAJ',
  ...requireStaff('product'),
  request: { headers: idempotencyKey, params: versionId },
  responses: { 200: done, ...problems },
});
const decide = createRoute({
  method: 'post',
  path: '/console/product-versions/{id}/decide',
  tags: ['products'],
  summary: 'Enter CRAJ’s decision',
  ...requireStaffOrInspector('product', 'admin'),
  request: {
    headers: idempotencyKey,
    params: versionId,
    body: jsonBody(
      z.discriminatedUnion('decision', [
        z.strictObject({ decision: z.literal('approved'), registrationNumber: lineOfText(40) }),
        z.strictObject({ decision: z.literal('refused') }),
      ]),
    ),
  },
  responses: { 200: done, ...problems },
});
const release = createRoute({
  method: 'post',
  path: '/console/product-versions/{id}/release',
  tags: ['products'],
  summary: 'Put an approved version on sale',
  ...requireStaff('product', 'admin'),
  request: { headers: idempotencyKey, params: versionId },
  responses: { 200: done, ...problems },
});
const suspend = createRoute({
  method: 'post',
  path: '/console/product-versions/{id}/suspend',
  tags: ['products'],
  summary: 'Stop sales of a version at once',
  ...requireStaff('product', 'admin'),
  request: { headers: idempotencyKey, params: versionId },
  responses: { 200: done, ...problems },
});

const answered = (outcome: Outcome<null>) => (outcome.ok ? ok({ done: true as const }) : outcome);

export const productRoutes = (deps: Core) => {
  const within = (tx: Tx) => coreWithin(deps, tx);
  return newModule()
    .openapi(list, async (c) => {
      const rows = await deps.db
        .select()
        .from(productVersion)
        .innerJoin(product, eq(product.id, productVersion.productId))
        .orderBy(asc(product.slug), desc(productVersion.version));
      return c.json(
        {
          products: rows.map(({ product: { slug, family }, product_version: row }) => ({
            slug,
            family,
            versionId: wireId('productVersion', row.id),
            version: row.version,
            modality: row.modality,
            names: z.record(z.string(), z.string()).parse(row.names),
            channels: row.channels,
            state: row.state,
            registrationNumber: row.registrationNumber,
            definitionHash: hex(row.definitionHash),
            proposedBy: row.proposedBy,
            decidedBy: row.decidedBy,
            releasedBy: row.releasedBy,
            createdAt: row.createdAt.toISOString(),
            decidedAt: row.decidedAt?.toISOString() ?? null,
          })),
        },
        200,
      );
    })
    .openapi(draft, (c) => {
      const input = c.req.valid('json');
      return idempotent(
        c,
        'draft-product',
        input,
        async (tx) => {
          const drafted = await draftVersion(within(tx), actorKey(c.var.actor), input);
          return drafted.ok ? ok({ versionId: wireId('productVersion', drafted.value) }) : drafted;
        },
        { status: 201 },
      );
    })
    .openapi(submit, (c) => {
      const { id } = c.req.valid('param');
      return idempotent(c, 'submit-product', { id }, async (tx) => answered(await submitVersion(within(tx), actorKey(c.var.actor), id)));
    })
    .openapi(decide, (c) => {
      const { id } = c.req.valid('param');
      const decision = c.req.valid('json');
      return idempotent(c, 'decide-product', { id, decision }, async (tx) =>
        answered(await decideVersion(within(tx), actorKey(c.var.actor), id, decision)),
      );
    })
    .openapi(release, (c) => {
      const { id } = c.req.valid('param');
      return idempotent(c, 'release-product', { id }, async (tx) => answered(await releaseVersion(within(tx), actorKey(c.var.actor), id)));
    })
    .openapi(suspend, (c) => {
      const { id } = c.req.valid('param');
      return idempotent(c, 'suspend-product', { id }, async (tx) => answered(await suspendVersion(within(tx), actorKey(c.var.actor), id)));
    });
};
