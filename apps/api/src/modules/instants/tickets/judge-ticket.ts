/**
 * What a printed ticket is worth at a desk. Its number says where it lies, the number under its coating that it is in somebody's hand: without the
 * second nothing is said about the first.
 *
 * Order of the questions: known at all, not tried too often, number under the coating right, pack stolen or unsold or not yet on sale, paid, claim
 * period over, what it wins. A shop sees the amount of what it may pay, and "claim at the operator" without one.
 */
import type { Db, Tx } from '@valira/db';
import { claim, instantAttempt, instantPack, instantPayment, instantTicket } from '@valira/db/schema';
import { parseTicketNumber, parseVirn, virnHash } from '@valira/games/instants';
import { type Cents, cents } from '@valira/money';
import { and, count, eq, gte, inArray } from 'drizzle-orm';
import { hmacSha256 } from '../../../platform/hash.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import { claimRuleAt, operatorTiersAt, shopLimit, tierKey } from '../../claims/index.ts';
import { claimPeriodEnd } from '../../contests/index.ts';
import { runOfPack, type StoredRun, sealOf } from '../runs/run.store.ts';
import { runKey } from '../runs/run-keys.ts';
import { openSealed } from './open-outcome.ts';
import { indexOf, ticketIdOf } from './ticket-place.ts';

export type InstantDesk = { readonly kind: 'shop'; readonly paysUpToCents: bigint } | { readonly kind: 'operator' };

export type InstantTicketTyped = { readonly number: string; readonly virn: string };

/** Where a judged ticket lies; `packShopId` is the shop that sold it. */
export type JudgedTicket = {
  readonly run: StoredRun;
  readonly index: number;
  readonly pack: number;
  readonly ticketId: string;
};

export type Judgement =
  | { readonly answer: 'unknown' | 'too-many'; readonly ticket: JudgedTicket | null }
  | {
      readonly answer: 'wrong-number' | 'not-active' | 'stolen' | 'unsold' | 'no-win' | 'claim-at-operator';
      readonly ticket: JudgedTicket;
    }
  | { readonly answer: 'paid' | 'claimed'; readonly ticket: JudgedTicket; readonly paidAt: Date }
  | { readonly answer: 'expired'; readonly ticket: JudgedTicket; readonly claimUntil: Date }
  | {
      readonly answer: 'pays';
      readonly ticket: JudgedTicket;
      readonly packShopId: string;
      readonly tier: string;
      readonly amountCents: Cents;
      readonly needsIdentification: boolean;
    };

/** Wrong numbers under the coating before a ticket, or somebody at a desk, is not answered any more for a while. */
export const WRONG_TRIES = { ofTicket: 5, ofActor: 20, withinMs: 3_600_000 } as const;

export type JudgeDeps = { readonly db: Db; readonly keys: Keyring; readonly tx?: Tx };

export const claimsUntil = ({ endedAt, papers }: Pick<StoredRun, 'endedAt' | 'papers'>): Date | null =>
  endedAt && claimPeriodEnd(endedAt, { claimDays: papers.claim.days, closedDaysExtend: papers.claim.closedDays === 'extend' });

async function triedTooOften(db: Db | Tx, actor: string, place: { runId: string; index: number } | null, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - WRONG_TRIES.withinMs);
  const [byActor] = await db
    .select({ tries: count() })
    .from(instantAttempt)
    .where(
      and(eq(instantAttempt.actor, actor), inArray(instantAttempt.answer, ['wrong-number', 'unknown']), gte(instantAttempt.at, since)),
    );
  if ((byActor?.tries ?? 0) >= WRONG_TRIES.ofActor) return true;
  if (!place) return false;
  const [ofTicket] = await db
    .select({ tries: count() })
    .from(instantAttempt)
    .where(
      and(
        eq(instantAttempt.runId, place.runId),
        eq(instantAttempt.index, place.index),
        eq(instantAttempt.answer, 'wrong-number'),
        gte(instantAttempt.at, since),
      ),
    );
  return (ofTicket?.tries ?? 0) >= WRONG_TRIES.ofTicket;
}

/** `actor` is who asks, for the count of wrong tries. */
export async function judgeTicket(
  deps: JudgeDeps,
  actor: string,
  typed: InstantTicketTyped,
  desk: InstantDesk,
  now: Date,
): Promise<Judgement> {
  const db = deps.tx ?? deps.db;
  const place = parseTicketNumber(typed.number);
  const run = place.ok ? await runOfPack(db, place.value.game, place.value.pack) : null;
  const index = place.ok && run ? indexOf(run, place.value.pack, place.value.ticket) : null;
  const tooOften = await triedTooOften(db, actor, run && index !== null ? { runId: run.id, index } : null, now);
  if (!place.ok || !run || index === null) return { answer: tooOften ? 'too-many' : 'unknown', ticket: null };
  const ticket: JudgedTicket = { run, index, pack: place.value.pack, ticketId: ticketIdOf(run.id, index) };
  if (tooOften) return { answer: 'too-many', ticket };
  const [[row], seal, [pack]] = await Promise.all([
    db
      .select()
      .from(instantTicket)
      .where(and(eq(instantTicket.runId, run.id), eq(instantTicket.index, index))),
    sealOf(db, run.id),
    db
      .select()
      .from(instantPack)
      .where(and(eq(instantPack.runId, run.id), eq(instantPack.pack, ticket.pack))),
  ]);
  if (!row?.virnHash || !seal || !pack) return { answer: 'unknown', ticket };
  const virn = parseVirn(typed.virn);
  if (!virn || !Buffer.from(virnHash(hmacSha256, runKey(deps.keys, 'validation', seal.runHash), virn)).equals(row.virnHash))
    return { answer: 'wrong-number', ticket };
  if (pack.activatedAt === null) return { answer: pack.state === 'stolen' ? 'stolen' : 'not-active', ticket };
  if (pack.unsold.includes(index % run.packSize)) return { answer: pack.state === 'stolen' ? 'stolen' : 'unsold', ticket };
  const [paid] = await db
    .select({ at: instantPayment.at, ending: claim.ending })
    .from(instantPayment)
    .innerJoin(claim, eq(claim.id, instantPayment.claimId))
    .where(and(eq(instantPayment.runId, run.id), eq(instantPayment.index, index)));
  if (paid) return { answer: paid.ending === 'shop' ? 'paid' : 'claimed', ticket, paidAt: paid.at };
  const until = claimsUntil(run);
  if (until && now > until) return { answer: 'expired', ticket, claimUntil: until };
  const { tier, prizeCents } = openSealed(deps.keys, run, seal.runHash, index, row.sealed);
  if (!tier) return { answer: 'no-win', ticket };
  const rule = await claimRuleAt(db, now);
  if (desk.kind === 'shop') {
    const operatorOnly = await operatorTiersAt(db, [run.productId], now);
    if (prizeCents > shopLimit(rule, desk.paysUpToCents) || operatorOnly.has(tierKey(run.productId, tier.id)))
      return { answer: 'claim-at-operator', ticket };
  }
  if (!pack.accountId) throw new Error(`pack ${pack.pack} was on sale nowhere`);
  return {
    answer: 'pays',
    ticket,
    packShopId: pack.accountId,
    tier: tier.id,
    amountCents: cents(prizeCents),
    needsIdentification: desk.kind === 'operator' || prizeCents >= rule.identifyFromCents,
  };
}
