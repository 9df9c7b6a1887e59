/** The player's money: what is there, every movement, the year's statement. */
import { createRoute, z } from '@hono/zod-openapi';
import { authUser, balance } from '@valira/db/schema';
import { eq } from 'drizzle-orm';
import { requirePlayer } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, problems } from '../../platform/http/answer.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { centsOut, idOut, instantOut, pageQuery } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { CODES } from '../ledger/index.ts';
import { owedBy } from '../payments/index.ts';
import { declaredAccount, playerStanding, withdrawalRefusal } from '../players/index.ts';
import { csvOfStatement, pdfOfStatement } from './print-statement.ts';
import { walletEntries } from './wallet-entries.ts';
import { STATEMENT_LINES, yearStatement } from './year-statement.ts';

const entryView = z
  .object({
    id: idOut('transfer'),
    at: instantOut,
    kind: z.string().openapi({ example: 'stake' }),
    amountCents: centsOut.openapi({ description: 'Minor units of EUR; negative when it left the account' }),
    reference: idOut('contest').nullable(),
  })
  .openapi('WalletEntry');

const wallet = createRoute({
  method: 'get',
  path: '/wallet',
  tags: ['wallet'],
  summary: 'What the player has, what waits to be paid out, and whether it can be',
  ...requirePlayer,
  responses: {
    200: json(
      z.object({
        availableCents: centsOut,
        heldCents: centsOut,
        owedCents: centsOut.openapi({ description: 'What a disputed deposit left owing; paid from what comes in' }),
        withdrawableCents: centsOut,
        withdrawalRefusal: z.string().nullable().openapi({ example: 'identity_not_verified' }),
        account: z.object({ holder: z.string(), ibanEnd: z.string() }).nullable(),
      }),
      'The wallet',
    ),
    ...problems,
  },
});

const entries = createRoute({
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

const statement = createRoute({
  method: 'get',
  path: '/wallet/statements/{year}',
  tags: ['wallet'],
  summary: 'A year of the player’s money: totals, or every movement as a file',
  ...requirePlayer,
  request: {
    params: z.object({ year: z.coerce.number().int().min(2024).max(2100) }),
    query: z.strictObject({ format: z.enum(['json', 'csv', 'pdf']).default('json') }),
  },
  responses: {
    200: {
      description: 'Totals by line, or the file that was asked for',
      content: {
        'application/json': {
          schema: z.object({
            year: z.number().int(),
            openingCents: centsOut,
            closingCents: centsOut,
            lines: z.array(z.object({ line: z.enum(STATEMENT_LINES), amountCents: centsOut })),
            movements: z.number().int(),
          }),
        },
        'text/csv': { schema: z.string() },
        'application/pdf': { schema: z.string() },
      },
    },
    ...problems,
  },
});

export const walletRoutes = (core: Pick<Core, 'db' | 'clock' | 'keys'>) => {
  const { db, clock } = core;
  return newModule()
    .openapi(wallet, async (c) => {
      const { accountId } = c.var.actor;
      const [balances, owedCents, standing, account] = await Promise.all([
        db.select().from(balance).where(eq(balance.accountId, accountId)),
        owedBy(db, accountId),
        playerStanding(db, accountId, clock.now()),
        declaredAccount(core, db, accountId),
      ]);
      const amountOf = (code: number): bigint => balances.find((row) => row.code === code)?.amountCents ?? 0n;
      const availableCents = amountOf(CODES['player-cash']);
      const refusal = standing ? (withdrawalRefusal(standing)?.code ?? null) : 'identity_not_verified';
      return c.json(
        {
          availableCents: String(availableCents),
          heldCents: String(amountOf(CODES['player-held'])),
          owedCents: String(owedCents),
          withdrawableCents: String(availableCents > owedCents ? availableCents - owedCents : 0n),
          withdrawalRefusal: refusal ?? (account ? null : 'no_declared_account'),
          account: account && { holder: account.holder, ibanEnd: account.ibanEnd },
        },
        200,
      );
    })
    .openapi(entries, async (c) => {
      const { limit, before } = c.req.valid('query');
      const rows = await walletEntries(db, c.var.actor.accountId, limit + 1, before);
      const page = rows.slice(0, limit).map(({ id, at, kind, amountCents, contestId }) => ({
        id: wireId('transfer', id),
        at: at.toISOString(),
        kind,
        amountCents: String(amountCents),
        reference: contestId && wireId('contest', contestId),
      }));
      return c.json({ entries: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }, 200);
    })
    .openapi(statement, async (c) => {
      const { year } = c.req.valid('param');
      const { format } = c.req.valid('query');
      const { accountId, userId, name } = c.var.actor;
      const made = await yearStatement(db, accountId, year);
      if (format === 'json')
        return c.json(
          {
            year,
            openingCents: String(made.openingCents),
            closingCents: String(made.closingCents),
            lines: STATEMENT_LINES.map((line) => ({ line, amountCents: String(made.totals[line]) })),
            movements: made.entries.length,
          },
          200,
        );
      const [user] = await db.select({ language: authUser.language }).from(authUser).where(eq(authUser.id, userId));
      const language = user?.language ?? 'ca';
      const headers = { 'content-disposition': `attachment; filename="valira-${year}.${format}"` };
      if (format === 'csv') return c.body(csvOfStatement(made, language), 200, { ...headers, 'content-type': 'text/csv; charset=utf-8' });
      const pdf = await pdfOfStatement(made, wireId('account', accountId), name, language, clock.now());
      return c.body(new Uint8Array(pdf), 200, { ...headers, 'content-type': 'application/pdf' });
    });
};
