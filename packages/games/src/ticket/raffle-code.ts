/**
 * Raffle codes by number: code 0 is the first symbol throughout, the last part runs fastest.
 *
 * Example, pattern AB×1 then 0–9×2: code 0 is A00, code 99 is A99, code 100 is B00, of 200.
 */
import type { RafflePart } from '../definition/game-definition.ts';

const symbolSets = (part: RafflePart): string[] => part.pattern.flatMap(({ symbols, length }) => Array.from({ length }, () => symbols));

export const raffleCodeCount = (part: RafflePart): bigint =>
  symbolSets(part).reduce((count, symbols) => count * BigInt(symbols.length), 1n);

/** The number of a printed code, or undefined when it does not have the pattern. */
export function parseRaffleCode(part: RafflePart, text: string): bigint | undefined {
  const sets = symbolSets(part);
  if (text.length !== sets.length) return undefined;
  let code = 0n;
  for (const [index, symbols] of sets.entries()) {
    const at = symbols.indexOf(text.charAt(index));
    if (at < 0) return undefined;
    code = code * BigInt(symbols.length) + BigInt(at);
  }
  return code;
}

/** The printed form of code number `code`. Throws when the pattern has no such code. */
export function formatRaffleCode(part: RafflePart, code: bigint): string {
  if (code < 0n || code >= raffleCodeCount(part)) throw new RangeError(`no raffle code ${code}`);
  let text = '';
  let left = code;
  for (const symbols of symbolSets(part).reverse()) {
    text = symbols.charAt(Number(left % BigInt(symbols.length))) + text;
    left /= BigInt(symbols.length);
  }
  return text;
}
