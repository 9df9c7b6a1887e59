/**
 * The two secrets behind a draw: committed to before the first sale, opened after the seal.
 *
 * Commitment = SHA-256("valira-commitment-1" ‖ role (1: operator, 2: second holder) ‖ draw id with its length ‖ definition
 * hash (32) ‖ mapping hash (32) ‖ secret (32)). Bound to all that, a commitment cannot serve another draw, another set of
 * rules or another way to numbers. A secret has 32 bytes of entropy, so the commitment tells nothing about it.
 */
import { concat, u8, utf8, withLength } from '../randomness/bytes.ts';
import type { Sha256 } from '../randomness/hash-ports.ts';

export type SecretRole = 'operator' | 'second';

export type DrawBinding = { readonly drawId: string; readonly definitionHash: Uint8Array; readonly mappingHash: Uint8Array };

export const secretBytes = 32;

const roleBytes = { operator: 1, second: 2 } as const satisfies Record<SecretRole, number>;

/** Throws unless secret and hashes have 32 bytes. */
export function commitToSecret(sha256: Sha256, role: SecretRole, binding: DrawBinding, secret: Uint8Array): Uint8Array {
  for (const part of [binding.definitionHash, binding.mappingHash, secret])
    if (part.length !== secretBytes) throw new RangeError(`secrets and hashes have 32 bytes: ${part.length}`);
  return sha256(
    concat(
      utf8('valira-commitment-1'),
      u8(roleBytes[role]),
      withLength(utf8(binding.drawId)),
      binding.definitionHash,
      binding.mappingHash,
      secret,
    ),
  );
}
