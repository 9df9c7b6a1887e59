/** Every reason for which a game of each family cannot work, with its place. */
import { describe, expect, it } from 'vitest';
import { catalan649, catalanTrio } from '../templates/catalan-games.ts';
import { cims645 } from '../templates/cims-645.ts';
import { cupon } from '../templates/cupon.ts';
import { keno } from '../templates/keno.ts';
import { laPrimitiva } from '../templates/la-primitiva.ts';
import { loteriaNacionalChristmas } from '../templates/loteria-nacional.ts';
import { loto549 } from '../templates/loto-549.ts';
import type { GameDefinitionJson } from './game-definition.ts';
import { inspectGameDefinition } from './parse-game-definition.ts';

type Json = { [key: string]: unknown };

/** The template with some fields replaced. */
const changed = (template: GameDefinitionJson, change: Json): unknown => ({ ...template, ...change });
const list = (template: GameDefinitionJson, field: string): Json[] => (template as unknown as Record<string, Json[]>)[field] ?? [];
const firstOf = (template: GameDefinitionJson, field: string, change: Json): unknown =>
  changed(template, { [field]: list(template, field).map((entry, index) => (index === 0 ? { ...entry, ...change } : entry)) });
const plus = (template: GameDefinitionJson, field: string, ...more: Json[]): unknown =>
  changed(template, { [field]: [...list(template, field), ...more] });
const addOn = (change: Json): unknown => changed(loto549, { addOns: list(loto549, 'addOns').map((entry) => ({ ...entry, ...change })) });

const reduced = (change: Json): unknown =>
  changed(cims645, { reducedSystems: [{ id: 'r7', panel: 'main', picks: 7, lines: [[0, 1, 2, 3, 4, 5]], ...change }] });

