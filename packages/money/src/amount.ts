/**
 * Amounts that come from outside carry their currency and scale, so that a file in euro cents cannot be read as euro.
 * Inside one ledger everything is `Cents` of its currency; `Amount` guards the doors.
 *
 * Example (a Norwegian prize in 2025, published as 1,056 euro cents at 11.85): `convert` gives 12,513 øre. Multiplying
 * where one should divide, 1,251,360, needs a scale that the type does not have.
 */
import { type Cents, cents } from './cents.ts';
import type { Rational } from './rational.ts';
import { divide, type Rounding } from './rounding.ts';

/** ISO 4217 minor-unit digits of the currencies that the platform and its published cases use. */
export const minorDigits = { EUR: 2, USD: 2, GBP: 2, SEK: 2, NOK: 2, DKK: 2, BRL: 2, HKD: 2, HUF: 2, JPY: 0, KRW: 0 } as const;

export type Currency = keyof typeof minorDigits;

export type Amount<C extends Currency = Currency> = { readonly currency: C; readonly minor: Cents };

export const amount = <C extends Currency>(currency: C, minor: bigint): Amount<C> => ({ currency, minor: cents(minor) });

/** Converts at `rate` = major units of `to` for one major unit of the source currency. */
export function convert<C extends Currency>(source: Amount, to: C, rate: Rational, rounding: Rounding): Amount<C> {
  const up = 10n ** BigInt(minorDigits[to]);
  const down = 10n ** BigInt(minorDigits[source.currency]);
  return amount(to, divide(source.minor * rate.n * up, rate.d * down, rounding));
}
