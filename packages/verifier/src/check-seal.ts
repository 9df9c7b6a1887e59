/** Seal and countersignature against the leaves and the record (docs/verify.md, section 4). */
import { hex } from './byte-strings.ts';
import { canonicalBytes } from './canonical-text.ts';
import type { FindingList } from './finding.ts';
import type { LeafTotals } from './leaf-scan.ts';
import type { VerifierPorts } from './ports.ts';
import type { BundleRecord, SealedFigures } from './record-shape.ts';
import { isSigned, statementHash } from './statements.ts';

function compareTotals(where: string, figures: SealedFigures, totals: LeafTotals, found: FindingList): void {
  const differ = (claimed: string | number, counted: string | number | bigint) => `stated ${claimed}, from the leaves ${counted}`;
  const root = hex(totals.root);
  if (figures.root !== root) found.add('root_wrong', where, differ(figures.root, root));
  if (figures.count !== totals.count) found.add('count_wrong', `${where}.count`, differ(figures.count, totals.count));
  if (figures.cancelledCount !== totals.cancelledCount)
    found.add('count_wrong', `${where}.cancelledCount`, differ(figures.cancelledCount, totals.cancelledCount));
  if (BigInt(figures.stakeCents) !== totals.stakeCents) found.add('stake_sum_wrong', where, differ(figures.stakeCents, totals.stakeCents));
}

export function checkSeal(ports: VerifierPorts, record: BundleRecord, totals: LeafTotals | null, found: FindingList): void {
  const { seal, countersignature } = record;
  const definitionHash = hex(ports.sha256(canonicalBytes(record.definition)));
  if (record.definitionHash !== definitionHash)
    found.add('definition_hash_wrong', 'definitionHash', `the definition hashes to ${definitionHash}`);

  if (!isSigned(ports, 'seal', seal)) found.add('seal_signature_wrong', 'seal');
  const expected = {
    kind: record.kind,
    subjectId: record.subjectId,
    definitionHash,
    closesAt: record.times.closesAt,
    sealedAt: record.times.sealedAt,
  };
  for (const field of ['kind', 'subjectId', 'definitionHash', 'closesAt', 'sealedAt'] as const)
    if (seal.body[field] !== expected[field])
      found.add('seal_mismatch', `seal.${field}`, `${seal.body[field]}, the record says ${expected[field]}`);

  if (!isSigned(ports, 'countersignature', countersignature)) found.add('countersignature_wrong', 'countersignature');
  for (const field of ['kind', 'subjectId', 'root', 'count', 'cancelledCount', 'stakeCents'] as const)
    if (countersignature.body[field] !== seal.body[field])
      found.add(
        'countersignature_mismatch',
        `countersignature.${field}`,
        `${countersignature.body[field]}, the seal says ${seal.body[field]}`,
      );
  if (countersignature.body.sealHash !== statementHash(ports, 'seal', seal.body))
    found.add('countersignature_mismatch', 'countersignature.sealHash', 'it is about another seal');

  if (totals !== null) compareTotals('seal', seal.body, totals, found);
}
