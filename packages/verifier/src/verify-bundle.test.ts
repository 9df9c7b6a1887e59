import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../../../docs/verify-vectors.json' with { type: 'json' };
import { join, text, unhex } from './byte-strings.ts';
import { canonicalBytes, readCanonical } from './canonical-text.ts';
import { nodePorts } from './node-ports.ts';
import type { VerifierPorts } from './ports.ts';
import { verifyBundle } from './verify-bundle.ts';
import { verifyTicket } from './verify-ticket.ts';

const fileOf = (json: Uint8Array, leaves: Uint8Array): Uint8Array => {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, json.length);
  return join(text('VALIRAB1'), length, json, leaves);
};

const bundles = vectors.bundles.map(({ file }) => unhex(file));
const jsonOf = (file: Uint8Array): Uint8Array => file.subarray(12, 12 + new DataView(file.buffer).getUint32(8));

/** Signatures that were checked before are answered from memory: thousands of changes leave most of them as they were. */
function remembering(ports: VerifierPorts): VerifierPorts {
  const answers = new Map<string, boolean>();
  return {
    ...ports,
    verifyEd25519(publicKey, message, signature) {
      const key = [publicKey, message, signature].map((part) => Buffer.from(part).toString('latin1')).join('|');
      const known = answers.get(key) ?? ports.verifyEd25519(publicKey, message, signature);
      answers.set(key, known);
      return known;
    },
  };
}

/** Every place in a JSON value: the keys that lead to it. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => places(member, [...path, key]))];
}

function replaced(value: unknown, path: readonly string[], by: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === key ? replaced(item, rest, by) : item));
  if (typeof value !== 'object' || value === null) return by;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, name === key ? replaced(member, rest, by) : member]));
}

describe('whatever a file holds, the verifier answers with a report', () => {
  it('on random bytes, with and without the header', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (json, leaves) => {
        expect(verifyBundle(nodePorts, json).passed).toBe(false);
        expect(verifyBundle(nodePorts, fileOf(json, leaves)).passed).toBe(false);
      }),
    );
  });

  it('on any JSON, and on JSON nested a hundred thousand deep', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(verifyBundle(nodePorts, fileOf(canonicalBytes(value), new Uint8Array(0))).passed).toBe(false);
      }),
    );
    for (const deep of ['['.repeat(100_000) + ']'.repeat(100_000), `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`])
      expect(verifyBundle(nodePorts, fileOf(text(deep), new Uint8Array(0))).findings.map(({ code }) => code)).toEqual([
        'document_not_canonical',
      ]);
  });

  it('on a record with any one value replaced by one of another kind or out of range', () => {
    const hostile: readonly unknown[] = [
      null,
      true,
      -1,
      0,
      2 ** 53 - 1,
      '',
      'x',
      '0',
      '9999-99-99T99:99:99.999Z',
      [],
      {},
      [[]],
      '00',
      { __proto__: null },
    ];
    const ports = remembering(nodePorts);
    for (const file of bundles) {
      const document = readCanonical(jsonOf(file));
      const leaves = file.subarray(12 + jsonOf(file).length);
      for (const path of places(document)) {
        for (const value of hostile) {
          const changed = replaced(document, path, value);
          const bytes = canonicalBytes(changed);
          if (Buffer.from(bytes).equals(jsonOf(file))) continue;
          expect(verifyBundle(ports, fileOf(bytes, leaves)).passed, `${path.join('.')} = ${JSON.stringify(value)}`).toBe(false);
        }
      }
    }
  }, 60_000);

  it('on leaves of any content', () => {
    const [file = new Uint8Array(0)] = bundles;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (leaves) => {
        expect(verifyBundle(nodePorts, fileOf(jsonOf(file), leaves)).passed).toBe(false);
      }),
    );
  });
});

describe('a ticket', () => {
  it('is not proved by entries, salts, roots or paths of the wrong size', () => {
    const [leaf] = vectors.leaves;
    if (leaf === undefined) throw new Error('no leaf');
    const claim = { serial: leaf.serial, salt: unhex(leaf.salt), entry: unhex(leaf.entry), proof: { index: 0, size: 1, path: [] } };
    const root = unhex(leaf.leafHash);
    expect(verifyTicket(nodePorts, root, claim).included).toBe(true);
    expect(verifyTicket(nodePorts, root, { ...claim, serial: `${leaf.serial}0` })).toEqual({ included: false, why: 'not_this_ticket' });
    expect(verifyTicket(nodePorts, root, { ...claim, salt: claim.salt.subarray(1) })).toEqual({ included: false, why: 'entry_malformed' });
    expect(verifyTicket(nodePorts, root.subarray(1), claim)).toEqual({ included: false, why: 'entry_malformed' });
    expect(verifyTicket(nodePorts, root.toReversed(), claim)).toEqual({ included: false, why: 'not_in_this_tree' });
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 100 }),
        fc.array(fc.uint8Array({ maxLength: 40 })),
        fc.double(),
        fc.double(),
        (entry, path, index, size) => {
          expect(verifyTicket(nodePorts, root, { ...claim, entry, proof: { index, size, path } }).included).toBe(false);
        },
      ),
    );
  });
});
