/** Whether the keys are different where they must be and, when the caller knows the genuine ones, genuine. */
import type { FindingList } from './finding.ts';
import type { BundleDocument } from './record-shape.ts';

export type KeyRole = 'seal' | 'control' | 'receipts';

export type MetKey = { readonly role: KeyRole; readonly keyId: string };

/** Genuine key ids by role, as the inspector publishes them; old ones stay listed, so that old bundles still verify. */
export type TrustedKeys = Readonly<Partial<Record<KeyRole, readonly string[]>>>;

export function checkKeys(document: BundleDocument, trusted: TrustedKeys, found: FindingList): MetKey[] {
  const record = document.body;
  const met = new Map<string, MetKey>();
  const meet = (role: KeyRole, keyId: string) => met.set(`${role} ${keyId}`, { role, keyId });
  meet('seal', document.keyId);
  meet('seal', record.seal.keyId);
  if (record.kind === 'draw' && record.draw.source === 'generator') {
    meet('seal', record.draw.announcement.keyId);
    if (record.draw.seed.kind === 'redraw') meet('seal', record.draw.seed.statement.keyId);
  }
  for (const move of record.postponements ?? []) meet('seal', move.keyId);
  meet('control', record.countersignature.keyId);
  for (const receipt of record.receipts) meet('receipts', receipt.keyId);

  const keys = [...met.values()];
  const roles = new Map<string, KeyRole>();
  for (const { role, keyId } of keys) {
    const other = roles.get(keyId);
    if (other !== undefined && other !== role) found.add('keys_not_separate', role, `${keyId} also signs for ${other}`);
    roles.set(keyId, role);
    const genuine = trusted[role];
    if (genuine !== undefined && !genuine.includes(keyId)) found.add('key_not_trusted', role, keyId);
  }
  return keys;
}
