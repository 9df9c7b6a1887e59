/**
 * Selective selling: somebody who knows which tickets win keeps or cashes those and gives the losers back. Then the unsold part of a shop's packs holds
 * far fewer winners than chance would leave in it.
 *
 * In each pack that came back, `unsold` of `size` tickets were left, and `winners` of the pack's tickets win: by chance the unsold part holds a
 * hypergeometric number of them. Over all such packs of the shop the numbers add up; the alarm is raised when the chance of so few or fewer is below
 * one in 100,000.
 *
 * Example: ten packs of 60 with 15 winners each, 30 left in each: 75 winners are expected in what is left; with 40 the chance is far below that.
 */
import type { Tx } from '@valira/db';
import { instantPack } from '@valira/db/schema';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { wireId } from '../../../platform/ids.ts';
import { raiseAlarm } from '../raise-alarm.ts';
import type { StoredRun } from '../runs/run.store.ts';
import { openedOutcomes } from '../tickets/open-outcome.ts';
import { firstIndexOf } from '../tickets/ticket-place.ts';

export type ReturnedPack = { readonly size: number; readonly winners: number; readonly unsold: number; readonly winnersLeft: number };

/** Chances of 0, 1, … winners among the unsold. Probabilities are for an alarm; no amount follows from them. */
export function chancesOfWinnersLeft({ size, winners, unsold }: Omit<ReturnedPack, 'winnersLeft'>): number[] {
  const logFactorial = [0];
  for (let n = 1; n <= size; n += 1) logFactorial.push((logFactorial[n - 1] ?? 0) + Math.log(n));
  const log = (n: number, k: number) => (logFactorial[n] ?? 0) - (logFactorial[k] ?? 0) - (logFactorial[n - k] ?? 0);
  return Array.from({ length: Math.min(winners, unsold) + 1 }, (_, k) =>
    size - winners < unsold - k ? 0 : Math.exp(log(winners, k) + log(size - winners, unsold - k) - log(size, unsold)),
  );
}

/** The chance that so few winners or fewer are left in all the packs together, were the tickets sold blindly. */
export function chanceOfSoFew(packs: readonly ReturnedPack[]): number {
  let together = [1];
  for (const pack of packs) {
    const own = chancesOfWinnersLeft(pack);
    const next = new Array<number>(together.length + own.length - 1).fill(0);
    for (const [i, p] of together.entries()) for (const [j, q] of own.entries()) next[i + j] = (next[i + j] ?? 0) + p * q;
    together = next;
  }
  const left = packs.reduce((sum, { winnersLeft }) => sum + winnersLeft, 0);
  return together.slice(0, left + 1).reduce((sum, p) => sum + p, 0);
}

const ALARM_BELOW = 1 / 100_000;

export async function watchSelectiveSelling(core: Core, tx: Tx, run: StoredRun, shopId: string): Promise<void> {
  const rows = await tx
    .select()
    .from(instantPack)
    .where(
      and(
        eq(instantPack.runId, run.id),
        eq(instantPack.accountId, shopId),
        isNotNull(instantPack.activatedAt),
        sql`cardinality(${instantPack.unsold}) BETWEEN 1 AND ${run.packSize - 1}`,
      ),
    );
  const packs: ReturnedPack[] = [];
  for (const { pack, unsold } of rows) {
    const outcomes = await openedOutcomes(core, tx, run, firstIndexOf(run, pack), run.packSize);
    const left = new Set(unsold);
    packs.push({
      size: run.packSize,
      unsold: left.size,
      winners: outcomes.filter(({ tier }) => tier !== null).length,
      winnersLeft: outcomes.filter(({ tier, index }) => tier !== null && left.has(index % run.packSize)).length,
    });
  }
  const chance = chanceOfSoFew(packs);
  if (packs.length === 0 || chance >= ALARM_BELOW) return;
  // Neither the numbers of winners nor the packs: an alarm is read by people.
  await raiseAlarm(core, tx, {
    kind: 'selective-selling',
    runId: run.id,
    subject: wireId('account', shopId),
    facts: { packs: packs.length, oneIn: Math.floor(1 / Math.max(chance, 1e-15)) },
  });
}
