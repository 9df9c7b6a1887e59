import { describe, expect, it, vi } from 'vitest';
import { betSchema } from '../definition/bet-type.ts';
import type { PoolDefinitionJson } from '../definition/pool-definition.ts';
import { poolDefinitionToJson } from '../definition/pool-definition.ts';
import { betSamples } from '../testing/bet-samples.ts';
import { type Changes, definition } from '../testing/definitions.ts';
import { poolRulesText } from './rules-text.ts';

// Random pools take their time on a busy machine; the count of runs bounds the work.
vi.setConfig({ testTimeout: 60_000 });

const languages = ['ca', 'es', 'fr', 'en'] as const;
type Language = (typeof languages)[number];
const separators = { ca: ['.', ','], es: ['.', ','], fr: ['\u202f', ','], en: [',', '.'] } as const;

/** Numbers in a text, in plain form: "1.234,50" in Catalan is "1234.50". Labels that a definition names itself are left out. */
function numbersIn(text: string, language: Language): string[] {
  const [thousands, decimal] = separators[language];
  const literal = (mark: string) => (mark === '.' ? '\\.' : mark);
  const pattern = new RegExp(`\\d{1,3}(?:${literal(thousands)}\\d{3})+(?:${literal(decimal)}\\d+)?|\\d+(?:${literal(decimal)}\\d+)?`, 'g');
  return [...text.matchAll(pattern)].map(([found]) => found.replaceAll(thousands, '').replace(decimal, '.'));
}

const textOf = (changes: Changes, language: Language = 'en') =>
  poolRulesText(definition(changes), language)
    .sections.flatMap((section) => [section.heading, ...section.paragraphs])
    .join('\n');

/** Every number that a definition can explain, as players read it. */
function explained(json: PoolDefinitionJson): Set<string> {
  const numbers = new Set<string>();
  const digits = { HUF: 2, SEK: 2, NOK: 2, USD: 2, EUR: 2, HKD: 2, JPY: 0 }[json.currency as 'EUR'];
  const add = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(add);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(add);
    else if (typeof value === 'number') {
      numbers.add(String(value));
      // Basis points as a percentage, and what they leave of the whole.
      numbers.add(String(value / 100));
      numbers.add(String((10_000 - value) / 100));
    } else if (typeof value === 'string') {
      if (/^\d+$/.test(value)) numbers.add((Number(value) / 10 ** digits).toFixed(digits));
      for (const part of value.match(/\d+/g) ?? []) numbers.add(part);
      for (const part of value.match(/^([\d.]+)%$/)?.slice(1) ?? []) numbers.add(String(Number(part)));
    }
  };
  add(json);
  for (const system of json.reducedSystems) {
    numbers.add(String(system.lines.length));
    numbers.add(String(system.marks.length));
  }
  json.cascade.forEach((_, i) => {
    numbers.add(String(i + 1));
  });
  if (json.bet.type === 'sports' && json.bet.plus) numbers.add(String(json.bet.plus.outcomes.length));
  const sizes: Record<string, string> = {
    quinella: '2',
    swinger: '2',
    exacta: '2',
    trio: '3',
    trifecta: '3',
    tierce: '3',
    'first-4': '4',
    superfecta: '4',
    quarte: '4',
    quinte: '5',
    double: '2',
    treble: '3',
  };
  numbers.add(sizes[json.bet.type] ?? '');
  return numbers;
}

describe('the rules text of a pool', () => {
  it('has no number, in any language, that the definition does not explain', () => {
    for (const { pool } of betSamples) {
      const known = explained(poolDefinitionToJson(pool.definition));
      for (const language of languages) {
        for (const { paragraphs } of poolRulesText(pool.definition, language).sections) {
          for (const paragraph of paragraphs) {
            for (const found of numbersIn(paragraph, language)) expect(known.has(found), `${found} in "${paragraph}"`).toBe(true);
          }
        }
      }
    }
  });

  it('says the same numbers in every language, section by section', () => {
    for (const { pool } of betSamples) {
      const [catalan, ...others] = languages.map((language) =>
        poolRulesText(pool.definition, language).sections.map(({ paragraphs }) =>
          paragraphs.map((paragraph) => numbersIn(paragraph, language).toSorted()),
        ),
      );
      for (const other of others) expect(other).toEqual(catalan);
    }
  });

  it('has a title in every language for every bet type, and no empty sentence', () => {
    for (const type of betSchema.options.map((option) => option.shape.type.value)) {
      const sample = betSamples.find(({ pool }) => pool.definition.bet.type === type);
      if (!sample) throw new Error(`no sample of ${type}`);
      for (const language of languages) {
        const text = poolRulesText(sample.pool.definition, language);
        expect(text.title).not.toBe(type);
        for (const { heading, paragraphs } of text.sections) for (const line of [heading, ...paragraphs]) expect(line).toMatch(/\S{2}/);
        expect(JSON.stringify(text)).not.toMatch(/undefined|null|NaN/);
      }
    }
  });

  it('states takeout and share paid, and the dead-heat formula that is used', () => {
    expect(textOf({ takeoutBps: 1750 })).toContain('The takeout is 17.5% of the stakes; 82.5% is paid out.');
    expect(textOf({ takeoutBps: 1750 }, 'ca')).toContain('La retenció és del 17,5 % de les apostes; es paga el 82,5 %.');
    expect(textOf({})).toContain('is divided equally between them, and each gets its stakes back on top');
    expect(textOf({ price: { deadHeat: 'equal-share' } })).toContain('the fund is divided equally between them.');
  });

  it('says where the fund of every tier goes that nobody wins', () => {
    for (const { pool } of betSamples.filter((sample) => sample.pool.definition.prizePlan)) {
      const lines = poolRulesText(pool.definition, 'en').sections.flatMap((section) => section.paragraphs);
      for (const { id } of pool.definition.prizePlan?.tiers ?? []) {
        expect(lines).toContain(`${id}, won by nobody: its fund waits in tier ${id} of the next pool.`);
      }
    }
  });

  it('changes with every rule that a player can feel', () => {
    const base: Changes = { bet: { type: 'treble' } };
    const plain = textOf(base);
    const changes: Changes[] = [
      { takeoutBps: 2100 },
      { fundStepCents: '100' },
      { dividend: { breakStepCents: '5' } },
      { dividend: { rounding: 'nearest' } },
      { dividend: { minimumCents: '110' } },
      { dividend: { minimumCents: '110', shortfall: { paidBy: 'refund' } } },
      { dividend: { minimumCents: '110', shortfall: { paidBy: 'takeout', floorBps: 100, beyondFloor: 'refund' } } },
      { cascade: [{ step: 'most-correct' }, { step: 'refund' }] },
      { scratch: 'loses' },
      { voidLegs: { first: 'refund' } },
      { voidLegs: { later: 'refund' } },
      { voidLegs: { refundAbove: 1 } },
      { guarantee: { fundCents: '700000', carryoverCounts: false } },
      { payoutCapCents: '700000' },
      { carryover: { to: 'next', capCents: '500', mandatoryDates: ['2026-12-31'] } },
      { stake: { unitCents: '200' } },
      { stake: { flexiMinimumBps: 500 } },
      { price: { coupledFinish: 'holds' } },
      { price: { deadHeat: 'single-price' } },
    ];
    const texts = changes.map((change) => textOf({ ...base, ...change }));
    expect(new Set([plain, ...texts]).size).toBe(changes.length + 1);
  });
});
