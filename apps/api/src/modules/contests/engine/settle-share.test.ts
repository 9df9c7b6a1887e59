import { cims645, parseGameDefinition } from '@valira/games';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawEngine } from './draw-engine.ts';
import { settleShare } from './settle-share.ts';

const game = expectOk(parseGameDefinition(cims645));
const engine = drawEngine(game);
const TIERS = ['6', '5-bonus', '5', '4', '3'] as const;
const FACTS = { carriedIn: {}, number: 7 };
const RESULT = { panels: { main: [1, 2, 3, 4, 5, 6] }, bonuses: { bonus: [40] } };

const operator = fc.record({
  lines: fc.integer({ min: 1, max: 1_000_000 }),
  winners: fc.tuple(...TIERS.map((_, i) => fc.integer({ min: 0, max: 10 ** i }))),
});

const winnersOf = (counts: readonly number[]) => Object.fromEntries(TIERS.map((tier, i) => [tier, BigInt(counts[i] ?? 0)]));

describe('the share of one operator in a common draw', () => {
  it('adds up with those of all others to the organiser’s table, and each operator’s stakes leave it whole', () => {
    fc.assert(
      fc.property(fc.array(operator, { minLength: 1, maxLength: 5 }), (operators) => {
        const salesCents = cents(operators.reduce((sum, { lines }) => sum + BigInt(lines) * game.unitPriceCents, 0n));
        const winners = winnersOf(TIERS.map((_, i) => operators.reduce((sum, one) => sum + (one.winners[i] ?? 0), 0)));
        const totals = { kind: 'draw' as const, salesCents, winners };
        const common = expectOk(engine.settleExternal(RESULT, totals, FACTS));
        const shares = operators.map(({ lines, winners: own }) =>
          expectOk(
            settleShare(game, { common, totals, stakesCents: cents(BigInt(lines) * game.unitPriceCents), winners: winnersOf(own) }, FACTS),
          ),
        );
        expect(shares.reduce((sum, { prizesCents }) => sum + prizesCents, 0n)).toBe(common.prizesCents);
        for (const [i, { flows }] of shares.entries()) {
          const out = flows.filter(({ from }) => from === 'stakes').reduce((sum, { amountCents }) => sum + amountCents, 0n);
          expect(out).toBe(BigInt(operators[i]?.lines ?? 0) * game.unitPriceCents);
        }
      }),
    );
  });

  it('is refused where the totals have fewer stakes, or fewer winners of any tier, than are sealed here', () => {
    fc.assert(
      fc.property(operator, fc.nat({ max: TIERS.length - 1 }), ({ lines, winners }, at) => {
        const salesCents = cents(BigInt(lines) * game.unitPriceCents);
        const totals = { kind: 'draw' as const, salesCents, winners: winnersOf(winners) };
        const common = expectOk(engine.settleExternal(RESULT, totals, FACTS));
        const own = { common, totals, stakesCents: salesCents, winners: totals.winners };
        expect(settleShare(game, own, FACTS).ok).toBe(true);
        const tier = TIERS[at] ?? '6';
        const oneMore = { ...own.winners, [tier]: (own.winners[tier] ?? 0n) + 1n };
        expect(settleShare(game, { ...own, winners: oneMore }, FACTS)).toMatchObject({
          code: 'own_tickets_missing',
          path: `totals.winners.${tier}`,
        });
        expect(settleShare(game, { ...own, stakesCents: cents(salesCents + game.unitPriceCents) }, FACTS)).toMatchObject({
          code: 'own_tickets_missing',
          path: 'totals.salesCents',
        });
      }),
    );
  });
});
