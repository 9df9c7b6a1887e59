/**
 * Yesterday's chains and seals: the signed daily head is there and genuine, every intake's links of the day follow one another under their
 * signatures, the audit chain is unbroken since it was last found so, and each seal's root is what its entries give.
 */
import { auditEvent, dailyHead, dayCheck, intake, intakeLink, keyRegister, seal } from '@valira/db/schema';
import { keyIdOf, merkleTree, statementHash, verifyStatement } from '@valira/games/verifiable';
import { and, asc, desc, eq, gte, lt, max } from 'drizzle-orm';
import { verifyAuditChain } from '../../platform/audit/audit-chain.ts';
import type { BusinessDay } from '../../platform/business-day.ts';
import type { Core } from '../../platform/core.ts';
import { hex, sha256, sha256Into } from '../../platform/hash.ts';
import { verifyEd25519 } from '../../platform/signatures.ts';
import { readEntries } from '../contests/index.ts';

export type ChainsChecked = {
  readonly findings: readonly string[];
  readonly auditUntil: string;
  readonly links: number;
  readonly seals: number;
};

/** The head is made after midnight by a job of its own. */
export const isHeadThere = async ({ db }: Pick<Core, 'db'>, { date }: BusinessDay): Promise<boolean> =>
  (await db.select({ at: dailyHead.at }).from(dailyHead).where(eq(dailyHead.businessDay, date))).length > 0;

async function headFindings({ db, keys }: Core, { date }: BusinessDay): Promise<string[]> {
  const [head] = await db.select().from(dailyHead).where(eq(dailyHead.businessDay, date));
  if (!head) return [`no signed head of ${date}`];
  const [registered] = await db.select().from(keyRegister).where(eq(keyRegister.keyId, head.keyId));
  const publicKey = registered?.publicKey ?? keys.signer('seal').publicKey;
  const genuine = verifyStatement(sha256, verifyEd25519, 'day-head', {
    body: JSON.parse(head.statement),
    keyId: head.keyId,
    publicKey: hex(publicKey),
    signature: hex(head.signature),
  });
  return genuine ? [] : [`the head of ${date} is not as it was signed`];
}

async function linkFindings({ db }: Core, day: BusinessDay): Promise<{ findings: string[]; links: number }> {
  const findings: string[] = [];
  let links = 0;
  for (const chain of await db.select().from(intake)) {
    const rows = await db
      .select()
      .from(intakeLink)
      .where(and(eq(intakeLink.intakeId, chain.id), gte(intakeLink.at, day.start), lt(intakeLink.at, day.end)))
      .orderBy(asc(intakeLink.seq));
    let before: { seq: bigint; head: Uint8Array } | null = null;
    for (const row of rows) {
      const body = {
        intakeId: chain.id,
        sequence: String(row.seq),
        previous: hex(row.previousHead),
        recordCount: row.recordCount,
        amountCents: String(row.amountCents),
        recordsHash: hex(sha256(row.records)),
        at: row.at.toISOString(),
      };
      const follows = !before || (row.seq === before.seq + 1n && Buffer.from(row.previousHead).equals(before.head));
      const says = hex(row.head) === statementHash(sha256, 'intake-link', body);
      const signed = verifyStatement(sha256, verifyEd25519, 'intake-link', {
        body,
        keyId: keyIdOf(sha256, chain.publicKey),
        publicKey: hex(chain.publicKey),
        signature: hex(row.signature),
      });
      if (!follows || !says || !signed) findings.push(`link ${row.seq} of intake ${chain.id}`);
      before = { seq: row.seq, head: row.head };
      links += 1;
    }
  }
  return { findings, links };
}

async function sealFindings({ db, sql }: Core, day: BusinessDay): Promise<{ findings: string[]; seals: number }> {
  const sealed = await db
    .select()
    .from(seal)
    .where(and(gte(seal.sealedAt, day.start), lt(seal.sealedAt, day.end)));
  const findings: string[] = [];
  for (const { contestId, root } of sealed) {
    const tree = merkleTree(sha256, undefined, sha256Into);
    await readEntries(sql, contestId, null, (entry) => {
      tree.appendEntry(entry.leaf);
    });
    if (hex(tree.finish().root) !== hex(root)) findings.push(`seal of contest ${contestId}`);
  }
  return { findings, seals: sealed.length };
}

/** Up to which audit event an earlier day found the chain unbroken. */
async function auditFrom({ db }: Core): Promise<bigint> {
  const [last] = await db
    .select({ facts: dayCheck.facts })
    .from(dayCheck)
    .where(and(eq(dayCheck.name, 'chains'), eq(dayCheck.passed, true)))
    .orderBy(desc(dayCheck.businessDay))
    .limit(1);
  const until = (last?.facts as { auditUntil?: string } | undefined)?.auditUntil;
  return until && BigInt(until) > 1n ? BigInt(until) : 1n;
}

export async function checkChains(core: Core, yesterday: BusinessDay): Promise<ChainsChecked> {
  const [reached] = await core.db.select({ seq: max(auditEvent.seq) }).from(auditEvent);
  const audit = await verifyAuditChain(core.db, await auditFrom(core));
  const links = await linkFindings(core, yesterday);
  const seals = await sealFindings(core, yesterday);
  return {
    findings: [
      ...(await headFindings(core, yesterday)),
      ...links.findings,
      ...seals.findings,
      ...audit.map(({ seq, problem }) => `audit event ${seq}: ${problem}`),
    ],
    auditUntil: String(reached?.seq ?? 0n),
    links: links.links,
    seals: seals.seals,
  };
}
