import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalBytes, fromHex, toHex, u32 } from '../randomness/bytes.ts';
import { sha256 } from '../randomness/testing/node-hashes.ts';
import { inclusionProof, proofTiles, type TileRef, verifyInclusion } from './inclusion-proof.ts';
import { leafHash, merkleRoot, merkleTree, nodeHash, type Tile } from './merkle-tree.ts';

const bytes = (hex: string): Uint8Array => fromHex(hex) ?? new Uint8Array(0);

/** RFC 6962, section 2.1, as written: no tiles, no stream. */
function rootByDefinition(hashes: readonly Uint8Array[]): Uint8Array {
  const [first] = hashes;
  if (first === undefined) return sha256(new Uint8Array(0));
  if (hashes.length === 1) return first;
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  return nodeHash(sha256, rootByDefinition(hashes.slice(0, split)), rootByDefinition(hashes.slice(split)));
}

function pathByDefinition(index: number, hashes: readonly Uint8Array[]): Uint8Array[] {
  if (hashes.length <= 1) return [];
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  return index < split
    ? [...pathByDefinition(index, hashes.slice(0, split)), rootByDefinition(hashes.slice(split))]
    : [...pathByDefinition(index - split, hashes.slice(split)), rootByDefinition(hashes.slice(0, split))];
}

function sealed(size: number) {
  const hashes = Array.from({ length: size }, (_, i) => leafHash(sha256, u32(i)));
  const tiles = new Map<string, Tile>();
  const tree = merkleTree(sha256, (tile) => tiles.set(`${tile.level}/${tile.index}`, tile));
  for (const hash of hashes) tree.append(hash);
  const { root } = tree.finish();
  const read = ({ level, index }: TileRef): Uint8Array => {
    const tile = tiles.get(`${level}/${index}`);
    if (tile === undefined) throw new Error(`tile ${level}/${index} was never handed out`);
    return tile.hashes;
  };
  return { hashes, tiles, root, read };
}

describe('the tree', () => {
  // Reference leaves and roots of the Certificate Transparency implementations (google/certificate-transparency, merkle tree tests).
  const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  const roots = [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];

  it('has the roots published for Certificate Transparency, of zero to eight leaves', () => {
    expect(roots.map((_, size) => toHex(merkleRoot(sha256, leaves.slice(0, size).map(bytes))))).toEqual(roots);
  });

  it('equals the definition of RFC 6962 at every size to 600, and past two tile levels', () => {
    for (let size = 0; size <= 600; size += 1) {
      const { root, hashes } = sealed(size);
      expect(equalBytes(root, rootByDefinition(hashes)), `size ${size}`).toBe(true);
    }
    const { root, hashes } = sealed(66_000);
    expect(equalBytes(root, rootByDefinition(hashes))).toBe(true);
  });

  it('gives every leaf-level hash to the sink once, 256 to a tile', () => {
    const { tiles, hashes } = sealed(66_000);
    const level0 = [...tiles.values()].filter((tile) => tile.level === 0).sort((a, b) => a.index - b.index);
    expect(Buffer.concat(level0.map((tile) => tile.hashes)).equals(Buffer.concat(hashes))).toBe(true);
    expect(level0.length).toBe(Math.ceil(66_000 / 256));
    expect([...tiles.values()].filter((tile) => tile.level === 1).length).toBe(2);
    expect([...tiles.values()].filter((tile) => tile.level === 2).length).toBe(1);
  });

  it('takes nothing after it is sealed', () => {
    const tree = merkleTree(sha256);
    tree.finish();
    expect(() => tree.appendEntry(new Uint8Array(1))).toThrow('sealed');
  });
});

describe('an inclusion proof', () => {
  it('equals the path of RFC 6962 and verifies, for every leaf of every size to 40, and at the edges of larger trees', () => {
    const sizes = [...Array.from({ length: 40 }, (_, i) => i + 1), 255, 256, 257, 511, 513];
    for (const size of sizes) {
      const { hashes, read, root } = sealed(size);
      for (const index of new Set(size <= 40 ? hashes.keys() : [0, 1, 127, 128, 254, 255, size - 2, size - 1].filter((at) => at < size))) {
        const proof = inclusionProof(sha256, index, size, read);
        expect(proof.path.map(toHex)).toEqual(pathByDefinition(index, hashes).map(toHex));
        expect(verifyInclusion(sha256, root, hashes[index] ?? new Uint8Array(0), proof)).toBe(true);
      }
    }
  });

  it('reads the tiles it names and no others, at most two a level', () => {
    const size = 66_000;
    const { read, root, hashes } = sealed(size);
    for (const index of [0, 255, 256, 65_535, 65_536, 65_791, 65_999]) {
      const named = proofTiles(index, size);
      const asked = new Set<string>();
      const proof = inclusionProof(sha256, index, size, (ref) => {
        asked.add(`${ref.level}/${ref.index}`);
        return read(ref);
      });
      expect([...asked].sort()).toEqual(named.map(({ level, index: tile }) => `${level}/${tile}`).sort());
      expect(named.length).toBeLessThanOrEqual(6);
      expect(verifyInclusion(sha256, root, hashes[index] ?? new Uint8Array(0), proof)).toBe(true);
    }
  });

  it('fails for another leaf, index, size or root, and for a changed, missing or added hash', () => {
    const size = 37;
    const { hashes, read, root } = sealed(size);
    fc.assert(
      fc.property(fc.nat(size - 1), fc.nat(255), fc.nat(31), fc.integer({ min: 1, max: 255 }), (index, at, byte, flip) => {
        const proof = inclusionProof(sha256, index, size, read);
        const leaf = hashes[index] ?? new Uint8Array(0);
        const flipped = (hash: Uint8Array) => hash.map((value, i) => (i === byte ? value ^ flip : value));
        const changed = proof.path.map((hash, i) => (i === at % proof.path.length ? flipped(hash) : hash));
        expect(verifyInclusion(sha256, root, leaf, { ...proof, path: changed })).toBe(false);
        expect(verifyInclusion(sha256, root, flipped(leaf), proof)).toBe(false);
        expect(verifyInclusion(sha256, flipped(root), leaf, proof)).toBe(false);
        expect(verifyInclusion(sha256, root, leaf, { ...proof, path: proof.path.slice(1) })).toBe(false);
        expect(verifyInclusion(sha256, root, leaf, { ...proof, path: [...proof.path, root] })).toBe(false);
        expect(verifyInclusion(sha256, root, leaf, { ...proof, index: (index + 1) % size })).toBe(false);
        expect(verifyInclusion(sha256, root, leaf, { ...proof, index: size })).toBe(false);
      }),
    );
  });

  it('does not exist for a leaf outside the tree', () => {
    expect(() => proofTiles(3, 3)).toThrow(RangeError);
    expect(() => inclusionProof(sha256, -1, 3, () => new Uint8Array(0))).toThrow(RangeError);
  });
});
