import { expect, it } from 'vitest';
import { hex, unhex } from './byte-strings.ts';
import { beaconDueMs } from './check-numbers.ts';
import { quicknetPublicKey, verifyQuicknet } from './drand.ts';
import { nodePorts } from './node-ports.ts';

// Published round 1000 of drand quicknet (api.drand.sh).
const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
const randomness = 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd';

it('a published round of drand quicknet verifies, and only as what it is', () => {
  const publicKey = unhex(quicknetPublicKey);
  expect(verifyQuicknet(publicKey, 1_000, unhex(signature))).toBe(true);
  expect(hex(nodePorts.sha256(unhex(signature)))).toBe(randomness);
  expect(verifyQuicknet(publicKey, 1_001, unhex(signature))).toBe(false);
  expect(verifyQuicknet(publicKey, 1_000, unhex(signature).reverse())).toBe(false);
  expect(verifyQuicknet(publicKey, 1_000, new Uint8Array(3))).toBe(false);
  expect(verifyQuicknet(publicKey.reverse(), 1_000, unhex(signature))).toBeNull();
});

it('a round is due at genesis and one period for each round after the first', () => {
  const plan = {
    network: 'drand quicknet',
    publicKey: quicknetPublicKey,
    genesisAt: '2023-08-23T15:09:27.000Z',
    periodSeconds: 3,
    round: 1_000,
  };
  expect(new Date(beaconDueMs(plan)).toISOString()).toBe('2023-08-23T15:59:24.000Z');
});
