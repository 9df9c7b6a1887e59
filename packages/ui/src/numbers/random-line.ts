/**
 * A quick pick: `choose` distinct numbers out of `size` from `first` on, every combination equally likely.
 *
 * A partial Fisher–Yates shuffle whose positions come from rejection sampling: a remainder of a 32-bit value would favour
 * the low numbers. `randomWord` gives uniform 32-bit values.
 */
export function randomLine(first: number, size: number, choose: number, randomWord: () => number = systemWord): readonly number[] {
  const drum = Array.from({ length: size }, (_, index) => first + index);
  for (let place = 0; place < choose; place++) {
    const other = place + uniformBelow(size - place, randomWord);
    const [here = 0, there = 0] = [drum[place], drum[other]];
    drum[place] = there;
    drum[other] = here;
  }
  return drum.slice(0, choose).sort((a, b) => a - b);
}

const WORDS = 2 ** 32;

function uniformBelow(bound: number, randomWord: () => number): number {
  const fair = WORDS - (WORDS % bound);
  for (;;) {
    const word = randomWord();
    if (word < fair) return word % bound;
  }
}

const systemWord = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
