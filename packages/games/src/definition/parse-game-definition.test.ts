import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { cims645 } from '../templates/cims-645.ts';
import { korean645, korean645First, korean645Second, korean645Third } from '../templates/korean-645.ts';
import type { GameDefinitionJson } from './game-definition.ts';
import { encodeGameDefinition, parseGameDefinition } from './parse-game-definition.ts';

type MatrixJson = Extract<GameDefinitionJson, { family: 'matrix' }>;
const cims = cims645 as MatrixJson;
const [first, ...others] = cims.prizes.tiers;
if (!first) throw new Error('a template without tiers');

const changed = (change: Partial<MatrixJson>): unknown => ({ ...cims, ...change });
const prizes = (change: Partial<MatrixJson['prizes']>): unknown => changed({ prizes: { ...cims.prizes, ...change } });

describe('a game definition', () => {
  it.each([cims645, korean645First, korean645Second, korean645Third, korean645])('survives JSON unchanged: $id', (json) => {
    const game = expectOk(parseGameDefinition(json));
    const text = JSON.stringify(encodeGameDefinition(game));
    expect(expectOk(parseGameDefinition(JSON.parse(text)))).toEqual(game);
  });

  it.each([
    ['tiers_overlap', 'wins.2', changed({ wins: [{ tier: '5', hits: { main: 5 } }, ...cims.wins] })],
    ['tier_never_hit', 'wins.5', changed({ wins: [...cims.wins, { tier: '3', hits: { main: 3, bonus: 4 } }] })],
    ['tier_never_hit', 'wins.5', changed({ wins: [...cims.wins, { tier: '3', hits: { main: 6, bonus: 1 } }] })],
    ['unknown_tier', 'wins.0.tier', changed({ wins: [{ tier: 'six', hits: { main: 6 } }, ...cims.wins.slice(1)] })],
    ['unknown_panel', 'wins.0.hits.stars', changed({ wins: [{ tier: '6', hits: { main: 6, stars: 1 } }, ...cims.wins.slice(1)] })],
    ['tier_without_win', 'prizes.tiers.4', changed({ wins: cims.wins.slice(0, 4) })],
    ['more_than_the_drum', 'panels.0', changed({ panels: [{ id: 'main', from: 6, choose: 6, maxPicks: 6 }] })],
    ['shares_over_whole', 'prizes.tiers', prizes({ setAsides: [{ account: 'reserve', share: '6%', of: 'rest' }] })],
    ['unknown_tier', 'prizes.tiers.0.empty.tier', prizes({ tiers: [{ ...first, empty: { to: 'carry', tier: 'seven' } }, ...others] })],
    ['unknown_account', 'prizes.undividedTo.account', prizes({ undividedTo: { to: 'account', account: 'pot' } })],
    ['fixed_shortfall_uncovered', 'prizes.fixed', prizes({ fixed: { shortfallFrom: ['reserve'], conversion: 'none' } })],
    [
      'fixed_prizes_beyond_fund',
      'prizes',
      prizes({
        tiers: [first, ...others.slice(0, 3), { id: '3', prize: { kind: 'fixed', amountCents: '10000' }, rounding: first.rounding }],
      }),
    ],
    ['calendar_empty', 'draws', changed({ draws: { ...cims.draws, weekly: [] } })],
    ['unknown_occasion', 'prizes.pours.0.occasion', prizes({ pours: [{ account: 'reserve', tier: '6', occasion: 'christmas' }] })],
  ])('that cannot work is refused: %s at %s', (reason, path, json) => {
    const parsed = parseGameDefinition(json);
    expect(parsed).toMatchObject({ ok: false, code: 'definition_invalid' });
    if (!parsed.ok) expect([parsed.facts.reason, parsed.path]).toEqual([reason, path]);
  });

  it.each([
    ['unitPriceCents', changed({ unitPriceCents: '1.50' })],
    ['unitPriceCents', changed({ unitPriceCents: '0' })],
    ['draws.from', changed({ draws: { ...cims.draws, from: '2026-02-29' } })],
    ['prizes.fund.share', prizes({ fund: { share: '101%', rounding: 'down' } })],
    ['currency', changed({ currency: 'XXX' as 'EUR' })],
    ['', { ...cims, colour: 'red' }],
  ])('of a wrong form is refused at "%s"', (path, json) => {
    expect(parseGameDefinition(json)).toMatchObject({ ok: false, path });
  });
});
