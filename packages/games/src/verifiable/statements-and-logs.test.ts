import { describe, expect, it } from 'vitest';
import { toHex } from '../randomness/bytes.ts';
import { sha256 } from '../randomness/testing/node-hashes.ts';
import { commitToSecret, type DrawBinding } from './draw-secret.ts';
import { generatorHead, logGeneratorCall, newGeneratorLog } from './generator-log.ts';
import { appendReceipt, emptyReceiptLog, type Receipt, verifyReceiptRange } from './receipt-log.ts';
import { signStatement, verifyStatement } from './signed-statement.ts';
import { signerNamed, verifyEd25519 } from './testing/node-signatures.ts';

describe('a commitment', () => {
  const binding: DrawBinding = { drawId: 'drw_1', definitionHash: new Uint8Array(32), mappingHash: new Uint8Array(32) };
  const secret = new Uint8Array(32).fill(7);

  it('opens for one role, one draw, one definition, one mapping and one secret only', () => {
    const other = new Uint8Array(32).fill(1);
    const commitments = [
      commitToSecret(sha256, 'operator', binding, secret),
      commitToSecret(sha256, 'second', binding, secret),
      commitToSecret(sha256, 'operator', { ...binding, drawId: 'drw_11' }, secret),
      commitToSecret(sha256, 'operator', { ...binding, definitionHash: other }, secret),
      commitToSecret(sha256, 'operator', { ...binding, mappingHash: other }, secret),
      commitToSecret(sha256, 'operator', binding, other),
    ].map(toHex);
    expect(new Set(commitments).size).toBe(commitments.length);
  });

  it('takes secrets of 32 bytes only', () => {
    expect(() => commitToSecret(sha256, 'operator', binding, new Uint8Array(31))).toThrow(RangeError);
  });
});

describe('a signed statement', () => {
  const statement = signStatement(sha256, signerNamed('seal'), 'seal', { root: 'aa', count: 1 });

  it('verifies for its purpose, body and key, and for no other', () => {
    const verify = (purpose: 'seal' | 'receipt', changed: object = {}) =>
      verifyStatement(sha256, verifyEd25519, purpose, { ...statement, ...changed });
    expect(verify('seal')).toBe(true);
    expect(verify('receipt')).toBe(false);
    expect(verify('seal', { body: { root: 'aa', count: 2 } })).toBe(false);
    expect(verify('seal', { signature: statement.signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) })).toBe(false);
    expect(verify('seal', { keyId: `key_${'0'.repeat(32)}` })).toBe(false);
    const other = signStatement(sha256, signerNamed('other'), 'seal', statement.body);
    expect(verify('seal', { publicKey: other.publicKey })).toBe(false);
    expect(verify('seal', { publicKey: 'zz', signature: '' })).toBe(false);
    expect(verify('seal', { body: { root: 'aa', count: 1.5 } })).toBe(false);
  });
});

describe('the receipt log', () => {
  const signer = signerNamed('inspector');
  const build = (count: number) => {
    let head = emptyReceiptLog('craj-1');
    const receipts: Receipt[] = [];
    for (let i = 0; i < count; i += 1) {
      const next = appendReceipt(sha256, signer, head, {
        at: `2026-12-05T20:30:0${i}.000Z`,
        kind: 'seal',
        subjectId: `drw_${i}`,
        hash: 'ab'.repeat(32),
      });
      receipts.push(next.receipt);
      head = next.head;
    }
    return { receipts, head };
  };
  const { receipts, head } = build(6);
  const range = (list: readonly Receipt[]) => verifyReceiptRange(sha256, verifyEd25519, emptyReceiptLog('craj-1'), list);

  it('verifies from its start and from any head on', () => {
    expect(range(receipts)).toEqual({ ok: true, value: head });
    const half = range(receipts.slice(0, 3));
    if (!half.ok) throw new Error(half.code);
    expect(verifyReceiptRange(sha256, verifyEd25519, half.value, receipts.slice(3))).toEqual({ ok: true, value: head });
  });

  it('shows a receipt changed, taken out, put in twice, moved or signed by another', () => {
    const changed = receipts.map((receipt, i) =>
      i === 2 ? signStatement(sha256, signer, 'receipt', { ...receipt.body, hash: 'cd'.repeat(32) }) : receipt,
    );
    expect(range(changed)).toMatchObject({ code: 'receipt_chain_broken', path: 'sequence 4' });
    expect(range(receipts.filter((_, i) => i !== 2))).toMatchObject({ code: 'receipt_out_of_sequence', path: 'sequence 4' });
    expect(range(receipts.flatMap((receipt, i) => (i === 2 ? [receipt, receipt] : [receipt])))).toMatchObject({
      code: 'receipt_out_of_sequence',
    });
    expect(range(receipts.toReversed())).toMatchObject({ code: 'receipt_out_of_sequence' });
    const forged = receipts.map((receipt, i) => (i === 5 ? signStatement(sha256, signerNamed('other'), 'seal', receipt.body) : receipt));
    expect(range(forged)).toMatchObject({ code: 'receipt_signature_wrong', path: 'sequence 6' });
    expect(verifyReceiptRange(sha256, verifyEd25519, emptyReceiptLog('another'), receipts)).toMatchObject({ code: 'receipt_other_log' });
  });
});

describe('the generator log', () => {
  it('chains every call, and refuses none of them a place', () => {
    const made = { at: '2026-12-05T20:30:00.000Z', purpose: 'numbers', drawId: 'drw_1', outputHash: 'aa'.repeat(32) } as const;
    const start = newGeneratorLog('rng-1');
    const first = logGeneratorCall(sha256, start, made, { drawWithSameOutput: null, callsForThisPurpose: 0 });
    const second = logGeneratorCall(sha256, first.head, made, { drawWithSameOutput: 'drw_1', callsForThisPurpose: 1 });
    expect(first.verdict).toEqual({ ok: true, value: null });
    expect(first.call).toMatchObject({ sequence: 1, previous: start.head });
    expect(second.verdict.ok).toBe(false);
    expect(second.call).toMatchObject({ sequence: 2, previous: first.head.head });
    expect(second.head).toEqual(generatorHead(sha256, second.call));
  });
});
