/**
 * The book of one settlement: every cent moves from a named place to a named place, so the destination of each is known
 * and a ledger can post the movements as they are.
 *
 * Sources (`stakes`, `carry-in:…`, `opening:…`, `operator`, `top-up:…`) only give, sinks (`operator`, `paid:…`, `carry:…`,
 * `closing:…`) only take, and places in between (`fund`, `tier:…`, `account:…`) may never give more than they got and are
 * empty at the end. A breach is a bug and throws.
 *
 * Example: stakes 100 → fund 50 and operator 50; fund → tier:6 50; tier:6 → carry:6 50.
 */
import { assertConserved, type Cents, cents, min, ZERO } from '@valira/money';

export type Place =
  | 'stakes'
  | 'operator'
  | 'fund'
  | `carry-in:${string}`
  | `top-up:${string}`
  | `opening:${string}`
  | `tier:${string}`
  | `account:${string}`
  | `paid:${string}`
  | `carry:${string}`
  | `closing:${string}`;

export type MovementReason =
  | 'operator-part'
  | 'prize-fund'
  | 'brought-forward'
  | 'top-up'
  | 'set-aside'
  | 'pour'
  | 'share'
  | 'fixed-prizes'
  | 'shortfall'
  | 'start-value'
  | 'guarantee'
  | 'cap-excess'
  | 'roll-down'
  | 'empty-tier'
  | 'below-minimum'
  | 'inversion'
  | 'rounding-excess'
  | 'rounding-remainder'
  | 'withholding'
  | 'prizes'
  | 'undivided'
  | 'carried-out';

export type Movement = { readonly from: Place; readonly to: Place; readonly amountCents: Cents; readonly reason: MovementReason };

const isBetween = (place: Place): boolean => place === 'fund' || place.startsWith('tier:') || place.startsWith('account:');

export class MovementBook {
  readonly movements: Movement[] = [];
  readonly #balances = new Map<Place, bigint>();

  /** What a place in between holds now. */
  balance(place: Place): Cents {
    return cents(this.#balances.get(place) ?? 0n);
  }

  /** Moves an amount of zero or more; zero leaves no trace. */
  move(from: Place, to: Place, amountCents: Cents, reason: MovementReason): void {
    if (amountCents < 0n) throw new RangeError(`negative movement ${from} → ${to}: ${amountCents}`);
    if (amountCents === ZERO) return;
    if (isBetween(from)) {
      const left = this.balance(from) - amountCents;
      if (left < 0n) throw new RangeError(`${from} would pay ${-left} from another's money (${reason} → ${to})`);
      this.#balances.set(from, left);
    }
    if (isBetween(to)) this.#balances.set(to, this.balance(to) + amountCents);
    this.movements.push({ from, to, amountCents, reason });
  }

  /** Takes up to `wanted` from the sources in order into `to`; returns what was found. */
  draw(sources: readonly string[], to: Place, wanted: Cents, reason: MovementReason): Cents {
    let found = 0n;
    for (const source of sources) {
      const missing = wanted - found;
      if (missing <= 0n) break;
      const from: Place = source === 'operator' ? 'operator' : `account:${source}`;
      const given = source === 'operator' ? cents(missing) : min(this.balance(from), cents(missing));
      this.move(from, to, given, reason);
      found += given;
    }
    return cents(found);
  }

  /** Throws unless every place in between is empty and what came in went out. */
  close(): void {
    for (const [place, balance] of this.#balances) {
      if (balance !== 0n) throw new RangeError(`${place} still holds ${balance}`);
    }
    const inflow: Record<string, bigint> = {};
    const outflow: Record<string, bigint> = {};
    for (const { from, to, amountCents } of this.movements) {
      if (!isBetween(from)) inflow[from] = (inflow[from] ?? 0n) + amountCents;
      if (!isBetween(to)) outflow[to] = (outflow[to] ?? 0n) + amountCents;
    }
    assertConserved('prize settlement', inflow, outflow);
  }
}
