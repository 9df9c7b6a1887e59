/**
 * A ticket's serial and salt: derived from its id under separate keys, so the database needs to hold neither.
 *
 * Serial: 80 bits of HMAC-SHA-256(serial key, ticket id) as 16 Crockford base32 characters, then two check digits (ISO 7064 mod
 * 97-10 over the characters' values), printed in fours: `7KQ2-M0XD-9HFT-4W8B-63`. It carries no meaning. The database keeps
 * HMAC(index key, serial) to find a ticket by its serial; only who may print derives the serial again.
 */
import { saltBytes, ticketCommitment } from '@valira/games/verifiable';
import { base32Value, fromBase32, toBase32 } from '../../platform/base32.ts';
import { sha256 } from '../../platform/hash.ts';
import { uuidBytes } from '../../platform/ids.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';

/** 16 characters of five bits each. */
const SERIAL_BYTES = 10;
const SERIAL_CHARACTERS = 16;

export type TicketIdentity = {
  readonly serial: string;
  readonly salt: Uint8Array;
  readonly commitment: Uint8Array;
  readonly serialHash: Uint8Array;
};

/** 98 − (value × 100 mod 97), the value read as base-32 digits: catches every single wrong character and swapped neighbours. */
function checkDigits(characters: string): string {
  let remainder = 0;
  for (let i = 0; i < characters.length; i += 1) remainder = (remainder * 32 + base32Value(characters, i)) % 97;
  return String(98 - ((remainder * 100) % 97)).padStart(2, '0');
}

const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1-');

export function ticketIdentity(keys: Keyring, ticketId: string): TicketIdentity {
  const id = uuidBytes(ticketId);
  const characters = toBase32(keys.mac('ticket-serial', id).subarray(0, SERIAL_BYTES), 0);
  const serial = inFours(characters + checkDigits(characters));
  const salt = keys.mac('ticket-salt', id).subarray(0, saltBytes);
  return { serial, salt, commitment: ticketCommitment(sha256, serial, salt), serialHash: hashOfSerial(keys, serial) };
}

export const hashOfSerial = (keys: Keyring, serial: string): Uint8Array => keys.mac('serial-index', Buffer.from(serial, 'ascii'));

/**
 * A serial as typed or scanned: spaces, dashes and case do not matter, O reads as 0, I and L as 1. Null when it is not one or its
 * check digits are wrong.
 */
export function readSerial(text: string): string | null {
  const plain = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  if (plain.length !== SERIAL_CHARACTERS + 2) return null;
  const characters = plain.slice(0, SERIAL_CHARACTERS);
  if (!fromBase32(characters, 0)) return null;
  return plain.slice(SERIAL_CHARACTERS) === checkDigits(characters) ? inFours(plain) : null;
}
