import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeForm } from './describe-form.ts';
import { entrySchema } from './entry-schema.ts';
import { formStateOf, hasField, readForm } from './form-state.ts';
import { nameApart } from './form-words.ts';

const schema = z.strictObject({
  schema: z.literal(1),
  id: z.string().regex(/^[a-z-]+$/),
  takeoutBps: z.int().min(0).max(10_000),
  stake: z.strictObject({ unitCents: z.string().regex(/^[1-9]\d*$/), combinations: z.int().min(1).max(99) }),
  rounding: z.enum(['down', 'nearest']),
  shortfall: z.discriminatedUnion('paidBy', [
    z.strictObject({ paidBy: z.literal('operator') }),
    z.strictObject({ paidBy: z.literal('takeout'), floorBps: z.int().min(0).max(10_000) }),
  ]),
  cascade: z
    .array(
      z.discriminatedUnion('step', [
        z.strictObject({ step: z.literal('refund') }),
        z.strictObject({ step: z.literal('contains'), count: z.int().min(1) }),
      ]),
    )
    .min(1),
  guarantee: z.strictObject({ fundCents: z.string().regex(/^\d+$/) }).nullable(),
  mandatoryDates: z.array(z.iso.date()),
  combined: z.boolean(),
  note: z.string().max(20).optional(),
  hits: z.record(z.string(), z.union([z.int().min(0), z.array(z.int().min(0)).min(1)])),
  shortfallFrom: z.array(z.union([z.literal('operator'), z.string().regex(/^[a-z]+$/)])),
});

const bps = fc.integer({ min: 0, max: 10_000 });
const amount = fc.bigInt({ min: 1n, max: 10n ** 12n }).map(String);
const definitions: fc.Arbitrary<z.input<typeof schema>> = fc.record(
  {
    schema: fc.constant(1 as const),
    id: fc.constantFrom('win', 'win-place'),
    takeoutBps: bps,
    stake: fc.record({ unitCents: amount, combinations: fc.integer({ min: 1, max: 99 }) }),
    rounding: fc.constantFrom('down' as const, 'nearest' as const),
    shortfall: fc.oneof(
      fc.constant({ paidBy: 'operator' as const }),
      fc.record({ paidBy: fc.constant('takeout' as const), floorBps: bps }),
    ),
    cascade: fc.array(
      fc.oneof(
        fc.constant({ step: 'refund' as const }),
        fc.record({ step: fc.constant('contains' as const), count: fc.integer({ min: 1, max: 5 }) }),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    guarantee: fc.option(fc.record({ fundCents: amount })),
    mandatoryDates: fc.array(fc.constantFrom('2026-11-14', '2027-01-06'), { maxLength: 3 }),
    combined: fc.boolean(),
    note: fc.constantFrom('a', 'Canvi de regles'),
    hits: fc.dictionary(
      fc.constantFrom('main', 'bonus', 'stars'),
      fc.oneof(fc.nat(6), fc.array(fc.nat(6), { minLength: 1, maxLength: 3 })),
      { noNullPrototype: true },
    ),
    shortfallFrom: fc.array(fc.constantFrom('operator', 'reserve'), { maxLength: 2 }),
  },
  {
    requiredKeys: [
      'schema',
      'id',
      'takeoutBps',
      'stake',
      'rounding',
      'shortfall',
      'cascade',
      'guarantee',
      'mandatoryDates',
      'combined',
      'hits',
      'shortfallFrom',
    ],
  },
);

describe('a generated form', () => {
  const field = describeForm(schema);

  test('shows any definition of its schema and reads back an equal one', () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        const reading = readForm(field, formStateOf(field, definition));
        expect(reading).toEqual({ ok: true, value: definition });
        expect(schema.safeParse(reading.ok ? reading.value : null).success).toBe(true);
      }),
    );
  });

  test('never hands on what its schema would refuse: bounds and patterns are checked field by field', () => {
    const base = formStateOf(field, {
      schema: 1,
      id: 'win',
      rounding: 'down',
      shortfall: { paidBy: 'operator' },
      cascade: [{ step: 'refund' }],
    });
    const reading = readForm(field, base);
    expect(reading.ok).toBe(false);
    expect(reading.ok ? [] : reading.complaints.map(({ path, code }) => [path, code])).toEqual([
      ['takeoutBps', 'required'],
      ['stake.unitCents', 'required'],
      ['stake.combinations', 'required'],
    ]);
  });

  test.each([
    ['takeoutBps', '55', 5500],
    ['takeoutBps', '7,5', 750],
    ['takeoutBps', '14.25 %', 1425],
    ['takeoutBps', '7,505', 'percent'],
    ['takeoutBps', '101', 'max'],
    ['takeoutBps', 'ten', 'percent'],
  ])('reads %s typed as %j as %j', (name, text, expected) => {
    const one = describeForm(z.strictObject({ takeoutBps: z.int().min(0).max(10_000) }));
    const reading = readForm(one, { kind: 'group', parts: { [name]: { kind: 'text', text } } });
    expect(reading.ok ? (reading.value as Record<string, unknown>)[name] : reading.complaints[0]?.code).toBe(expected);
  });

  test('knows which refusals of the API have a field and which do not', () => {
    const state = formStateOf(field, { shortfall: { paidBy: 'takeout' }, cascade: [{ step: 'contains', count: 1 }] });
    expect(hasField(field, state, 'cascade.0.count')).toBe(true);
    expect(hasField(field, state, 'shortfall.floorBps')).toBe(true);
    expect(hasField(field, state, 'cascade.1.count')).toBe(false);
    expect(hasField(field, state, 'guarantee.fundCents')).toBe(false);
    expect(hasField(field, state, 'unheard.of')).toBe(false);
    expect(hasField(field, state, '')).toBe(false);
  });

  test('refuses to draw alternatives that nothing tells apart: a bug in the schema, found at once', () => {
    expect(() => describeForm(z.union([z.strictObject({ a: z.int() }), z.strictObject({ b: z.int() })]))).toThrow(/nothing tells/);
  });
});

describe('the entry form of a game of panels', () => {
  const field = describeForm(entrySchema([{ name: 'main', pick: 6, from: 1, to: 45 }], 10));

  test('is a sheet of numbers per panel and line', () => {
    expect(field).toMatchObject({
      kind: 'group',
      fields: [{ kind: 'list', item: { kind: 'group', fields: [{ kind: 'sheet', from: 1, to: 45, minItems: 6, maxItems: 6 }] } }],
    });
  });

  test('takes exactly the numbers asked for', () => {
    const line = (numbers: readonly number[]) => readForm(field, formStateOf(field, { lines: [{ main: numbers }] }));
    expect(line([1, 2, 3, 4, 5, 6])).toEqual({ ok: true, value: { lines: [{ main: [1, 2, 3, 4, 5, 6] }] } });
    expect(line([1, 2, 3, 4, 5])).toEqual({ ok: false, complaints: [{ path: 'lines.0.main', code: 'itemsMin', facts: { count: 6 } }] });
  });
});

test('a setting without a translation still gets a readable name', () => {
  expect(nameApart('breakStepCents')).toBe('Break step');
  expect(nameApart('takeoutBps')).toBe('Takeout');
  expect(nameApart('profit-split')).toBe('Profit split');
});
