/**
 * A generated run taken apart into what each copy says of each ticket, and put together again: with keys, sums, leaves and tree made anew.
 * So damage reaches as deep as a test wants, and an audit must find the damage itself, not a broken sum.
 */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  faceLayout,
  faceWriter,
  instantLeafEntry,
  instantRunHash,
  openOutcome,
  outcomeBytes,
  runChance,
  saltOf,
  sealOutcome,
  segmentAt,
  segmentCount,
  virnHash,
  writeTicketNumber,
} from '@valira/games/instants';
import { leafHash, merkleTree } from '@valira/games/verifiable';
import { nodePorts } from '@valira/instants';
import type { PreparedRun } from '@valira/instants/testing';

export type Outcome = { tier: number; face: Uint8Array };
/** Every copy of a ticket's facts, each by itself. */
export type TicketCopies = {
  printed: { pack: number; ticket: number; check: number; virn: Uint8Array; face: Uint8Array };
  /** The VIRN whose hash is stored. */
  hashed: Uint8Array;
  sealed: Outcome;
  committed: Outcome;
};

export type TakenApart = {
  readonly prepared: PreparedRun;
  tickets: TicketCopies[];
  /** Changes to the finished files, sums made afterwards. */
  edit: Map<string, (bytes: Buffer) => Buffer>;
  /** Changes after the sums were made: what somebody does to a finished folder. */
  after: ((folder: string) => Promise<void>)[];
  manifest: (manifest: Record<string, unknown>) => Record<string, unknown>;
};

const { sha256, sha256Into, hmacSha256, encryptBlocks } = nodePorts;

const nonceOf = (segment: number): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(segment, 8);
  return nonce;
};
const boundTo = (prepared: PreparedRun, segment: number): Buffer =>
  Buffer.concat([Buffer.from('valira-instant-print-1'), instantRunHash(sha256, prepared.run), nonceOf(segment).subarray(8)]);

export async function takeApart(folder: string, prepared: PreparedRun): Promise<TakenApart> {
  const { definition, keys } = prepared;
  const face = faceLayout(definition.play).length;
  const sealedBytes = outcomeBytes(definition.play) + 16;
  const print = await readFile(join(folder, 'print.bin'));
  const validation = await readFile(join(folder, 'validation.bin'));
  const tickets: TicketCopies[] = [];
  let at = 0;
  for (let segment = 0; segment < segmentCount(definition); segment += 1) {
    const length = print.readUInt32BE(at);
    const decipher = createDecipheriv('aes-256-gcm', keys.print, nonceOf(segment), { authTagLength: 16 });
    decipher.setAAD(boundTo(prepared, segment));
    decipher.setAuthTag(print.subarray(at + 4 + length, at + 20 + length));
    const plain = Buffer.concat([decipher.update(print.subarray(at + 4, at + 4 + length)), decipher.final()]);
    at += 20 + length;
    for (let from = 0; from < plain.length; from += 16 + face) {
      const index = tickets.length;
      const row = index * (32 + sealedBytes) + 32;
      const outcome = openOutcome(encryptBlocks, keys.outcome, index, validation.subarray(row, row + sealedBytes));
      if (!outcome) throw new Error('a sound run opens');
      const virn = new Uint8Array(plain.subarray(from + 6, from + 16));
      const both = (): Outcome => ({ tier: outcome[1] ?? 0, face: outcome.slice(2) });
      tickets.push({
        printed: {
          pack: plain.readUInt32BE(from),
          ticket: plain[from + 4] ?? 0,
          check: plain[from + 5] ?? 0,
          virn,
          face: new Uint8Array(plain.subarray(from + 16, from + 16 + face)),
        },
        hashed: virn.slice(),
        sealed: both(),
        committed: both(),
      });
    }
  }
  return { prepared, tickets, edit: new Map(), after: [], manifest: (manifest) => manifest };
}

const bytesOfOutcome = ({ tier, face }: Outcome): Uint8Array => Uint8Array.from([tier >> 8, tier & 255, ...face]);

