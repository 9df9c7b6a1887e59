/** What the inspector reads: records, seals, receipts, the audit chain, and any ticket by its number. Nothing here writes, except that it was read. */
import { createRoute, z } from '@hono/zod-openapi';
import {
  auditEvent,
  contest,
  contestRecord,
  product,
  productVersion,
  receipt,
  seal,
  sealCountersignature,
  ticket,
} from '@valira/db/schema';
import { type CountersignStatement, type Receipt, receiptHead, type Signed } from '@valira/games/verifiable';
import { refuse } from '@valira/outcome';
import { desc, eq, lt } from 'drizzle-orm';
import { requireInspector } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { hex, sha256 } from '../../platform/hash.ts';
import { json, problems, refused } from '../../platform/http/answer.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { anyJson, centsOut, idOut, instantOut } from '../../platform/http/wire.ts';
import { parseWireId, wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { addAudit } from '../../platform/outbox.ts';
import { findBySerial, readSerial, type SoldContests, storedTicketView, ticketView } from '../wagers/index.ts';

const MOST = 500;

const records = createRoute({
  method: 'get',
  path: '/inspection/records',
  tags: ['inspection'],
  summary: 'Records handed to the regulator, the latest first, each chained to the one before',
  ...requireInspector,
  responses: {
    200: json(
      z.object({
        records: z.array(
          z.object({
            contestId: idOut('contest'),
            number: z.number().int(),
            product: z.string(),
            resultVersion: z.number().int(),
            sequence: z.number().int(),
            hash: z.string(),
            previousHash: z.string(),
            at: instantOut,
          }),
        ),
      }),
      'The last 500',
    ),
    ...problems,
  },
});

const seals = createRoute({
  method: 'get',
  path: '/inspection/seals',
  tags: ['inspection'],
  summary: 'Seals with their countersignatures, the latest first',
  ...requireInspector,
  responses: {
    200: json(
      z.object({
        seals: z.array(
          z.object({
            contestId: idOut('contest'),
            number: z.number().int(),
            product: z.string(),
            root: z.string(),
            leaves: z.number().int(),
            stakeCents: centsOut,
            sealedAt: instantOut,
            countersignature: z.object({ at: instantOut, keyId: z.string() }).nullable(),
          }),
        ),
      }),
      'The last 500',
    ),
    ...problems,
  },
});

const receipts = createRoute({
  method: 'get',
  path: '/inspection/receipts',
  tags: ['inspection'],
  summary: 'Answers of the receipt log that the platform holds, the latest first',
  ...requireInspector,
  responses: {
    200: json(
      z.object({
        receipts: z.array(
          z.object({
            sequence: z.number().int(),
            at: instantOut,
            kind: z.string(),
            subjectId: z.string(),
            hash: z.string(),
            head: z.string(),
          }),
        ),
      }),
      'The last 500',
    ),
    ...problems,
  },
});

const audit = createRoute({
  method: 'get',
  path: '/inspection/audit',
  tags: ['inspection'],
  summary: 'The audit chain, the latest event first',
  ...requireInspector,
  request: {
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(MOST).default(100),
      before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
  },
  responses: {
    200: json(
      z.object({
        events: z.array(
          z.object({
            seq: z.number().int(),
            at: instantOut,
            actor: z.string(),
            action: z.string(),
            subject: z.string(),
            before: anyJson,
            after: anyJson,
            reason: z.string().nullable(),
            hash: z.string(),
          }),
        ),
        next: z.string().nullable(),
      }),
      'A page; `next` goes into `before`',
    ),
    ...problems,
  },
});

const oneTicket = createRoute({
  method: 'get',
  path: '/inspection/tickets/{number}',
  tags: ['inspection'],
  summary: 'A ticket by its id or its serial: what was sold, by whom, and what became of it',
  ...requireInspector,
  request: { params: z.object({ number: z.string().min(1).max(60) }) },
  responses: {
    200: json(z.object({ accountId: idOut('account'), ticket: ticketView }), 'The ticket; that it was opened is in the audit chain'),
    ...problems,
  },
});

const bodySchema = z.object({
  entry: z.object({
    actor: z.string(),
    action: z.string(),
    subject: z.string(),
    before: z.json().optional(),
    after: z.json().optional(),
    reason: z.string().optional(),
  }),
});

export const inspectionRoutes = (deps: Core & { readonly soldContests: SoldContests }) => {
  const { db } = deps;
  return newModule()
    .openapi(records, async (c) => {
      const rows = await db
        .select({ record: contestRecord, number: contest.number, slug: product.slug })
        .from(contestRecord)
        .innerJoin(contest, eq(contest.id, contestRecord.contestId))
        .innerJoin(productVersion, eq(productVersion.id, contest.productVersionId))
        .innerJoin(product, eq(product.id, productVersion.productId))
        .orderBy(desc(contestRecord.sequence))
        .limit(MOST);
      return c.json(
        {
          records: rows.map(({ record, number, slug }) => ({
            contestId: wireId('contest', record.contestId),
            number,
            product: slug,
            resultVersion: record.resultVersion,
            sequence: Number(record.sequence),
            hash: hex(record.documentHash),
            previousHash: hex(record.previousHash),
            at: record.at.toISOString(),
          })),
        },
        200,
      );
    })
    .openapi(seals, async (c) => {
      const rows = await db
        .select({ sealed: seal, number: contest.number, slug: product.slug, signed: sealCountersignature.statement })
        .from(seal)
        .innerJoin(contest, eq(contest.id, seal.contestId))
        .innerJoin(productVersion, eq(productVersion.id, contest.productVersionId))
        .innerJoin(product, eq(product.id, productVersion.productId))
        .leftJoin(sealCountersignature, eq(sealCountersignature.contestId, seal.contestId))
        .orderBy(desc(seal.sealedAt))
        .limit(MOST);
      return c.json(
        {
          seals: rows.map(({ sealed, number, slug, signed }) => {
            const statement = signed as Signed<CountersignStatement> | null;
            return {
              contestId: wireId('contest', sealed.contestId),
              number,
              product: slug,
              root: hex(sealed.root),
              leaves: Number(sealed.leaves),
              stakeCents: String(sealed.stakeCents),
              sealedAt: sealed.sealedAt.toISOString(),
              countersignature: statement && { at: statement.body.at, keyId: statement.keyId },
            };
          }),
        },
        200,
      );
    })
    .openapi(receipts, async (c) => {
      const rows = await db.select().from(receipt).orderBy(desc(receipt.at)).limit(MOST);
      return c.json(
        {
          receipts: rows.map((row) => {
            const { body } = row.receipt as Receipt;
            return {
              sequence: body.sequence,
              at: body.at,
              kind: body.kind,
              subjectId: body.subjectId,
              hash: body.hash,
              head: receiptHead(sha256, body).head,
            };
          }),
        },
        200,
      );
    })
    .openapi(audit, async (c) => {
      const { limit, before } = c.req.valid('query');
      const rows = await db
        .select()
        .from(auditEvent)
        .where(before === undefined ? undefined : lt(auditEvent.seq, BigInt(before)))
        .orderBy(desc(auditEvent.seq))
        .limit(limit);
      const last = rows.at(-1);
      return c.json(
        {
          events: rows.map((row) => {
            const { entry } = bodySchema.parse(JSON.parse(row.body));
            return {
              seq: Number(row.seq),
              at: row.at.toISOString(),
              actor: entry.actor,
              action: entry.action,
              subject: entry.subject,
              before: toJson(entry.before ?? null),
              after: toJson(entry.after ?? null),
              reason: entry.reason ?? null,
              hash: hex(row.hash),
            };
          }),
          next: rows.length === limit && last ? String(last.seq) : null,
        },
        200,
      );
    })
    .openapi(oneTicket, async (c) => {
      const { number } = c.req.valid('param');
      const found = (await byId(deps, number)) ?? (await bySerial(deps, number));
      const view = found && (await storedTicketView(deps, found.accountId, found.ticketId));
      if (!view) return refused(c, refuse('ticket_not_found'));
      const at = deps.clock.now();
      await deps.inTransaction((tx) =>
        addAudit(tx, deps.ids, at, {
          actor: `inspector:${c.var.actor.userId}`,
          action: 'inspection.ticket-opened',
          subject: wireId('ticket', found.ticketId),
        }),
      );
      return c.json({ accountId: wireId('account', found.accountId), ticket: view }, 200);
    });
};

async function byId({ db }: Pick<Core, 'db'>, text: string): Promise<{ accountId: string; ticketId: string } | null> {
  const id = parseWireId('ticket', text);
  const [row] = id ? await db.select({ accountId: ticket.accountId, ticketId: ticket.id }).from(ticket).where(eq(ticket.id, id)) : [];
  return row ?? null;
}

async function bySerial({ db, keys }: Pick<Core, 'db' | 'keys'>, text: string): Promise<{ accountId: string; ticketId: string } | null> {
  const serial = readSerial(text);
  return serial ? findBySerial(db, keys, serial) : null;
}
