/**
 * One number for "how many picks, drawn numbers and bonus numbers of each panel does this bit mask have", read from one table
 * look-up per byte, so that a million lines are classified at memory speed.
 *
 * Example, one panel with a bonus: six look-ups are added; bits 0–5 of the sum are picks, 6–11 drawn numbers, 12–14 bonus
 * numbers. Two panels with one bonus number fit 32 bits; what does not fit gets a text of several sums.
 */
export type CountedDrum = {
  readonly all: Uint8Array;
  readonly drawn: Uint8Array;
  readonly bonuses: readonly { readonly mask: Uint8Array }[];
};

export type ClassCodes = {
  /** The class of the mask at file[at …], or null when it has bits beyond the last number. */
  readonly codeOf: (file: Uint8Array, at: number) => number | string | null;
};

/** Six bits hold the picks of a panel (40 at most), as many its drawn numbers; three its bonus numbers (five at most). */
const pickWidth = 2 ** 6;
const bonusWidth = 2 ** 3;
const strayBit = 2 ** 30;

/** Adds `weight` for every bit of `mask` to a table of 256 sums per byte. */
function addMask(table: Int32Array, mask: Uint8Array, weight: number): void {
  for (let place = 0; place < mask.length; place += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      if (((mask[place] ?? 0) & (1 << bit)) === 0) continue;
      for (let byte = 0; byte < 256; byte += 1)
        if ((byte & (1 << bit)) !== 0) table[place * 256 + byte] = (table[place * 256 + byte] ?? 0) + weight;
    }
  }
}

/** Counts of one kind in one panel: the bits they are taken from and the room that they need. */
type Counted = { readonly mask: Uint8Array; readonly width: number };

/** As few tables as hold all counts below the stray bit. */
function tablesOf(maskBytes: number, counts: readonly Counted[]): Int32Array[] {
  const tables: Int32Array[] = [];
  let table = new Int32Array(256 * maskBytes);
  let weight = 1;
  for (const { mask, width } of counts) {
    if (tables.length === 0 || weight * width > strayBit) {
      table = new Int32Array(256 * maskBytes);
      tables.push(table);
      weight = 1;
    }
    addMask(table, mask, weight);
    weight *= width;
  }
  return tables;
}

/** `bits` is the number of bits that the panels take; the others of the last byte must be 0. */
export function classTables(maskBytes: number, bits: number, drums: readonly CountedDrum[]): ClassCodes {
  const counts = drums.flatMap((drum): Counted[] => [
    { mask: drum.all, width: pickWidth },
    { mask: drum.drawn, width: pickWidth },
    ...drum.bonuses.map(({ mask }) => ({ mask, width: bonusWidth })),
  ]);
  const [first = new Int32Array(256 * maskBytes), ...rest] = tablesOf(maskBytes, counts);
  const lastByte = 256 * (maskBytes - 1);
  for (let byte = 0; byte < 256; byte += 1)
    if (byte >> (bits - 8 * (maskBytes - 1)) !== 0) first[lastByte + byte] = (first[lastByte + byte] ?? 0) + strayBit;
  const sum = (table: Int32Array, file: Uint8Array, at: number): number => {
    let code = 0;
    // Indexes are in range here; a fallback for undefined in this loop would double its time.
    for (let place = 0; place < maskBytes; place += 1) code = (code + (table[place * 256 + (file[at + place] as number)] as number)) | 0;
    return code;
  };
  return {
    codeOf(file, at) {
      const code = sum(first, file, at);
      if (code >= strayBit) return null;
      return rest.length === 0 ? code : [code, ...rest.map((table) => sum(table, file, at))].join(' ');
    },
  };
}
