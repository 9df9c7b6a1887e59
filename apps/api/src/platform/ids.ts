/**
 * Identifiers: UUIDv7 inside (they sort by time, which the partitions rely on), a prefix and Crockford base32 outside.
 *
 * Example: 01937b2e-… is `tkt_06DVPBKX…` on the wire; a `con_` where a `tkt_` belongs is refused before any look-up.
 */
import type { Clock } from './clock.ts';
import type { Entropy } from './entropy.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const PREFIXES = {
  account: 'acc',
  ticket: 'tkt',
  contest: 'con',
  product: 'prd',
  productVersion: 'prv',
  event: 'evt',
  terminal: 'trm',
  clerk: 'clk',
  claim: 'clm',
  paymentOrder: 'pmo',
  transfer: 'trf',
  stop: 'stp',
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
  const text = Buffer.from(bytes).toString('hex');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}

/** `tkt_` and 26 base32 characters: 128 bits, the first character holds three. */
export function wireId(kind: IdKind, uuid: string): string {
  let value = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let text = '';
  for (let i = 0; i < 26; i += 1) {
    text = ALPHABET[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return `${PREFIXES[kind]}_${text}`;
}

/** The uuid of a wire id of this kind, or null when the text is anything else. */
export function parseWireId(kind: IdKind, text: string): string | null {
  const prefix = `${PREFIXES[kind]}_`;
  if (!text.startsWith(prefix) || text.length !== prefix.length + 26) return null;
  let value = 0n;
  for (const character of text.slice(prefix.length)) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return null;
    value = (value << 5n) | BigInt(digit);
  }
  if (value >> 128n !== 0n) return null;
  return uuidFromBytes(Buffer.from(value.toString(16).padStart(32, '0'), 'hex'));
}
