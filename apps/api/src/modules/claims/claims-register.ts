/** Prizes paid over counters and claimed at the operator: by shop and clerk in a period, and one by one. Nothing here tells who claimed. */
import type { Db } from '@valira/db';
import { claim } from '@valira/db/schema';
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';

export type Period = { readonly from: Date; readonly until: Date };

export type ClerkClaims = {
  readonly accountId: string;
  readonly shop: string | null;
  readonly clerkId: string | null;
  readonly clerk: string | null;
  readonly claims: number;
  readonly amountCents: string;
  readonly largestCents: string;
  /** Claims of tickets that this shop did not sell. */
  readonly soldElsewhere: number;
  readonly identified: number;
};

type Row = {
  account_id: string;
  shop: string | null;
  clerk_id: string | null;
  clerk: string | null;
  claims: number;
  amount: string;
  largest: string;
  elsewhere: number;
  identified: number;
};

/** By payer and clerk, the largest total first; the operator's desk is the house without a clerk. */
export async function claimsByClerk(db: Db, { from, until }: Period): Promise<ClerkClaims[]> {
  const rows = await db.execute<Row>(sql`
    SELECT c.paying_account_id AS account_id, s.name AS shop, c.clerk_id, k.name AS clerk, count(*)::int AS claims,
      sum(c.amount_cents)::text AS amount, max(c.amount_cents)::text AS largest,
      (count(*) FILTER (WHERE c.account_id <> c.paying_account_id))::int AS elsewhere, count(i.claim_id)::int AS identified
    FROM claim c LEFT JOIN shop s ON s.account_id = c.paying_account_id LEFT JOIN clerk k ON k.id = c.clerk_id
      LEFT JOIN claim_identity i ON i.claim_id = c.id
    WHERE c.at >= ${from.toISOString()}::timestamptz AND c.at < ${until.toISOString()}::timestamptz
    GROUP BY 1, 2, 3, 4 ORDER BY sum(c.amount_cents) DESC LIMIT 1000`);
  return rows.map((row) => ({
    accountId: row.account_id,
    shop: row.shop,
    clerkId: row.clerk_id,
    clerk: row.clerk,
    claims: row.claims,
    amountCents: row.amount,
    largestCents: row.largest,
    soldElsewhere: row.elsewhere,
    identified: row.identified,
  }));
}

export type ClaimFilter = Partial<Period> & {
  readonly payer?: string | undefined;
  readonly clerk?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
};

/** One by one, the latest first. */
export const listClaims = (db: Db, { payer, clerk, from, until, before, limit }: ClaimFilter): Promise<(typeof claim.$inferSelect)[]> =>
  db
    .select()
    .from(claim)
    .where(
      and(
        payer ? eq(claim.payingAccountId, payer) : undefined,
        clerk ? eq(claim.clerkId, clerk) : undefined,
        from ? gte(claim.at, from) : undefined,
        until ? lt(claim.at, until) : undefined,
        before ? lt(claim.id, before) : undefined,
      ),
    )
    .orderBy(desc(claim.id))
    .limit(limit);
