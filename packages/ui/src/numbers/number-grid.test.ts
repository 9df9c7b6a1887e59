import '../testing/browser.ts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement, useState } from 'react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createI18n } from '../i18n/create-i18n.ts';
import { NumberGrid } from './number-grid.tsx';

function Sheet() {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  return createElement(NumberGrid, { from: 1, to: 45, pick: 6, chosen, legend: 'Números', onChange: setChosen });
}

beforeAll(async () => {
  await createI18n({}, { language: 'ca', parts: [] });
});
afterEach(cleanup);

const box = (number: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: String(number) });

describe('a sheet of numbers', () => {
  test('has one tab stop, and arrows reach every number', () => {
    render(createElement(Sheet));
    expect(screen.getAllByRole('checkbox').filter((input) => input.tabIndex === 0)).toHaveLength(1);
    box(1).focus();
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    press('ArrowRight');
    press('ArrowDown');
    expect(document.activeElement).toBe(box(9));
    press('End');
    expect(document.activeElement).toBe(box(45));
    press('ArrowDown');
    expect(document.activeElement).toBe(box(45));
    press('Home');
    press('ArrowUp');
    expect(document.activeElement).toBe(box(1));
    expect(box(1).tabIndex).toBe(0);
  });

  test('counts aloud and takes no seventh number until one is given back', () => {
    render(createElement(Sheet));
    for (const number of [3, 8, 15, 22, 27, 34, 41]) fireEvent.click(box(number));
    expect(screen.getByText('6 de 6 triats').closest('[aria-live]')?.textContent).toContain('Treu-ne un');
    expect(box(41).checked).toBe(false);
    fireEvent.click(box(3));
    fireEvent.click(box(41));
    expect(box(41).checked).toBe(true);
    expect(screen.getByText('6 de 6 triats')).toBeTruthy();
  });
});
