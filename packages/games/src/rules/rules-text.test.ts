/**
 * Every number of every rules text is recomputed here from the JSON of the template and from counting of its own, without the
 * engine's odds: a number that players read and that nothing explains fails.
 */
import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { parseGameDefinition } from '../definition/parse-game-definition.ts';
import { cims645 } from '../templates/cims-645.ts';
import { formerTemplates, gameTemplates } from '../templates/game-templates.ts';
import { type RulesText, rulesText } from './rules-text.ts';

type PartJson = Pick<GameDefinitionJson, 'family' | 'prizes' | 'unitPriceCents'> & Record<string, unknown>;
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const languages = ['ca', 'es', 'fr', 'en'] as const;
const separators = { ca: ['.', ','], es: ['.', ','], fr: ['\u202f', ','], en: [',', '.'] } as const;
const currencyDigits = (currency: string): number => (currency === 'KRW' ? 0 : 2);

/** Numbers in a text, in plain form: "1.234,50" in Catalan is "1234.50". */
function numbersIn(text: string, language: (typeof languages)[number]): string[] {
  const [thousands, decimal] = separators[language];
  const group = thousands === '.' ? '\\.' : thousands;
  const fraction = decimal === '.' ? '\\.' : decimal;
  const pattern = new RegExp(`\\d{1,3}(?:${group}\\d{3})+(?:${fraction}\\d+)?|\\d+(?:${fraction}\\d+)?`, 'g');
  return [...text.matchAll(pattern)].map(([found]) => found.replaceAll(thousands, '').replace(decimal, '.'));
}

/** Halves go up, as the engine's exact fractions do; the nudge keeps binary fractions from falling below a half. */
const nudge = 1e-9;
const plain = (value: number, digits: number): string => (value + nudge).toFixed(digits);
const trimmed = (value: number): string => (value + nudge).toFixed(4).replace(/\.?0+$/, '');

function percentOf(share: string): number {
  const match = /^([\d.]+)(%?)(?:\/([\d.]+))?$/.exec(share);
  if (!match) throw new Error(share);
  return (Number(match[1]) * (match[2] ? 1 : 100)) / Number(match[3] ?? 1);
}

const choose = (n: number, k: number): number => {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  for (let i = 1; i <= k; i += 1) ways = (ways * (n - k + i)) / i;
  return Math.round(ways);
};

type WinJson = Record<string, unknown> & { tier: string };

const asList = (hits: unknown): number[] => (Array.isArray(hits) ? (hits as number[]) : [hits as number]);

