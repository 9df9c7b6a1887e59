import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { parseGameDefinition } from '../definition/parse-game-definition.ts';
import { parseResult } from '../match/draw-result.ts';
import { seededBytes } from '../randomness/testing/node-hashes.ts';
import { settleDraw } from '../settle/settle-draw.ts';
import { cims645 } from '../templates/cims-645.ts';
import { gameTemplates } from '../templates/game-templates.ts';
import { mapDraw, parseDrawMapping } from './draw-mapping.ts';
import { drawMappingOf, resultOfPanels } from './game-mapping.ts';
import { recordTables } from './record-tables.ts';

const games = Object.values(gameTemplates).map((json) => expectOk(parseGameDefinition(json)));

describe('a game and its draw', () => {
  it('every template that is drawn from drums has a mapping that can be drawn and gives a result of the game', () => {
    const drawn = games.filter((game) => drawMappingOf(game) !== null);
    expect(drawn.length).toBeGreaterThan(5);
    for (const game of drawn) {
      const mapping = expectOk(parseDrawMapping(drawMappingOf(game)));
      for (let i = 0; i < 20; i += 1) {
        const panels = mapDraw(mapping, seededBytes(`${game.id} ${i}`));
        expect(parseResult(game, resultOfPanels(game, panels)).ok, `${game.id}, draw ${i}`).toBe(true);
      }
    }
  });

  it('6/45 with a bonus draws six numbers and one from the rest of the same drum', () => {
    expect(drawMappingOf(expectOk(parseGameDefinition(cims645)))?.panels).toEqual([
      { name: 'main', pick: 6, from: 1, to: 45 },
      { name: 'bonus', pick: 1, from: 1, to: 45, fromRestOf: 'main' },
    ]);
  });
});

describe('the tables of a draw record', () => {
  const game = expectOk(parseGameDefinition(cims645));

  it('state every cent: rows of winners times share, and both sides of the money equal', () => {
    const from = { carriedInCents: { '6': cents(1_234_567n) }, accountsCents: { reserve: cents(55_555n) } };
    const settlement = expectOk(
      settleDraw(game, { stakesCents: cents(100_000_000n), winners: { '5': 3n, '4': 1_365n, '3': 22_441n }, ...from }),
    );
    const { prizes, money } = recordTables(settlement, from);
    const total = (amounts: Readonly<Record<string, string>>) => Object.values(amounts).reduce((sum, amount) => sum + BigInt(amount), 0n);
    expect(total(money.inflow)).toBe(total(money.outflow));
    expect(money.inflow).toMatchObject({ stakes: '100000000', carriedIn: '1234567', accountsBefore: '55555' });
    expect(prizes.find(({ tier }) => tier === '4')).toEqual({ tier: '4', winners: '1365', shareCents: '5000', totalCents: '6825000' });
    expect(prizes.reduce((sum, row) => sum + BigInt(row.totalCents), 0n)).toBe(BigInt(money.outflow.prizes));
  });

  it('do not come out of a settlement whose sides differ', () => {
    const settlement = expectOk(settleDraw(game, { stakesCents: cents(1_000n), winners: {} }));
    expect(() => recordTables(settlement, { carriedInCents: { '6': cents(1n) } })).toThrow('draw record');
  });
});
