/** Unpredictable bytes as a port: keys, salts, tokens and random identifiers come from here. */
import { randomFillSync } from 'node:crypto';

export type Entropy = { bytes(count: number): Uint8Array };

export const systemEntropy: Entropy = { bytes: (count) => randomFillSync(new Uint8Array(count)) };
