/**
 * One file for a bundle: a header, the signed record, then the leaf entries as they were hashed.
 *
 * "VALIRAB1" (8 bytes) ‖ length of the JSON (4, big-endian) ‖ canonical JSON of the signed record ‖ leaf entries in the order
 * of the tree, to the end of the file. There is no padding, no second spelling of the JSON and nothing that is not covered by a
 * hash or a signature, so any changed byte shows. A million tickets of one 6/45 line take about 55 MB.
 *
 * The header is known last and the leaves first: a server stores the leaves at the seal and writes header, then leaves.
 */
import { concat, u32, utf8 } from '../randomness/bytes.ts';
import { type BundleDocument, bundleFormat } from './bundle.ts';
import { canonicalBytes } from './canonical-json.ts';

export const bundleMagic = 'VALIRAB1';

/** The bytes before the leaf entries. */
export function bundleHeader(document: BundleDocument): Uint8Array {
  if (document.body.format !== bundleFormat) throw new RangeError(`not a record of ${bundleFormat}`);
  const json = canonicalBytes(document);
  return concat(utf8(bundleMagic), u32(json.length), json);
}

/** A whole bundle in memory, for draws of modest size; larger ones append the stored leaves to `bundleHeader` on disk. */
export const bundleFile = (document: BundleDocument, entries: Iterable<Uint8Array>): Uint8Array =>
  concat(bundleHeader(document), ...entries);
