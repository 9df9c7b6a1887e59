/** Where a segment lies in the run's files, and its bytes. What a file lacks is missing from the end of the piece. */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { recordSizes } from './audit-segment.ts';
import { type Papers, segmentBorders } from './papers.ts';

type Piece = { readonly from: number; readonly bytes: number };
export type SegmentPlace = {
  readonly index: number;
  readonly firstTicket: number;
  readonly firstPack: number;
  readonly packs: number;
  readonly print: Piece;
  readonly validation: Piece;
  readonly leaves: Piece;
};

export function segmentPlaces(papers: Papers): SegmentPlace[] {
  const sizes = recordSizes(papers);
  const borders = segmentBorders(papers);
  let printed = 0;
  return borders.slice(0, -1).map((firstPack, index) => {
    const packs = (borders[index + 1] ?? 0) - firstPack;
    const tickets = packs * papers.packSize;
    const firstTicket = firstPack * papers.packSize;
    const print = { from: printed, bytes: 20 + tickets * sizes.print };
    printed += print.bytes;
    const piece = (bytes: number): Piece => ({ from: firstTicket * bytes, bytes: tickets * bytes });
    return { index, firstTicket, firstPack, packs, print, validation: piece(sizes.validation), leaves: piece(32) };
  });
}

function readPiece(path: string, { from, bytes }: Piece): Uint8Array {
  const handle = openSync(path, 'r');
  try {
    const piece = new Uint8Array(bytes);
    let at = 0;
    while (at < bytes) {
      const got = readSync(handle, piece, at, bytes - at, from + at);
      if (got === 0) break;
      at += got;
    }
    return piece.subarray(0, at);
  } finally {
    closeSync(handle);
  }
}

export const readSegment = (
  folder: string,
  place: SegmentPlace,
): { readonly print: Uint8Array; readonly validation: Uint8Array; readonly leaves: Uint8Array } => ({
  print: readPiece(join(folder, 'print.bin'), place.print),
  validation: readPiece(join(folder, 'validation.bin'), place.validation),
  leaves: readPiece(join(folder, 'tree-0.bin'), place.leaves),
});
