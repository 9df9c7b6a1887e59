/** A contest on the wire: what is public about it at its present state. A result shows only once it is certified. */
import { z } from '@hono/zod-openapi';
import type { Db } from '@valira/db';
import {
  contestResult,
  contestStep,
  drawCommitment,
  event as eventTable,
  meeting,
  prizeTable,
  receipt,
  runner,
  seal,
  sealCountersignature,
} from '@valira/db/schema';
import type { CountersignStatement, SealStatement, Signed, TierRow } from '@valira/games/verifiable';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { hex } from '../../platform/hash.ts';
import { anyJson, centsOut, idOut, instantOut } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import type { Contest } from './contest.store.ts';
import type { LiveFigures } from './live-figures.ts';

const eventOfLeg = z.object({
  id: idOut('event'),
  kind: z.enum(['race', 'match', 'other']),
  name: z.string(),
  meeting: z.string(),
  organiser: z.string(),
  competition: z.string(),
  startsAt: instantOut,
  runners: z.array(z.object({ number: z.number().int(), name: z.string(), scratched: z.boolean() })),
});

export const contestView = z
  .object({
    id: idOut('contest'),
    kind: z.enum(['draw', 'pool']),
    number: z.number().int(),
    product: z.object({ slug: z.string(), versionId: idOut('productVersion'), names: z.record(z.string(), z.string()) }),
    source: z.enum(['rng', 'machine', 'external', 'event']),
    state: z.string(),
    opensAt: instantOut,
    closesAt: instantOut,
    drawsAt: instantOut,
    jackpotCents: centsOut.nullable(),
    salesCents: centsOut,
    tickets: z.number().int(),
    event: eventOfLeg.nullable().openapi({ description: 'Of the first leg' }),
    legs: z.array(eventOfLeg).openapi({ description: 'The events of a pool, one for each leg' }),
    commitments: z.array(
      z.object({ role: z.enum(['operator', 'second']), digest: z.string(), holder: z.string(), publishedAt: instantOut }),
    ),
    seal: z
      .object({
        root: z.string(),
        leaves: z.number().int(),
        cancelled: z.number().int(),
        stakeCents: centsOut,
        sealedAt: instantOut,
        keyId: z.string(),
        signature: z.string(),
        countersignature: z.object({ keyId: z.string(), signature: z.string(), at: instantOut }).nullable(),
        receipt: anyJson.nullable(),
      })
      .nullable(),
    result: z.object({ version: z.number().int(), result: anyJson, certifiedAt: instantOut, origin: z.string() }).nullable(),
    earlierResults: z
      .array(z.object({ version: z.number().int(), result: anyJson, certifiedAt: instantOut }))
      .openapi({ description: 'Certified once and corrected or withdrawn since' }),
    prizes: z.array(z.object({ tier: z.string(), winners: z.string(), prizeCents: centsOut, totalCents: centsOut })).nullable(),
    /** Without what was only proposed: nobody but the staff knows of that. */
    steps: z.array(z.object({ step: z.string(), actors: z.array(z.string()), at: instantOut, facts: anyJson })),
  })
  .openapi('Contest');

export type ContestView = z.output<typeof contestView>;

/** Steps whose facts stay inside until the result is certified: what was typed is nobody's business before. */
const SECRET_BEFORE_CERTIFIED = new Set(['drawn', 'result-imported', 'result-entered']);
/** A measure that nobody has approved is the staff's. */
const ONLY_PROPOSED = /-(proposed|rejected)$/;
const PUBLIC_RESULT = new Set(['certified', 'settled', 'reconciled', 'published', 'archived']);
const PUBLIC_PRIZES = new Set(['reconciled', 'published', 'archived']);

/** What waits in the first tier, where the carry names it; shown as the jackpot. */
function jackpotOf(carry: unknown): string | null {
  const parsed = z.object({ carriedOutCents: z.record(z.string(), z.string()) }).safeParse(carry);
  if (!parsed.success) return null;
  const total = Object.values(parsed.data.carriedOutCents).reduce((sum, text) => sum + BigInt(text), 0n);
  return total > 0n ? String(total) : null;
}