/** Writes the run into `folder`, which holds a copy of the sound one. */
export async function putTogether(sound: string, folder: string, run: TakenApart): Promise<void> {
  await cp(sound, folder, { recursive: true });
  const { definition, keys, run: identity } = run.prepared;
  const { packSize, game } = definition;
  const files = new Map<string, Buffer>();
  const pieces: Buffer[] = [];
  for (let segment = 0; segment < segmentCount(definition); segment += 1) {
    const { firstTicket, tickets } = segmentAt(definition, segment);
    const last = segment === segmentCount(definition) - 1;
    const own = run.tickets.slice(firstTicket, last ? undefined : firstTicket + tickets);
    const plain = Buffer.concat(
      own.map(({ printed }) => {
        const head = Buffer.alloc(6);
        head.writeUInt32BE(printed.pack);
        head[4] = printed.ticket;
        head[5] = printed.check;
        return Buffer.concat([head, printed.virn, printed.face]);
      }),
    );
    const cipher = createCipheriv('aes-256-gcm', keys.print, nonceOf(segment));
    cipher.setAAD(boundTo(run.prepared, segment));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(plain.length);
    pieces.push(length, cipher.update(plain), cipher.final(), cipher.getAuthTag());
  }
  files.set('print.bin', Buffer.concat(pieces));
  files.set(
    'validation.bin',
    Buffer.concat(
      run.tickets.flatMap(({ hashed, sealed }, index) => [
        virnHash(hmacSha256, keys.validation, hashed),
        sealOutcome(encryptBlocks, keys.outcome, index, bytesOfOutcome(sealed)),
      ]),
    ),
  );
  const leaves = run.tickets.map(({ committed }, index) =>
    leafHash(
      sha256,
      instantLeafEntry({ game, run: identity.run, index }, bytesOfOutcome(committed), saltOf(encryptBlocks, keys.salt, index)),
    ),
  );
  const upper: Uint8Array[] = [];
  const tree = merkleTree(sha256, ({ level, hashes }) => void (level > 0 && upper.push(hashes)), sha256Into);
  const all = run.edit.get('tree-0.bin')?.(Buffer.concat(leaves)) ?? Buffer.concat(leaves);
  for (let at = 0; at < all.length; at += 32) tree.append(new Uint8Array(all.subarray(at, at + 32)));
  const { root } = tree.finish();
  files.set('tree-0.bin', all);
  files.set('tree-1.bin', Buffer.concat(upper));
  const lines = Array.from({ length: definition.runSize / packSize }, (_, i) => {
    const pack = identity.firstPack + i;
    const [first, last] = [0, packSize - 1].map((ticket) => writeTicketNumber({ game, pack, ticket }));
    const own = createHash('sha256').update(all.subarray(32 * i * packSize, 32 * (i + 1) * packSize));
    return `${pack},${first},${last},${packSize},${own.digest('hex')}\n`;
  });
  files.set('packs.csv', Buffer.from(`pack,first,last,tickets,leaves\n${lines.join('')}`));
  files.set('papers.json', await readFile(join(sound, 'papers.json')));
  const sums: Record<string, { bytes: number; sha256: string }> = {};
  for (const [name, bytes] of files) {
    const edited = name === 'tree-0.bin' ? bytes : (run.edit.get(name)?.(bytes) ?? bytes);
    sums[name] = { bytes: edited.length, sha256: createHash('sha256').update(edited).digest('hex') };
    await writeFile(join(folder, name), edited);
  }
  const kept = JSON.parse(await readFile(join(sound, 'manifest.json'), 'utf8')) as Record<string, unknown>;
  const manifest = run.manifest({ ...kept, root: Buffer.from(root).toString('hex'), files: sums });
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  for (const change of run.after) await change(folder);
}

/** Gives a ticket another outcome in every copy, with a face that shows it. */
export function giveOutcome(run: TakenApart, index: number, outcome: Outcome): void {
  const ticket = run.tickets[index];
  if (!ticket) throw new Error(`no ticket ${index}`);
  ticket.printed.face = outcome.face.slice();
  ticket.sealed = { tier: outcome.tier, face: outcome.face.slice() };
  ticket.committed = { tier: outcome.tier, face: outcome.face.slice() };
}

/** A face for a tier, counted from 1, as the generator would make one. */
export function faceFor(run: TakenApart, tier: number): Outcome {
  const { definition } = run.prepared;
  const face = new Uint8Array(faceLayout(definition.play).length);
  faceWriter(definition)(tier, runChance(hmacSha256, sha256(new TextEncoder().encode(`face ${tier}`)), 'face', 0), face, 0);
  return { tier, face };
}

/** Exchanges what two tickets win and show, in every copy; numbers and VIRNs stay. */
export function exchange(run: TakenApart, a: number, b: number): void {
  const [one, other] = [run.tickets[a], run.tickets[b]];
  if (!one || !other) throw new Error(`no tickets ${a}, ${b}`);
  const [first, second] = [one.sealed, other.sealed];
  giveOutcome(run, a, second);
  giveOutcome(run, b, first);
}
