/**
 * Whether the close moved in the open (docs/verify.md, section 5): each move signed, decided by two people before the close that it moves, one
 * after the other, from the announced close to that of the record. A pool ends with its stop-bet, whatever was planned.
 */
import type { FindingList } from './finding.ts';
import type { VerifierPorts } from './ports.ts';
import type { BundleRecord } from './record-shape.ts';
import { isSigned } from './statements.ts';

/** The close that the announcement has to name: where the moves began. */
export const announcedClose = ({ postponements: [first] = [], times }: BundleRecord): string => first?.body.from.closesAt ?? times.closesAt;

export function checkPostponements(ports: VerifierPorts, record: BundleRecord, found: FindingList): void {
  const moves = record.postponements ?? [];
  for (const [i, move] of moves.entries()) {
    const where = `postponements.${i}`;
    const { subjectId, from, to, people, decidedAt } = move.body;
    if (!isSigned(ports, 'postponement', move)) found.add('announcement_signature_wrong', where);
    if (subjectId !== record.subjectId) found.add('announcement_mismatch', `${where}.subjectId`, `it is about ${subjectId}`);
    if (people.proposedBy === people.decidedBy) found.add('people_not_separate', where, 'one person moved the close alone');
    const closed = [decidedAt, from.closesAt, to.closesAt].map((at) => Date.parse(at));
    const [decided = Number.NaN, before = Number.NaN, after = Number.NaN] = closed;
    if (!(decided < before)) found.add('times_out_of_order', where, `decided ${decidedAt}, after the close ${from.closesAt} that it moves`);
    if (!(before < after)) found.add('times_out_of_order', where, `${from.closesAt} was moved to ${to.closesAt}`);
    const next = moves[i + 1]?.body.from.closesAt ?? (record.kind === 'pool' ? to.closesAt : record.times.closesAt);
    if (next !== to.closesAt) found.add('announcement_mismatch', `${where}.to`, `moved to ${to.closesAt}, and then it was ${next}`);
  }
}
