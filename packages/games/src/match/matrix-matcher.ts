/**
 * Matches packed matrix and keno entries with bit masks: counts of marked, drawn and bonus numbers per panel pick one
 * prepared row of winning lines, so a system of 924 lines costs as much as a single line.
 *
 * Example: a 6/45 line whose mask shares five bits with the draw and one with the bonus number reads the row (6, 5, 1).
 */
import type { KenoPart, MatrixPart } from '../definition/game-definition.ts';
import type { KenoResult, MatrixResult, MatrixRound } from './draw-result.ts';
import { popcount32 } from './popcount.ts';
import { combineSpreads, type PanelSpread, reducedSpread, systemSpread } from './system-classes.ts';

/**
 * Adds the winning lines of one packed entry at `at`, times `units`, to `counts` (one place per win of the definition). False for
 * an entry that the game does not sell, whatever its check byte says: too few or too many marks, bits past the last number.
 */
export type EntryCounter = (packed: Uint8Array, at: number, printed: readonly number[], units: number, counts: Float64Array) => boolean;

const noDigits: readonly boolean[] = [];

type Segment = { readonly word: number; readonly panelMask: number; readonly drawnMask: number; readonly bonusMasks: readonly number[] };

/** 32-bit words of a mask over `bits` bits with the given positions set. */
function maskWords(bits: number, positions: readonly number[]): Uint32Array {
  const words = new Uint32Array(Math.ceil(bits / 32));
  for (const at of positions) words[at >>> 5] = ((words[at >>> 5] ?? 0) | (1 << (at & 31))) >>> 0;
  return words;
}

/** A little-endian word of up to four mask bytes. */
const wordAt = (packed: Uint8Array, at: number, end: number): number =>
  ((packed[at] ?? 0) |
    ((at + 1 < end ? (packed[at + 1] ?? 0) : 0) << 8) |
    ((at + 2 < end ? (packed[at + 2] ?? 0) : 0) << 16) |
    ((at + 3 < end ? (packed[at + 3] ?? 0) : 0) << 24)) >>>
  0;

/** Bits of the last word that stand for no number. */
const spareBits = (bits: number): number => (bits % 32 === 0 ? 0 : ~(2 ** (bits % 32) - 1));

/** Sparse segments of each panel over the words of the mask. */
function panelSegments(part: MatrixPart, result: MatrixRound): Segment[][] {
  const bits = part.panels.reduce((total, { from }) => total + from, 0);
  let start = 0;
  return part.panels.map((panel, index) => {
    const offset = start - panel.first;
    const all = maskWords(
      bits,
      Array.from({ length: panel.from }, (_, i) => start + i),
    );
    const drawn = maskWords(
      bits,
      (result.panels[index] ?? []).map((number) => number + offset),
    );
    const bonuses = part.bonuses.flatMap((bonus, b) =>
      bonus.panel === panel.id
        ? [
            maskWords(
              bits,
              (result.bonuses[b] ?? []).map((number) => number + offset),
            ),
          ]
        : [],
    );
    start += panel.from;
    return [...all].flatMap((panelMask, word) =>
      panelMask === 0 ? [] : [{ word, panelMask, drawnMask: drawn[word] ?? 0, bonusMasks: bonuses.map((mask) => mask[word] ?? 0) }],
    );
  });
}

export function matrixCounter(part: MatrixPart, result: MatrixResult): EntryCounter {
  const rounds = result.rounds.map((round, index) => roundCounter(part, round, index + 1));
  const [only] = rounds;
  if (only && rounds.length === 1) return only;
  return (packed, at, printed, units, counts) => {
    for (const count of rounds) if (!count(packed, at, printed, units, counts)) return false;
    return true;
  };
}

