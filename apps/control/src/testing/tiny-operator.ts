/** A small operator for tests: two keys, chains of links, seals with checkpoints. It writes every format out by itself. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const sha = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member)]));
};

/** Canonical text of the plain documents of these tests. */
export const canonical = (value: unknown): string => JSON.stringify(sorted(value));

const keyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return { privateKey, publicKey: raw.toString('hex'), keyId: `key_${sha(raw).toString('hex').slice(0, 32)}` };
};

type KeyPair = ReturnType<typeof keyPair>;

const message = (purpose: string, body: unknown): Buffer => Buffer.from(`valira/${purpose}/1\n${canonical(body)}`);

export const statement = <Body>(key: KeyPair, purpose: string, body: Body) => ({
  body,
  keyId: key.keyId,
  publicKey: key.publicKey,
  signature: signWith(key.privateKey, message(purpose, body)),
});

const signWith = (key: KeyObject, bytes: Buffer): string => sign(null, bytes, key).toString('hex');

export type TinyTicket = {
  readonly contestId: string;
  readonly ticketId: string;
  readonly lines: Buffer;
  readonly stakeCents: number;
  readonly commitment: Buffer;
};

/** Uuids of version 7 form that rise with `n`. */
export const idAt = (n: number, salt = '0000'): string => `019ad000-${salt}-7000-8000-${n.toString(16).padStart(12, '0')}`;

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

export const leafEntry = ({ commitment, lines, stakeCents }: TinyTicket, state: 1 | 2): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(lines.length);
  const stake = Buffer.alloc(8);
  stake.writeBigUInt64BE(BigInt(stakeCents));
  return Buffer.concat([commitment, length, lines, stake, Buffer.of(state)]);
};

/** Root by the recursive definition of RFC 6962. */
export function treeRoot(entries: readonly Buffer[]): Buffer {
  if (entries.length === 0) return sha(Buffer.alloc(0));
  const [only] = entries;
  if (entries.length === 1 && only) return sha(Buffer.concat([Buffer.of(0), only]));
  let left = 1;
  while (left * 2 < entries.length) left *= 2;
  return sha(Buffer.concat([Buffer.of(1), treeRoot(entries.slice(0, left)), treeRoot(entries.slice(left))]));
}

export type TinyLink = ReturnType<Chain['link']>;

/** One intake: links follow each other. */
export class Chain {
  readonly intakeId: string;
  readonly #key: KeyPair;
  sequence = 0;
  head = '0'.repeat(64);

  constructor(key: KeyPair, intakeId: string) {
    this.#key = key;
    this.intakeId = intakeId;
  }

