import { describe, expect, it } from 'vitest';
import { depositRefusal, type PlayerStanding, withdrawalRefusal } from './index.ts';

const SINCE = new Date('2026-06-01T10:00:00Z');
const standings = (identity: PlayerStanding['identity']): PlayerStanding[] => [
  identity === 'verified' ? { identity, state: 'verified', since: SINCE } : { identity, state: 'provisional' },
  { identity, state: 'paused', until: SINCE },
  { identity, state: 'suspended', since: SINCE },
  { identity, state: 'self-excluded', since: SINCE, until: null },
  { identity, state: 'barred', since: SINCE },
  { identity, state: 'closed', since: SINCE },
];

describe('the money of a player', () => {
  it('comes in from whoever may play, and from nobody else', () => {
    for (const identity of ['provisional', 'verified'] as const)
      expect(standings(identity).map((standing) => depositRefusal(standing)?.code ?? 'ok')).toEqual([
        'ok',
        'account_paused',
        'account_suspended',
        'account_excluded',
        'account_barred',
        'account_closed',
      ]);
  });

  it('goes out to whoever is verified, barred, excluded and closed accounts too; a suspension alone holds it', () => {
    const codes = (identity: PlayerStanding['identity']) =>
      standings(identity).map((standing) => withdrawalRefusal(standing)?.code ?? 'ok');
    expect(codes('verified')).toEqual(['ok', 'ok', 'account_suspended', 'ok', 'ok', 'ok']);
    expect(new Set(codes('provisional'))).toEqual(new Set(['identity_not_verified', 'account_suspended']));
  });
});
