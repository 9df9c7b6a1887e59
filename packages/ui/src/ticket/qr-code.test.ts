import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { qrMatrix } from './qr-code.tsx';
import { serialInFours } from './ticket-card.tsx';

/** Pixels of the code as a scanner sees it: `scale` pixels a module and the quiet zone of four modules. */
function pixels(matrix: readonly (readonly boolean[])[], scale: number) {
  const quiet = 4;
  const side = (matrix.length + 2 * quiet) * scale;
  const image = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const dark = matrix[Math.floor(y / scale) - quiet]?.[Math.floor(x / scale) - quiet];
      if (dark) image.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return { image, side };
}

test('a printed serial scans back to itself', () => {
  const serial = '7KQ2M0XD9HFT4W8B63';
  const { image, side } = pixels(qrMatrix(serial), 4);
  expect(jsQR(image, side, side)?.data).toBe(serial);
});

test('serials are read in fours, whatever separators they came with', () => {
  expect(serialInFours('7KQ2M0XD9HFT4W8B63')).toBe('7KQ2-M0XD-9HFT-4W8B-63');
  expect(serialInFours('7KQ2-M0XD-9HFT-4W8B-63')).toBe('7KQ2-M0XD-9HFT-4W8B-63');
});
