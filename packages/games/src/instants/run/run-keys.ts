/**
 * The five keys of a run, one per purpose, so that whoever holds one learns nothing that another guards.
 *
 * | key        | gives                                   | held by                                      |
 * | ---------- | --------------------------------------- | -------------------------------------------- |
 * | virn       | the number under the coating            | generation                                   |
 * | validation | keyed hash of that number               | generation, validation at the counter        |
 * | salt       | the salt of a ticket's leaf             | generation, reveal                           |
 * | outcome    | what a ticket wins and shows            | generation, reveal, payment of a valid ticket |
 * | print      | the print file                          | generation, printer                          |
 *
 * Run key = HKDF(salt: run hash, input: the purpose's master key, info: "valira-instant-key-‹purpose›-1"). The auditor gets the run
 * keys of the one run it audits, never a master key.
 */
import { concat, utf8 } from '../../randomness/bytes.ts';
import type { HmacSha256 } from '../../randomness/hash-ports.ts';
import { hkdfExpand, hkdfExtract } from './hkdf.ts';

export const instantKeyPurposes = ['virn', 'validation', 'salt', 'outcome', 'print'] as const;
export type InstantKeyPurpose = (typeof instantKeyPurposes)[number];

/** 32 bytes for each purpose: master keys of the register, or the keys of one run. */
export type InstantKeys = Readonly<Record<InstantKeyPurpose, Uint8Array>>;

/** The key of one run for one purpose. Throws unless the master key has 32 bytes. */
export function instantRunKey(hmac: HmacSha256, purpose: InstantKeyPurpose, master: Uint8Array, runHash: Uint8Array): Uint8Array {
  if (master.length !== 32 || runHash.length !== 32) throw new RangeError('master key and run hash have 32 bytes');
  return hkdfExpand(hmac, hkdfExtract(hmac, runHash, master), concat(utf8(`valira-instant-key-${purpose}-1`)), 32);
}

export function instantRunKeys(hmac: HmacSha256, masters: InstantKeys, runHash: Uint8Array): InstantKeys {
  const of = (purpose: InstantKeyPurpose): Uint8Array => instantRunKey(hmac, purpose, masters[purpose], runHash);
  return { virn: of('virn'), validation: of('validation'), salt: of('salt'), outcome: of('outcome'), print: of('print') };
}
