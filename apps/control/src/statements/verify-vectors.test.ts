/** This system's code against the published test vectors, with which it shares no other code. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compareTiers } from '../results/compare-tiers.ts';
import { countFor } from '../results/count-for.ts';
import { LeafTree, leafHash } from '../seals/leaf-tree.ts';
import { canonicalText } from './canonical-text.ts';
import { isSigned, messageOf, type Purpose, statementHash } from './signed-statement.ts';

const signed = z.object({ body: z.unknown(), keyId: z.string(), publicKey: z.string(), signature: z.string() });
const vectors = z
  .object({
    canonicalJson: z.array(z.object({ value: z.unknown(), text: z.string() })).min(1),
    leaves: z.array(z.object({ entry: z.string(), leafHash: z.string() })).min(1),
    statements: z
      .array(z.object({ purpose: z.enum(['seal', 'receipt', 'countersignature']), message: z.string(), hash: z.string(), signed }))
      .min(1),
    bundles: z.array(z.object({ name: z.string(), file: z.string() })).min(1),
  })
  .parse(JSON.parse(readFileSync(new URL('../../../../docs/verify-vectors.json', import.meta.url), 'utf8')));

const recordShape = z.object({
  body: z.object({
    kind: z.enum(['draw', 'pool']),
    definition: z.unknown(),
    result: z.unknown(),
    seal: signed.extend({ body: z.object({ root: z.string(), count: z.int() }).loose() }),
    countersignature: signed,
    receipts: z.array(signed),
    prizes: z.array(z.object({ tier: z.string(), winners: z.string(), shareCents: z.string(), totalCents: z.string() })),
  }),
});

/** The record and the leaf entries of a bundle file (docs/verify.md, section 9). */
function openBundle(file: Buffer) {
  const recordEnd = 12 + file.readUInt32BE(8);
  const entries: Buffer[] = [];
  for (let at = recordEnd; at < file.length; ) {
    const end = at + 43 + file.readUInt16BE(at + 32);
    entries.push(file.subarray(at, end));
    at = end;
  }
  return { record: recordShape.parse(JSON.parse(file.toString('utf8', 12, recordEnd))).body, entries };
}

describe('the published test vectors', () => {
  it('of canonical text are met', () => {
    for (const { value, text } of vectors.canonicalJson) expect(canonicalText(value)).toBe(text);
  });

  it('of leaves are met', () => {
    for (const { entry, leafHash: hash } of vectors.leaves) expect(leafHash(Buffer.from(entry, 'hex')).toString('hex')).toBe(hash);
  });

  it('of statements are met', () => {
    for (const { purpose, message, hash, signed: statement } of vectors.statements) {
      expect(messageOf(purpose, statement.body).toString('hex')).toBe(message);
      expect(statementHash(purpose, statement.body).toString('hex')).toBe(hash);
      expect(isSigned(purpose, statement)).toBe(true);
      const others: Purpose[] = ['seal', 'receipt', 'countersignature'];
      for (const other of others.filter((one) => one !== purpose)) expect(isSigned(other, statement)).toBe(false);
    }
  });

  it.each(vectors.bundles.map(({ name, file }) => [name, file] as const))(
    'of the %s bundle are met: signatures, root, winners',
    (_, file) => {
      const { record, entries } = openBundle(Buffer.from(file, 'hex'));
      expect(isSigned('seal', record.seal)).toBe(true);
      expect(isSigned('countersignature', record.countersignature)).toBe(true);
      for (const receipt of record.receipts) expect(isSigned('receipt', receipt)).toBe(true);
      const tree = new LeafTree();
      for (const entry of entries) tree.add(leafHash(entry));
      expect(entries).toHaveLength(record.seal.body.count);
      expect(tree.root().toString('hex')).toBe(record.seal.body.root);
      const counter = countFor(record.kind, record.definition, record.result);
      if (!counter.ok) throw new Error(counter.code);
      for (const entry of entries)
        if (entry.at(-1) === 1) expect(counter.value.add(entry.subarray(34, -9), entry.readBigUInt64BE(entry.length - 9))).toBe(true);
      expect(compareTiers(record.prizes, counter.value).differences).toEqual([]);
    },
  );
});
