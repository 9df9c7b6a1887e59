import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSigned, type Signed, statementHash } from '../statements/signed-statement.ts';
import { startTestControl, type TestControl } from '../testing/test-control.ts';
import { idAt } from '../testing/tiny-operator.ts';
import type { Receipt } from './receipt-log.ts';

const hashOf = (digit: string) => digit.repeat(64);

describe('the receipt log', () => {
  let control: TestControl;
  beforeAll(async () => {
    control = await startTestControl();
  });
  afterAll(() => control.end());

  const handIn = (kind: string, subjectId: string, hash: string) => control.post('/v1/receipts', { kind, subjectId, hash });

  it('chains its entries without a gap, whoever hands in at the same time, and signs each with its own key', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => handIn('day-head', `day-${i}`, hashOf('a'))));
    const receipts = answers.map(({ json }) => json as Receipt).sort((a, b) => a.body.sequence - b.body.sequence);
    let previous = '0'.repeat(64);
    for (const [i, receipt] of receipts.entries()) {
      expect(receipt.body.sequence).toBe(i + 1);
      expect(receipt.body.previous).toBe(previous);
      expect(receipt.keyId).toBe(control.deps.keys.receiptLog.keyId);
      expect(isSigned('receipt', receipt as Signed<unknown>)).toBe(true);
      previous = statementHash('receipt', receipt.body).toString('hex');
    }
    expect((await control.get('/v1/receipts/verify?from=1&until=20')).json).toEqual({ checked: 20, head: previous });
    expect((await control.get('/v1/receipts/verify?from=7&until=20')).json).toEqual({ checked: 14, head: previous });
    expect(await control.get('/v1/receipts/verify?from=1&until=21')).toMatchObject({
      status: 409,
      json: { code: 'receipt_missing', path: 'sequence 21' },
    });
  });

  it('gives the same hash the same receipt', async () => {
    const first = await handIn('generator-head', 'generator-1', hashOf('b'));
    expect(await handIn('generator-head', 'generator-1', hashOf('b'))).toEqual(first);
    expect(await handIn('generator-head', 'generator-1', hashOf('c'))).toMatchObject({ status: 200 });
  });

  it.each(['seal', 'announcement'])('records a second version of a %s and refuses it with both receipts, every time', async (kind) => {
    const subjectId = idAt(kind.length, 'dddd');
    const first = await handIn(kind, subjectId, hashOf('d'));
    expect(first.status).toBe(200);
    for (const _ of [1, 2]) {
      expect(await handIn(kind, subjectId, hashOf('e'))).toMatchObject({
        status: 409,
        json: { code: 'second_version', receipts: [first.json, { body: { hash: hashOf('e') } }] },
      });
    }
    expect((await control.get(`/v1/receipts?subjectId=${subjectId}`)).json).toMatchObject({
      receipts: [{ body: { hash: hashOf('d') } }, { body: { hash: hashOf('e') } }],
    });
  });

  it('never dates an entry before the one it follows, also when its clock was set back', async () => {
    control.setTime(new Date('2026-11-28T21:00:00.000Z'));
    await handIn('day-head', 'late', hashOf('f'));
    control.setTime(new Date('2026-11-28T20:00:00.000Z'));
    expect((await handIn('day-head', 'after', hashOf('f'))).json).toMatchObject({ body: { at: '2026-11-28T21:00:00.000Z' } });
  });

  it('finds a row that somebody with the powers of the database changed', async () => {
    const [last] = await control.sql<{ sequence: bigint }[]>`SELECT max(sequence) AS sequence FROM receipt`;
    const { openSql } = await import('../sql.ts');
    const owner = openSql(control.database.ownerUrl, 1);
    await owner`ALTER TABLE receipt DISABLE TRIGGER append_only`;
    await owner`UPDATE receipt SET receipt = jsonb_set(receipt, '{body,subjectId}', '"other"'), subject_id = 'other' WHERE sequence = 5`;
    await owner.end();
    expect(await control.get(`/v1/receipts/verify?from=1&until=${last?.sequence}`)).toMatchObject({
      status: 409,
      json: { code: 'receipt_chain_broken', path: 'sequence 5' },
    });
  });
});
