import { expect, it } from 'vitest';
import { agree } from './testing/agree.ts';

it('engine and verifier agree on 10,000 random bundles', () => {
  const { bundles, disagreements, shares, counted } = agree(10_000);
  console.log(`${bundles} bundles, ${counted} with winners counted by the verifier, ${shares} winning shares`);
  expect(disagreements).toEqual([]);
});
