/** Published counts of system tickets (games.md) and reduced systems. */
import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { cims645 } from '../templates/cims-645.ts';
import { korean645 } from '../templates/korean-645.ts';
import { game } from '../testing/sample-games.ts';
import { lineCount } from '../ticket/line-count.ts';
import { decodeLines, encodeLines } from '../ticket/packed-lines.ts';
import { parseTicket } from '../ticket/parse-ticket.ts';
import { priceTicket } from '../ticket/price-ticket.ts';
import { parseResult } from './draw-result.ts';
import { ticketMatcher } from './ticket-matcher.ts';

type MatrixJson = Extract<GameDefinitionJson, { family: 'matrix' }>;
const cims = cims645 as MatrixJson;
const fixedSixth = (korean645 as MatrixJson).prizes.tiers.slice(-1).map((tier) => ({ ...tier, id: '6' }));

/** The six divisions of the published system tables: two supplementary numbers, 5 = three and a supplementary, 6 = one or two and both. */
const divisions = game('matrix', {
  ...(korean645 as MatrixJson),
  id: 'divisions',
  panels: [{ id: 'main', from: 45, choose: 6, maxPicks: 12 }],
  bonuses: [{ id: 'bonus', panel: 'main', count: 2 }],
  limits: { maxEntries: 10, maxLines: 10_000, maxDraws: 1, maxStakeCents: '10000000' },
  wins: [
    { tier: '1', hits: { main: 6 } },
    { tier: '2', hits: { main: 5, bonus: 1 } },
    { tier: '3', hits: { main: 5, bonus: 0 } },
    { tier: '4', hits: { main: 4 } },
    { tier: '5', hits: { main: 3, bonus: [1, 2] } },
    { tier: '6', hits: { main: [1, 2], bonus: 2 } },
  ],
  prizes: {
    ...(korean645 as MatrixJson).prizes,
    tiers: [...(korean645 as MatrixJson).prizes.tiers, ...fixedSixth],
  },
});

function wins(drawn: number[], bonus: number[], size: number): number[] {
  const result = expectOk(parseResult(divisions, { panels: { main: drawn }, bonuses: { bonus } }));
  const picks = Array.from({ length: size }, (_, i) => i + 1);
  const { main } = expectOk(parseTicket(divisions, { entries: [{ picks: { main: picks } }] }));
  return [...expectOk(ticketMatcher(divisions, result).classify(encodeLines(divisions, main)))];
}

describe('system tickets', () => {
  it.each([
    [7, 7n],
    [8, 28n],
    [10, 210n],
    [12, 924n],
  ])('a system %i of 6 plays %s lines', (size, lines) => {
    const ticket = expectOk(parseTicket(divisions, { entries: [{ picks: { main: Array.from({ length: size }, (_, i) => i + 1) } }] }));
    expect(ticket.main.entries.map((entry) => lineCount(divisions, entry))).toEqual([lines]);
  });

  it('published: a system 10 with 4 + 1 wins 15 × division 4 and 40 × division 5', () => {
    expect(wins([1, 2, 3, 4, 41, 42], [10, 45], 10)).toEqual([0, 0, 0, 15, 40, 0]);
  });

  it('published: a system 7 with 3 + 2 wins 4 × division 5 and 3 × division 6', () => {
    expect(wins([1, 2, 3, 41, 42, 43], [6, 7], 7)).toEqual([0, 0, 0, 0, 4, 3]);
  });
});

describe('reduced systems', () => {
  const reduced = game('matrix', {
    ...cims,
    id: 'reduced',
    reducedSystems: [
      {
        id: 'r8',
        panel: 'main',
        picks: 8,
        lines: [
          [0, 1, 2, 3, 4, 5],
          [0, 1, 2, 3, 6, 7],
          [0, 1, 4, 5, 6, 7],
          [2, 3, 4, 5, 6, 7],
        ],
      },
    ],
  });
  const entry = { picks: { main: [3, 9, 14, 20, 27, 33, 38, 44] }, reduced: 'r8' };

  it('cost and win what their lines cost and win one by one', () => {
    const ticket = expectOk(parseTicket(reduced, { entries: [entry] }));
    expect(priceTicket(reduced, ticket).totalCents).toBe(4_00n);
    const result = expectOk(parseResult(reduced, { panels: { main: [3, 9, 14, 20, 27, 1] }, bonuses: { bonus: [33] } }));
    const matcher = ticketMatcher(reduced, result);
    const lines = [
      [3, 9, 14, 20, 27, 33],
      [3, 9, 14, 20, 38, 44],
      [3, 9, 27, 33, 38, 44],
      [14, 20, 27, 33, 38, 44],
    ];
    const single = encodeLines(reduced, expectOk(parseTicket(reduced, { entries: lines.map((main) => ({ picks: { main } })) })).main);
    const packed = encodeLines(reduced, ticket.main);
    expect([...expectOk(matcher.classify(packed))]).toEqual([...expectOk(matcher.classify(single))]);
    expect([...expectOk(matcher.classify(packed))]).toEqual([0, 1, 0, 1, 2]);
  });

  it('keep their table through packing and refuse another number of picks', () => {
    const { main } = expectOk(parseTicket(reduced, { entries: [entry] }));
    expect(expectOk(decodeLines(reduced, encodeLines(reduced, main)))).toEqual(main);
    expect(parseTicket(reduced, { entries: [{ picks: { main: [1, 2, 3, 4, 5, 6, 7] }, reduced: 'r8' }] })).toMatchObject({
      ok: false,
      code: 'wrong_count',
    });
  });
});
