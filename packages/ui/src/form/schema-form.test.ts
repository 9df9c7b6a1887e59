import '../testing/browser.ts';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createI18n } from '../i18n/create-i18n.ts';
import type { FormWords } from './form-words.ts';
import { SchemaForm } from './schema-form.tsx';

const words: FormWords = { label: (path) => path.split('.').at(-1) ?? path, choice: (_, value) => value, hint: () => undefined };

const schema = z.strictObject({
  id: z.string().regex(/^[a-z-]+$/),
  takeoutBps: z.int().min(0).max(10_000),
  stake: z.strictObject({ unitCents: z.string().regex(/^[1-9]\d*$/) }),
  cascade: z
    .array(
      z.discriminatedUnion('step', [
        z.strictObject({ step: z.literal('refund') }),
        z.strictObject({ step: z.literal('contains'), count: z.int().min(1).max(4) }),
      ]),
    )
    .min(1),
  guarantee: z.strictObject({ fundCents: z.string().regex(/^\d+$/) }).nullable(),
});

beforeAll(async () => {
  await createI18n({}, { language: 'ca', parts: [] });
});
afterEach(cleanup);

const type = (label: string, text: string) => fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

describe('a form drawn from a schema', () => {
  test('sends the JSON its schema accepts', () => {
    const sent = vi.fn();
    render(createElement(SchemaForm, { schema, words, submitLabel: 'Envia', onSubmit: sent }));
    type('id', 'win');
    type('takeoutBps', '30');
    type('unitCents', '1,00');
    fireEvent.change(screen.getByLabelText('step'), { target: { value: 'contains' } });
    type('count', '2');
    fireEvent.click(screen.getByLabelText('guarantee'));
    type('fundCents', '1.500');
    fireEvent.click(screen.getByRole('button', { name: 'Envia' }));
    expect(sent).toHaveBeenCalledWith({
      id: 'win',
      takeoutBps: 3000,
      stake: { unitCents: '100' },
      cascade: [{ step: 'contains', count: 2 }],
      guarantee: { fundCents: '150000' },
    });
  });

  test('tells every mistake at its field, focuses the first, and keeps what was typed', () => {
    const sent = vi.fn();
    render(createElement(SchemaForm, { schema, words, submitLabel: 'Envia', onSubmit: sent }));
    type('id', 'win');
    type('takeoutBps', '130');
    type('unitCents', 'molt');
    fireEvent.click(screen.getByRole('button', { name: 'Envia' }));
    expect(sent).not.toHaveBeenCalled();
    const takeout = screen.getByLabelText('takeoutBps');
    expect(takeout.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(takeout.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Ha de ser 100 % com a màxim.');
    expect(document.activeElement).toBe(takeout);
    expect(screen.getByRole('alert').textContent).toBe('Hi ha 2 camps per revisar.');
    expect(screen.getByLabelText<HTMLInputElement>('unitCents').value).toBe('molt');
  });

  test('shows a refusal of the API at the field its path names, and elsewhere when there is none', () => {
    const refusals = [
      { code: 'insufficient_funds', path: 'stake.unitCents' },
      { code: 'licence_suspended', path: 'licence' },
    ];
    render(createElement(SchemaForm, { schema, words, submitLabel: 'Envia', onSubmit: () => {}, refusals }));
    expect(screen.getByLabelText('unitCents').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toBe('La llicència no permet vendre ara. No s’ha cobrat res.');
  });

  test('adds and removes entries of a list down to its least', () => {
    render(createElement(SchemaForm, { schema, words, submitLabel: 'Envia', onSubmit: () => {} }));
    expect(screen.queryByRole('button', { name: /Treu/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Afegeix a cascade' }));
    const list = screen.getByRole('group', { name: 'cascade' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    const [first] = screen.getAllByRole('button', { name: /Treu/ });
    if (!first) throw new Error('nothing to remove');
    fireEvent.click(first);
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  });
});
