import { createHash, createHmac, hash } from 'node:crypto';
import type { HmacSha256, Md5, Sha256 } from '../hash-ports.ts';
import { drbgByteSource, hmacDrbg } from '../hmac-drbg.ts';

/** The ports over node:crypto, in their fastest synchronous form. */
export const sha256: Sha256 = (data) => Buffer.from(hash('sha256', data, 'latin1'), 'latin1');

export const hmacSha256: HmacSha256 = (key, data) => createHmac('sha256', key).update(data).digest();

export const hmacSha512: HmacSha256 = (key, data) => createHmac('sha512', key).update(data).digest();

export const md5: Md5 = (data) => createHash('md5').update(data).digest();

/** A byte source that is the same in every run. */
export const seededBytes = (seed: string) =>
  drbgByteSource(hmacDrbg(hmacSha256, { entropy: Buffer.from(seed.padEnd(32, '.')), nonce: Buffer.from('test') }));
