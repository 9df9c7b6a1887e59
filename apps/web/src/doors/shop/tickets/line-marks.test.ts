import { expect, test } from 'vitest';
import type { MatrixDefinition } from '../../../api/wire.ts';
import { markLine } from './line-marks.ts';

const definition: MatrixDefinition = {
  family: 'matrix',
  panels: [{ id: 'main', from: 49, first: 1, choose: 6, maxPicks: 6 }],
  bonuses: [{ id: 'bonus', panel: 'main', count: 1 }],
  limits: { maxEntries: 10, maxLines: 10 },
  unitPriceCents: '100',
};

test('a bonus number is marked apart from the drawn ones and is no hit', () => {
  const marked = markLine(
    { main: [3, 8, 15, 28, 33, 40] },
    { panels: { main: [7, 12, 19, 28, 33, 45] }, bonuses: { bonus: [8] } },
    definition,
  );
  expect(marked.numbers.map(({ number, mark }) => `${number} ${mark}`)).toEqual([
    '3 missed',
    '8 bonus',
    '15 missed',
    '28 matched',
    '33 matched',
    '40 missed',
  ]);
  expect(marked.hits).toBe(2);
  expect(marked.bonusHits).toBe(1);
});

test('numbers match on their own panel only', () => {
  const two: MatrixDefinition = {
    ...definition,
    panels: [...definition.panels, { id: 'stars', from: 12, first: 1, choose: 2, maxPicks: 2 }],
    bonuses: [],
  };
  const marked = markLine(
    { main: [1, 2, 3, 4, 5, 6], stars: [7, 8] },
    { panels: { main: [7, 8, 9, 10, 11, 12], stars: [1, 8] }, bonuses: {} },
    two,
  );
  expect(marked.hits).toBe(1);
});
