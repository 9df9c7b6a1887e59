import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concat, fromHex, toHex } from './bytes.ts';
import { drbgByteSource, hmacDrbg } from './hmac-drbg.ts';
import { cavpVectors } from './testing/hmac-drbg-cavp.ts';
import { hmacSha256, hmacSha512 } from './testing/node-hashes.ts';

const bytes = (hex = ''): Uint8Array => fromHex(hex) ?? new Uint8Array(0);

describe('HMAC_DRBG', () => {
  it.each(cavpVectors)('gives the published NIST answer ($hash, entropy $entropy)', (vector) => {
    const drbg = hmacDrbg(vector.hash === 'SHA-256' ? hmacSha256 : hmacSha512, {
      entropy: bytes(vector.entropy),
      nonce: bytes(vector.nonce),
      personalization: bytes(vector.personalization),
    });
    if (vector.reseed) drbg.reseed(bytes(vector.reseed.entropy), bytes(vector.reseed.additional));
    const count = vector.returned.length / 2;
    drbg.generate(count, bytes(vector.additional?.[0]));
    expect(toHex(drbg.generate(count, bytes(vector.additional?.[1])))).toBe(vector.returned);
  });

  it('serves any split of reads from the same 32-byte requests', () => {
    const source = () => drbgByteSource(hmacDrbg(hmacSha256, { entropy: bytes('00'.repeat(32)), nonce: bytes('01') }));
    const whole = source()(640);
    fc.assert(
      fc.property(fc.array(fc.nat(64), { minLength: 1, maxLength: 10 }), (counts) => {
        const take = source();
        const read = concat(...counts.map((count) => take(count)));
        expect(toHex(read)).toBe(toHex(whole.subarray(0, read.length)));
      }),
    );
    const single = hmacDrbg(hmacSha256, { entropy: bytes('00'.repeat(32)), nonce: bytes('01') });
    expect(toHex(concat(single.generate(32), single.generate(32)))).toBe(toHex(whole.subarray(0, 64)));
  });

  it('refuses a request past 65,536 bytes', () => {
    const drbg = hmacDrbg(hmacSha256, { entropy: bytes('00'.repeat(32)), nonce: bytes('01') });
    expect(drbg.generate(65_536).length).toBe(65_536);
    expect(() => drbg.generate(65_537)).toThrow(RangeError);
  });
});
