import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BeaconServer, startBeaconServer } from '../testing/beacon-server.ts';
import { isSignedRound, openDrandBeacon, roundDueAt, roundFrom } from './beacon.ts';

// drand quicknet and its published round 1000 (api.drand.sh).
const quicknet = {
  network: 'drand quicknet',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisAt: '2023-08-23T15:09:27.000Z',
  periodSeconds: 3,
};
const CHAIN = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971';
const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
const randomness = 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd';

let server: BeaconServer;
beforeAll(async () => {
  server = await startBeaconServer(
    new Map<number, unknown>([
      [1_000, { round: 1_000, randomness, signature }],
      [1_001, { round: 1_001, randomness, signature }],
      [1_002, { round: 1_000, randomness, signature }],
      [1_003, { round: 1_003, signature: 'no' }],
      [1_004, { round: 1_004, signature: '00'.repeat(48) }],
    ]),
  );
});
afterAll(() => server.close());

it('gives the genuine round of quicknet with the value that was published, and believes nobody who serves another', async () => {
  const beacon = openDrandBeacon(`${server.url}/`, CHAIN, quicknet);
  expect(await beacon.round(1_000)).toEqual({ round: 1_000, signature, value: randomness });
  expect(server.asked).toEqual([`/${CHAIN}/public/1000`]);
  for (const round of [1_001, 1_002, 1_003, 1_004, 1_005]) expect(await beacon.round(round), String(round)).toBeNull();
  expect(await openDrandBeacon('http://127.0.0.1:9', CHAIN, quicknet).round(1_000)).toBeNull();
  expect(isSignedRound(server.chain, 1_000, signature)).toBe(false);
});

it('names the first round that is due at an instant or later', () => {
  const due = (round: number) => roundDueAt({ ...quicknet, round });
  expect(due(1_000).toISOString()).toBe('2023-08-23T15:59:24.000Z');
  for (const ms of [-1, 0, 1, 2_999, 3_000, 123_456_789]) {
    const at = new Date(due(1_000).getTime() + ms);
    const round = roundFrom(quicknet, at);
    expect(due(round).getTime()).toBeGreaterThanOrEqual(at.getTime());
    expect(due(round - 1).getTime()).toBeLessThan(at.getTime());
  }
});
