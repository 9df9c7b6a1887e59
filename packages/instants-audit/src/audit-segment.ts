/**
 * One segment checked ticket by ticket: number and check digit, VIRN against its keyed hash, sealed outcome against print and leaf, the
 * face against the prize; then pack by pack against the guarantee of the papers.
 */
import { createDecipheriv, hash } from 'node:crypto';
import { aesBlocks, numbered, openStretch } from './block-cipher.ts';
import { type FindingBook, findingBook } from './findings.ts';
import { type FaceJudge, faceJudge } from './judge-face.ts';
import { type Papers, segmentBorders, tierPrize } from './papers.ts';
import { type TellTale, tellTale } from './tell-tale.ts';

/** Keys of the run that an auditor needs: every one but that of the VIRNs. */
export type AuditKeys = {
  readonly validation: Uint8Array;
  readonly salt: Uint8Array;
  readonly outcome: Uint8Array;
  readonly print: Uint8Array;
};

export type SegmentFiles = {
  readonly print: Uint8Array;
  readonly validation: Uint8Array;
  readonly leaves: Uint8Array;
  readonly packs: readonly string[];
};

export type SegmentAudit = {
  readonly book: Pick<FindingBook, 'findings' | 'counts'>;
  readonly tierCounts: Uint32Array;
  /** VIRN nibbles (20 × 16), open bytes of the face (each × 256), ticket in the pack (200): winners and losers by value. */
  readonly tales: Uint32Array;
  /** VIRNs of the segment, 10 bytes each; empty where the print file cannot be read. */
  readonly virns: Uint8Array;
};

const stretch = 2_048;
const writeLatin1 = Buffer.prototype.latin1Write;
const digestInto = (data: Uint8Array, out: Uint8Array, at: number): void => {
  writeLatin1.call(out, hash('sha256', data, 'latin1'), at, 32);
};

/** Damm's quasigroup, row by row. */
const damm = '0317598642709215486342068713591750983426612304597836742095815869720134894536201794386172052581436790';
function dammDigit(digits: string): number {
  let state = 0;
  for (const digit of digits) state = damm.charCodeAt(10 * state + Number(digit)) - 48;
  return state;
}

export const recordSizes = (papers: Papers): { readonly judge: FaceJudge; readonly print: number; readonly validation: number } => {
  const judge = faceJudge(papers);
  return { judge, print: 16 + judge.bytes, validation: 32 + 2 + judge.bytes + 16 };
};

export const taleValues = (visible: number): number => 20 * 16 + visible * 256 + 200;

