/**
 * Which run this is, bound to its papers and to two people's secrets.
 *
 * Commitment = SHA-256("valira-instant-seed-1" ‖ role (1: operator, 2: second holder) ‖ game (2) ‖ run (2) ‖ papers hash (32) ‖ secret
 * (32)). Run hash = SHA-256("valira-instant-run-1" ‖ game (2) ‖ run (2) ‖ first pack (4) ‖ papers hash ‖ both commitments).
 *
 * Everything derived for a run is derived under its run hash, so other papers, other secrets or another run number give other keys
 * and other choices: a key never serves two contents.
 */
import { concat, u8, u16, u32, utf8 } from '../../randomness/bytes.ts';
import type { HmacSha256, Sha256 } from '../../randomness/hash-ports.ts';
import { canonicalHash } from '../../verifiable/canonical-json.ts';
import type { SecretRole } from '../../verifiable/draw-secret.ts';
import type { InstantDefinition } from '../definition/instant-definition.ts';
import { encodeInstantDefinition } from '../definition/parse-instant-definition.ts';
import { hkdfExpand, hkdfExtract } from './hkdf.ts';

export type InstantRun = {
  readonly game: number;
  /** 1 for the first run of the game, 1 to 9,999. */
  readonly run: number;
  /** Number of the run's first pack; runs of one game do not share pack numbers. */
  readonly firstPack: number;
  readonly papersHash: Uint8Array;
  readonly commitments: Readonly<Record<SecretRole, Uint8Array>>;
};

export type InstantSecrets = Readonly<Record<SecretRole, Uint8Array>>;

const roleByte = { operator: 1, second: 2 } as const satisfies Record<SecretRole, number>;

/** SHA-256 of the canonical JSON of the encoded definition. */
export const papersHash = (sha256: Sha256, definition: InstantDefinition): Uint8Array =>
  canonicalHash(sha256, encodeInstantDefinition(definition));

/** Throws unless the secret has 32 bytes. */
export function commitToInstantSecret(
  sha256: Sha256,
  role: SecretRole,
  run: Pick<InstantRun, 'game' | 'run' | 'papersHash'>,
  secret: Uint8Array,
): Uint8Array {
  if (secret.length !== 32 || run.papersHash.length !== 32) throw new RangeError('secret and papers hash have 32 bytes');
  return sha256(concat(utf8('valira-instant-seed-1'), u8(roleByte[role]), u16(run.game), u16(run.run), run.papersHash, secret));
}

export function instantRunHash(sha256: Sha256, run: InstantRun): Uint8Array {
  const { operator, second } = run.commitments;
  if ([run.papersHash, operator, second].some(({ length }) => length !== 32)) throw new RangeError('hashes have 32 bytes');
  return sha256(concat(utf8('valira-instant-run-1'), u16(run.game), u16(run.run), u32(run.firstPack), run.papersHash, operator, second));
}

/** The seed of a run from both secrets: HKDF-Extract(salt: run hash, input: operator's ‖ second holder's). Throws when one does not fit its commitment. */
export function instantSeed(
  ports: { readonly sha256: Sha256; readonly hmacSha256: HmacSha256 },
  run: InstantRun,
  secrets: InstantSecrets,
): Uint8Array {
  for (const role of ['operator', 'second'] as const) {
    const made = commitToInstantSecret(ports.sha256, role, run, secrets[role]);
    if (made.some((byte, i) => byte !== run.commitments[role][i]))
      throw new RangeError(`the secret of role ${role} is not the one committed to`);
  }
  return hkdfExtract(ports.hmacSha256, instantRunHash(ports.sha256, run), concat(secrets.operator, secrets.second));
}

/** What the seed is spent on; every purpose and every segment has a generator of its own. */
export type SeedPurpose = 'plan' | 'place' | 'face';

/** Entropy (32) and nonce (16) of the HMAC_DRBG of one purpose and segment: HKDF-Expand("valira-instant-‹purpose›-1" ‖ segment (4)). */
export function seedOf(
  hmac: HmacSha256,
  seed: Uint8Array,
  purpose: SeedPurpose,
  segment: number,
): { readonly entropy: Uint8Array; readonly nonce: Uint8Array } {
  const bytes = hkdfExpand(hmac, seed, concat(utf8(`valira-instant-${purpose}-1`), u32(segment)), 48);
  return { entropy: bytes.slice(0, 32), nonce: bytes.slice(32) };
}
