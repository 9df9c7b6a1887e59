/**
 * Publishes that a contest is void: who decided it and why, what was sealed, and that every stake is on its way back. Signed, numbered and
 * chained like any record; there is no bundle, since there is no result to verify.
 */
import { receipt, seal } from '@valira/db/schema';
import { canonicalJson, type Receipt, type SealStatement, type Signed, signStatement } from '@valira/games/verifiable';
import { and, eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { hex, sha256 } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import type { Contest } from '../contests/index.ts';
import type { Archive } from './archive.ts';
import { chainRecord } from './chain-record.ts';
import { archiveName } from './publish-record.ts';
import { OPERATOR, type RecordSources } from './record-body.ts';

export type VoidFacts = {
  readonly measureId: string;
  /** Set when it is one of a breakdown's. */
  readonly breakdownId: string | null;
  readonly reason: string;
  readonly proposedBy: string;
  readonly decidedBy: string;
  readonly decidedAt: Date;
  readonly tickets: number;
  readonly refundedCents: bigint;
};

export async function publishVoidRecord(
  core: Core,
  archive: Archive,
  { build, demo }: RecordSources,
  contest: Contest,
  facts: VoidFacts,
): Promise<void> {
  const reference = wireId('contest', contest.id);
  const [sealed] = await core.db.select().from(seal).where(eq(seal.contestId, contest.id));
  const receipts = await core.db
    .select()
    .from(receipt)
    .where(and(eq(receipt.reference, reference), eq(receipt.subject, 'seal')));
  const body = {
    format: 'valira-void/1',
    kind: 'void',
    contestKind: contest.kind,
    operator: OPERATOR,
    subjectId: reference,
    product: contest.slug,
    number: contest.number,
    definitionHash: hex(contest.definitionHash),
    measureId: wireId('measure', facts.measureId),
    breakdownId: facts.breakdownId && wireId('measure', facts.breakdownId),
    reason: facts.reason,
    people: { proposedBy: facts.proposedBy, decidedBy: facts.decidedBy },
    seal: sealed ? (sealed.statement as Signed<SealStatement>) : null,
    receipts: receipts.map((row) => row.receipt as Receipt),
    refunds: { tickets: facts.tickets, cents: String(facts.refundedCents) },
    times: {
      closedAt: contest.closesAt.toISOString(),
      voidedAt: facts.decidedAt.toISOString(),
      recordedAt: core.clock.now().toISOString(),
    },
    software: { version: build.version, buildHash: build.buildHash, demo },
  };
  const document = await chainRecord(core, contest, signStatement(sha256, core.keys.signer('seal'), 'void-record', body));
  await archive.put(archiveName(contest, contest.resultVersion, 'json'), [Buffer.from(canonicalJson(toJson(document)))]);
}
