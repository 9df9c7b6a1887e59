import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { caseJson, caseRows, hasFamily, hundredths } from '../testing/case-files.ts';
import { CaseTally } from '../testing/case-tally.ts';
import { definition, dividends, outcomes, poolOn, type Sale, settled, straight } from '../testing/definitions.ts';

/** Nothing unexplained, and rows of every family that is there: the copies of this package hold all. */
function finish(tally: CaseTally): void {
  tally.print();
  if (process.env.CASES_DIR === undefined || hasFamily(tally.family)) expect(tally.rows).toBeGreaterThan(0);
  expect(tally.unexplained).toEqual([]);
}

const carrySame = (id: string) => ({ to: 'carry' as const, tier: id });
const toOperator = { to: 'operator' as const };
const football = (legs: number) => ({ type: 'sports' as const, legs, outcomes: ['1', 'X', '2'], plus: null });

/** A column with the first `right` marks right (outcome 1) and the others wrong. */
const column = (right: number, legs: number) => Array.from({ length: legs }, (_, i) => (i < right ? 1 : 2));

describe('Svenska Spel, football pools', () => {
  const schema = z.array(
    z.object({
      game: z.string(),
      draw: z.number(),
      turnover_sek: z.string(),
      tiers: z.array(z.object({ correct: z.number(), winners: z.number(), prize_sek: z.number() })),
    }),
  );
  const shares: Record<string, { takeoutBps: number; of: Record<number, string> }> = {
    Stryktipset: { takeoutBps: 3500, of: { 13: '40%', 12: '15%', 11: '12%', 10: '25%' } },
    Topptipset: { takeoutBps: 3000, of: { 8: '100%' } },
  };

  it('pays whole crowns from published turnover, tier by tier', () => {
    const tally = new CaseTally('se_svenskaspel_pools');
    for (const draw of caseJson('se_svenskaspel_pools', 'draws.json', schema) ?? []) {
      tally.rows += 1;
      const rules = shares[draw.game];
      if (!rules) throw new Error(`no definition for ${draw.game}`);
      const legs = Math.max(...draw.tiers.map((tier) => tier.correct));
      const ids = draw.tiers.map((tier) => `right-${tier.correct}`);
      const pool = poolOn(
        definition({
          currency: 'SEK',
          bet: football(legs),
          price: { method: 'tiered' },
          takeoutBps: rules.takeoutBps,
          carryover: { to: 'next', capCents: null, mandatoryDates: [] },
          tiers: draw.tiers.map((tier, i) => ({
            id: ids[i] ?? '',
            correct: tier.correct,
            plus: 'any',
            count: 'exactly',
            uniqueOnly: false,
          })),
          prizePlan: {
            fund: { share: '100%', rounding: 'down' },
            accounts: ['guarantee-fund'],
            tiers: draw.tiers.map((tier, i) => ({
              id: ids[i] ?? '',
              prize: { kind: 'shared', share: rules.of[tier.correct] ?? '0%', of: 'fund' },
              rounding: { stepCents: '100', mode: 'down', remainderTo: toOperator },
              empty: carrySame(ids[i] ?? ''),
            })),
            undividedTo: { to: 'account', account: 'guarantee-fund' },
          },
        }),
        Array.from({ length: legs }, () => 0),
      );
      const winning = draw.tiers.map((tier) => straight(column(tier.correct, legs), BigInt(tier.winners) * 100n));
      const turnover = hundredths(draw.turnover_sek);
      const sold = winning.reduce((sum, sale) => sum + sale.stakeCents, 0n);
      const paid = dividends(
        settled(pool, [...winning, straight(column(0, legs), turnover - sold)], outcomes(...column(legs, legs).map((one) => [one]))),
      );
      draw.tiers.forEach((tier, i) => {
        tally.compare(`${draw.game} ${draw.draw} ${tier.correct} right`, BigInt(tier.prize_sek) * 100n, paid[ids[i] ?? ''] ?? 0n);
      });
    }
    finish(tally);
  });
});

