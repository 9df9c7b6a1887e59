/**
 * VIRNs that are equal, or differ in one printed character: a misread character must never be another ticket's number.
 *
 * A VIRN is 16 characters of five bits. Two that differ in one character at most share their first or their last eight characters (40
 * bits, five bytes). So each half is sorted by itself, and only VIRNs with a half in common, a few dozen among ten million, are compared.
 */
export type NearPair = { readonly first: number; readonly second: number; readonly equal: boolean };

/** Characters of five bits that differ between two VIRNs at the given places. */
function differingCharacters(virns: Uint8Array, a: number, b: number): number {
  const read = (at: number): bigint => {
    let value = 0n;
    for (let i = 0; i < 10; i += 1) value = value * 256n + BigInt(virns[10 * at + i] ?? 0);
    return value;
  };
  let differing = 0;
  for (let left = read(a) ^ read(b); left > 0n; left >>= 5n) if ((left & 31n) !== 0n) differing += 1;
  return differing;
}

export function nearNumbers(virns: Uint8Array, most = 1_000): NearPair[] {
  const count = virns.length / 10;
  const found = new Map<string, NearPair>();
  const halves = new Float64Array(count);
  for (const offset of [0, 5]) {
    const half = (i: number): number => {
      const at = 10 * i + offset;
      const high = (virns[at] ?? 0) * 65_536 + (virns[at + 1] ?? 0) * 256 + (virns[at + 2] ?? 0);
      return high * 65_536 + (virns[at + 3] ?? 0) * 256 + (virns[at + 4] ?? 0);
    };
    for (let i = 0; i < count; i += 1) halves[i] = half(i);
    halves.sort();
    const shared = new Set<number>();
    for (let i = 1; i < count; i += 1) if (halves[i] === halves[i - 1]) shared.add(halves[i] ?? 0);
    if (shared.size === 0) continue;
    const groups = new Map<number, number[]>();
    for (let i = 0; i < count; i += 1) {
      const value = half(i);
      if (!shared.has(value)) continue;
      const group = groups.get(value) ?? [];
      if (group.length < most) group.push(i);
      groups.set(value, group);
    }
    for (const group of groups.values()) {
      for (let a = 0; a < group.length && found.size < most; a += 1) {
        for (let b = a + 1; b < group.length && found.size < most; b += 1) {
          const [first, second] = [group[a] ?? 0, group[b] ?? 0];
          const differing = differingCharacters(virns, first, second);
          if (differing <= 1) found.set(`${first}/${second}`, { first, second, equal: differing === 0 });
        }
      }
    }
  }
  return [...found.values()];
}
