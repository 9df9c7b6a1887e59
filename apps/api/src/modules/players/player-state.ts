/**
 * Whether a player may play, and how that changes.
 *
 * Facts hold side by side (somebody who is barred may have excluded themselves before); the standing is the strongest of them, in the order closed,
 * barred, self-excluded, suspended, paused, and else how far the identity is proven. What protects a player is lengthened, never shortened
 * (Law 10.1.c: an exclusion lasts a year at least; a pause between 24 hours and six weeks).
 *
 * Example: verified on 1 March, excluded on 1 June for a year, found in the register of barred persons on 2 June: the standing is `barred`; when the
 * register lets them go on 1 August it is `self-excluded` until 1 June, and then until they ask to return.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { OPERATOR_ZONE } from '../../platform/business-day.ts';

export type PlayerFacts = {
  readonly verifiedAt: Date | null;
  readonly suspendedAt: Date | null;
  /** A pause ends by itself. */
  readonly pausedUntil: Date | null;
  readonly excludedAt: Date | null;
  /** Null while excluded: for good. */
  readonly excludedUntil: Date | null;
  readonly barredAt: Date | null;
  readonly closedAt: Date | null;
};

export type Identity = 'provisional' | 'verified';

export type PlayerStanding = { readonly identity: Identity } & (
  | { readonly state: 'provisional' }
  | { readonly state: 'verified'; readonly since: Date }
  | { readonly state: 'paused'; readonly until: Date }
  | { readonly state: 'suspended'; readonly since: Date }
  | { readonly state: 'self-excluded'; readonly since: Date; readonly until: Date | null }
  | { readonly state: 'barred'; readonly since: Date }
  | { readonly state: 'closed'; readonly since: Date }
);

export function standingOf(facts: PlayerFacts, now: Date): PlayerStanding {
  const identity: Identity = facts.verifiedAt ? 'verified' : 'provisional';
  if (facts.closedAt) return { identity, state: 'closed', since: facts.closedAt };
  if (facts.barredAt) return { identity, state: 'barred', since: facts.barredAt };
  if (facts.excludedAt) return { identity, state: 'self-excluded', since: facts.excludedAt, until: facts.excludedUntil };
  if (facts.suspendedAt) return { identity, state: 'suspended', since: facts.suspendedAt };
  if (facts.pausedUntil && facts.pausedUntil > now) return { identity, state: 'paused', until: facts.pausedUntil };
  return facts.verifiedAt ? { identity, state: 'verified', since: facts.verifiedAt } : { identity, state: 'provisional' };
}

export type Transition =
  | { readonly kind: 'verify' }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'reinstate' }
  | { readonly kind: 'pause'; readonly hours: number }
  /** `years` null: for good. */
  | { readonly kind: 'exclude'; readonly years: number | null }
  | { readonly kind: 'return' }
  | { readonly kind: 'bar' }
  | { readonly kind: 'lift-bar' }
  | { readonly kind: 'close' };

export type TransitionRefusal = 'player_not_in_state' | 'pause_length' | 'exclusion_length' | 'exclusion_runs';

export const PAUSE_HOURS = { least: 24, most: 6 * 7 * 24 } as const;
/** An exclusion with an end has it within fifty years; longer is for good. */
const EXCLUSION_YEARS = { least: 1, most: 50 } as const;

const yearsAfter = (from: Date, years: number): Date =>
  new Date(Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(OPERATOR_ZONE).add({ years }).epochMilliseconds);

/** Until when an exclusion holds whatever the player asks. */
const runsUntil = (since: Date, until: Date | null): Date => until ?? yearsAfter(since, EXCLUSION_YEARS.least);

/** The facts after a transition, or why it does not happen. Asking for what is so already changes nothing and is no refusal. */
export function change(facts: PlayerFacts, transition: Transition, now: Date): Outcome<PlayerFacts, TransitionRefusal> {
  if (facts.closedAt) return transition.kind === 'close' ? ok(facts) : refuse('player_not_in_state');
  switch (transition.kind) {
    case 'verify':
      return ok({ ...facts, verifiedAt: facts.verifiedAt ?? now });
    case 'suspend':
      return ok({ ...facts, suspendedAt: facts.suspendedAt ?? now });
    case 'reinstate':
      return facts.suspendedAt ? ok({ ...facts, suspendedAt: null }) : refuse('player_not_in_state');
    case 'pause': {
      const { hours } = transition;
      const until = new Date(now.getTime() + hours * 3_600_000);
      if (hours < PAUSE_HOURS.least || hours > PAUSE_HOURS.most) return refuse('pause_length', { path: 'hours' });
      if (facts.pausedUntil && facts.pausedUntil > until) return refuse('pause_length', { path: 'hours' });
      return ok({ ...facts, pausedUntil: until });
    }
    case 'exclude': {
      const { years } = transition;
      const since = facts.excludedAt ?? now;
      if (years !== null && (years < EXCLUSION_YEARS.least || years > EXCLUSION_YEARS.most))
        return refuse('exclusion_length', { path: 'years' });
      const until = years === null ? null : yearsAfter(now, years);
      // A second wish lengthens the first: for good stays for good.
      if (facts.excludedAt && (facts.excludedUntil === null || (until && until < facts.excludedUntil)))
        return until ? refuse('exclusion_runs') : ok(facts);
      return ok({ ...facts, excludedAt: since, excludedUntil: until });
    }
    case 'return':
      if (!facts.excludedAt) return refuse('player_not_in_state');
      if (runsUntil(facts.excludedAt, facts.excludedUntil) > now) return refuse('exclusion_runs');
      return ok({ ...facts, excludedAt: null, excludedUntil: null });
    case 'bar':
      return ok({ ...facts, barredAt: facts.barredAt ?? now });
    case 'lift-bar':
      return facts.barredAt ? ok({ ...facts, barredAt: null }) : refuse('player_not_in_state');
    case 'close':
      return ok({ ...facts, closedAt: now });
  }
}
