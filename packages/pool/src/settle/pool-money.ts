/**
 * From the gross pool to the fund that is divided: takeout first, then what was carried in, then a guarantee.
 *
 * Example (pool.md W1): gross 192,913.00 at 18 % → takeout 34,724.34, net 158,188.66. A published pool in whole crowns has a
 * fund step of 100: what the fund loses to it joins the takeout.
 */
import { basisPoints, type Cents, cents, divide, max, min, shareOf, subtract, ZERO } from '@valira/money';
import type { Pool } from '../definition/pool.ts';
import type { PoolMoney } from './dividend.ts';

export type NetPool = { readonly takeoutCents: Cents; readonly netCents: Cents };

export function netPool({ definition }: Pool, grossCents: Cents): NetPool {
  const takeout = shareOf(grossCents, basisPoints(definition.takeoutBps), 'down');
  const net = cents(divide(grossCents - takeout, definition.fundStepCents, 'down') * definition.fundStepCents);
  return { takeoutCents: subtract(grossCents, net), netCents: net };
}

export const carriedInTotal = (pool: Pool): Cents => cents([...pool.carriedIn.values()].reduce((sum, amount) => sum + amount, 0n));

export type Fund = PoolMoney & NetPool & { readonly guaranteeTopUp: Cents; readonly beyondCap: Cents };

/** The fund of a pool that pays: net pool, carryover, guarantee, cut to the payout cap. */
export function fundOf(pool: Pool, grossCents: Cents): Fund {
  const { guarantee, payoutCapCents } = pool.definition;
  const { takeoutCents, netCents } = netPool(pool, grossCents);
  const carriedInCents = carriedInTotal(pool);
  const counted = guarantee?.carryoverCounts ? netCents + carriedInCents : netCents;
  const guaranteeTopUp = guarantee ? max(ZERO, cents(guarantee.fundCents - counted)) : ZERO;
  const whole = cents(netCents + carriedInCents + guaranteeTopUp);
  const fundCents = payoutCapCents === null ? whole : min(whole, payoutCapCents);
  return { grossCents, takeoutCents, netCents, carriedInCents, guaranteeTopUp, fundCents, beyondCap: subtract(whole, fundCents) };
}
