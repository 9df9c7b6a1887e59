/**
 * The record of a contest, from what the database holds of it: signed and published, it is the draw's "acta".
 *
 * Its money comes from the ledger's own transfers of the contest, not from the prize table it is printed beside; both must agree or
 * nothing is published.
 */
import type { Db } from '@valira/db';
import {
  contestResult,
  contestStep,
  drawAnnouncement,
  drawBeacon,
  drawReveal,
  generatorCall,
  prizeTable,
  receipt,
  seal,
  sealCountersignature,
} from '@valira/db/schema';
import {
  type Announcement,
  type BeaconValue,
  bundleFormat,
  type CountersignStatement,
  type DrawnPanel,
  type DrawRecord,
  type GeneratorCall,
  type PoolRecord,
  type Receipt,
  type RedrawStatement,
  type SealStatement,
  type Signed,
  type TierRow,
} from '@valira/games/verifiable';
import { assertConserved } from '@valira/money';
import { and, asc, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import type { Build } from '../../platform/build.ts';
import { hex } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { type Contest, publicDefinition } from '../contests/index.ts';
import { postponementsOf } from './postponements.ts';
import { supersededResult } from './superseded-result.ts';

export const OPERATOR = 'Valira Loteries, SA';

export type RecordSources = { readonly build: Build; readonly demo: boolean };

type MoneySide = Record<string, string>;

/** What a movement is called in the record. A pool's takeout is one figure, as its rules state it; the ledger has its parts. */
const OUTFLOW_NAMES: Readonly<Record<Contest['kind'], Readonly<Record<string, string>>>> = {
  draw: { prize: 'prizes', refund: 'refunds' },
  pool: {
    prize: 'prizes',
    refund: 'refunds',
    'tax-on-stakes': 'takeout',
    'shop-commission': 'takeout',
    revenue: 'takeout',
    'fund-to-breakage': 'breakage',
  },
};

/**
 * Money of the contest as the ledger moved it for this version of the result: what came into stakes and fund from elsewhere, and where it
 * went. What an earlier version had moved was taken back.
 */
async function ledgerMoney(
  db: Db,
  { id: contestId, kind: contestKind, resultVersion }: Pick<Contest, 'id' | 'kind' | 'resultVersion'>,
  settleOperation: string,
): Promise<{ inflow: MoneySide & { stakes: string }; outflow: MoneySide & { prizes: string } }> {
  const rows = await db.execute<{ kind: string; from_contest: boolean; to_contest: boolean; amount: string }>(sql`
    SELECT kind, debit_owner = ${contestId} AS from_contest, credit_owner = ${contestId} AS to_contest, sum(amount_cents)::text AS amount
    FROM transfer t WHERE reference = ${contestId} AND (kind IN ('stake', 'stake-cancelled') OR operation_id = ${settleOperation}
      OR (kind IN ('prize', 'refund') AND EXISTS (
        SELECT 1 FROM prize p WHERE p.account_id = t.account_id AND p.contest_id = ${contestId} AND p.ticket_id = t.operation_id
          AND p.result_version = ${resultVersion} AND p.id = t.id)))
    GROUP BY 1, 2, 3`);
  const inflow: MoneySide & { stakes: string } = { stakes: '0' };
  const outflow: MoneySide & { prizes: string } = { prizes: '0' };
  const addTo = (side: MoneySide, name: string, amount: bigint) => {
    side[name] = String(BigInt(side[name] ?? 0) + amount);
  };
  for (const { kind, from_contest, to_contest, amount } of rows) {
    if (from_contest === to_contest) continue;
    const cents = BigInt(amount);
    if (kind === 'stake') addTo(inflow, 'stakes', cents);
    else if (kind === 'stake-cancelled') addTo(inflow, 'stakes', -cents);
    else if (to_contest) addTo(inflow, kind, cents);
    else addTo(outflow, OUTFLOW_NAMES[contestKind][kind] ?? kind, cents);
  }
  const amounts = (side: MoneySide) => Object.fromEntries(Object.entries(side).map(([name, text]) => [name, BigInt(text)]));
  assertConserved(`record of contest ${contestId}`, amounts(inflow), amounts(outflow));
  return { inflow, outflow };
}

/** From the draw's first call, or from an earlier one that its redraw names, to its last. */
async function generatorStretch(db: Db, contestId: string, earlier = Number.POSITIVE_INFINITY): Promise<GeneratorCall[]> {
  const [range] = await db
    .select({
      first: sql<string>`min(${generatorCall.sequence})`,
      last: sql<string>`max(${generatorCall.sequence})`,
      generator: sql<string>`min(${generatorCall.generator})`,
    })
    .from(generatorCall)
    .where(eq(generatorCall.contestId, contestId));
  if (!range?.first) return [];
  const calls = await db
    .select({ call: generatorCall.call })
    .from(generatorCall)
    .where(
      and(
        eq(generatorCall.generator, range.generator),
        gte(generatorCall.sequence, BigInt(Math.min(Number(range.first), earlier))),
        lte(generatorCall.sequence, BigInt(range.last)),
      ),
    )
    .orderBy(asc(generatorCall.sequence));
  return calls.map(({ call }) => call as GeneratorCall);
}

/** The body to be signed. Throws when the contest is not complete: only a paid contest has a record. */
export async function recordBody(db: Db, contest: Contest, { build, demo }: RecordSources): Promise<DrawRecord | PoolRecord> {
  const { id, resultVersion } = contest;
  const [[sealed], [signed], [result], [table], receipts, [opened]] = await Promise.all([
    db.select().from(seal).where(eq(seal.contestId, id)),
    db.select().from(sealCountersignature).where(eq(sealCountersignature.contestId, id)),
    db
      .select()
      .from(contestResult)
      .where(and(eq(contestResult.contestId, id), eq(contestResult.version, resultVersion))),
    db
      .select()
      .from(prizeTable)
      .where(and(eq(prizeTable.contestId, id), eq(prizeTable.resultVersion, resultVersion))),
    db
      .select()
      .from(receipt)
      .where(
        and(eq(receipt.reference, wireId('contest', id)), inArray(receipt.subject, ['announcement', 'seal', 'countersignature', 'redraw'])),
      ),
    db
      .select({ at: contestStep.at })
      .from(contestStep)
      .where(and(eq(contestStep.contestId, id), eq(contestStep.step, 'opened'))),
  ]);
  if (!opened || !sealed || !signed || !result?.certifiedBy || !result.certifiedAt || !table)
    throw new Error(`contest ${id} is not complete`);
  // Tickets of ours in a draw that others hold are paid by our ledger; without any, nothing of it is in the ledger.
  const external = result.origin === 'imported' && sealed.leaves === 0n;
  const prizes = table.tiers as TierRow[];
  const money = external ? { inflow: { stakes: '0' }, outflow: { prizes: '0' } } : await ledgerMoney(db, contest, table.operationId);
  if (!external && BigInt(money.outflow.prizes) !== table.prizesCents)
    throw new Error(`contest ${id}: the ledger paid ${money.outflow.prizes} cents, the table says ${table.prizesCents}`);

  const moves = await postponementsOf(db, contest);
  const base = {
    format: bundleFormat,
    operator: OPERATOR,
    subjectId: wireId('contest', id),
    definition: publicDefinition(contest),
    definitionHash: hex(contest.definitionHash),
    seal: sealed.statement as Signed<SealStatement>,
    countersignature: signed.statement as Signed<CountersignStatement>,
    receipts: receipts.map((row) => row.receipt as Receipt).sort((a, b) => a.body.sequence - b.body.sequence),
    prizes,
    money,
    times: {
      openedAt: opened.at.toISOString(),
      closesAt: contest.closesAt.toISOString(),
      sealedAt: sealed.sealedAt.toISOString(),
      drawnAt: result.at.toISOString(),
      certifiedAt: result.certifiedAt.toISOString(),
    },
    people: { drawnBy: result.enteredBy[0] ?? '', certifiedBy: result.certifiedBy },
    software: { version: build.version, buildHash: build.buildHash, demo },
    ...(moves.length > 0 && { postponements: moves }),
    ...(resultVersion > 1 && { supersedes: await supersededResult(db, contest) }),
  } as const;

  if (contest.kind === 'pool') return { ...base, kind: 'pool', result: toJson(result.result) };
  if (contest.source !== 'rng') {
    const [first = '', second = result.certifiedBy] = result.enteredBy;
    return {
      ...base,
      kind: 'draw',
      publiclyVerifiable: false,
      draw: { source: contest.source === 'machine' ? 'machine' : 'external', enteredBy: [first, second], reference: contest.slug },
      result: { panels: panelsOf(result.result) },
    };
  }
  const [announced] = await db.select().from(drawAnnouncement).where(eq(drawAnnouncement.contestId, id));
  const reveals = await db.select().from(drawReveal).where(eq(drawReveal.contestId, id)).orderBy(asc(drawReveal.role));
  const drawn = result.external as {
    panels: DrawnPanel[];
    rawOutputHash: string;
    fallback?: { reason: string; beacon: BeaconValue };
    redraw?: { statement: Signed<RedrawStatement>; round: BeaconValue };
  };
  if (!announced) throw new Error(`contest ${id} was drawn without an announcement`);
  const [mixed] = await db.select().from(drawBeacon).where(eq(drawBeacon.contestId, id));
  const beacon = mixed ? { round: mixed.round, signature: mixed.signature, value: mixed.value } : null;
  const openedSecrets = reveals.map(({ role, secret, revealedAt }) => ({
    role: role === 'operator' ? ('operator' as const) : ('second' as const),
    secret: hex(secret),
    at: revealedAt.toISOString(),
  }));
  return {
    ...base,
    kind: 'draw',
    // The second commitment is there whether it was opened or fell back.
    publiclyVerifiable: drawn.fallback !== undefined || reveals.some(({ role }) => role === 'second'),
    draw: {
      source: 'generator',
      announcement: announced.statement as Signed<Announcement>,
      seed: drawn.fallback
        ? { kind: 'fallback', ...drawn.fallback }
        : drawn.redraw
          ? { kind: 'redraw', reveals: openedSecrets, beacon, ...drawn.redraw }
          : { kind: 'secrets', reveals: openedSecrets, beacon },
      generatorLog: await generatorStretch(db, id, drawn.redraw?.statement.body.earlier.sequence),
      rawOutputHash: drawn.rawOutputHash,
    },
    result: { panels: drawn.panels },
  };
}

/** Panels of a result that was typed: numbers ascending, since nobody wrote down the order of drawing. */
function panelsOf(result: unknown): DrawnPanel[] {
  const { panels = {}, bonuses = {} } = result as { panels?: Record<string, number[]>; bonuses?: Record<string, number[]> };
  return Object.entries({ ...panels, ...bonuses }).map(([name, numbers]) => ({ name, drawn: numbers, numbers }));
}
