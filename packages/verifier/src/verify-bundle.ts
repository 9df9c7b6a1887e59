/**
 * The whole check of a bundle: what `valira verify` and the verifier page run.
 *
 * Every check runs even when an earlier one failed, so that the list names everything that is wrong. A bundle passes when the
 * list is empty. Whatever the file holds, the answer is a report: nothing throws.
 */
import { openBundle } from './bundle-file.ts';
import { checkKeys, type MetKey, type TrustedKeys } from './check-keys.ts';
import { checkMoney } from './check-money.ts';
import { checkNumbers } from './check-numbers.ts';
import { checkPostponements } from './check-postponements.ts';
import { checkReceipts } from './check-receipts.ts';
import { repeatedCall } from './check-redraw.ts';
import { checkSeal } from './check-seal.ts';
import { checkTimes } from './check-times.ts';
import { winnerCheck } from './check-winners.ts';
import { type Finding, findingList } from './finding.ts';
import { scanLeaves } from './leaf-scan.ts';
import type { VerifierPorts } from './ports.ts';
import { isSigned } from './statements.ts';

export type BundleReport = {
  readonly passed: boolean;
  readonly findings: readonly Finding[];
  /** Null when the file could not be opened. */
  readonly subject: {
    readonly kind: 'draw' | 'pool';
    readonly subjectId: string;
    readonly operator: string;
    readonly tickets: number;
    readonly stakeCents: string;
    readonly numbers: readonly { readonly name: string; readonly numbers: readonly number[] }[];
    readonly publiclyVerifiable: boolean;
    readonly demo: boolean;
  } | null;
  /** Keys met in the bundle: genuine only where `trusted` said so. */
  readonly keys: readonly MetKey[];
  /** What this bundle leaves to trust, in stable words. */
  readonly notChecked: readonly NotChecked[];
};

export type NotChecked = 'keys' | 'beacon_signature' | 'repeated_output' | 'numbers' | 'winners';

export function verifyBundle(ports: VerifierPorts, file: Uint8Array, trusted: TrustedKeys = {}): BundleReport {
  const found = findingList();
  // A plain view: slices of a Buffer would be Buffers, which cost several times as much to make.
  const opened = openBundle(new Uint8Array(file.buffer, file.byteOffset, file.byteLength), found);
  if (opened === null) return { passed: false, findings: found.findings, subject: null, keys: [], notChecked: [] };
  const { document, entries } = opened;
  const record = document.body;
  const notChecked: NotChecked[] = [];

  if (!isSigned(ports, record.kind === 'draw' ? 'draw-record' : 'pool-record', document)) found.add('record_signature_wrong', 'record');
  const keys = checkKeys(document, trusted, found);
  if (keys.some(({ role }) => trusted[role] === undefined)) notChecked.push('keys');

  const winners = winnerCheck(record, found);
  const totals = scanLeaves(ports, entries, found, winners?.onSold ?? (() => {}));
  checkSeal(ports, record, totals, found);
  const receipts = checkReceipts(ports, record, found);
  checkTimes(record, receipts, found);
  checkPostponements(ports, record, found);
  const generated = record.kind === 'draw' && record.draw.source === 'generator' ? record.draw : null;
  if (record.kind === 'draw' && generated !== null) {
    if (!checkNumbers(ports, record, generated, found)) notChecked.push('beacon_signature');
    const repeated = repeatedCall(record, generated);
    // Logged after the announcement was receipted: that draw's own bundle has to show the call too.
    if (repeated && repeated.sequence > generated.announcement.body.generatorHead.sequence) notChecked.push('repeated_output');
  } else {
    if (record.kind === 'draw' && record.publiclyVerifiable)
      found.add('label_wrong', 'publiclyVerifiable', 'the numbers were not drawn by the generator');
    notChecked.push('numbers');
  }
  if (winners === null) notChecked.push('winners');
  else if (totals !== null) winners.compare();
  checkMoney(record, found);

  return {
    passed: found.findings.length === 0,
    findings: found.findings,
    subject: {
      kind: record.kind,
      subjectId: record.subjectId,
      operator: record.operator,
      tickets: record.seal.body.count,
      stakeCents: record.seal.body.stakeCents,
      numbers: record.kind === 'draw' ? record.result.panels.map(({ name, numbers }) => ({ name, numbers })) : [],
      publiclyVerifiable: record.kind === 'draw' && record.publiclyVerifiable,
      demo: record.software.demo,
    },
    keys,
    notChecked,
  };
}
