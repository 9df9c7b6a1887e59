/** Contests as rows and as the domain sees them. State changes go through `moveContest`, which names each step once. */
import type { Db, Tx } from '@valira/db';
import { contest, contestLeg, contestStep, prizeTable, product, productVersion, scratch } from '@valira/db/schema';
import { canonicalHash, type Json } from '@valira/games/verifiable';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { sha256 } from '../../platform/hash.ts';
import type { Ids } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { addAudit, addToOutbox } from '../../platform/outbox.ts';
import { closeLockKey } from './close-lock.ts';
import type { EngineSource } from './engine/engine-of.ts';
import type { Withdrawn } from './engine/leg-results.ts';

export type ContestState = (typeof contest.$inferSelect)['state'];

export type Contest = EngineSource & {
  readonly number: number;
  readonly source: 'rng' | 'machine' | 'external' | 'event';
  /** The events of a pool's legs, in order; empty for a draw. */
  readonly eventIds: readonly string[];
  readonly scratched: readonly Withdrawn[];
  readonly state: ContestState;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly drawsAt: Date;
  readonly carriedIn: unknown;
  readonly resultVersion: number;
  readonly productId: string;
  readonly slug: string;
  readonly names: unknown;
  readonly definitionHash: Uint8Array;
  readonly registrationNumber: string | null;
};

const columns = {
  id: contest.id,
  kind: contest.kind,
  productVersionId: contest.productVersionId,
  number: contest.number,
  source: contest.source,
  state: contest.state,
  opensAt: contest.opensAt,
  closesAt: contest.closesAt,
  drawsAt: contest.drawsAt,
  carriedIn: contest.carriedIn,
  frozen: contest.frozen,
  resultVersion: contest.resultVersion,
  productId: productVersion.productId,
  slug: product.slug,
  names: productVersion.names,
  definition: productVersion.definition,
  definitionHash: productVersion.definitionHash,
  registrationNumber: productVersion.registrationNumber,
};

const contests = (db: Db | Tx) =>
  db
    .select(columns)
    .from(contest)
    .innerJoin(productVersion, eq(productVersion.id, contest.productVersionId))
    .innerJoin(product, eq(product.id, productVersion.productId));

type Row = Awaited<ReturnType<typeof contests>>[number];

/**
 * What is public about the rules of a contest: a pool's are frozen with its card, so their hash is its own. Its legs are asked for apart: draws,
 * which are most of what is asked for, pay nothing for them.
 */
async function asContests(db: Db | Tx, rows: readonly Row[]): Promise<Contest[]> {
  const pools = rows.filter(({ kind }) => kind === 'pool').map(({ id }) => id);
  const legs =
    pools.length === 0
      ? []
      : await db
          .select({ contestId: contestLeg.contestId, leg: contestLeg.leg, eventId: contestLeg.eventId, runner: scratch.runner })
          .from(contestLeg)
          .leftJoin(scratch, eq(scratch.eventId, contestLeg.eventId))
          .where(inArray(contestLeg.contestId, pools))
          .orderBy(asc(contestLeg.contestId), asc(contestLeg.leg), asc(scratch.runner));
  return rows.map((row) => {
    if (row.kind === 'draw') return { ...row, eventIds: [], scratched: [] };
    const own = legs.filter(({ contestId }) => contestId === row.id);
    return {
      ...row,
      definitionHash: canonicalHash(sha256, toJson(row.frozen)),
      eventIds: [...new Set(own.map(({ eventId }) => eventId))],
      scratched: own.flatMap(({ leg, runner }) => (runner === null ? [] : [{ leg: leg - 1, runner }])),
    };
  });
}

/** The rules as records and the control system carry them; `definitionHash` is taken over this. */
export const publicDefinition = ({ kind, definition, frozen }: Contest): Json => toJson(kind === 'pool' ? frozen : definition);

export async function findContest(db: Db | Tx, id: string): Promise<Contest | null> {
  const [found] = await asContests(db, await contests(db).where(eq(contest.id, id)));
  return found ?? null;
}

export const findContests = async (db: Db | Tx, ids: readonly string[]): Promise<Contest[]> =>
  ids.length === 0 ? [] : asContests(db, await contests(db).where(inArray(contest.id, [...ids])));

/** The contest with its row locked until the transaction ends. */
export async function lockContest(tx: Tx, id: string): Promise<Contest | null> {
  await tx.select({ id: contest.id }).from(contest).where(eq(contest.id, id)).for('update');
  return findContest(tx, id);
}

/**
 * The contests as they are until the transaction ends, for whoever pays by what their results say: a measure comes before or after, never
 * meanwhile. In the order of their close locks, as a breakdown takes them.
 */
export async function holdContests(tx: Tx, ids: readonly string[]): Promise<void> {
  const ordered = [...new Set(ids)].sort((a, b) => (closeLockKey(a) < closeLockKey(b) ? -1 : 1));
  for (const id of ordered) await tx.select({ id: contest.id }).from(contest).where(eq(contest.id, id)).for('share');
}

/** The contest of the same product before this one, whatever its version; null for the first. */
export async function previousContest(db: Db | Tx, { productId, number }: Pick<Contest, 'productId' | 'number'>): Promise<Contest | null> {
  const rows = await contests(db)
    .where(and(eq(productVersion.productId, productId), sql`${contest.number} < ${number}`))
    .orderBy(sql`${contest.number} DESC`)
    .limit(1);
  const [found] = await asContests(db, rows);
  return found ?? null;
}

/** What a settled contest leaves for the next one. */
export async function carryOf(db: Db | Tx, { id, resultVersion }: Pick<Contest, 'id' | 'resultVersion'>): Promise<unknown> {
  const [row] = await db
    .select({ carry: prizeTable.carry })
    .from(prizeTable)
    .where(and(eq(prizeTable.contestId, id), eq(prizeTable.resultVersion, resultVersion)));
  return row?.carry ?? null;
}

export type Step = {
  /** What happened, in the past tense: `opened`, `closed`, `sealed` … */
  readonly step: string;
  readonly to?: ContestState;
  readonly actors: readonly string[];
  readonly facts?: unknown;
};

/** Name of the job that takes a contest its next automatic step. */
export const ADVANCE_TOPIC = 'contest.advance';

/** Records a step, changes the state with it, and asks for what follows. The caller holds the contest's row lock. */
export async function moveContest(
  tx: Tx,
  ids: Ids,
  at: Date,
  { id, state }: Pick<Contest, 'id' | 'state'>,
  { step, to, actors, facts }: Step,
): Promise<void> {
  const [last] = await tx
    .select({ seq: sql<number>`coalesce(max(${contestStep.seq}), 0)` })
    .from(contestStep)
    .where(eq(contestStep.contestId, id));
  const seq = Number(last?.seq ?? 0) + 1;
  await tx.insert(contestStep).values({ contestId: id, seq, step, actors: [...actors], facts: toJson(facts ?? {}), at });
  if (to && to !== state) await tx.update(contest).set({ state: to }).where(eq(contest.id, id));
  await addAudit(tx, ids, at, { actor: actors.join(','), action: `contest.${step}`, subject: id, before: state, after: to ?? state });
  await addToOutbox(tx, ADVANCE_TOPIC, `${id}:${seq}`, { contestId: id });
}
