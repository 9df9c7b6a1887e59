import { readFile } from 'node:fs/promises';
import { fromHex, toHex } from '@valira/games/randomness';
import { type BundleDocument, canonicalJson, drawNumbers, drawSeed, merkleRoot } from '@valira/games/verifiable';
import { describe, expect, it } from 'vitest';
import vectors from '../../../docs/verify-vectors.json' with { type: 'json' };
import { hmacSha256, sha256 } from './testing/signing-keys.ts';
import { vectorsPath, verifyVectors } from './testing/verify-vectors.ts';

const bytes = (hex: string): Uint8Array => fromHex(hex) ?? new Uint8Array(0);

/** Record and leaf entries of a bundle file, cut by hand. */
function cut(file: Uint8Array): { readonly document: BundleDocument; readonly json: string; readonly entries: Uint8Array[] } {
  const view = new DataView(file.buffer);
  const json = new TextDecoder().decode(file.subarray(12, 12 + view.getUint32(8)));
  const entries: Uint8Array[] = [];
  for (let at = 12 + view.getUint32(8); at < file.length; ) {
    const end = at + 43 + view.getUint16(at + 32);
    entries.push(file.subarray(at, end));
    at = end;
  }
  return { document: JSON.parse(json), json, entries };
}

describe('the engine', () => {
  it('gives every test vector of docs/verify.md', async () => {
    const { bundles, ...others } = JSON.parse(await readFile(vectorsPath, 'utf8'));
    expect(JSON.parse(JSON.stringify(verifyVectors()))).toEqual(others);
    expect(bundles.length).toBe(2);
  });

  it('gives the roots and numbers of the recorded bundles from their leaves and secrets', () => {
    for (const { file } of vectors.bundles) {
      const { document, json, entries } = cut(bytes(file));
      const record = document.body;
      expect(canonicalJson(document)).toBe(json);
      const root = merkleRoot(sha256, entries);
      expect(toHex(root)).toBe(record.seal.body.root);
      if (record.kind === 'pool') continue;
      if (record.draw.source !== 'generator' || record.draw.seed.kind !== 'secrets') throw new Error('drawn from secrets');
      const [operator = new Uint8Array(0), second = null] = record.draw.seed.reveals.map(({ secret }) => bytes(secret));
      const seed = drawSeed(hmacSha256, { operator, second }, root, bytes(record.draw.seed.beacon?.value ?? ''));
      const { panels } = drawNumbers({ sha256, hmacSha256 }, seed, record.subjectId, record.draw.announcement.body.mapping);
      expect(panels).toEqual(record.result.panels);
    }
  });
});
