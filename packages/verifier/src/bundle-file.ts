/** The file of a bundle (docs/verify.md, section 9): magic, length, canonical JSON, leaf entries. */
import { sameBytes, text } from './byte-strings.ts';
import { readCanonical } from './canonical-text.ts';
import type { FindingList } from './finding.ts';
import { type BundleDocument, bundleShape } from './record-shape.ts';

const magic = text('VALIRAB1');

export type OpenedBundle = { readonly document: BundleDocument; readonly entries: Uint8Array };

/** The parts of a bundle, or null with a finding that says why it has none. */
export function openBundle(file: Uint8Array, found: FindingList): OpenedBundle | null {
  const start = magic.length + 4;
  if (file.length < start || !sameBytes(file.subarray(0, magic.length), magic)) {
    found.add('file_malformed', 'header', 'not a bundle of this format');
    return null;
  }
  const length = new DataView(file.buffer, file.byteOffset).getUint32(magic.length);
  if (start + length > file.length) {
    found.add('file_malformed', 'header', `the record ends at ${start + length}, the file at ${file.length}`);
    return null;
  }
  const value = readCanonical(file.subarray(start, start + length));
  if (value === undefined) {
    found.add('document_not_canonical', 'record');
    return null;
  }
  const parsed = bundleShape.safeParse(value);
  if (!parsed.success) {
    for (const issue of parsed.error.issues.slice(0, 20)) found.add('document_malformed', issue.path.join('.'), issue.message);
    return null;
  }
  return { document: parsed.data, entries: file.subarray(start + length) };
}
