import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { betSchema, shapeOf } from '../definition/bet-type.ts';
import { parsePoolDefinition } from '../definition/pool-definition.ts';
import { poolRulesText } from '../rules/rules-text.ts';
import { finished, outcomes, poolOn, settled, straight } from '../testing/definitions.ts';
import { defaultDefinition } from './default-definition.ts';

const product = { id: 'cims-pool', effectiveFrom: '2026-12-01T00:00:00Z' };
const types = betSchema.options.map((option) => option.shape.type.value);

describe('the default definitions', () => {
  it('can work, for every bet type, and have rules in four languages', () => {
    for (const type of types) {
      const definition = expectOk(parsePoolDefinition(defaultDefinition(type, product)));
      for (const language of ['ca', 'es', 'fr', 'en'] as const)
        expect(poolRulesText(definition, language).sections.length).toBeGreaterThan(4);
    }
  });

  it('pay at least 70 % of stakes, from 1.00 a unit on one runner and 0.20 in combined bets', () => {
    for (const type of types) {
      const { takeoutBps, stake, bet } = expectOk(parsePoolDefinition(defaultDefinition(type, product)));
      const shape = shapeOf(bet);
      expect(takeoutBps).toBeLessThanOrEqual(3_000);
      expect(stake.unitCents).toBe((shape.kind === 'legs' ? shape.legs : shape.pick) === 1 ? 100n : 20n);
    }
  });

  it('settle a pool of every bet type', () => {
    for (const type of types) {
      const definition = expectOk(parsePoolDefinition(defaultDefinition(type, product)));
      const shape = shapeOf(definition.bet);
      const legs = shape.kind === 'legs' ? shape.legs : 1;
      const matches = ['sports', 'over-under', 'free'].includes(type);
      const event = type === 'free' ? { organiser: 'Federation', competition: 'Cup', prizes: 'money' as const } : null;
      const pool = poolOn(
        definition,
        Array.from({ length: legs }, () => 8),
        { event },
      );
      const marks = shape.kind === 'legs' ? Array.from({ length: legs }, () => 1) : Array.from({ length: shape.pick }, (_, i) => i + 1);
      const lost = shape.kind === 'legs' ? marks.map(() => (matches ? 2 : 7)) : marks.map((mark) => (mark % 8) + 3);
      const order = [1, 2, 3, 4, 5, 6].map((runner) => [runner]);
      const result = matches ? outcomes(...marks.map(() => [1])) : finished(...Array.from({ length: legs }, () => order));
      const { accounts, outcome } = settled(pool, [straight(marks, 1_000n), straight(lost, 9_000n)], result);
      expect([type, outcome]).toEqual([type, 'paid']);
      expect(accounts.takeout).toBe(3_000n);
    }
  });
});
