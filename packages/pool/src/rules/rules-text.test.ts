import { describe, expect, it, vi } from 'vitest';
import { betSchema } from '../definition/bet-type.ts';
import type { PoolDefinitionJson } from '../definition/pool-definition.ts';
import { poolDefinitionToJson } from '../definition/pool-definition.ts';
import { betSamples, tierPlan } from '../testing/bet-samples.ts';
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
  json.prizePlan?.tiers.forEach((_, i) => {
    numbers.add(String(i + 1));
  });
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
        const number = (pool.definition.prizePlan?.tiers.findIndex((tier) => tier.id === id) ?? 0) + 1;
        expect(lines).toContain(`Tier ${number}, won by nobody: its fund waits in tier ${number} of the next pool.`);
        expect(lines.some((line) => line.startsWith(`Tier ${number} (${id}): `))).toBe(true);
      }
    }
  });

  it('follows the money of a tier to where it ends, also when its first way leads nowhere', () => {
    const rest = { to: 'operator' as const };
    const tiers = [4, 3].map((correct) => ({
      id: `right-${correct}`,
      correct,
      plus: 'any' as const,
      count: 'exactly' as const,
      uniqueOnly: false,
    }));
    const plan: NonNullable<Changes['prizePlan']> = {
      fund: { share: '100%', rounding: 'down' },
      undividedTo: rest,
      tiers: tiers.map(({ id }, i) => ({
        ...tierPlan(id, '50%'),
        empty: i === 0 ? { to: 'next-lower', otherwise: { to: 'carry', tier: id } } : { to: 'next-higher', otherwise: rest },
        minimum: { amountCents: '500', otherwise: { to: 'tiers', split: [{ tier: `right-${3 + i}`, share: '1/2' }], otherwise: rest } },
      })),
    };
    const carryover = { to: 'next', capCents: null, mandatoryDates: [] };
    const text = textOf({ bet: { type: 'pick', legs: 4 }, price: { method: 'tiered' }, tiers, prizePlan: plan, carryover });
    expect(text).toContain(
      'Tier 1, won by nobody: its fund goes to the next lower tier with winners, and failing that it waits in tier 1 of the next pool.',
    );
    expect(text).toContain(
      'Tier 2, won by nobody: its fund goes to the next higher tier with winners, and failing that it goes to the operator.',
    );
    expect(text).toContain(
      'Tier 1: a dividend below EUR 5.00 is not paid and its fund goes to tier 2 (50%), and failing that it goes to the operator.',
    );
  });

  it('has words of its own for one of what it counts, and writes dates out', () => {
    const overUnder = (legs: number): Changes => ({ bet: { type: 'over-under', legs }, scratch: 'loses' });
    const one = {
      ca: "la línia publicada d'un esdeveniment.",
      es: 'la línea publicada de un acontecimiento.',
      fr: "la ligne publiée d'un événement.",
      en: 'the published line of an event.',
    };
    const voids = {
      ca: ['Amb qualsevol prova anul·lada es', "Amb més d'una prova anul·lada es", 'Amb més de 2 proves anul·lades es'],
      es: ['Con cualquier prueba anulada se', 'Con más de una prueba anulada se', 'Con más de 2 pruebas anuladas se'],
      fr: ['Dès la première épreuve annulée, tous', "Au-delà d'une épreuve annulée, tous", 'Au-delà de 2 épreuves annulées, tous'],
      en: ['With any void leg all', 'With more than one void leg all', 'With more than 2 void legs all'],
    };
    const places = {
      ca: 'els llocs 1 i 2 encertats',
      es: 'los puestos 1 y 2 acertados',
      fr: 'les places 1 et 2 sont justes',
      en: 'places 1 and 2 right',
    };
    const dates = {
      ca: "el 1 d'agost del 2026 i 31 de desembre del 2026.",
      es: 'el 1 de agosto de 2026 y 31 de diciembre de 2026.',
      fr: 'le 1er août 2026 et 31 décembre 2026.',
      en: 'on 1 August 2026 and 31 December 2026.',
    };
    for (const language of languages) {
      expect(textOf(overUnder(1), language)).toContain(one[language]);
      voids[language].forEach((words, refundAbove) => {
        expect(textOf({ ...overUnder(5), voidLegs: { refundAbove } }, language)).toContain(words);
      });
      const cascade: Changes['cascade'] = [{ step: 'places-right', places: [1, 2] }, { step: 'refund' }];
      expect(textOf({ bet: { type: 'trifecta' }, cascade }, language)).toContain(places[language]);
      const carryover = { to: 'next', capCents: null, mandatoryDates: ['2026-08-01', '2026-12-31'] };
      expect(textOf({ cascade: [{ step: 'carryover' }], carryover }, language)).toContain(dates[language]);
    }
  });

  it('says that the least dividend goes before the cap where there are both', () => {
    const both = textOf({ payoutCapCents: '700000', dividend: { minimumCents: '110' } });
    expect(both).toContain('The pool pays at most EUR 7,000.00 in all, unless the least dividend asks for more.');
    expect(textOf({ payoutCapCents: '700000' })).toContain('The pool pays at most EUR 7,000.00 in all.');
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
