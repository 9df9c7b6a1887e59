/**
 * The canonical packed form of what one ticket plays in one part of a game: what is stored, hashed, sealed and matched.
 * Equal plays have equal bytes and every accepted byte string decodes to one play: decode(encode(x)) = x.
 *
 * Layout, version 1, integers little-endian:
 *
 * | bytes | meaning |
 * |---|---|
 * | 1 | version, 0x01 |
 * | 1 | family: 1 matrix, 2 keno, 3 digits, 4 preassigned, 5 raffle |
 * | 2 | stake multiple (units) |
 * | 1 + 4·d | number of digits printed on the ticket, then each |
 * | 2 | number of entries |
 * | … | entries, all of one size |
 * | 1 | CRC-8 of all bytes before |
 *
 * Entries: matrix = form (0 line or full system, r reduced system number r of the definition, from 1), then one bit mask
 * over all panels in order, ⌈Σ from / 8⌉ bytes, lowest number first; keno = bit mask of ⌈spots / 8⌉ bytes; digits = bet number,
 * each digit, series (2); preassigned = number (4), series (2), fraction (2); raffle = code number (8).
 *
 * Example: the 6/45 line 1-2-3-4-5-6 is 01 01 0100 00 0100 | 00 3f 00 00 00 00 00 | crc.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Family, GamePart } from '../definition/game-definition.ts';
import { crc8 } from './crc8.ts';
import { lineCount } from './line-count.ts';
import { parseEntry } from './parse-entry.ts';
import { playOf } from './parse-ticket.ts';
import type { Entry, PartPlay } from './part-play.ts';
import { formatRaffleCode, raffleCodeCount } from './raffle-code.ts';
import type { PackedRefusal } from './ticket-refusal.ts';

export const packedVersion = 1;
const familyCodes: Readonly<Record<Family, number>> = { matrix: 1, keno: 2, digits: 3, preassigned: 4, raffle: 5 };

/** Bits of the mask of one matrix or keno entry. */
export const maskBits = (part: GamePart): number =>
  part.family === 'matrix' ? part.panels.reduce((bits, { from }) => bits + from, 0) : part.family === 'keno' ? part.spots : 0;

/** Bytes of one packed entry. */
export function entrySize(part: GamePart): number {
  switch (part.family) {
    case 'matrix':
      return 1 + Math.ceil(maskBits(part) / 8);
    case 'keno':
      return Math.ceil(maskBits(part) / 8);
    case 'digits':
      return 3 + part.positions;
    case 'preassigned':
      return 8;
    case 'raffle':
      return 8;
  }
}

const assignedDigits = (part: GamePart): number => (part.family === 'matrix' ? part.drawnDigits.length : 0);

/** Whether each digit printed on a ticket is one that can be drawn. */
export const printedDigitsFit = (part: GamePart, digits: readonly number[]): boolean =>
  digits.length === assignedDigits(part) &&
  (part.family !== 'matrix' ||
    part.drawnDigits.every(({ size }, index) => Number.isInteger(digits[index]) && (digits[index] ?? -1) < size));

/** Offset of the first entry. */
export const entriesOffset = (part: GamePart): number => 7 + 4 * assignedDigits(part);

function writeEntry(part: GamePart, entry: Entry, bytes: DataView, at: number): void {
  const setBit = (offset: number, bit: number): void =>
    bytes.setUint8(offset + (bit >> 3), bytes.getUint8(offset + (bit >> 3)) | (1 << (bit & 7)));
  if (part.family === 'matrix' && 'picks' in entry) {
    bytes.setUint8(at, entry.reduced === undefined ? 0 : 1 + part.reducedSystems.findIndex(({ id }) => id === entry.reduced));
    let start = 0;
    part.panels.forEach((panel, index) => {
      for (const number of entry.picks[index] ?? []) setBit(at + 1, start + number - panel.first);
      start += panel.from;
    });
  } else if (part.family === 'keno' && 'marks' in entry) {
    for (const number of entry.marks) setBit(at, number - 1);
  } else if (part.family === 'digits' && 'bet' in entry) {
    bytes.setUint8(
      at,
      part.bets.findIndex(({ id }) => id === entry.bet),
    );
    entry.digits.forEach((digit, index) => {
      bytes.setUint8(at + 1 + index, digit);
    });
    bytes.setUint16(at + 1 + part.positions, entry.series, true);
  } else if (part.family === 'preassigned' && 'fraction' in entry) {
    bytes.setUint32(at, entry.number, true);
    bytes.setUint16(at + 4, entry.series, true);
    bytes.setUint16(at + 6, entry.fraction, true);
  } else if (part.family === 'raffle' && 'code' in entry) {
    bytes.setBigUint64(at, entry.code, true);
  } else {
    throw new TypeError(`an entry of another family in a ${part.family} play`);
  }
}