  /** The next link over sales and cancellations, in this order. */
  link(sales: readonly TinyTicket[], at: Date, cancellations: readonly TinyTicket[] = []) {
    const states = [
      ...sales.map((ticket) => ({ ticket, state: 1 as const })),
      ...cancellations.map((ticket) => ({ ticket, state: 2 as const })),
    ];
    const records = Buffer.concat(
      states.flatMap(({ ticket, state }) => [bytesOf(ticket.contestId), bytesOf(ticket.ticketId), leafEntry(ticket, state)]),
    );
    this.sequence += 1;
    const body = {
      intakeId: this.intakeId,
      sequence: String(this.sequence),
      previous: this.head,
      recordCount: states.length,
      amountCents: String(states.reduce((sum, { ticket, state }) => sum + (state === 1 ? ticket.stakeCents : -ticket.stakeCents), 0)),
      recordsHash: sha(records).toString('hex'),
      at: at.toISOString(),
    };
    const bytes = message('intake-link', body);
    this.head = sha(bytes).toString('hex');
    return { ...body, records: records.toString('base64'), signature: signWith(this.#key.privateKey, bytes), keyId: this.#key.keyId };
  }

  get position() {
    return { intakeId: this.intakeId, sequence: String(this.sequence), head: this.head };
  }

  /** A chain of the same intake that goes its own way from here. */
  branch(): Chain {
    const other = new Chain(this.#key, this.intakeId);
    other.sequence = this.sequence;
    other.head = this.head;
    return other;
  }
}

export type SealParts = {
  readonly kind?: 'draw' | 'pool';
  readonly contestId: string;
  readonly definition: unknown;
  readonly tickets: readonly TinyTicket[];
  readonly cancelled?: ReadonlySet<string>;
  readonly closesAt: Date;
  readonly chains: readonly Chain[];
};

export class TinyOperator {
  readonly intakeKey = keyPair();
  readonly sealKey = keyPair();
  #tickets = 0;
  #intakes = 0;

  publishKeys(folder: string): void {
    const keys = [
      { keyId: this.intakeKey.keyId, purpose: 'intake', publicKey: this.intakeKey.publicKey },
      { keyId: this.sealKey.keyId, purpose: 'seal', publicKey: this.sealKey.publicKey },
    ];
    writeFileSync(join(folder, 'public-keys.json'), JSON.stringify({ keys }));
  }

  ticket(contestId: string, lines: Buffer, stakeCents: number): TinyTicket {
    this.#tickets += 1;
    return { contestId, ticketId: idAt(this.#tickets), lines, stakeCents, commitment: randomBytes(32) };
  }

  newChain(key = this.intakeKey): Chain {
    this.#intakes += 1;
    return new Chain(key, idAt(this.#intakes, 'aaaa'));
  }

  /** A seal over these tickets, heads of the chains and a checkpoint for each 256 leaves. */
  seal({ kind = 'draw', contestId, definition, tickets, cancelled = new Set(), closesAt, chains }: SealParts) {
    const ordered = [...tickets].sort((a, b) => (a.ticketId < b.ticketId ? -1 : 1));
    const stateOf = ({ ticketId }: TinyTicket): 1 | 2 => (cancelled.has(ticketId) ? 2 : 1);
    const entries = ordered.map((ticket) => leafEntry(ticket, stateOf(ticket)));
    const body = {
      kind,
      subjectId: contestId,
      definitionHash: sha(Buffer.from(canonical(definition))).toString('hex'),
      root: treeRoot(entries).toString('hex'),
      count: entries.length,
      cancelledCount: cancelled.size,
      stakeCents: String(ordered.reduce((sum, ticket) => sum + (stateOf(ticket) === 1 ? ticket.stakeCents : 0), 0)),
      closesAt: closesAt.toISOString(),
      sealedAt: new Date(closesAt.getTime() + 1_000).toISOString(),
    };
    const checkpoints = Array.from({ length: Math.ceil(entries.length / 256) }, (_, i) => ({
      lastTicketId: ordered[Math.min(256 * (i + 1), ordered.length) - 1]?.ticketId ?? '',
      root: treeRoot(entries.slice(256 * i, 256 * (i + 1))).toString('hex'),
    }));
    return { seal: statement(this.sealKey, 'seal', body), heads: chains.map(({ position }) => position), checkpoints };
  }
}

/** Packed lines of one 6/45 ticket, one entry for each list of picks. */
export function packed645(entries: readonly (readonly number[])[], units = 1): Buffer {
  const bytes = [1, 1, units & 255, units >> 8, 0, entries.length & 255, entries.length >> 8];
  for (const picks of entries) {
    const mask = [0, 0, 0, 0, 0, 0];
    for (const number of picks) mask[(number - 1) >> 3] = (mask[(number - 1) >> 3] ?? 0) | (1 << ((number - 1) & 7));
    bytes.push(0, ...mask);
  }
  return withCheck(bytes);
}

/** Bytes of a packed play and the CRC-8 over them. */
export function withCheck(bytes: readonly number[]): Buffer {
  let check = 0;
  for (const byte of bytes)
    for (let bit = 7; bit >= 0; bit -= 1) check = ((check << 1) & 255) ^ (((check >> 7) ^ (byte >> bit)) & 1 ? 7 : 0);
  return Buffer.from([...bytes, check]);
}