/** Chance of a win, counted from the JSON alone; expected times for pre-assigned numbers. */
function chanceOf(part: PartJson, win: WinJson, before: readonly WinJson[]): number[] {
  if (part.family === 'matrix') {
    const panels = part.panels as { id: string; from: number; choose: number }[];
    const bonuses = (part.bonuses ?? []) as { id: string; panel: string; count: number }[];
    const digits = (part.drawnDigits ?? []) as { id: string; size: number }[];
    const hits = (win.hits ?? {}) as Record<string, unknown>;
    let chance = 1;
    for (const panel of panels) {
      const wanted = hits[panel.id] === undefined ? undefined : asList(hits[panel.id]);
      const bonus = bonuses.find(({ panel: of }) => of === panel.id);
      const wantedBonus = bonus && hits[bonus.id] !== undefined ? asList(hits[bonus.id]) : undefined;
      let ways = 0;
      for (let own = 0; own <= panel.choose; own += 1) {
        if (wanted && !wanted.includes(own)) continue;
        const main = choose(panel.choose, own) * choose(panel.from - panel.choose, panel.choose - own);
        if (!bonus || !wantedBonus) {
          ways += main;
          continue;
        }
        const left = panel.choose - own;
        const rest = panel.from - panel.choose;
        for (const held of wantedBonus)
          ways += (main * choose(left, held) * choose(rest - left, bonus.count - held)) / choose(rest, bonus.count);
      }
      chance *= ways / choose(panel.from, panel.choose);
    }
    for (const { id, size } of digits) {
      const drawn = ((win.digits ?? {}) as Record<string, boolean>)[id];
      if (drawn !== undefined) chance *= drawn ? 1 / size : (size - 1) / size;
    }
    return [chance];
  }
  if (part.family === 'keno') {
    const { spots, drawn } = part as unknown as { spots: number; drawn: number };
    const { marks, hits } = win as unknown as { marks: number; hits: number };
    return [(choose(marks, hits) * choose(spots - marks, drawn - hits)) / choose(spots, drawn)];
  }
  if (part.family === 'digits') {
    const { positions, seriesCount = 0 } = part as unknown as { positions: number; seriesCount?: number };
    type Match = { kind: string; digits?: number; orders?: number; series?: boolean };
    const matches = (match: Match, agree: readonly boolean[], sameSeries: boolean): boolean => {
      if (match.series && !sameSeries) return false;
      if (match.kind === 'exact') return agree.every(Boolean);
      if (match.kind === 'first') return agree.slice(0, match.digits).every(Boolean);
      return match.kind === 'last' && agree.slice(-(match.digits ?? 0)).every(Boolean);
    };
    const match = win.match as Match;
    if (match.kind === 'any-order') return [(match.orders ?? 1) / 10 ** positions];
    let chance = 0;
    for (const sameSeries of seriesCount > 0 ? [true, false] : [true]) {
      const seriesChance = seriesCount === 0 ? 1 : sameSeries ? 1 / seriesCount : 1 - 1 / seriesCount;
      for (let mask = 0; mask < 2 ** positions; mask += 1) {
        const agree = Array.from({ length: positions }, (_, i) => (mask & (1 << i)) !== 0);
        if (!matches(match, agree, sameSeries)) continue;
        if (before.some((earlier) => earlier.bet === win.bet && matches(earlier.match as Match, agree, sameSeries))) continue;
        chance += seriesChance * agree.reduce((product, equal) => product * (equal ? 0.1 : 0.9), 1);
      }
    }
    return [chance];
  }
  if (part.family === 'preassigned') {
    const { numbers, digits, extractions } = part as unknown as {
      numbers: number;
      digits: number;
      extractions: { id: string; count: number; digits: number }[];
    };
    const extraction = extractions.find(({ id }) => id === win.extraction);
    const match = win.match as { kind: string; digits?: number; freeDigits?: number };
    if (!extraction) throw new Error('no extraction');
    const whole = extraction.digits === digits;
    const size =
      match.kind === 'number'
        ? 1
        : match.kind === 'neighbour'
          ? 2
          : match.kind === 'block'
            ? 10 ** (match.freeDigits ?? 0) - 1
            : whole
              ? numbers / 10 ** (match.digits ?? 0) - 1
              : numbers / 10 ** (match.digits ?? 0);
    return [(extraction.count * size) / numbers];
  }
  return [];
}

const oddsText = (chance: number): string => plain(1 / chance, 1 / chance < 1000 - nudge ? 2 : 0);

/** Long-run returns in percent, by the definition of each kind of tier. */
function returnsOf(part: PartJson): number[] {
  const wins = part.wins as WinJson[];
  const price = Number(part.unitPriceCents);
  const { prizes } = part;
  const byBet = new Map<string, Map<string, number>>();
  wins.forEach((win, index) => {
    const key =
      part.family === 'digits'
        ? `${String(win.bet)} ${(win.match as { orders?: number }).orders ?? ''}`
        : part.family === 'keno'
          ? String(win.marks)
          : 'line';
    const chances = byBet.get(key) ?? new Map<string, number>();
    for (const chance of chanceOf(part, win, wins.slice(0, index))) chances.set(win.tier, (chances.get(win.tier) ?? 0) + chance);
    byBet.set(key, chances);
  });
  const fund = percentOf(prizes.fund.share) / 100;
  return [...byBet.values()].map((chances) => {
    let taken = 0;
    let paid = 0;
    const shareOf = (share: string, of: string): number => (percentOf(share) / 100) * (of === 'fund' ? fund : 1);
    for (const { share, of } of prizes.setAsides ?? []) if (of !== 'rest') taken += shareOf(share, of);
    for (const { id, prize } of prizes.tiers) {
      if (prize.kind === 'fixed') {
        const back = ((chances.get(id) ?? 0) * Number(prize.amountCents)) / price;
        paid += back;
        if (prize.from === undefined) taken += back;
      }
      if (prize.kind === 'shared' && prize.of !== 'rest') {
        taken += shareOf(prize.share, prize.of);
        paid += shareOf(prize.share, prize.of);
      }
    }
    const rest = Math.max(0, fund - taken);
    let shares = 0;
    let restPaid = 0;
    for (const { share, of } of prizes.setAsides ?? []) if (of === 'rest') shares += percentOf(share) / 100;
    for (const { prize } of prizes.tiers) {
      if (prize.kind === 'shared' && prize.of === 'rest') {
        shares += percentOf(prize.share) / 100;
        restPaid += percentOf(prize.share) / 100;
      }
    }
    if (prizes.tiers.some(({ prize }) => prize.kind === 'remainder')) restPaid += 1 - shares;
    return (paid + rest * restPaid) * 100;
  });
}

