import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { vectorsPath, vectorsText } from './testing/verify-vectors.ts';

it('the engine gives every test vector of docs/verify.md', async () => {
  expect(await readFile(vectorsPath, 'utf8')).toBe(vectorsText());
});
