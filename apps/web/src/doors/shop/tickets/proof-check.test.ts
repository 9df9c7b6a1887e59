import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TicketProof } from '../../../api/wire.ts';
import { checkProof, leafEntry, proofSides } from './proof-check.ts';

const sha256 = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** RFC 6962, section 2.1: split at the largest power of two below the size. */
function root(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (leaves.length === 1 && only) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Uint8Array.of(1), root(leaves.slice(0, split)), root(leaves.slice(split)));
}
function path(index: number, leaves: readonly Uint8Array[]): readonly { hash: Uint8Array; side: 'left' | 'right' }[] {
  if (leaves.length <= 1) return [];
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return index < split
    ? [...path(index, leaves.slice(0, split)), { hash: root(leaves.slice(split)), side: 'right' as const }]
    : [...path(index - split, leaves.slice(split)), { hash: root(leaves.slice(0, split)), side: 'left' as const }];
}

function sale(index: number, size: number): { proof: TicketProof; root: string; sides: readonly string[] } {
  const serial = '7KQ2M0XD9HFT4W8B63';
  const salt = new Uint8Array(16).fill(7);
  const leaf = {
    commitment: hex(sha256(new TextEncoder().encode(serial), salt)),
    lines: '01aabbcc',
    stakeCents: '300',
    state: 'sold' as const,
  };
  const leaves = Array.from({ length: size }, (_, at) =>
    sha256(Uint8Array.of(0), at === index ? leafEntry(leaf) : Uint8Array.of(at % 256, at >> 8)),
  );
  const steps = path(index, leaves);
  const sealed = hex(root(leaves));
  return {
    proof: {
      serial,
      salt: hex(salt),
      leaf,
      index,
      leaves: size,
      path: steps.map(({ hash }) => hex(hash)),
      root: sealed,
      sealedAt: '2026-11-14T19:00:04Z',
    },
    root: sealed,
    sides: steps.map(({ side }) => side),
  };
}

describe('the check that a ticket was in the draw', () => {
  test('holds for every ticket of draws of many sizes, and names the side of each sibling', async () => {
    for (const size of [1, 2, 3, 5, 8, 13, 100]) {
      for (let index = 0; index < size; index++) {
        const { proof, root: sealed, sides } = sale(index, size);
        const check = await checkProof(proof, sealed);
        expect(check.included, `leaf ${index} of ${size}`).toBe(true);
        expect(check.sides).toEqual(sides);
      }
    }
  });

  test('fails when any byte of the proof, the leaf or the root is another', async () => {
    const { proof, root: sealed } = sale(37, 100);
    const flip = (text: string, at: number) => `${text.slice(0, at)}${text[at] === 'f' ? '0' : 'f'}${text.slice(at + 1)}`;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('root', 'salt', 'commitment', 'lines', 'path'), fc.nat(7), async (part, at) => {
        const forged: TicketProof =
          part === 'salt'
            ? { ...proof, salt: flip(proof.salt, at) }
            : part === 'commitment'
              ? { ...proof, leaf: { ...proof.leaf, commitment: flip(proof.leaf.commitment, at) } }
              : part === 'lines'
                ? { ...proof, leaf: { ...proof.leaf, lines: flip(proof.leaf.lines, at) } }
                : part === 'path'
                  ? { ...proof, path: proof.path.map((hash, index) => (index === at % proof.path.length ? flip(hash, at) : hash)) }
                  : proof;
        const check = await checkProof(forged, part === 'root' ? flip(sealed, at) : sealed);
        expect(check.included).toBe(false);
      }),
    );
    expect((await checkProof({ ...proof, leaf: { ...proof.leaf, stakeCents: '301' } }, sealed)).included).toBe(false);
    expect((await checkProof({ ...proof, leaf: { ...proof.leaf, state: 'cancelled' } }, sealed)).included).toBe(false);
    expect((await checkProof({ ...proof, serial: '7KQ2M0XD9HFT4W8B64' }, sealed)).why).toBe('not_this_ticket');
  });

  test('has as many sides as the path has hashes', () => {
    expect(proofSides(0, 7, 3)).toEqual(['right', 'right', 'right']);
    expect(proofSides(6, 7, 2)).toEqual(['left', 'left']);
  });
});
