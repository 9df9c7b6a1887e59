import { describe, expect, it, vi } from 'vitest';
import { betSchema } from '../definition/bet-type.ts';
import { betSamples } from '../testing/bet-samples.ts';
import { describeConformance } from '../testing/conformance.ts';

// Random pools take their time on a busy machine; the count of runs bounds the work.
vi.setConfig({ testTimeout: 60_000 });

for (const sample of betSamples) describeConformance(sample);

describe('the conformance suite', () => {
  it('has a sample of every bet type', () => {
    const types = betSchema.options.map((option) => option.shape.type.value);
    expect(new Set(betSamples.map((sample) => sample.pool.definition.bet.type))).toEqual(new Set(types));
  });
});