describe('Szerencsejáték, Totó 13+1', () => {
  const ids = ['14', '13', '12', '11', '10'];
  const shares = ['37%', '16%', '12%', '12%', '23%'];
  // Amounts in hundredths of a forint; a prize below 70 Ft in the lowest tier is not paid and its fund joins tier 11.
  const rules = definition({
    currency: 'HUF',
    bet: { ...football(13), plus: { name: '+1', outcomes: ['1', 'X', '2'] } },
    price: { method: 'tiered' },
    takeoutBps: 0,
    cascade: [{ step: 'carryover' }],
    carryover: { to: 'toto', capCents: null, mandatoryDates: [] },
    tiers: ids.map((id) => ({
      id,
      correct: id === '14' ? 13 : Number(id),
      plus: id === '14' ? 'right' : 'any',
      count: 'exactly',
      uniqueOnly: false,
    })),
    prizePlan: {
      fund: { share: '100%', rounding: 'down' },
      tiers: ids.map((id, i) => ({
        id,
        prize: { kind: 'shared', share: shares[i] ?? '0%', of: 'fund' },
        rounding: { stepCents: '500', mode: 'nearest', remainderTo: toOperator },
        empty: carrySame(id),
        ...(id === '10'
          ? {
              minimum: {
                amountCents: '7000',
                otherwise: { to: 'tiers' as const, split: [{ tier: '11', share: '100%' }], otherwise: toOperator },
              },
            }
          : {}),
      })),
      undividedTo: toOperator,
    },
  });

  it('pays the prizes of every tier, operator top-ups and unknown carries apart', () => {
    const tally = new CaseTally('hu_toto_football');
    for (const row of caseRows('hu_toto_football', 'rounds.csv')) {
      tally.rows += 1;
      const at = (name: string) => row.get(name) ?? '';
      const count = (name: string) => BigInt(at(name) || '0');
      const early = at('era') === 'C1';
      const top = count('w_14');
      // Early files count 13+1 lines apart, later ones among the lines with 13.
      const thirteen = early ? count('w_13') : count('w_13') - top;
      const known = (tier: string) => at(`carry_${tier}`) !== '';
      const pool = poolOn(
        rules,
        Array.from({ length: 14 }, () => 0),
        {
          carriedIn: Object.fromEntries(ids.filter(known).map((tier) => [tier, hundredths(at(`carry_${tier}`)).toString()])),
        },
      );
      const lines = [
        { right: 13, plus: 1, winners: top },
        { right: 13, plus: 2, winners: thirteen },
        ...[12, 11, 10].map((right) => ({ right, plus: 2, winners: count(`w_${right}`) })),
      ].filter((line) => line.winners > 0n);
      const winning: Sale[] = lines.map((line) => straight([...column(line.right, 13), line.plus], line.winners * 100n));
      const fund = hundredths(at('fund_ft'));
      const rest = fund - winning.reduce((sum, sale) => sum + sale.stakeCents, 0n);
      const paid = dividends(
        settled(pool, [...winning, straight([...column(0, 13), 2], rest)], outcomes(...column(14, 14).map((one) => [one]))),
      );
      const merged = at('tier10_merged') === '1';
      for (const tier of ids) {
        const winners = tier === '14' ? top : tier === '13' ? top + thirteen : count(`w_${tier}`);
        if (winners === 0n || (tier === '13' && early && thirteen === 0n)) continue;
        const published = count(`p_${tier}`) * 100n;
        const own = paid[tier] ?? 0n;
        const computed = tier === '14' && early ? own + (paid['13'] ?? 0n) : own;
        const difference = published - computed;
        // The file states by how much a published prize differs from the rule; only that very difference is excused.
        const listed = at(`d_${tier}`);
        const asListed = /^-?\d+$/.test(listed) && BigInt(listed) * 100n === difference;
        const reason = !asListed
          ? known(tier) && (tier !== '14' || !early || known('13'))
            ? null
            : 'carry into the tier is not known'
          : at('topup14_est_ft') !== '' && difference > 0n
            ? 'operator top-up to 13+1, not part of the fund'
            : tier === '14' || tier === '13'
              ? 'carry into the tier is known as an interval only'
              : 'round that the source lists as not reproducing';
        tally.compare(`${at('round')} tier ${tier}${merged ? ' (10 joins 11)' : ''}`, published, computed, reason);
      }
    }
    finish(tally);
  });
});
