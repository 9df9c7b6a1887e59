/** GET /v1/wallet/entries: the player's own movements. */
import { createRoute, z } from '@hono/zod-openapi';
import { requirePlayer } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, problems } from '../../platform/http/answer.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { centsOut, idOut, instantOut, pageQuery } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { walletEntries } from './wallet-entries.ts';

const entryView = z
  .object({
    id: idOut('transfer'),
    at: instantOut,
    kind: z.string().openapi({ example: 'stake' }),
    amountCents: centsOut.openapi({ description: 'Minor units of EUR; negative when it left the account' }),
    reference: idOut('contest').nullable(),
  })
  .openapi('WalletEntry');

const route = createRoute({
  method: 'get',
  path: '/wallet/entries',
  tags: ['wallet'],
  summary: 'Movements of the player’s cash, the newest first',
  ...requirePlayer,
  request: { query: pageQuery('transfer') },
  responses: {
    200: json(
      z.object({ entries: z.array(entryView), next: idOut('transfer').nullable() }),
      'One page; `next` is the next page’s `before`',
    ),
    ...problems,
  },
});

export const walletRoutes = ({ db }: Pick<Core, 'db'>) =>
  newModule().openapi(route, async (c) => {
    const { limit, before } = c.req.valid('query');
    const rows = await walletEntries(db, c.var.actor.accountId, limit + 1, before);
    const entries = rows.slice(0, limit).map(({ id, at, kind, amountCents, contestId }) => ({
      id: wireId('transfer', id),
      at: at.toISOString(),
      kind,
      amountCents: String(amountCents),
      reference: contestId && wireId('contest', contestId),
    }));
    return c.json({ entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null }, 200);
  });
