import '../testing/browser.ts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createI18n } from '../i18n/create-i18n.ts';
import { DataTable, type TableColumn } from './data-table.tsx';

type Row = { readonly code: string; readonly balance: bigint };
const columns: readonly TableColumn<Row>[] = [
  { id: 'code', title: 'Compte', value: (row) => row.code },
  { id: 'balance', title: 'Saldo', numeric: true, value: (row) => row.balance, show: (row) => `${row.balance} c` },
];
const rows: readonly Row[] = [
  { code: 'b', balance: 900n },
  { code: 'a', balance: 12_000n },
  { code: 'c', balance: -5n },
];

beforeAll(async () => {
  await createI18n({}, { language: 'ca', parts: [] });
});
afterEach(cleanup);

test('a column sorts by its value, not by its text, and says so to screen readers', () => {
  render(createElement(DataTable<Row>, { caption: 'Saldos', columns, rows, rowId: (row) => row.code }));
  const shown = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
  const head = () => screen.getByRole('columnheader', { name: /Saldo/ });
  expect(shown()).toEqual(['b', 'a', 'c']);
  fireEvent.click(screen.getByRole('button', { name: /Saldo/ }));
  const first = head().getAttribute('aria-sort');
  const ascending = ['c', 'b', 'a'];
  expect(shown()).toEqual(first === 'ascending' ? ascending : [...ascending].reverse());
  fireEvent.click(screen.getByRole('button', { name: /Saldo/ }));
  expect(head().getAttribute('aria-sort')).not.toBe(first);
  expect(shown()).toEqual(first === 'ascending' ? [...ascending].reverse() : ascending);
});
