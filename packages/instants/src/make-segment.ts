/**
 * All bytes of one segment: print records encrypted, validation records, leaf hashes and lines of the pack manifest. A segment depends
 * on the papers, the seed, the keys and its own number alone, so segments are made on any thread, in any order, as often as need be.
 */
import { createCipheriv } from 'node:crypto';
import {
  counterBlocks,
  dammDigit,
  dammStep,
  faceLayout,
  faceWriter,
  type InstantDefinition,
  type InstantKeys,
  outcomeBytes,
  placeSegment,
  type RunPlan,
  sealOutcomes,
  sealTagBytes,
  segmentAt,
  virnBlocks,
  virnBytes,
  writeTicketNumber,
} from '@valira/games/instants';
import { fixedHmac, nodePorts, segmentChance } from './node-ports.ts';
import { hashBytes } from './run-folder.ts';

export type SegmentParts = {
  readonly definition: InstantDefinition;
  readonly plan: RunPlan;
  readonly seed: Uint8Array;
  readonly keys: InstantKeys;
  readonly run: number;
  readonly firstPack: number;
  readonly runHash: Uint8Array;
};

export type MadeSegment = {
  /** Length, ciphertext and tag, as it stands in the print file. */
  readonly print: Uint8Array;
  readonly validation: Uint8Array;
  readonly leaves: Uint8Array;
  readonly packs: Uint8Array;
};

/** Tickets that are sealed at once: the blocks of so many stay in the processor's cache. */
const stretch = 2_048;
const recordHead = 16;

/** Four bytes of a number, big-endian: plain stores, which cost less than a DataView here. */
function putU32(out: Uint8Array, at: number, value: number): void {
  out[at] = value >>> 24;
  out[at + 1] = value >>> 16;
  out[at + 2] = value >>> 8;
  out[at + 3] = value;
}

export function makeSegment(parts: SegmentParts, index: number): MadeSegment {
  const { definition, plan, seed, keys, firstPack } = parts;
  const { packSize, game } = definition;
  const segment = segmentAt(definition, index);
  const { sha256Into, encryptBlocks } = nodePorts;
  const prizes = placeSegment(definition, plan, index, segmentChance(seed, 'place', index));
  const write = faceWriter(definition);
  const chance = segmentChance(seed, 'face', index);
  const faceBytes = faceLayout(definition.play).length;
  const length = outcomeBytes(definition.play);
  const sealedBytes = length + sealTagBytes;
  const recordBytes = recordHead + faceBytes;
  const validationBytes = hashBytes + sealedBytes;

  const records = new Uint8Array(segment.tickets * recordBytes);
  const validation = new Uint8Array(segment.tickets * validationBytes);
  const leaves = new Uint8Array(segment.tickets * hashBytes);
  const keyedHash = fixedHmac(keys.validation, virnBytes);
  // 00 ‖ game ‖ run ‖ index ‖ outcome ‖ salt
  const leaf = new Uint8Array(1 + 8 + length + 32);
  leaf[1] = game >>> 8;
  leaf[2] = game;
  leaf[3] = parts.run >>> 8;
  leaf[4] = parts.run;

  let pack = 0;
  let ticket = 0;
  let checks = checkDigits(game, firstPack + segment.firstPack, packSize);
  for (let from = 0; from < segment.tickets; from += stretch) {
    const count = Math.min(stretch, segment.tickets - from);
    const first = segment.firstTicket + from;
    const outcomes = new Uint8Array(count * length);
    for (let i = 0, at = 0; i < count; i += 1, at += length) {
      const tier = prizes[from + i] ?? 0;
      outcomes[at] = tier >>> 8;
      outcomes[at + 1] = tier;
      write(tier, chance, outcomes, at + 2);
    }
    const virns = virnBlocks(encryptBlocks, keys.virn, first, count);
    const saltsLeft = encryptBlocks(keys.salt, counterBlocks(first, count, 0));
    const saltsRight = encryptBlocks(keys.salt, counterBlocks(first, count, 1));
    const sealed = sealOutcomes(encryptBlocks, keys.outcome, first, outcomes, length);
    for (let i = 0; i < count; i += 1) {
      const outcomeAt = i * length;
      const record = (from + i) * recordBytes;
      putU32(records, record, firstPack + segment.firstPack + pack);
      records[record + 4] = ticket;
      records[record + 5] = checks[ticket] ?? 0;
      for (let j = 0; j < virnBytes; j += 1) {
        const byte = virns[16 * i + j] ?? 0;
        records[record + 6 + j] = byte;
        keyedHash.message[j] = byte;
      }
      for (let j = 0; j < faceBytes; j += 1) records[record + recordHead + j] = outcomes[outcomeAt + 2 + j] ?? 0;

      const row = (from + i) * validationBytes;
      keyedHash.into(validation, row);
      for (let j = 0, at = i * sealedBytes; j < sealedBytes; j += 1) validation[row + hashBytes + j] = sealed[at + j] ?? 0;

      putU32(leaf, 5, first + i);
      for (let j = 0; j < length; j += 1) leaf[9 + j] = outcomes[outcomeAt + j] ?? 0;
      for (let j = 0; j < 16; j += 1) {
        leaf[9 + length + j] = saltsLeft[16 * i + j] ?? 0;
        leaf[25 + length + j] = saltsRight[16 * i + j] ?? 0;
      }
      sha256Into(leaf, leaves, (from + i) * hashBytes);

      ticket += 1;
      if (ticket < packSize) continue;
      ticket = 0;
      pack += 1;
      if (pack < segment.packs) checks = checkDigits(game, firstPack + segment.firstPack + pack, packSize);
    }
  }
  return {
    print: encryptRecords(keys.print, parts.runHash, index, records),
    validation,
    leaves,
    packs: packLines(parts, index, leaves),
  };
}

/** Check digits of a pack: the digits of game and pack are gone through once. */
function checkDigits(game: number, pack: number, packSize: number): Uint8Array {
  const head = dammDigit(String(game).padStart(3, '0') + String(pack).padStart(pack > 999_999 ? 7 : 6, '0'));
  const digits = new Uint8Array(packSize);
  for (let ticket = 0; ticket < packSize; ticket += 1) {
    const hundreds = dammStep(head, Math.floor(ticket / 100));
    digits[ticket] = dammStep(dammStep(hundreds, Math.floor(ticket / 10) % 10), ticket % 10);
  }
  return digits;
}

function packLines({ definition, firstPack }: SegmentParts, index: number, leaves: Uint8Array): Uint8Array {
  const { game, packSize } = definition;
  const segment = segmentAt(definition, index);
  let text = '';
  for (let i = 0; i < segment.packs; i += 1) {
    const pack = firstPack + segment.firstPack + i;
    const own = nodePorts.sha256(leaves.subarray(i * packSize * hashBytes, (i + 1) * packSize * hashBytes));
    const [first, last] = [0, packSize - 1].map((ticket) => writeTicketNumber({ game, pack, ticket }));
    text += `${pack},${first},${last},${packSize},${Buffer.from(own).toString('hex')}\n`;
  }
  return new Uint8Array(Buffer.from(text));
}

function encryptRecords(key: Uint8Array, runHash: Uint8Array, segment: number, records: Uint8Array): Uint8Array {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(segment, 8);
  const number = Buffer.alloc(4);
  number.writeUInt32BE(segment);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.concat([Buffer.from('valira-instant-print-1'), runHash, number]));
  const out = new Uint8Array(4 + records.length + 16);
  putU32(out, 0, records.length);
  out.set(cipher.update(records), 4);
  cipher.final();
  out.set(cipher.getAuthTag(), 4 + records.length);
  return out;
}