async function legsOf(db: Db, { eventIds, scratched }: Contest): Promise<z.output<typeof eventOfLeg>[]> {
  if (eventIds.length === 0) return [];
  const [events, runners] = await Promise.all([
    db
      .select({ event: eventTable, meeting: meeting.name })
      .from(eventTable)
      .innerJoin(meeting, eq(meeting.id, eventTable.meetingId))
      .where(inArray(eventTable.id, [...eventIds])),
    db
      .select()
      .from(runner)
      .where(inArray(runner.eventId, [...eventIds]))
      .orderBy(asc(runner.number)),
  ]);
  return eventIds.flatMap((eventId, leg) => {
    const found = events.find(({ event }) => event.id === eventId);
    if (!found) return [];
    const { kind, name, organiser, competition, startsAt } = found.event;
    return [
      {
        id: wireId('event', eventId),
        kind,
        name,
        meeting: found.meeting,
        organiser,
        competition,
        startsAt: startsAt.toISOString(),
        runners: runners
          .filter((one) => one.eventId === eventId)
          .map((one) => ({
            number: one.number,
            name: one.name,
            scratched: scratched.some((out) => out.leg === leg && out.runner === one.number),
          })),
      },
    ];
  });
}

export async function viewOfContest(db: Db, figures: LiveFigures, contest: Contest, carry: unknown): Promise<ContestView> {
  const { id } = contest;
  const [commitments, [sealed], [signed], [receipted], results, [table], steps, legs, sales] = await Promise.all([
    db.select().from(drawCommitment).where(eq(drawCommitment.contestId, id)).orderBy(asc(drawCommitment.role)),
    db.select().from(seal).where(eq(seal.contestId, id)),
    db.select().from(sealCountersignature).where(eq(sealCountersignature.contestId, id)),
    db
      .select()
      .from(receipt)
      .where(and(eq(receipt.subject, 'seal'), eq(receipt.reference, wireId('contest', id)))),
    db.select().from(contestResult).where(eq(contestResult.contestId, id)).orderBy(asc(contestResult.version)),
    db
      .select()
      .from(prizeTable)
      .where(and(eq(prizeTable.contestId, id), eq(prizeTable.resultVersion, contest.resultVersion))),
    db.select().from(contestStep).where(eq(contestStep.contestId, id)).orderBy(asc(contestStep.seq)),
    legsOf(db, contest),
    figures.sales(id),
  ]);
  const statement = sealed?.statement as Signed<SealStatement> | undefined;
  const counter = signed?.statement as Signed<CountersignStatement> | undefined;
  const showsResult = PUBLIC_RESULT.has(contest.state);
  const result = results.find(({ version }) => version === contest.resultVersion);
  const earlier = results.filter(({ version }) => version < contest.resultVersion || contest.state === 'correcting');
  return {
    id: wireId('contest', id),
    kind: contest.kind,
    number: contest.number,
    product: {
      slug: contest.slug,
      versionId: wireId('productVersion', contest.productVersionId),
      names: z.record(z.string(), z.string()).parse(contest.names),
    },
    source: contest.source,
    state: contest.state,
    opensAt: contest.opensAt.toISOString(),
    closesAt: contest.closesAt.toISOString(),
    drawsAt: contest.drawsAt.toISOString(),
    jackpotCents: jackpotOf(carry),
    salesCents: String(sales.stakeCents),
    tickets: sales.tickets,
    event: legs[0] ?? null,
    legs,
    commitments: commitments.map(({ role, digest, holder, publishedAt }) => ({
      role,
      digest: hex(digest),
      holder,
      publishedAt: publishedAt.toISOString(),
    })),
    seal:
      sealed && statement
        ? {
            root: hex(sealed.root),
            leaves: Number(sealed.leaves),
            cancelled: Number(sealed.cancelled),
            stakeCents: String(sealed.stakeCents),
            sealedAt: sealed.sealedAt.toISOString(),
            keyId: statement.keyId,
            signature: statement.signature,
            countersignature: counter ? { keyId: counter.keyId, signature: counter.signature, at: counter.body.at } : null,
            receipt: receipted ? toJson(receipted.receipt) : null,
          }
        : null,
    result:
      result?.certifiedAt && showsResult
        ? { version: result.version, result: toJson(result.result), certifiedAt: result.certifiedAt.toISOString(), origin: result.origin }
        : null,
    earlierResults: earlier.flatMap(({ version, result: stated, certifiedAt }) =>
      certifiedAt ? [{ version, result: toJson(stated), certifiedAt: certifiedAt.toISOString() }] : [],
    ),
    prizes:
      table && PUBLIC_PRIZES.has(contest.state)
        ? ((table.commonTiers ?? table.tiers) as TierRow[]).map(({ tier, winners, shareCents, totalCents }) => ({
            tier,
            winners,
            prizeCents: shareCents,
            totalCents,
          }))
        : null,
    steps: steps
      .filter(({ step }) => !ONLY_PROPOSED.test(step))
      .map(({ step, actors, at, facts }) => ({
        step,
        actors,
        at: at.toISOString(),
        facts: SECRET_BEFORE_CERTIFIED.has(step) && !showsResult ? {} : toJson(facts),
      })),
  };
}
