/**
 * A public randomness beacon: a drand chain over its HTTP interface, one round at a time.
 *
 * Nothing it says is believed but what the chain's own key has signed (scheme bls-unchained-g1-rfc9380: message SHA-256 of the round, hashed to
 * G1 of BLS12-381), so whoever serves the rounds can be silent and nothing worse. A round's value is the SHA-256 of its signature.
 */

import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { BeaconPlan, BeaconValue } from '@valira/games/verifiable';
import { z } from 'zod';
import { fromHex, hex, sha256 } from './hash.ts';

/** What is public about a chain. */
export type BeaconChain = Omit<BeaconPlan, 'round'>;

export type Beacon = {
  readonly chain: BeaconChain;
  /** Null while the round cannot be had: not due yet, or nobody answers. Throws nothing. */
  round(round: number): Promise<BeaconValue | null>;
};

const SIGNED_DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const TIMEOUT_MS = 5_000;

/** The first round of the chain that is due at `at` or later. */
export const roundFrom = ({ genesisAt, periodSeconds }: BeaconChain, at: Date): number =>
  1 + Math.max(0, Math.ceil((at.getTime() - Date.parse(genesisAt)) / (periodSeconds * 1_000)));

export const roundDueAt = ({ genesisAt, periodSeconds, round }: BeaconPlan): Date =>
  new Date(Date.parse(genesisAt) + (round - 1) * periodSeconds * 1_000);

/** Whether the chain signed this round. */
export function isSignedRound({ publicKey }: Pick<BeaconChain, 'publicKey'>, round: number, signature: string): boolean {
  const counter = new Uint8Array(8);
  new DataView(counter.buffer).setBigUint64(0, BigInt(round));
  try {
    const { hash, verify } = bls12_381.shortSignatures;
    return verify(fromHex(signature), hash(sha256(counter), SIGNED_DOMAIN), fromHex(publicKey));
  } catch {
    // Not a point of the curve.
    return false;
  }
}

const roundShape = z.object({ round: z.int(), signature: z.string().regex(/^[0-9a-f]{96}$/) });

export const openDrandBeacon = (url: string, chainHash: string, chain: BeaconChain): Beacon => ({
  chain,
  async round(round) {
    try {
      const answer = await fetch(`${url.replace(/\/$/, '')}/${chainHash}/public/${round}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      const stated = roundShape.safeParse(await answer.json());
      if (!answer.ok || !stated.success || stated.data.round !== round || !isSignedRound(chain, round, stated.data.signature)) return null;
      const { signature } = stated.data;
      return { round, signature, value: hex(sha256(fromHex(signature))) };
    } catch {
      return null;
    }
  },
});
