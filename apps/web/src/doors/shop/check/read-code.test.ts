import { qrMatrix } from '@valira/ui';
import { describe, expect, it } from 'vitest';
import { readCode, serialIn } from './read-code.ts';

const PIXELS = 6;
const QUIET = 4;

/** A code as a camera would see it, black on white with its quiet zone. */
function picture(text: string) {
  const matrix = qrMatrix(text);
  const size = (matrix.length + 2 * QUIET) * PIXELS;
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [y, row] of matrix.entries())
    for (const [x, dark] of [...row].entries())
      if (dark)
        for (let dy = 0; dy < PIXELS; dy += 1)
          for (let dx = 0; dx < PIXELS; dx += 1) {
            const at = (((y + QUIET) * PIXELS + dy) * size + (x + QUIET) * PIXELS + dx) * 4;
            data.fill(0, at, at + 3);
          }
  return { width: size, height: size, data };
}

describe('a ticket’s code', () => {
  it('is read from a picture of what we print', async () => {
    expect(await readCode(picture('7KQ2M0XD9HFT4W8B63'))).toBe('7KQ2M0XD9HFT4W8B63');
  });

  it('is nothing where there is no code', async () => {
    expect(await readCode({ width: 120, height: 120, data: new Uint8ClampedArray(120 * 120 * 4).fill(255) })).toBeNull();
  });

  it('gives the number, also out of an address', () => {
    expect(['7KQ2-M0XD', 'https://valira.ad/check/7KQ2-M0XD', 'https://valira.ad/check?serial=7KQ2-M0XD'].map(serialIn)).toEqual(
      Array(3).fill('7KQ2-M0XD'),
    );
  });
});
