/** For tests: numbers that look random and are the same in every run. */
import { sha256 } from '../../../platform/hash.ts';

/** Whole numbers from 0 to bound − 1, from a counter under SHA-256. */
export function seededBelow(seed: string): (bound: bigint) => bigint {
  let counter = 0;
  return (bound) => {
    counter += 1;
    return Buffer.from(sha256(Buffer.from(`${seed}/${counter}`))).readBigUInt64BE() % bound;
  };
}