/** Everything a number in a text may stand for. */
function explained(json: GameDefinitionJson): Set<string> {
  const known = new Set<string>();
  const digits = currencyDigits(json.currency);
  const collect = (value: Json, key: string): void => {
    if (typeof value === 'number') known.add(String(value));
    else if (typeof value === 'string') {
      if (key.endsWith('Cents')) known.add(plain(Number(value) / 10 ** digits, digits));
      else if (key === 'share') known.add(trimmed(percentOf(value)));
      else for (const [found] of value.matchAll(/\d+/g)) known.add(found);
    } else if (Array.isArray(value)) for (const entry of value) collect(entry, key);
    else if (value !== null && typeof value === 'object') for (const [name, entry] of Object.entries(value)) collect(entry, name);
  };
  collect(JSON.parse(JSON.stringify(json)) as Json, '');
  const parts: PartJson[] = [json as unknown as PartJson, ...((json.addOns ?? []) as unknown as PartJson[])];
  for (const part of parts) {
    known.add(trimmed(100 - percentOf(part.prizes.fund.share)));
    for (const value of returnsOf(part)) known.add(trimmed(value));
    const wins = part.wins as WinJson[];
    wins.forEach((win, index) => {
      for (const chance of chanceOf(part, win, wins.slice(0, index))) known.add(oddsText(chance));
    });
    for (const panel of (part.panels ?? []) as { from: number; first?: number }[]) {
      known.add(String((panel.first ?? 1) + panel.from - 1));
      known.add(String(panel.first ?? 1));
    }
    for (const { size } of (part.drawnDigits ?? []) as { size: number }[]) known.add(String(size - 1));
    if (part.family === 'preassigned') {
      known.add('0'.repeat(Number(part.digits)));
      known.add(String(Number(part.numbers) - 1).padStart(Number(part.digits), '0'));
      for (const { match } of part.wins as { match: { freeDigits?: number } }[])
        if (match.freeDigits !== undefined) known.add(String(10 ** match.freeDigits));
    }
    // Patterns of digits in the names of bets.
    if (part.family === 'digits') for (const pattern of ['012', '001', '000']) known.add(pattern);
  }
  // "1 in n", "from 0", "series 1 to n", rounds.
  for (const fixed of ['0', '1']) known.add(fixed);
  return known;
}

const textOf = (rules: RulesText): string =>
  rules.sections
    .flatMap(({ heading, paragraphs, table }) => [
      heading,
      ...paragraphs,
      ...(table?.rows.flatMap((row) => [row.tier, row.condition, row.odds, row.prize]) ?? []),
    ])
    .join('\n');

