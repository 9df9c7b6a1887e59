/** What the inspector's log says about this draw (docs/verify.md, section 6). */
import type { FindingList } from './finding.ts';
import type { VerifierPorts } from './ports.ts';
import type { BundleRecord } from './record-shape.ts';
import { isSigned, statementHash } from './statements.ts';

export type ReceiptTimes = { readonly announcementAt: string | null; readonly sealAt: string | null; readonly redrawAt: string | null };

export function checkReceipts(ports: VerifierPorts, record: BundleRecord, found: FindingList): ReceiptTimes {
  const receipts = record.receipts.map((receipt) => receipt.body);
  for (const [i, receipt] of record.receipts.entries()) {
    const where = `receipts.${i}`;
    if (!isSigned(ports, 'receipt', receipt)) found.add('receipt_signature_wrong', where);
    const entry = receipt.body;
    const before = receipts[i - 1];
    if (entry.subjectId !== record.subjectId) found.add('receipt_mismatch', where, `it is about ${entry.subjectId}`);
    if (before === undefined) continue;
    if (entry.log !== before.log) found.add('receipt_chain_broken', where, 'from another log');
    if (entry.sequence <= before.sequence || entry.at < before.at)
      found.add('receipt_chain_broken', where, 'earlier than the one before it');
    if (entry.sequence === before.sequence + 1 && entry.previous !== statementHash(ports, 'receipt', before))
      found.add('receipt_chain_broken', where, 'it does not follow the one before it');
  }

  const single = (kind: 'announcement' | 'seal' | 'redraw', body: unknown): string | null => {
    const entries = receipts.filter((entry) => entry.kind === kind);
    const [first] = entries;
    if (first === undefined) {
      found.add('receipt_missing', `receipts (${kind})`);
      return null;
    }
    if (entries.length > 1) found.add('receipt_mismatch', `receipts (${kind})`, `${entries.length} were handed in`);
    const hash = statementHash(ports, kind, body);
    if (entries.some((entry) => entry.hash !== hash)) found.add('receipt_mismatch', `receipts (${kind})`, 'another version was handed in');
    return first.at;
  };

  const sealAt = single('seal', record.seal.body);
  const generated = record.kind === 'draw' && record.draw.source === 'generator' ? record.draw : null;
  const announcementAt = generated === null ? null : single('announcement', generated.announcement.body);
  const redrawn = generated?.seed.kind === 'redraw' ? generated.seed.statement.body : null;
  // A redraw that was handed in and is not told of would hide that the numbers had come before.
  if (redrawn === null && receipts.some(({ kind }) => kind === 'redraw'))
    found.add('redraw_wrong', 'receipts (redraw)', 'the record tells of none');
  return { sealAt, announcementAt, redrawAt: redrawn === null ? null : single('redraw', redrawn) };
}
