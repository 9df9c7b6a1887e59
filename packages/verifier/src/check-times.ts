/** What has to be before what (docs/verify.md, section 9). */
import { beaconDueMs } from './check-numbers.ts';
import type { ReceiptTimes } from './check-receipts.ts';
import type { FindingList } from './finding.ts';
import { plannedRound } from './planned-round.ts';
import type { BundleRecord } from './record-shape.ts';

const beaconDelayMs = 60_000;
const revealDeadlineMs = 30 * 60_000;

export function checkTimes(record: BundleRecord, receipts: ReceiptTimes, found: FindingList): void {
  const { times } = record;
  /** Both are instants and the first is not after the second; an impossible date is after everything. */
  const inOrder = (what: string, earlier: string | number, later: string | number): void => {
    const [a, b] = [earlier, later].map((at) => (typeof at === 'number' ? at : Date.parse(at)));
    if (!(a !== undefined && b !== undefined && a <= b)) found.add('times_out_of_order', what, `${earlier}, ${later}`);
  };
  inOrder('first sale, close', times.openedAt, times.closesAt);
  inOrder('close, seal', times.closesAt, times.sealedAt);
  inOrder('seal, draw', times.sealedAt, times.drawnAt);
  inOrder('draw, certification', times.drawnAt, times.certifiedAt);
  inOrder('seal, countersignature', times.sealedAt, record.countersignature.body.at);
  inOrder('countersignature, draw', record.countersignature.body.at, times.drawnAt);
  const { sealAt, announcementAt, redrawAt } = receipts;
  if (sealAt !== null) {
    inOrder('seal, its receipt', times.sealedAt, sealAt);
    inOrder('receipt of the seal, draw', sealAt, times.drawnAt);
  }
  if (record.people.drawnBy === record.people.certifiedBy) found.add('people_not_separate', 'people', 'the one who drew also certified');
  if (record.supersedes) {
    const { certifiedAt, withdrawnAt, people } = record.supersedes;
    if (certifiedAt !== null) inOrder('certification of the earlier result, its withdrawal', certifiedAt, withdrawnAt);
    inOrder('withdrawal of the earlier result, correction', withdrawnAt, times.drawnAt);
    if (people.proposedBy === people.decidedBy)
      found.add('people_not_separate', 'supersedes.people', 'one person withdrew the result alone');
  }
  if (record.kind === 'pool') return;
  if (record.draw.source !== 'generator') {
    const [first, second] = record.draw.enteredBy;
    if (first === second) found.add('people_not_separate', 'draw.enteredBy', 'one person entered the result twice');
    return;
  }

  const announced = record.draw.announcement.body;
  const { seed } = record.draw;
  inOrder('announcement, announced opening', announced.publishedAt, announced.opensAt);
  inOrder('announced opening, first sale', announced.opensAt, times.openedAt);
  if (announcementAt !== null) inOrder('receipt of the announcement, first sale', announcementAt, times.openedAt);

  const beaconAfter = (what: 'seal' | 'redraw', receiptAt: string | null, plan: Parameters<typeof beaconDueMs>[0]): void => {
    const dueMs = beaconDueMs(plan);
    if (receiptAt !== null && !(dueMs >= Date.parse(receiptAt) + beaconDelayMs))
      found.add('beacon_too_early', 'beacon', `round ${plan.round} was due within 60 s of the receipt of the ${what}`);
    inOrder('beacon, draw', dueMs, times.drawnAt);
  };
  if (seed.kind !== 'fallback') {
    if (announced.beacon !== null) beaconAfter('seal', sealAt, plannedRound(record, announced.beacon));
    for (const reveal of seed.reveals) {
      inOrder(`receipt of the seal, ${reveal.role} secret`, sealAt ?? times.sealedAt, reveal.at);
      inOrder(`${reveal.role} secret, draw`, reveal.at, times.drawnAt);
    }
    if (seed.kind === 'redraw') {
      const { decidedAt, beacon, people } = seed.statement.body;
      for (const reveal of seed.reveals) inOrder(`${reveal.role} secret, decision of the redraw`, reveal.at, decidedAt);
      if (redrawAt !== null) inOrder('decision of the redraw, its receipt', decidedAt, redrawAt);
      beaconAfter('redraw', redrawAt, beacon);
      if (people.proposedBy === people.decidedBy)
        found.add('people_not_separate', 'draw.seed.statement', 'one person ordered the redraw alone');
    }
    return;
  }
  inOrder('reveal deadline, fallback draw', Date.parse(times.sealedAt) + revealDeadlineMs, times.drawnAt);
  if (announced.fallback?.source === 'beacon') beaconAfter('seal', sealAt, plannedRound(record, announced.fallback.beacon));
  if ('witnessed' in seed) inOrder('receipt of the seal, witness', sealAt ?? times.sealedAt, seed.witnessed.body.at);
}
