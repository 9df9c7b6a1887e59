/** A draw of as many one-line tickets as wanted: sold, sealed with kept tiles, drawn and settled with the engine. */
import { cims645, encodeLines, parseGameDefinition, quickPick } from '@valira/games';
import { uniformBelowBigint } from '@valira/games/randomness';
import { bundleHeader, encodeTicketLeaf, merkleTree, signStatement, type TileReader, ticketCommitment } from '@valira/games/verifiable';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { recordDraw, signers } from './make-draw.ts';
import { seededBytes, sha256 } from './signing-keys.ts';

export type LargeDraw = {
  readonly header: Uint8Array;
  /** Leaf entries one after the other, all of one size. */
  readonly leaves: Uint8Array;
  readonly root: Uint8Array;
  readonly readTile: TileReader;
  readonly ticketAt: (index: number) => { readonly serial: string; readonly salt: Uint8Array; readonly entry: Uint8Array };
  /** Time of the tree alone: leaf hashes, nodes and tiles. */
  readonly sealMs: number;
};

const stakeCents = cents(100n);

export function playLargeDraw(seed: string, tickets: number): LargeDraw {
  const game = expectOk(parseGameDefinition(cims645));
  if (game.family !== 'matrix') throw new Error('not a matrix game');
  const take = seededBytes(seed);
  // Selling is not what is measured: a few thousand plays are packed once and sold again and again.
  const plays = Array.from({ length: Math.min(tickets, 5_000) }, () => {
    const entry = quickPick(game, (n) => uniformBelowBigint(n, take));
    if (!('picks' in entry)) throw new Error('not a matrix entry');
    return encodeLines(game, { family: 'matrix', units: 1, digits: [], entries: [entry] });
  });
  const linesAt = (index: number): Uint8Array => plays[(index * 7_919) % plays.length] ?? new Uint8Array(0);
  const serialAt = (index: number): string => String(index).padStart(20, '0');
  const saltAt = (index: number): Uint8Array => {
    const salt = new Uint8Array(16);
    new DataView(salt.buffer).setUint32(0, index);
    return salt;
  };
  const entryAt = (index: number): Uint8Array =>
    encodeTicketLeaf({
      commitment: ticketCommitment(sha256, serialAt(index), saltAt(index)),
      lines: linesAt(index),
      stakeCents,
      state: 'sold',
    });

  const size = entryAt(0).length;
  const leaves = new Uint8Array(size * tickets);
  for (let i = 0; i < tickets; i += 1) leaves.set(entryAt(i), i * size);

  const tiles = new Map<string, Uint8Array>();
  const sealFrom = performance.now();
  const tree = merkleTree(sha256, ({ level, index, hashes }) => tiles.set(`${level}/${index}`, hashes));
  for (let i = 0; i < tickets; i += 1) tree.appendEntry(leaves.subarray(i * size, (i + 1) * size));
  const { root } = tree.finish();
  const sealMs = performance.now() - sealFrom;

  const record = recordDraw(
    take,
    { game, secondHolder: true, beacon: true, fallback: 'none' },
    {
      root,
      count: tickets,
      cancelledCount: 0,
      stakesCents: cents(BigInt(tickets) * stakeCents),
      *soldLines() {
        for (let i = 0; i < tickets; i += 1) yield linesAt(i);
      },
    },
  );
  return {
    header: bundleHeader(signStatement(sha256, signers.seal, 'draw-record', record)),
    leaves,
    root,
    readTile: ({ level, index }) => tiles.get(`${level}/${index}`) ?? new Uint8Array(0),
    ticketAt: (index) => ({ serial: serialAt(index), salt: saltAt(index), entry: entryAt(index) }),
    sealMs,
  };
}
