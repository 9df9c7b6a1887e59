/** What is left of a stock of pre-assigned numbers: the free fractions of one number, so that a buyer need not guess. */
import { createRoute, z } from '@hono/zod-openapi';
import { soldNumber } from '@valira/db/schema';
import { refuse } from '@valira/outcome';
import { and, asc, eq, gte, lt } from 'drizzle-orm';
import { requireNobody } from '../../platform/auth/index.ts';
import { json, problems, refused } from '../../platform/http/answer.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { idIn } from '../../platform/http/wire.ts';
import type { TicketDeps } from './buy-ticket.ts';

const MOST_SHOWN = 50;

const free = createRoute({
  method: 'get',
  path: '/contests/{id}/numbers/{number}',
  tags: ['contests'],
  summary: 'What is left of a pre-assigned number: how many fractions, and the first of them',
  ...requireNobody,
  request: {
    params: z.object({
      id: idIn('contest'),
      number: z
        .string()
        .regex(/^\d{1,8}$/)
        .openapi({ example: '12345' }),
    }),
  },
  responses: {
    200: json(
      z.object({
        number: z.string(),
        fractions: z.number().int(),
        free: z.number().int(),
        first: z.array(z.object({ series: z.number().int(), fraction: z.number().int() })),
      }),
      'As it stands; a sale decides anew',
    ),
    ...problems,
  },
});

export const freeNumberRoutes = ({ db, soldContests }: TicketDeps) =>
  newModule().openapi(free, async (c) => {
    const { id, number } = c.req.valid('param');
    const contest = (await soldContests.find([id])).get(id);
    const stock = contest?.engine.stock ?? null;
    if (!stock) return refused(c, refuse('contest_not_found'));
    if (number.length !== stock.digits || Number(number) >= stock.numbers) return refused(c, refuse('number_unknown', { path: 'number' }));
    const each = stock.series * stock.fractions;
    const from = BigInt(number) * BigInt(each);
    const sold = await db
      .select({ number: soldNumber.number })
      .from(soldNumber)
      .where(and(eq(soldNumber.contestId, id), gte(soldNumber.number, from), lt(soldNumber.number, from + BigInt(each))))
      .orderBy(asc(soldNumber.number));
    const gone = new Set(sold.map((row) => Number(row.number - from)));
    const first: { series: number; fraction: number }[] = [];
    for (let at = 0; at < each && first.length < MOST_SHOWN; at += 1)
      if (!gone.has(at)) first.push({ series: 1 + Math.floor(at / stock.fractions), fraction: 1 + (at % stock.fractions) });
    return c.json({ number, fractions: each, free: each - gone.size, first }, 200);
  });