describe('a game that cannot work', () => {
  it.each<[string, string, unknown]>([
    ['duplicate_id', 'panels', changed(cims645, { bonuses: [{ id: 'main', panel: 'main', count: 1 }] })],
    [
      'duplicate_id',
      'reducedSystems',
      plus(reduced({}) as GameDefinitionJson, 'reducedSystems', { id: 'r7', panel: 'main', picks: 7, lines: [[0, 1, 2, 3, 4, 5]] }),
    ],
    ['unknown_panel', 'bonuses.0.panel', changed(cims645, { bonuses: [{ id: 'bonus', panel: 'stars', count: 1 }] })],
    ['unknown_panel', 'wins.0.digits.refund', firstOf(cims645, 'wins', { digits: { refund: true } })],
    ['system_too_small', 'panels.0.maxPicks', changed(cims645, { panels: [{ id: 'main', from: 45, choose: 6, maxPicks: 5 }] })],
    ['unknown_panel', 'reducedSystems.0.panel', reduced({ panel: 'stars' })],
    ['reduced_line_invalid', 'reducedSystems.0.lines.0', reduced({ lines: [[0, 1, 2, 3, 4]] })],
    ['reduced_line_invalid', 'reducedSystems.0.lines.0', reduced({ lines: [[0, 1, 2, 3, 4, 7]] })],
    ['reduced_line_invalid', 'reducedSystems.0.lines.0', reduced({ lines: [[0, 1, 2, 3, 5, 4]] })],
    [
      'reduced_line_invalid',
      'reducedSystems.0.lines.1',
      reduced({
        lines: [
          [0, 1, 2, 3, 4, 5],
          [0, 1, 2, 3, 4, 5],
        ],
      }),
    ],
    [
      'more_than_the_drum',
      'reducedSystems.0.picks',
      changed(reduced({ picks: 40 }) as GameDefinitionJson, { panels: [{ id: 'main', from: 39, choose: 6, maxPicks: 12 }] }),
    ],
    ['tiers_overlap', 'wins.7', plus(laPrimitiva, 'wins', { tier: 'special', hits: { main: 6 }, digits: { refund: true } })],
    ['tier_never_hit', 'wins.6', plus(catalan649, 'wins', { tier: '5', round: 2, hits: { main: 3 } })],
    [
      'too_many_classes',
      'panels',
      changed(cims645, {
        panels: ['a', 'b', 'c', 'd'].map((id) => ({ id, from: 100, choose: 20, maxPicks: 20 })),
        bonuses: [],
        wins: [{ tier: '6', hits: { a: 20 } }],
      }),
    ],
    [
      'too_many_classes',
      'panels',
      changed(cims645, {
        panels: ['a', 'b', 'c'].map((id) => ({ id, from: 100, choose: 20, maxPicks: 20 })),
        bonuses: [],
        rounds: 2,
        wins: Array.from({ length: 300 }, (_, i) => ({ tier: '6', hits: { a: i % 21, b: Math.floor(i / 21) } })),
      }),
    ],
    ['more_than_the_drum', 'drawn', changed(keno, { drawn: 12, spots: 12 })],
    ['marks_invalid', 'maxMarks', changed(keno, { minMarks: 11 })],
    ['marks_invalid', 'wins.7.marks', plus(keno, 'wins', { tier: '10-0', marks: 9, hits: 0 })],
    ['tier_never_hit', 'wins.7', plus(keno, 'wins', { tier: '10-0', marks: 10, hits: 11 })],
    ['tiers_overlap', 'wins.7', plus(keno, 'wins', { tier: '10-9', marks: 10, hits: 0 })],
    ['bet_without_win', 'wins', changed(keno, { minMarks: 9 })],
    ['duplicate_id', 'bets', plus(catalanTrio, 'bets', ...list(catalanTrio, 'bets').slice(0, 1))],
    ['unknown_bet', 'wins.0.bet', firstOf(catalanTrio, 'wins', { bet: 'straight' })],
    ['series_missing', 'wins.0.match.series', firstOf(catalanTrio, 'wins', { match: { kind: 'exact', series: true } })],
    ['tier_never_hit', 'wins.0.match.digits', firstOf(catalanTrio, 'wins', { match: { kind: 'last', digits: 4 } })],
    [
      'tier_never_hit',
      'wins.3',
      plus(catalanTrio, 'wins', { tier: 'six-orders', bet: 'any-order', match: { kind: 'any-order', orders: 5 } }),
    ],
    ['tier_never_hit', 'wins.8', plus(cupon, 'wins', { tier: '3', bet: 'coupon', match: { kind: 'last', digits: 3 } })],
    ['bet_without_win', 'bets.2', plus(catalanTrio, 'bets', { id: 'last', name: { ca: 'x', es: 'x', fr: 'x', en: 'x' } })],
    ['partial_in_any_order', 'bets.1', plus(catalanTrio, 'wins', { tier: 'exact', bet: 'any-order', match: { kind: 'last', digits: 1 } })],
    [
      'duplicate_id',
      'extractions',
      plus(loteriaNacionalChristmas, 'extractions', ...list(loteriaNacionalChristmas, 'extractions').slice(0, 1)),
    ],
    ['more_than_the_drum', 'numbers', changed(loteriaNacionalChristmas, { numbers: 1_000_000 })],
    ['more_than_the_drum', 'extractions.0.digits', firstOf(loteriaNacionalChristmas, 'extractions', { digits: 6 })],
    ['more_than_the_drum', 'extractions.0.count', firstOf(loteriaNacionalChristmas, 'extractions', { count: 20, digits: 1 })],
    ['unknown_extraction', 'wins.0.extraction', firstOf(loteriaNacionalChristmas, 'wins', { extraction: 'sixth' })],
    ['tier_never_hit', 'wins.0', firstOf(loteriaNacionalChristmas, 'wins', { match: { kind: 'fraction' } })],
    ['tiers_overlap', 'wins.17', plus(loteriaNacionalChristmas, 'wins', ...list(loteriaNacionalChristmas, 'wins').slice(0, 1))],
    ['range_not_whole', 'wins.9.match', changed(loteriaNacionalChristmas, { numbers: 99_990 })],
    [
      'fraction_without_number',
      'wins.17',
      changed(loteriaNacionalChristmas, {
        extractions: [...list(loteriaNacionalChristmas, 'extractions'), { id: 'special', count: 1, digits: 5, fraction: true }],
        wins: [...list(loteriaNacionalChristmas, 'wins'), { tier: 'first', extraction: 'special', match: { kind: 'fraction' } }],
      }),
    ],
    [
      'prize_list_differs',
      'prizeList',
      changed(loteriaNacionalChristmas, { prizeList: { prizesPerSeries: 15_303, totalPerSeriesCents: '1400000000' } }),
    ],
    [
      'prize_list_differs',
      'prizeList',
      changed(loteriaNacionalChristmas, { prizeList: { prizesPerSeries: 15_304, totalPerSeriesCents: '1400000001' } }),
    ],
    ['duplicate_id', 'addOns.0.pattern.0.symbols', addOn({ pattern: [{ symbols: 'AAB', length: 2 }] })],
    [
      'more_than_the_drum',
      'addOns.0.pattern',
      addOn({
        pattern: [
          { symbols: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', length: 10 },
          { symbols: '0123456789', length: 10 },
        ],
      }),
    ],
    [
      'tiers_overlap',
      'addOns.0.wins.1',
      addOn({
        wins: [
          { tier: 'code', codes: 1 },
          { tier: 'code', codes: 2 },
        ],
      }),
    ],
    [
      'too_many_codes',
      'limits.maxLines',
      changed(addOn({ per: 'line' }) as GameDefinitionJson, { limits: { ...loto549.limits, maxLines: 65_536 } }),
    ],
    ['tier_never_hit', 'addOns.0.wins', addOn({ pattern: [{ symbols: 'AB', length: 3 }] })],
    ['duplicate_id', 'addOns', plus(loto549, 'addOns', ...list(loto549, 'addOns'))],
    ['units_not_ascending', 'units', changed(keno, { units: [1, 3, 2] })],
    ['calendar_reversed', 'draws.until', changed(cims645, { draws: { ...cims645.draws, until: '2025-12-31' } })],
    ['price_above_limit', 'limits.maxStakeCents', changed(keno, { units: [3], limits: { ...keno.limits, maxStakeCents: '299' } })],
    ['price_above_limit', 'limits.maxStakeCents', changed(loto549, { limits: { ...loto549.limits, maxStakeCents: '219' } })],
    ['sale_never_open', 'sales.closesMinutesBefore', changed(cims645, { sales: { opensDaysBefore: 1, closesMinutesBefore: 2 * 24 * 60 } })],
    [
      'draw_twice',
      'draws.weekly.2',
      changed(cims645, { draws: { ...cims645.draws, weekly: [...(cims645.draws.weekly ?? []), ...(cims645.draws.weekly ?? [])] } }),
    ],
    [
      'draw_twice',
      'draws.extra.1',
      changed(cims645, {
        draws: {
          ...cims645.draws,
          extra: [
            { day: '2026-12-31', time: '12:00' },
            { day: '2026-12-31', time: '12:00' },
          ],
        },
      }),
    ],
    [
      'draw_outside_calendar',
      'draws.extra.0',
      changed(cims645, { draws: { ...cims645.draws, extra: [{ day: '2020-12-31', time: '12:00' }] } }),
    ],
    [
      'duplicate_id',
      'occasions',
      changed(cims645, {
        occasions: [
          { name: 'fifth', everyDraws: 5, offset: 0 },
          { name: 'fifth', everyDraws: 7, offset: 0 },
        ],
      }),
    ],
    [
      'per_line_not_assigned',
      'addOns.0.per',
      changed(laPrimitiva, { addOns: list(laPrimitiva, 'addOns').map((entry) => ({ ...entry, per: 'line', chosenBy: 'player' })) }),
    ],
    ['price_above_limit', 'limits.maxStakeCents', changed(cims645, { limits: { ...cims645.limits, maxStakeCents: '99' } })],
  ])('is refused: %s at %s', (reason, path, json) => {
    expect(inspectGameDefinition(json)).toContainEqual({ path, reason });
  });

  const fund = (template: GameDefinitionJson, share: string, change: Json = {}): unknown =>
    changed(template, { prizes: { ...template.prizes, fund: { ...template.prizes.fund, share }, ...change } });

  it.each([
    // 48.77 % less the capped ten of ten is 47.65 % of stakes in uncapped prizes.
    ['keno', keno, '47%', '48%'],
    ['three digits', catalanTrio, '49%', '50%'],
    ['6/49 with a refund of 10 % and 8.00 for three', laPrimitiva, '24%', '25%'],
    ['Christmas draw of 70 %', loteriaNacionalChristmas, '69%', '70%'],
  ])('is refused when its fund cannot carry the fixed prizes in the long run, whoever stands in: %s', (_, template, short, enough) => {
    expect(inspectGameDefinition(fund(template, short))).toEqual([{ path: 'prizes', reason: 'fixed_prizes_beyond_fund' }]);
    expect(inspectGameDefinition(fund(template, enough))).toEqual([]);
  });

  it('may promise more than the fund where every fixed prize has a cap per draw or becomes shared', () => {
    const capped = keno.prizes.tiers.map((tier) => ({ ...tier, prize: { ...tier.prize, perDrawCapCents: '50000000' } }));
    expect(inspectGameDefinition(fund(keno, '30%', { tiers: capped }))).toEqual([]);
    const shared = { shortfallFrom: [], conversion: 'highest-first' };
    expect(inspectGameDefinition(fund(keno, '30%', { fixed: shared }))).toEqual([]);
    // A conversion behind an operator who pays first never comes.
    expect(inspectGameDefinition(fund(keno, '30%', { fixed: { ...shared, shortfallFrom: ['operator'] } }))).toEqual([
      { path: 'prizes', reason: 'fixed_prizes_beyond_fund' },
    ]);
  });

  it('names all that is wrong at once, for an editor', () => {
    const problems = inspectGameDefinition(
      changed(cims645, { panels: [{ id: 'main', from: 45, choose: 6, maxPicks: 5 }], draws: { ...cims645.draws, weekly: [] } }),
    );
    expect(problems.map(({ reason }) => reason)).toEqual(['calendar_empty', 'system_too_small']);
  });
});
