/** GET /v1/licences: what the operator is licensed for, as players and shops are to be told. */
import { createRoute, z } from '@hono/zod-openapi';
import { licence } from '@valira/db/schema';
import { asc } from 'drizzle-orm';
import { requireNobody } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, problems } from '../../platform/http/answer.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { instantOut } from '../../platform/http/wire.ts';

const licenceView = z
  .object({
    kind: z.enum(['C', 'C@', 'convention']),
    number: z.string(),
    operator: z.string(),
    registerNumber: z.string(),
    modalities: z.array(z.string()),
    pariMutuelInShops: z.boolean(),
    validFrom: instantOut,
    validUntil: instantOut,
    state: z.enum(['in-force', 'suspended', 'not-yet', 'ended']),
  })
  .openapi('Licence');

const route = createRoute({
  method: 'get',
  path: '/licences',
  tags: ['licence'],
  summary: 'The operator’s licences',
  ...requireNobody,
  responses: { 200: json(z.object({ licences: z.array(licenceView) }), 'All licences, by number'), ...problems },
});

type Row = typeof licence.$inferSelect;

function stateOf({ suspended, validFrom, validUntil }: Row, now: Date) {
  if (now < validFrom) return 'not-yet' as const;
  if (now >= validUntil) return 'ended' as const;
  return suspended ? ('suspended' as const) : ('in-force' as const);
}

export const licenceRoutes = ({ db, clock }: Pick<Core, 'db' | 'clock'>) =>
  newModule().openapi(route, async (c) => {
    const now = clock.now();
    const rows = await db.select().from(licence).orderBy(asc(licence.number));
    const licences = rows.map((row) => ({
      kind: row.kind,
      number: row.number,
      operator: row.legalName,
      registerNumber: row.registerNumber,
      modalities: row.modalities,
      pariMutuelInShops: row.pariMutuelInShops,
      validFrom: row.validFrom.toISOString(),
      validUntil: row.validUntil.toISOString(),
      state: stateOf(row, now),
    }));
    return c.json({ licences }, 200);
  });
