/**
 * Identifiers: UUIDv7 inside (they sort by time, which the partitions rely on), a prefix and Crockford base32 outside.
 *
 * Example: 01937b2e-… is `tkt_06DVPBKX…` on the wire; a `con_` where a `tkt_` belongs is refused before any look-up.
 */
import { fromBase32, toBase32 } from './base32.ts';
import type { Clock } from './clock.ts';
import type { Entropy } from './entropy.ts';

export const PREFIXES = {
  account: 'acc',
  ticket: 'tkt',
  contest: 'con',
  product: 'prd',
  productVersion: 'prv',
  event: 'evt',
  meeting: 'mtg',
  scratch: 'scr',
  objection: 'obj',
  terminal: 'trm',
  clerk: 'clk',
  distributor: 'dst',
  term: 'trt',
  networkChange: 'ntc',
  creditChange: 'crc',
  claim: 'clm',
  paymentOrder: 'pmo',
  message: 'msg',
  dispute: 'dsp',
  transfer: 'trf',
  stop: 'stp',
  subscription: 'sub',
  limitRequest: 'plr',
  identityCheck: 'idc',
  measure: 'mea',
  guarantee: 'grt',
  deposit: 'dep',
  refund: 'rfd',
  withdrawal: 'wdr',
  paymentBatch: 'bat',
  instantRun: 'irn',
  instantGame: 'igm',
  instantShipment: 'ish',
  instantDestruction: 'ids',
  instantRequest: 'irq',
  instantAlarm: 'ial',
} as const;

export type IdKind = keyof typeof PREFIXES;

export type Ids = { next(): string };

/** UUIDv7 with a counter in the 12 bits after the milliseconds: ids of one process rise strictly. */
export function uuidV7(clock: Clock, entropy: Entropy): Ids {
  let lastMs = 0;
  let counter = 0;
  let pool: Uint8Array = new Uint8Array(0);
  let used = 0;
  const random = (count: number): Uint8Array => {
    if (used + count > pool.length) {
      pool = entropy.bytes(4096);
      used = 0;
    }
    used += count;
    return pool.subarray(used - count, used);
  };
  return {
    next() {
      const nowMs = clock.now().getTime();
      if (nowMs > lastMs) {
        lastMs = nowMs;
        const start = random(2);
        counter = (((start[0] ?? 0) << 8) | (start[1] ?? 0)) & 0x7ff;
      } else if (++counter > 0xfff) {
        lastMs += 1;
        counter = 0;
      }
      const time = lastMs.toString(16).padStart(12, '0');
      const tail = Buffer.from(random(8));
      tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
      const rest = tail.toString('hex');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${rest.slice(0, 4)}-${rest.slice(4)}`;
    },
  };
}

/** The 16 bytes of a uuid. */
export const uuidBytes = (uuid: string): Uint8Array => Buffer.from(uuid.replaceAll('-', ''), 'hex');

export function uuidFromBytes(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}

/** 26 characters hold 130 bits, two more than an id has. */
const LEAD_BITS = 2;
const CHARACTERS = 26;

/** `tkt_` and 26 base32 characters: 128 bits, the first character holds three. */
export const wireId = (kind: IdKind, uuid: string): string => `${PREFIXES[kind]}_${toBase32(uuidBytes(uuid), LEAD_BITS)}`;

/** The uuid of a wire id of this kind, or null when the text is anything else. */
export function parseWireId(kind: IdKind, text: string): string | null {
  const prefix = PREFIXES[kind];
  const start = prefix.length + 1;
  if (text.length !== start + CHARACTERS || text[prefix.length] !== '_' || !text.startsWith(prefix)) return null;
  const bytes = fromBase32(text.slice(start), LEAD_BITS);
  return bytes && uuidFromBytes(bytes);
}
