import { expect, test } from 'vitest';
import { entryFault } from './number-entry.tsx';

const fields = [
  { id: 'main-1', panel: 'main', first: 1, last: 45, bonus: false },
  { id: 'main-2', panel: 'main', first: 1, last: 45, bonus: false },
  { id: 'bonus-1', panel: 'main', first: 1, last: 45, bonus: true },
];

test('a typed ball outside its drum or out twice is told at once, the bonus ball from the same drum too', () => {
  expect(entryFault(fields, ['46', '', ''], 0)).toBe('range');
  expect(entryFault(fields, ['0', '', ''], 0)).toBe('range');
  expect(entryFault(fields, ['7', '07', ''], 1)).toBe('twice');
  expect(entryFault(fields, ['7', '8', '8'], 2)).toBe('twice');
  expect(entryFault(fields, ['7', '8', '9'], 2)).toBeNull();
  expect(entryFault(fields, ['', '', ''], 0)).toBeNull();
});
