import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hmacSha256, sha256 } from '../../randomness/testing/node-hashes.ts';
import type { EncryptBlocks } from './cipher-port.ts';
import { hkdfExpand, hkdfExtract } from './hkdf.ts';
import { saltOf } from './instant-leaf.ts';
import { commitToInstantSecret, type InstantRun, instantRunHash, instantSeed } from './instant-run.ts';
import { instantRunKeys } from './run-keys.ts';
import { openOutcome, sealOutcome, sealOutcomes } from './sealed-outcome.ts';
import { parseVirn, virnBlocks, virnOf, writeVirn } from './validation-number.ts';

const encryptBlocks: EncryptBlocks = (key, blocks) => {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return new Uint8Array(cipher.update(blocks));
};
const key = sha256(Buffer.from('outcome key of the test'));

describe('a sealed outcome', () => {
  it('is what the platform’s own AES-256-CCM makes of it, for every length', () => {
    for (const length of [2, 12, 15, 16, 17, 26, 32, 45, 64]) {
      const outcome = new Uint8Array(3 * length).map((_, i) => (i * 37 + length) & 255);
      const sealed = sealOutcomes(encryptBlocks, key, 70_000, outcome, length);
      for (let i = 0; i < 3; i += 1) {
        const nonce = Buffer.alloc(12);
        nonce.writeUInt32BE(70_000 + i, 8);
        const cipher = createDecipheriv('aes-256-ccm', key, nonce, { authTagLength: 16 });
        const own = sealed.subarray(i * (length + 16), (i + 1) * (length + 16));
        cipher.setAuthTag(own.subarray(length));
        expect(new Uint8Array(cipher.update(own.subarray(0, length)))).toEqual(outcome.slice(i * length, (i + 1) * length));
        cipher.final();
        expect(openOutcome(encryptBlocks, key, 70_000 + i, own)).toEqual(outcome.slice(i * length, (i + 1) * length));
      }
    }
  });

  it('does not open with another index, another key or one changed bit', () => {
    const outcome = Uint8Array.from([0, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const sealed = sealOutcome(encryptBlocks, key, 5, outcome);
    expect(openOutcome(encryptBlocks, key, 6, sealed)).toBeNull();
    expect(openOutcome(encryptBlocks, sha256(key), 5, sealed)).toBeNull();
    for (let bit = 0; bit < 8 * sealed.length; bit += 1) {
      const changed = sealed.slice();
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(openOutcome(encryptBlocks, key, 5, changed)).toBeNull();
    }
  });
});

describe('what is derived for a run', () => {
  const base = { game: 417, run: 1, firstPack: 1, papersHash: sha256(Buffer.from('papers')) };
  const secrets = { operator: sha256(Buffer.from('one')), second: sha256(Buffer.from('two')) };
  const commitments = {
    operator: commitToInstantSecret(sha256, 'operator', base, secrets.operator),
    second: commitToInstantSecret(sha256, 'second', base, secrets.second),
  };
  const run: InstantRun = { ...base, commitments };
  const masters = { virn: key, validation: key, salt: key, outcome: key, print: key };

  it('follows RFC 5869: the same bytes as the platform’s HKDF', () => {
    for (const length of [1, 32, 33, 100]) {
      const own = hkdfExpand(hmacSha256, hkdfExtract(hmacSha256, base.papersHash, secrets.operator), Buffer.from('info'), length);
      expect(own).toEqual(new Uint8Array(hkdfSync('sha256', secrets.operator, base.papersHash, 'info', length)));
    }
  });

  it('differs by purpose even under one master key, and by run, first pack and papers', () => {
    const hashes = [run, { ...run, run: 2 }, { ...run, firstPack: 2 }, { ...run, papersHash: key }].map((of) => instantRunHash(sha256, of));
    const all = hashes
      .flatMap((hash) => Object.values(instantRunKeys(hmacSha256, masters, hash)))
      .map((bytes) => Buffer.from(bytes).toString('hex'));
    expect(new Set(all).size).toBe(20);
  });

  it('needs both secrets: a seed is refused when either is not the one committed to, or they are swapped', () => {
    expect(instantSeed({ sha256, hmacSha256 }, run, secrets)).toHaveLength(32);
    expect(() => instantSeed({ sha256, hmacSha256 }, run, { ...secrets, second: key })).toThrow('second');
    expect(() => instantSeed({ sha256, hmacSha256 }, run, { operator: secrets.second, second: secrets.operator })).toThrow('operator');
  });

  it('gives a VIRN and a salt that one ticket and a stretch agree on', () => {
    const stretch = virnBlocks(encryptBlocks, key, 1_000, 5);
    for (let i = 0; i < 5; i += 1) expect(virnOf(encryptBlocks, key, 1_000 + i)).toEqual(stretch.slice(16 * i, 16 * i + 10));
    expect(saltOf(encryptBlocks, key, 1)).toHaveLength(32);
    expect(saltOf(encryptBlocks, key, 1)).not.toEqual(saltOf(encryptBlocks, key, 2));
  });
});

describe('a VIRN as text', () => {
  it('comes back from its text, whatever the case, grouping and look-alikes typed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (bytes) => {
        const text = writeVirn(bytes);
        expect(parseVirn(text)).toEqual(bytes);
        expect(parseVirn(text.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l'))).toEqual(bytes);
      }),
    );
    expect(parseVirn('0000-0000-0000-000')).toBeNull();
    expect(parseVirn('0000-0000-0000-000U')).toBeNull();
  });
});