/** Packs a checked and issued play. Throws when the play is of another family than the part or lacks its printed digits. */
export function encodeLines(part: GamePart, play: PartPlay): Uint8Array {
  if (play.family !== part.family) throw new TypeError(`a ${play.family} play in a ${part.family} game`);
  if (play.digits.length !== assignedDigits(part))
    throw new TypeError('a ticket is packed after it was issued: its printed digits are missing');
  const size = entrySize(part);
  const offset = entriesOffset(part);
  const packed = new Uint8Array(offset + size * play.entries.length + 1);
  const view = new DataView(packed.buffer);
  view.setUint8(0, packedVersion);
  view.setUint8(1, familyCodes[part.family]);
  view.setUint16(2, play.units, true);
  view.setUint8(4, play.digits.length);
  play.digits.forEach((digit, index) => {
    view.setUint32(5 + 4 * index, digit, true);
  });
  view.setUint16(offset - 2, play.entries.length, true);
  play.entries.forEach((entry, index) => {
    writeEntry(part, entry, view, offset + size * index);
  });
  packed[packed.length - 1] = crc8(packed, packed.length - 1);
  return packed;
}

/** The JSON form of a packed entry, which `parseEntry` then checks like any other from outside. */
function readEntry(part: GamePart, view: DataView, at: number): unknown {
  const bitsOf = (offset: number, start: number, count: number): number[] => {
    const numbers: number[] = [];
    for (let bit = start; bit < start + count; bit += 1)
      if (view.getUint8(offset + (bit >> 3)) & (1 << (bit & 7))) numbers.push(bit - start);
    return numbers;
  };
  switch (part.family) {
    case 'matrix': {
      const form = view.getUint8(at);
      const reduced = part.reducedSystems[form - 1]?.id;
      if (form > 0 && reduced === undefined) return undefined;
      const picks: Record<string, number[]> = {};
      let start = 0;
      for (const panel of part.panels) {
        picks[panel.id] = bitsOf(at + 1, start, panel.from).map((bit) => bit + panel.first);
        start += panel.from;
      }
      return reduced === undefined ? { picks } : { picks, reduced };
    }
    case 'keno':
      return { marks: bitsOf(at, 0, part.spots).map((bit) => bit + 1) };
    case 'digits': {
      let digits = '';
      for (let i = 0; i < part.positions; i += 1) digits += String(view.getUint8(at + 1 + i));
      return { bet: part.bets[view.getUint8(at)]?.id, digits, series: view.getUint16(at + 1 + part.positions, true) };
    }
    case 'preassigned':
      return {
        number: String(view.getUint32(at, true)).padStart(part.digits, '0'),
        series: view.getUint16(at + 4, true),
        fraction: view.getUint16(at + 6, true),
      };
    case 'raffle': {
      const code = view.getBigUint64(at, true);
      return code < raffleCodeCount(part) ? { code: formatRaffleCode(part, code) } : undefined;
    }
  }
}

/** Whether version, family, length and check byte are right; the cheap test before matching. */
export function checkPacked(part: GamePart, packed: Uint8Array): PackedRefusal | undefined {
  if (packed.length < 8) return 'packed_corrupt';
  if (packed[0] !== packedVersion) return 'packed_version_unknown';
  if (packed[1] !== familyCodes[part.family]) return 'packed_family_mismatch';
  const digits = packed[4] ?? 0;
  const offset = 7 + 4 * digits;
  const entries = (packed[offset - 2] ?? 0) | ((packed[offset - 1] ?? 0) << 8);
  if (digits !== assignedDigits(part) || entries === 0) return 'packed_corrupt';
  if (packed.length !== offset + entrySize(part) * entries + 1) return 'packed_corrupt';
  return crc8(packed, packed.length - 1) === packed[packed.length - 1] ? undefined : 'packed_corrupt';
}

/** Unpacks and checks everything that a ticket from outside is checked for. */
export function decodeLines(part: GamePart, packed: Uint8Array): Outcome<PartPlay, PackedRefusal> {
  const fault = checkPacked(part, packed);
  if (fault) return refuse(fault);
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const digits = Array.from({ length: view.getUint8(4) }, (_, index) => view.getUint32(5 + 4 * index, true));
  if (!printedDigitsFit(part, digits)) return refuse('packed_corrupt', { path: 'digits' });
  const units = view.getUint16(2, true);
  if (!part.units.includes(units)) return refuse('packed_corrupt', { path: 'units' });
  const offset = 7 + 4 * digits.length;
  const size = entrySize(part);
  const entries: Entry[] = [];
  for (let at = offset; at < packed.length - 1; at += size) {
    const entry = parseEntry(part, readEntry(part, view, at), `entries.${entries.length}`);
    if (!entry.ok || lineCount(part, entry.value) === 0n) return refuse('packed_corrupt', { path: `entries.${entries.length}` });
    entries.push(entry.value);
  }
  const play = playOf(part, units, digits, entries);
  // Bits beyond the last number would give two byte strings for one play.
  const again = encodeLines(part, play);
  return again.every((byte, index) => byte === packed[index]) ? ok(play) : refuse('packed_corrupt');
}