function roundCounter(part: MatrixPart, result: MatrixRound, round: number): EntryCounter {
  const segments = panelSegments(part, result);
  const bits = part.panels.reduce((total, { from }) => total + from, 0);
  const maskBytes = Math.ceil(bits / 8);
  const spare = spareBits(bits);
  const kinds = part.panels.map((panel) => part.bonuses.filter((bonus) => bonus.panel === panel.id).length);
  /** Winning lines by key; null for figures that no line or full system can have. */
  const rows = new Map<number, Float64Array | null>();
  const words = new Uint32Array(Math.ceil(maskBytes / 4));
  // Marked, drawn and bonus numbers of the entry at hand, per panel; filled again for each entry, so nothing is allocated.
  const met = segments.map((_, p) => ({ marked: 0, hits: 0, bonus: new Uint8Array(kinds[p] ?? 0) }));

  /** Reads the figures of the entry in `words` and returns the key of its row. */
  const meet = (digits: readonly boolean[]): number => {
    let key = 0;
    for (const digit of digits) key = key * 2 + (digit ? 1 : 0);
    for (let p = 0; p < segments.length; p += 1) {
      const panel = met[p];
      const own = segments[p];
      if (!panel || !own) continue;
      panel.marked = 0;
      panel.hits = 0;
      panel.bonus.fill(0);
      for (const segment of own) {
        const word = words[segment.word] ?? 0;
        panel.marked += popcount32(word & segment.panelMask);
        panel.hits += popcount32(word & segment.drawnMask);
        for (let b = 0; b < panel.bonus.length; b += 1)
          panel.bonus[b] = (panel.bonus[b] ?? 0) + popcount32(word & (segment.bonusMasks[b] ?? 0));
      }
      // Each figure is below 64 (at most 40 marked) and a bonus below 8, so the key counts in these bases.
      key = (key * 64 + panel.marked) * 64 + panel.hits;
      for (let b = 0; b < panel.bonus.length; b += 1) key = key * 8 + (panel.bonus[b] ?? 0);
    }
    return key;
  };

  const buildRow = (form: number, digits: readonly boolean[]): Float64Array | null => {
    const reduced = part.reducedSystems[form - 1];
    if (form > 0 && !reduced) return null;
    const sold = part.panels.every((panel, p) => {
      const marked = met[p]?.marked ?? 0;
      return reduced?.panel === panel.id ? marked === reduced.picks : marked >= panel.choose && marked <= panel.maxPicks;
    });
    if (!sold) return null;
    const spreads = part.panels.map((panel, p): PanelSpread => {
      if (reduced?.panel === panel.id) return reducedPanel(part, p, reduced.lines, segments[p] ?? [], words);
      const { marked = 0, hits = 0, bonus = [] } = met[p] ?? {};
      return systemSpread(panel.choose, marked, hits, [...bonus]);
    });
    return combineSpreads(part, spreads, digits, round);
  };

  return (packed, at, printed, units, counts) => {
    const digits = result.digits.length === 0 ? noDigits : result.digits.map((drawn, index) => printed[index] === drawn);
    const end = at + 1 + maskBytes;
    for (let w = 0; w < words.length; w += 1) words[w] = wordAt(packed, at + 1 + 4 * w, end);
    if (((words[words.length - 1] ?? 0) & spare) !== 0) return false;
    const form = packed[at] ?? 0;
    const key = meet(digits);
    let row = form === 0 ? rows.get(key) : undefined;
    if (row === undefined) {
      row = buildRow(form, digits);
      if (form === 0) rows.set(key, row);
    }
    if (row === null) return false;
    for (let i = 0; i < row.length; i += 1) {
      const lines = row[i] ?? 0;
      if (lines !== 0) counts[i] = (counts[i] ?? 0) + lines * units;
    }
    return true;
  };
}

function reducedPanel(
  part: MatrixPart,
  index: number,
  lines: readonly (readonly number[])[],
  segments: readonly Segment[],
  words: Uint32Array,
): PanelSpread {
  const hit: boolean[] = [];
  const kinds = part.bonuses.filter((bonus) => bonus.panel === part.panels[index]?.id).length;
  const bonusOf: boolean[][] = Array.from({ length: kinds }, () => []);
  for (const segment of segments) {
    for (let bit = 0; bit < 32; bit += 1) {
      const one = (1 << bit) >>> 0;
      if (((words[segment.word] ?? 0) & segment.panelMask & one) === 0) continue;
      hit.push((segment.drawnMask & one) !== 0);
      bonusOf.forEach((held, b) => {
        held.push(((segment.bonusMasks[b] ?? 0) & one) !== 0);
      });
    }
  }
  return reducedSpread(lines, hit, bonusOf);
}

export function kenoCounter(part: KenoPart, result: KenoResult): EntryCounter {
  const drawn = maskWords(
    part.spots,
    result.numbers.map((number) => number - 1),
  );
  const maskBytes = Math.ceil(part.spots / 8);
  const spare = spareBits(part.spots);
  const winOf = new Map(part.wins.map(({ marks, hits }, index) => [marks * 64 + hits, index]));
  return (packed, at, _digits, units, counts) => {
    let marks = 0;
    let hits = 0;
    for (let w = 0; w < drawn.length; w += 1) {
      const word = wordAt(packed, at + 4 * w, at + maskBytes);
      marks += popcount32(word);
      hits += popcount32(word & (drawn[w] ?? 0));
      if (w === drawn.length - 1 && (word & spare) !== 0) return false;
    }
    if (marks < part.minMarks || marks > part.maxMarks) return false;
    const win = winOf.get(marks * 64 + hits);
    if (win !== undefined) counts[win] = (counts[win] ?? 0) + units;
    return true;
  };
}
