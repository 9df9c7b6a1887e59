import { describe, expect, it } from 'vitest';
import vectors from '../../../docs/verify-vectors.json' with { type: 'json' };
import { browserPorts } from './browser-ports.ts';
import { hex, join, text, unhex } from './byte-strings.ts';
import { canonicalText, readCanonical } from './canonical-text.ts';
import { numbersFromSeed, secretCommitment, seedFromSecrets } from './check-numbers.ts';
import { redrawSeed } from './check-redraw.ts';
import { hashTree, provesInclusion } from './hash-tree.ts';
import { nodePorts } from './node-ports.ts';
import { randomStream, wholeBelow } from './random-stream.ts';
import { mapping } from './record-shape.ts';
import { isSigned, statementHash } from './statements.ts';
import { verifyBundle } from './verify-bundle.ts';
import { verifyTicket } from './verify-ticket.ts';

const counter = (i: number): Uint8Array => Uint8Array.of(i >>> 24, i >>> 16, i >>> 8, i);

describe.each([
  ['node', nodePorts],
  ['browser', browserPorts],
])('the verifier gives every test vector of docs/verify.md (%s)', (_, ports) => {
  const { sha256 } = ports;
  const leafHash = (entry: Uint8Array) => sha256(join(Uint8Array.of(0), entry));

  it('canonical JSON, and nothing else reads as such', () => {
    for (const { value, text: expected } of vectors.canonicalJson) {
      expect(canonicalText(value)).toBe(expected);
      expect(readCanonical(text(expected))).toEqual(value);
      expect(readCanonical(text(` ${expected}`))).toBeUndefined();
    }
    for (const other of ['1.0', '1e3', '-0', '{"b":1,"a":2}', '{"a":1,"a":1}', '"\\u0041"', '"\\ud800"', '[1,]', ''])
      expect(readCanonical(text(other)), other).toBeUndefined();
  });

  it('leaves', () => {
    for (const leaf of vectors.leaves) {
      expect(hex(sha256(join(text(leaf.serial), unhex(leaf.salt))))).toBe(leaf.commitment);
      expect(hex(leafHash(unhex(leaf.entry)))).toBe(leaf.leafHash);
      const claim = { serial: leaf.serial, salt: unhex(leaf.salt), entry: unhex(leaf.entry), proof: { index: 0, size: 1, path: [] } };
      expect(verifyTicket(ports, unhex(leaf.leafHash), claim)).toEqual({
        included: true,
        lines: unhex(leaf.lines),
        stakeCents: BigInt(leaf.stakeCents),
        state: leaf.state,
      });
    }
  });

  it('trees and proofs', () => {
    for (const { size, root } of vectors.trees) {
      const tree = hashTree(ports);
      for (let i = 0; i < size; i += 1) tree.add(join(Uint8Array.of(0), counter(i)));
      expect(hex(tree.root()), `size ${size}`).toBe(root);
    }
    for (const { index, size, leafHash: leaf, path, root } of vectors.proofs) {
      const proof = { index, size, path: path.map(unhex) };
      expect(provesInclusion(sha256, unhex(root), unhex(leaf), proof)).toBe(true);
      expect(provesInclusion(sha256, unhex(root), leafHash(counter(size)), proof)).toBe(false);
      expect(provesInclusion(sha256, unhex(leaf), unhex(leaf), { ...proof, path: [...proof.path, unhex(root)] })).toBe(false);
    }
  });

  it('signed statements, each for its own purpose only', () => {
    for (const { purpose, hash, signed } of vectors.statements) {
      for (const other of ['seal', 'receipt', 'countersignature'] as const) {
        expect(isSigned(ports, other, signed)).toBe(other === purpose);
        expect(statementHash(ports, other, signed.body) === hash).toBe(other === purpose);
      }
    }
  });

  it('commitments and seeds', () => {
    for (const { role, drawId, definitionHash, mapping: panels, secret, commitment } of vectors.commitments) {
      if (role !== 'operator' && role !== 'second') throw new Error(`role ${role}`);
      expect(secretCommitment(ports, role, drawId, definitionHash, panels, secret)).toBe(commitment);
    }
    for (const { operator, second, root, beacon, seed } of vectors.seeds)
      expect(hex(seedFromSecrets(ports, second === null ? [operator] : [operator, second], root, beacon))).toBe(seed);
    for (const { root, value, seed } of vectors.fallbackSeeds) expect(hex(sha256(join(unhex(root), unhex(value))))).toBe(seed);
    for (const { root, statementHash, value, seed } of vectors.redrawSeeds)
      expect(hex(redrawSeed(ports, root, statementHash, value))).toBe(seed);
  });

  it('generator output, numbers below n, and drawn panels', () => {
    const { entropy, nonce, personalization, output } = vectors.generator;
    const stream = randomStream(sha256, unhex(entropy), text(nonce), text(personalization));
    for (let i = 0; i < 160; i += 1) expect(stream.below(256)).toBe(unhex(output)[i]);
    expect(hex(stream.requested())).toBe(output);
    for (const { panels, seed, drawId, result, rawOutputHash } of vectors.mappings)
      expect(numbersFromSeed(ports, unhex(seed), drawId, mapping.parse({ version: 'valira-mapping-1', panels }))).toEqual({
        panels: result,
        rawOutputHash,
      });
  });

  it('whole bundles, and each listed change of one byte', () => {
    for (const { name, file, failsWhenChangedAt } of vectors.bundles) {
      expect(verifyBundle(ports, unhex(file)).findings, name).toEqual([]);
      for (const at of failsWhenChangedAt) {
        const changed = unhex(file);
        changed[at] = (changed[at] ?? 0) ^ 1;
        expect(verifyBundle(ports, changed).passed, `${name}, byte ${at}`).toBe(false);
      }
    }
  });
});

it('numbers below n come from the listed bytes and from no more of them', () => {
  for (const { n, stream, value, read } of vectors.uniform) {
    const bytes = unhex(stream);
    let at = 0;
    const drawn = wholeBelow(n, () => {
      at += 1;
      return bytes[at - 1] ?? 0;
    });
    expect([drawn, at]).toEqual([value, read]);
  }
});
