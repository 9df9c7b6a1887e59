/**
 * Dividend of a win pool from the leaves (docs/verify.md, section 8): the plain case of one winner, no refunds but those of withdrawn runners, and
 * no money from outside. Other pools leave their dividends to the record, and the report says so.
 *
 * Example: stakes 192,913.00, takeout 18 % = 34,724.34, fund 158,188.66; 23,872.00 on the winner → 6.6265… → 6.60 at a
 * break step of 10 cents per 1.00.
 */
import { z } from 'zod';
import type { FindingList } from './finding.ts';
import type { BundleRecord } from './record-shape.ts';
import type { WinnerCheck } from './winner-count.ts';

const positive = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .transform(BigInt);
const amount = z
  .string()
  .regex(/^(0|[1-9]\d{0,17})$/)
  .transform(BigInt);

const winDefinition = z.object({
  bet: z.object({ type: z.literal('win') }),
  price: z.object({ method: z.enum(['single', 'profit-split', 'equal-share']) }),
  takeoutBps: z.int().min(0).max(10_000),
  fundStepCents: positive,
  scratch: z.string().optional(),
  dividend: z.object({ perCents: positive, breakStepCents: positive, rounding: z.literal('down'), minimumCents: amount }),
  guarantee: z.null(),
  payoutCapCents: z.null(),
});

/** A pool carries its rules together with the card they were frozen with. */
const frozenPool = z.object({ definition: z.unknown(), card: z.unknown() });

const withdrawn = z.array(z.int().min(1).max(64)).default([]);

const oneWinner = z.object({
  legs: z.tuple([z.object({ kind: z.literal('finish'), order: z.array(z.array(z.int().min(1).max(64))).min(1), scratched: withdrawn })]),
});

const forms = { straight: 0, box: 1, wheel: 3 } as const;

/**
 * Runners that a packed win bet at file[from … to − 1] is on, or null when it is none. A wheel of one place is a box.
 */
function runnersOf(file: Uint8Array, from: number, to: number): number[] | null {
  if (to - from < 4 || file[from] !== 1) return null;
  const form = file[from + 1];
  let at = from + 2;
  const readSet = (): number[] => {
    const length = file[at] ?? 0;
    const start = at + 1;
    at = start + length;
    return Array.from({ length: 8 * length }, (_, bit) => bit).flatMap((bit) =>
      ((file[start + (bit >> 3)] ?? 0) >> (bit & 7)) & 1 ? [bit + 1] : [],
    );
  };
  let runners: number[];
  if (form === forms.straight) {
    const count = file[at] ?? 0;
    runners = [...file.subarray(at + 1, at + 1 + count)];
    at += 1 + count;
  } else if (form === forms.box) {
    runners = readSet();
  } else if (form === forms.wheel && file[at] === 1) {
    at += 1;
    runners = readSet();
  } else {
    return null;
  }
  return at === to && runners.length > 0 ? runners : null;
}

const onlyNamed = (amounts: Readonly<Record<string, string>>, ...names: readonly string[]): boolean =>
  Object.entries(amounts).every(([name, value]) => names.includes(name) || value === '0');

export function winPoolCheck(record: Extract<BundleRecord, { kind: 'pool' }>, found: FindingList): WinnerCheck | null {
  const frozen = frozenPool.safeParse(record.definition);
  const definition = winDefinition.safeParse(frozen.success ? frozen.data.definition : record.definition);
  const result = oneWinner.safeParse(record.result);
  if (!definition.success || !result.success) return null;
  const [{ order, scratched }] = result.data.legs;
  const [winners = []] = order;
  const [winner] = winners;
  const { money } = record;
  const refunds = scratched.length > 0 && definition.data.scratch === 'refund' ? ['refunds'] : [];
  if (
    winner === undefined ||
    winners.length !== 1 ||
    (scratched.length > 0 && refunds.length === 0) ||
    !onlyNamed(money.inflow, 'stakes', 'loss') ||
    !onlyNamed(money.outflow, 'prizes', 'takeout', 'breakage', ...refunds)
  )
    return null;

  let gross = 0n;
  let refunded = 0n;
  let onWinner = 0n;
  return {
    onSold(file, from, to, stakeCents, index) {
      const runners = runnersOf(file, from, to);
      if (runners === null || stakeCents % runners.length !== 0) {
        found.add('lines_malformed', `entry ${index}`);
        return;
      }
      const onEach = BigInt(stakeCents / runners.length);
      const gone = onEach * BigInt(runners.filter((runner) => scratched.includes(runner)).length);
      refunded += gone;
      gross += BigInt(stakeCents) - gone;
      if (runners.includes(winner)) onWinner += onEach;
    },
    compare() {
      // Nobody on the winner where runners were withdrawn: whether the rest goes back too is the cascade's to say.
      if (onWinner === 0n && scratched.length > 0) return;
      const { takeoutBps, fundStepCents, dividend } = definition.data;
      const takeout = (gross * BigInt(takeoutBps)) / 10_000n;
      const fund = ((gross - takeout) / fundStepCents) * fundStepCents;
      const differs = (what: string, stated: string | undefined, own: bigint) => {
        if (stated !== String(own)) found.add('dividend_wrong', what, `${stated}, from the leaves ${own}`);
      };
      // Where tax and commission are more than the takeout the operator pays the rest: `loss` comes in and goes out with them.
      const stated = BigInt(money.outflow.takeout ?? '0') - BigInt(money.inflow.loss ?? '0');
      differs('money.outflow.takeout', String(stated), gross - fund);
      differs('money.outflow.refunds', money.outflow.refunds ?? '0', refunded);
      if (onWinner === 0n) return;
      const { perCents, breakStepCents, minimumCents } = dividend;
      let price = ((fund * perCents) / (onWinner * breakStepCents)) * breakStepCents;
      if (price < minimumCents) price = minimumCents;
      const [row] = record.prizes;
      differs('prizes.0.shareCents', row?.shareCents, price);
      if (onWinner % perCents === 0n) differs('prizes.0.winners', row?.winners, onWinner / perCents);
      if (record.prizes.length !== 1) found.add('dividend_wrong', 'prizes', `${record.prizes.length} rows for one winner`);
    },
  };
}
