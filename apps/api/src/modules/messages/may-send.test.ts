import { describe, expect, it } from 'vitest';
import type { Kind } from './kinds.ts';
import { suppression } from './may-send.ts';

const KINDS = [
  'win',
  'large-win',
  'claim-lapsing',
  'limit-reached',
  'limit-changed',
  'identity-accepted',
  'identity-rejected',
  'withdrawal-sent',
  'subscription-stopped',
  'result-corrected',
  'campaign',
] as const satisfies readonly Kind[];

describe('whether a message may go', () => {
  it('is yes for advertising in one case of all: an active player who consented; and yes for every service message to a player', () => {
    let allowed = 0;
    for (const kind of KINDS)
      for (const accountKind of ['player', 'shop', 'house', 'unknown'])
        for (const accountState of ['active', 'suspended', 'barred', 'closed', 'unknown'])
          for (const advertising of [true, false, null]) {
            const may = suppression(kind, { accountKind, accountState, advertising }) === null;
            const isAd = kind === 'campaign';
            expect(may, `${kind} ${accountKind} ${accountState} ${advertising}`).toBe(
              accountKind === 'player' && (!isAd || (accountState === 'active' && advertising === true)),
            );
            if (may && isAd) allowed += 1;
          }
    expect(allowed).toBe(1);
    for (const kind of KINDS) expect(suppression(kind, null)).not.toBeNull();
  });
});
