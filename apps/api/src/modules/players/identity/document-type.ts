/** What kind of file a document is, by its first bytes: what the sender says of it is not believed. Null for anything else. */
export type MediaType = 'image/jpeg' | 'image/png' | 'application/pdf';

export const MOST_DOCUMENT_BYTES = 3 * 1024 * 1024;
export const MEDIA_TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const satisfies readonly MediaType[];

const SIGNATURES: readonly (readonly [MediaType, readonly number[]])[] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

export const mediaTypeOf = (bytes: Uint8Array): MediaType | null =>
  SIGNATURES.find(([, signature]) => signature.every((byte, i) => bytes[i] === byte))?.[0] ?? null;