export function auditSegment(papers: Papers, keys: AuditKeys, index: number, files: SegmentFiles): SegmentAudit {
  const { game, packSize, firstPack, tiers, guarantee } = papers;
  const { judge, print: printBytes, validation: validationBytes } = recordSizes(papers);
  const borders = segmentBorders(papers);
  const firstOwnPack = borders[index] ?? 0;
  const packs = (borders[index + 1] ?? 0) - firstOwnPack;
  const tickets = packs * packSize;
  const firstTicket = firstOwnPack * packSize;
  const book = findingBook();
  const tierCounts = new Uint32Array(tiers.length + 1);
  const table: TellTale = tellTale(taleValues(judge.visible));
  const tale = table.counts;
  const records = decryptRecords(papers, keys.print, index, files.print);
  const where = (ticket: number): string => `ticket ${firstTicket + ticket}`;
  if (!records) book.add('print_undecryptable', `segment ${index}`, 'the print file does not open under its key at this place');
  else if (records.length !== tickets * printBytes)
    book.add('size_wrong', `segment ${index}`, `${records.length} bytes of print records for ${tickets} tickets`);
  const virns = new Uint8Array(records ? tickets * 10 : 0);
  const length = 2 + judge.bytes;
  const prizes = new Uint16Array(tickets);
  const keyedHash = hmacOfTen(keys.validation);
  const leaf = new Uint8Array(9 + length + 32);
  new DataView(leaf.buffer).setUint16(1, game);
  new DataView(leaf.buffer).setUint16(3, papers.run);
  const digest = new Uint8Array(32);
  const prizeOf = tiers.map(tierPrize);
  let digits: Uint8Array = new Uint8Array(0);

  for (let from = 0; from < tickets; from += stretch) {
    const count = Math.min(stretch, tickets - from);
    const first = firstTicket + from;
    const { plain, holds } = openStretch(
      keys.outcome,
      first,
      count,
      files.validation,
      from * validationBytes + 32,
      validationBytes,
      length,
    );
    const left = aesBlocks(keys.salt, numbered(first, count, 0));
    const right = aesBlocks(keys.salt, numbered(first, count, 1));
    for (let i = 0; i < count; i += 1) {
      const ticket = from + i;
      const place = ticket % packSize;
      const pack = firstPack + firstOwnPack + Math.floor(ticket / packSize);
      if (place === 0) digits = checkDigits(game, pack, packSize);
      const at = i * length;
      const tier = 256 * (plain[at] ?? 0) + (plain[at + 1] ?? 0);
      if (holds[i] === 0) book.add('outcome_unreadable', where(ticket), 'the sealed outcome does not open');
      else if (tier > tiers.length) book.add('tier_unknown', where(ticket), `tier ${tier}`);
      else {
        prizes[ticket] = tier;
        tierCounts[tier] = (tierCounts[tier] ?? 0) + 1;
        const verdict = judge.judge(plain, at + 2);
        const own = tiers[tier - 1];
        if (verdict.wrong !== null) book.add('face_impossible', where(ticket), verdict.wrong);
        else if (own) {
          const shown = verdict.parts.reduce((sum, part) => sum + part, 0) * verdict.multiplier;
          if (shown !== prizeOf[tier - 1] || !sameParts(verdict.parts, own.partsCents) || verdict.multiplier !== own.multiplier)
            book.add('face_shows_other_prize', where(ticket), `shows ${shown} cents, wins ${prizeOf[tier - 1]}`);
        } else if (verdict.parts.length > 0) book.add('face_shows_other_prize', where(ticket), 'a losing ticket shows a prize');
      }
      const winner = tier > 0 ? 1 : 0;
      const record = ticket * printBytes;
      if (records && record + printBytes <= records.length) {
        const number =
          (((records[record] ?? 0) * 256 + (records[record + 1] ?? 0)) * 256 + (records[record + 2] ?? 0)) * 256 +
          (records[record + 3] ?? 0);
        if (number !== pack || records[record + 4] !== place)
          book.add('number_wrong', where(ticket), `printed as pack ${number}, ticket ${records[record + 4]}`);
        if (records[record + 5] !== digits[place])
          book.add('check_digit_wrong', where(ticket), `${records[record + 5]} instead of ${digits[place]}`);
        for (let j = 0; j < 10; j += 1) {
          const byte = records[record + 6 + j] ?? 0;
          virns[10 * ticket + j] = byte;
          keyedHash.message[j] = byte;
          const high = 2 * (32 * j + (byte >> 4)) + winner;
          const low = 2 * (32 * j + 16 + (byte & 15)) + winner;
          tale[high] = (tale[high] ?? 0) + 1;
          tale[low] = (tale[low] ?? 0) + 1;
        }
        keyedHash.into(digest);
        if (!equalAt(digest, files.validation, ticket * validationBytes, 32))
          book.add('virn_hash_wrong', where(ticket), 'the stored hash is not that of the printed VIRN');
        let same = holds[i] === 1;
        for (let j = 0; j < judge.bytes && same; j += 1) same = records[record + 16 + j] === plain[at + 2 + j];
        if (!same) book.add('face_differs', where(ticket), 'the printed face is not the sealed one');
        for (let j = 0; j < judge.visible; j += 1) {
          const cell = 2 * (320 + 256 * j + (records[record + 16 + j] ?? 0)) + winner;
          tale[cell] = (tale[cell] ?? 0) + 1;
        }
      }
      const cell = 2 * (320 + 256 * judge.visible + place) + winner;
      tale[cell] = (tale[cell] ?? 0) + 1;

      leaf[5] = (first + i) >>> 24;
      leaf[6] = (first + i) >>> 16;
      leaf[7] = (first + i) >>> 8;
      leaf[8] = first + i;
      for (let j = 0; j < length; j += 1) leaf[9 + j] = plain[at + j] ?? 0;
      for (let j = 0; j < 16; j += 1) {
        leaf[9 + length + j] = left[16 * i + j] ?? 0;
        leaf[25 + length + j] = right[16 * i + j] ?? 0;
      }
      digestInto(leaf, digest, 0);
      if (!equalAt(digest, files.leaves, 32 * ticket, 32)) book.add('leaf_wrong', where(ticket), 'the tree holds another leaf');
    }
  }
  checkPackLines(papers, firstOwnPack, packs, files, book);
  if (guarantee) checkGuarantee(papers, guarantee, index, firstOwnPack, packs, prizes, prizeOf, book);
  return { book: { findings: book.findings, counts: book.counts }, tierCounts, tales: tale, virns };
}

function sameParts(shown: readonly number[], stated: readonly number[]): boolean {
  if (shown.length !== stated.length) return false;
  if (shown.length === 1) return shown[0] === stated[0];
  const [a, b] = [[...shown].sort((x, y) => x - y), [...stated].sort((x, y) => x - y)];
  return a.every((part, i) => part === b[i]);
}

function equalAt(digest: Uint8Array, bytes: Uint8Array, at: number, count: number): boolean {
  for (let i = 0; i < count; i += 1) if (digest[i] !== bytes[at + i]) return false;
  return true;
}

/** HMAC-SHA-256 of messages of ten bytes. */
function hmacOfTen(key: Uint8Array): { readonly message: Uint8Array; into(out: Uint8Array): void } {
  const inside = new Uint8Array(74).fill(0x36);
  const outside = new Uint8Array(96).fill(0x5c);
  key.forEach((byte, i) => {
    inside[i] = byte ^ 0x36;
    outside[i] = byte ^ 0x5c;
  });
  return {
    message: inside.subarray(64),
    into(out) {
      digestInto(inside, outside, 64);
      digestInto(outside, out, 0);
    },
  };
}

