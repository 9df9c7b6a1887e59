/**
 * The one-time code that lets a device become a shop's terminal: twelve characters that are not mistaken for one another (60 bits),
 * valid for an hour, stored by hash only. Example: `7K3M-Q9TX-2ZPB`, typed with or without dashes, in either case; O reads as 0, I and L as 1.
 */
import type { Entropy } from '../../platform/entropy.ts';
import { sha256 } from '../../platform/hash.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

export const ENROLMENT_CODE_MS = 3_600_000;

export function newEnrolmentCode(entropy: Entropy): string {
  // 256 is a multiple of 32, so every character is equally likely.
  const text = Array.from(entropy.bytes(LENGTH), (byte) => ALPHABET[byte % 32]).join('');
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
}

/** The hash of a code as typed, or null when it cannot be a code. */
export function enrolmentCodeHash(typed: string): Uint8Array | null {
  const text = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (text.length !== LENGTH || [...text].some((character) => !ALPHABET.includes(character))) return null;
  return sha256(Buffer.from(`enrolment/${text}`));
}
