/**
 * The public beacon drand quicknet: a round's signature under the network's key, checked offline.
 *
 * Scheme `bls-unchained-g1-rfc9380`: message = SHA-256(round as 8 bytes), hashed to G1 of BLS12-381 (RFC 9380); the public key is
 * on G2. Example: round 1000, due at genesis + 999 × 3 s = 2023-08-23T15:59:24Z, has the value fe290bec…0e54fdd.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hex } from './byte-strings.ts';

/** The network's public key as its operators publish it (chain 52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971). */
export const quicknetPublicKey =
  '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a';

const hashDomain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/** True or false for a quicknet round; null for the key of another network, about which this cannot tell. */
export function verifyQuicknet(publicKey: Uint8Array, round: number, signature: Uint8Array): boolean | null {
  if (hex(publicKey) !== quicknetPublicKey) return null;
  const counter = new Uint8Array(8);
  new DataView(counter.buffer).setBigUint64(0, BigInt(round));
  try {
    const { hash, verify } = bls12_381.shortSignatures;
    return verify(signature, hash(sha256(counter), hashDomain), publicKey);
  } catch {
    return false;
  }
}