describe.each([...gameTemplates, ...formerTemplates])('the rules of $id version $version', (json) => {
  const game = expectOk(parseGameDefinition(json));

  it.each(languages)('state only numbers that the definition or its odds explain (%s)', (language) => {
    const known = explained(json);
    const unexplained = numbersIn(textOf(rulesText(game, language)), language).filter((number) => !known.has(number));
    expect(unexplained).toEqual([]);
  });

  it('say the same numbers in the same places in all four languages', () => {
    const [first, ...others] = languages.map((language) =>
      rulesText(game, language).sections.map(({ paragraphs, table }) => [
        ...paragraphs.map((text) => numbersIn(text, language).sort()),
        ...(table?.rows.map((row) => [row.tier, numbersIn(row.odds, language), numbersIn(row.prize, language)]) ?? []),
      ]),
    );
    for (const other of others) expect(other).toEqual(first);
  });

  it.each(languages)(
    'are complete: modality, elements, draws, every win with chance and prize, share paid, retention, claims (%s)',
    (language) => {
      const rules = rulesText(game, language);
      const [modality, elements, draws, winning, prizes] = rules.sections;
      for (const section of [modality, elements, draws, prizes]) {
        expect(section?.paragraphs.length).toBeGreaterThan(0);
        for (const text of section?.paragraphs ?? []) expect(text).not.toMatch(/undefined|NaN|\[object/);
      }
      expect(winning?.table?.rows.map(({ tier }) => tier)).toEqual(game.wins.map(({ tier }) => tier));
      for (const row of winning?.table?.rows ?? []) for (const cell of Object.values(row)) expect(cell).not.toBe('');
      const claims = rules.sections.at(-1);
      expect(numbersIn(claims?.paragraphs.join(' ') ?? '', language)).toContain(String(json.claim.days));
      const share = trimmed(percentOf(json.prizes.fund.share));
      expect(numbersIn(prizes?.paragraphs[0] ?? '', language)).toEqual([share, trimmed(100 - percentOf(json.prizes.fund.share))]);
    },
  );

  it('give each tier the chance and the fixed amount of the definition', () => {
    const rows = rulesText(game, 'en').sections[3]?.table?.rows ?? [];
    const wins = (json as unknown as PartJson).wins as WinJson[];
    wins.forEach((win, index) => {
      const row = rows[index];
      const chances = chanceOf(json as unknown as PartJson, win, wins.slice(0, index)).map(oddsText);
      if (json.family !== 'raffle') expect(numbersIn(row?.odds ?? '', 'en')).toEqual(['1', ...chances]);
      const { prize } = json.prizes.tiers.find(({ id }) => id === win.tier) ?? {};
      if (prize?.kind === 'fixed')
        expect(numbersIn(row?.prize ?? '', 'en')).toEqual([
          plain(Number(prize.amountCents) / 10 ** currencyDigits(json.currency), currencyDigits(json.currency)),
        ]);
    });
  });
});

describe('rules of an amount that looks for winners', () => {
  it.each([
    ['ca', 'encertants o, si cap no té encertants, va al compte «reserve».'],
    ['es', 'acertantes o, si ninguna tiene acertantes, va a la cuenta «reserve».'],
    ['fr', "gagnants ou, si aucun n'a de gagnant, va au compte « reserve »."],
    ['en', 'winners or, where none has winners, goes to the account “reserve”.'],
  ] as const)('say in %s where it goes when nobody has won', (language, ending) => {
    const text = rulesText(expectOk(parseGameDefinition(cims645)), language).sections.flatMap(({ paragraphs }) => paragraphs);
    expect(text.filter((sentence) => sentence.endsWith(ending))).toHaveLength(1);
  });
});

describe('rules of pre-assigned numbers', () => {
  const numbered = gameTemplates.filter(({ family }) => family === 'preassigned');

  it.each(numbered)('of $id name each drawing in the language of the reader', (json) => {
    if (json.family !== 'preassigned') throw new Error('a game of another family');
    const game = expectOk(parseGameDefinition(json));
    for (const language of languages) {
      const rows = rulesText(game, language).sections.flatMap(({ table }) => table?.rows ?? []);
      json.wins.forEach(({ extraction }, index) => {
        const name = json.extractions.find(({ id }) => id === extraction)?.name?.[language];
        expect(name).toBeTruthy();
        expect(rows[index]?.condition).toContain(`(${name})`);
      });
    }
  });
});
