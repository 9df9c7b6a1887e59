/** papers.json as the auditor reads it: the working papers, and the identity of the run recomputed from them. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalText } from './canonical-text.ts';

/** Whole cents as text; a prize of the largest run stays far below 2^53 cents. */
const amount = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
const ladder = z.array(z.looseObject({ count: z.int(), prizeCents: amount }));
const decoyCents = z.array(amount).default([]);
const numbers = { from: z.int(), winningNumbers: z.int(), yourNumbers: z.int(), decoyCents };

const play = z.discriminatedUnion('style', [
  z.looseObject({ style: z.literal('match-three'), cells: z.int(), decoyCents }),
  z.looseObject({ style: z.literal('key-number'), ...numbers }),
  z.looseObject({ style: z.literal('multiplier'), ...numbers }),
  z.looseObject({ style: z.literal('tic-tac-toe'), boards: z.int(), from: z.int(), called: z.int(), decoyCents }),
  z.looseObject({ style: z.literal('collect'), cells: z.int(), others: z.int(), ladder }),
  z.looseObject({ style: z.literal('crossword'), letters: z.int(), grids: z.array(z.array(z.string())), ladder }),
]);
export type Play = z.output<typeof play>;

const definition = z.looseObject({
  family: z.literal('instant'),
  game: z.int().min(1).max(999),
  channel: z.enum(['retail', 'online']),
  priceCents: amount,
  runSize: z.int().min(1).max(100_000_000),
  packSize: z.int().min(1).max(200),
  prizeFundCents: amount,
  scenes: z.int(),
  play,
  tiers: z
    .array(
      z.looseObject({
        id: z.string(),
        count: z.int().min(1),
        partsCents: z.array(amount).min(1),
        multiplier: z.int().min(1),
        spread: z.enum(['low', 'mid', 'top']).optional(),
        perPack: z.looseObject({ min: z.int(), max: z.int() }).optional(),
      }),
    )
    .min(1),
  guarantee: z.looseObject({ segments: z.int().min(1), floorCents: amount, ceilingCents: amount, maxLoserStreak: z.int() }).optional(),
});

const papersFile = z.strictObject({
  format: z.literal('valira-instant-1'),
  definition: z.unknown(),
  run: z.int().min(1).max(9_999),
  firstPack: z.int().min(1),
  commitments: z.strictObject({ operator: hex32, second: hex32 }),
  papersHash: hex32,
  runHash: hex32,
});

export type Papers = z.output<typeof definition> & {
  readonly run: number;
  readonly firstPack: number;
  readonly papersHash: string;
  readonly runHash: string;
};

export type PapersProblem = 'papers_invalid' | 'papers_hash_wrong' | 'run_hash_wrong';

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();

/** The papers, with what does not agree inside the file; null when it cannot be read at all. */
export function readPapers(text: string): { readonly papers: Papers | null; readonly problems: readonly PapersProblem[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { papers: null, problems: ['papers_invalid'] };
  }
  const file = papersFile.safeParse(json);
  const read = file.success ? definition.safeParse(file.data.definition) : null;
  if (!file.success || !read?.success) return { papers: null, problems: ['papers_invalid'] };
  const { run, firstPack, commitments, papersHash, runHash } = file.data;
  const problems: PapersProblem[] = [];
  if (canonicalText(json) !== text) problems.push('papers_invalid');
  if (sha256(canonicalText(file.data.definition)).toString('hex') !== papersHash) problems.push('papers_hash_wrong');
  const head = Buffer.alloc(8);
  head.writeUInt16BE(read.data.game, 0);
  head.writeUInt16BE(run, 2);
  head.writeUInt32BE(firstPack, 4);
  const bound = [papersHash, commitments.operator, commitments.second].map((hex) => Buffer.from(hex, 'hex'));
  if (sha256(Buffer.concat([Buffer.from('valira-instant-run-1'), head, ...bound])).toString('hex') !== runHash)
    problems.push('run_hash_wrong');
  return { papers: { ...read.data, run, firstPack, papersHash, runHash }, problems };
}

/** Segment borders in packs: even, the first ones one longer; an electronic pool takes 50,000 tickets or fewer at a time. */
export function segmentBorders({ runSize, packSize, guarantee }: Papers): number[] {
  const packs = Math.floor(runSize / packSize);
  const segments = guarantee?.segments ?? Math.ceil(packs / Math.max(1, Math.floor(50_000 / packSize)));
  const borders = [0];
  for (let i = 0; i < segments; i += 1) borders.push((borders[i] ?? 0) + Math.floor(packs / segments) + (i < packs % segments ? 1 : 0));
  return borders;
}

export const tierPrize = (tier: Papers['tiers'][number]): number => tier.partsCents.reduce((sum, part) => sum + part, 0) * tier.multiplier;

/** Parts and decoys, ascending, each once. */
export function amountList({ tiers, play: how }: Papers): number[] {
  const all = new Set(tiers.flatMap(({ partsCents }) => partsCents));
  if ('decoyCents' in how) for (const decoy of how.decoyCents as readonly number[]) all.add(decoy);
  return [...all].sort((a, b) => a - b);
}
