/**
 * What a player's standing means for their money. Playing is refused in the sale itself; here is what payments ask. Whoever may not play pays
 * nothing in, and takes out what is theirs: only a suspension, which is about the money itself, holds it.
 */
import { type Refusal, refuse } from '@valira/outcome';
import type { PlayerStanding } from './player-state.ts';

type DepositRefusal = 'account_paused' | 'account_suspended' | 'account_excluded' | 'account_barred' | 'account_closed';

/** Why nothing is taken from this player now, or null. */
export function depositRefusal(standing: PlayerStanding): Refusal<DepositRefusal> | null {
  switch (standing.state) {
    case 'provisional':
    case 'verified':
      return null;
    case 'self-excluded':
      return refuse('account_excluded');
    default:
      return refuse(`account_${standing.state}`);
  }
}

/** Why nothing is paid out to this player now, or null: identity first (Law 35.6.5). */
export function withdrawalRefusal(standing: PlayerStanding): Refusal<'identity_not_verified' | 'account_suspended'> | null {
  if (standing.state === 'suspended') return refuse('account_suspended');
  return standing.identity === 'verified' ? null : refuse('identity_not_verified');
}