const numberHead = (game: number, pack: number): string =>
  String(game).padStart(3, '0') + String(pack).padStart(pack > 999_999 ? 7 : 6, '0');

function checkDigits(game: number, pack: number, packSize: number): Uint8Array {
  const head = dammDigit(numberHead(game, pack));
  return Uint8Array.from({ length: packSize }, (_, ticket) => {
    let state = head;
    for (const digit of String(ticket).padStart(3, '0')) state = damm.charCodeAt(10 * state + Number(digit)) - 48;
    return state;
  });
}

/** The plain records, or null when the piece does not open. */
function decryptRecords(papers: Papers, key: Uint8Array, index: number, piece: Uint8Array): Uint8Array | null {
  if (piece.length < 20) return null;
  const stated = new DataView(piece.buffer, piece.byteOffset).getUint32(0);
  if (stated !== piece.length - 20) return null;
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 8);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
  decipher.setAAD(Buffer.concat([Buffer.from('valira-instant-print-1'), Buffer.from(papers.runHash, 'hex'), nonce.subarray(8)]));
  decipher.setAuthTag(piece.subarray(piece.length - 16));
  try {
    const plain = decipher.update(piece.subarray(4, piece.length - 16));
    decipher.final();
    return plain;
  } catch {
    return null;
  }
}

function checkPackLines(papers: Papers, firstOwnPack: number, packs: number, files: SegmentFiles, book: FindingBook): void {
  const { game, packSize, firstPack } = papers;
  for (let i = 0; i < packs; i += 1) {
    const pack = firstPack + firstOwnPack + i;
    const digits = checkDigits(game, pack, packSize);
    const written = (ticket: number): string =>
      `${String(game).padStart(3, '0')}-${numberHead(game, pack).slice(3)}-${String(ticket).padStart(3, '0')}-${digits[ticket]}`;
    const own = hash('sha256', files.leaves.subarray(i * packSize * 32, (i + 1) * packSize * 32), 'hex');
    const line = `${pack},${written(0)},${written(packSize - 1)},${packSize},${own}`;
    if (files.packs[i] !== line) book.add('packs_wrong', `pack ${pack}`, 'the pack manifest says something else');
  }
}

function checkGuarantee(
  papers: Papers,
  guarantee: NonNullable<Papers['guarantee']>,
  index: number,
  firstOwnPack: number,
  packs: number,
  prizes: Uint16Array,
  prizeOf: readonly number[],
  book: FindingBook,
): void {
  const { tiers, packSize, firstPack, runSize } = papers;
  const allPacks = runSize / packSize;
  const inSegment = new Float64Array(tiers.length);
  const inPack = new Uint16Array(tiers.length);
  for (let i = 0; i < packs; i += 1) {
    const where = `pack ${firstPack + firstOwnPack + i}`;
    const own = prizes.subarray(i * packSize, (i + 1) * packSize);
    inPack.fill(0);
    for (const tier of own) if (tier > 0) inPack[tier - 1] = (inPack[tier - 1] ?? 0) + 1;
    let paid = 0;
    let mid = 0;
    let top = 0;
    for (let t = 0; t < tiers.length; t += 1) {
      const tier = tiers[t];
      const count = inPack[t] ?? 0;
      if (!tier) continue;
      inSegment[t] = (inSegment[t] ?? 0) + count;
      if (tier.spread === 'mid') mid += count;
      if (tier.spread === 'top') top += count;
      else paid += count * (prizeOf[t] ?? 0);
      const limits = tier.perPack;
      if (limits && (count < limits.min || count > limits.max))
        book.add('per_pack_wrong', where, `${count} prizes of tier ${tier.id}, allowed ${limits.min} to ${limits.max}`);
    }
    if (mid > 1) book.add('mid_wrong', where, `${mid} mid prizes`);
    if (top > 1) book.add('top_wrong', where, `${top} top prizes`);
    if (paid < guarantee.floorCents || paid > guarantee.ceilingCents)
      book.add('payout_wrong', where, `${paid} cents in low and mid prizes`);
    const streak = longestRound(own);
    if (streak > guarantee.maxLoserStreak) book.add('streak_wrong', where, `${streak} losers in a row`);
  }
  tiers.forEach((tier, t) => {
    if (tier.spread === 'top') return;
    const share = (BigInt(tier.count) * BigInt(packs)) / BigInt(allPacks);
    const count = BigInt(inSegment[t] ?? 0);
    if (count < share || count > share + 1n)
      book.add('spread_wrong', `segment ${index}`, `${count} prizes of tier ${tier.id}, its share is ${share} or one more`);
  });
}

/** Most zeros one after another, the end joined to the beginning. */
function longestRound(prizes: Uint16Array): number {
  let longest = 0;
  let run = 0;
  for (let i = 0; i < 2 * prizes.length; i += 1) {
    if (prizes[i % prizes.length] === 0) {
      run += 1;
      if (run > longest) longest = run;
    } else run = 0;
  }
  return Math.min(longest, prizes.length);
}
