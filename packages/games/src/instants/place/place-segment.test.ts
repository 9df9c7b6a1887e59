import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { hmacSha256, sha256 } from '../../randomness/testing/node-hashes.ts';
import { chanceFrom, runChance } from '../chance.ts';
import { type InstantDefinition, prizeOfTier } from '../definition/instant-definition.ts';
import { segmentBase } from '../definition/instant-problems.ts';
import { parseInstantDefinition } from '../definition/parse-instant-definition.ts';
import { packCount, segmentAt, segmentCount } from '../run/pack-layout.ts';
import { clauDor, tresIguals } from '../templates/instant-templates.ts';
import { motsEncreuats } from '../templates/mots-encreuats.ts';
import { chiSquareChance, kolmogorovSmirnovChance } from '../testing/distribution.ts';
import { placeSegment } from './place-segment.ts';
import { planRun } from './run-plan.ts';
import { winnerPlaces } from './winner-places.ts';

const retail = expectOk(parseInstantDefinition(clauDor));
const online = expectOk(parseInstantDefinition(tresIguals));
/** A tenth of the printed template, for many runs. */
const small = expectOk(
  parseInstantDefinition({
    ...clauDor,
    runSize: 24_000,
    prizeFundCents: '3410000',
    tiers: clauDor.tiers.map((tier) => ({
      ...tier,
      count: { '10000': 1, '1000': 1, '100': 10, '50': 50, '20': 150 }[tier.id] ?? tier.count / 5,
    })),
    guarantee: { ...clauDor.guarantee, segments: 4, floorCents: '3000', ceilingCents: '15000', maxLoserStreak: 14 },
  }),
);

function placeRun(definition: InstantDefinition, seedText: string): Uint16Array {
  const seed = sha256(Buffer.from(seedText));
  const plan = planRun(definition, runChance(hmacSha256, seed, 'plan', 0));
  const prizes = new Uint16Array(definition.runSize);
  for (let i = 0; i < segmentCount(definition); i += 1)
    prizes.set(placeSegment(definition, plan, i, runChance(hmacSha256, seed, 'place', i)), segmentAt(definition, i).firstTicket);
  return prizes;
}

const countsOf = (definition: InstantDefinition, prizes: Uint16Array): number[] => {
  const counts = new Array<number>(definition.tiers.length + 1).fill(0);
  for (const prize of prizes) counts[prize] = (counts[prize] ?? 0) + 1;
  return counts.slice(1);
};

describe.each([
  ['clau-dor', retail],
  ['mots-encreuats', expectOk(parseInstantDefinition(motsEncreuats))],
])('a printed run of %s', (name, definition) => {
  it('has the exact count of every tier, every pack within all its limits, and mid prizes spread over the segments', () => {
    const { packSize, tiers, guarantee } = definition;
    const prizes = placeRun(definition, name);
    expect(countsOf(definition, prizes)).toEqual(tiers.map(({ count }) => count));
    const packs = packCount(definition);
    const spreadCounts = new Map<number, Set<number>>();
    for (let pack = 0; pack < packs; pack += 1) {
      const own = [...prizes.subarray(pack * packSize, (pack + 1) * packSize)];
      let paid = 0n;
      let mids = 0;
      tiers.forEach((tier, index) => {
        const count = own.filter((prize) => prize === index + 1).length;
        if (tier.perPack) {
          expect(count).toBeGreaterThanOrEqual(tier.perPack.min);
          expect(count).toBeLessThanOrEqual(tier.perPack.max);
          spreadCounts.set(index, (spreadCounts.get(index) ?? new Set()).add(count));
        }
        if (tier.spread === 'mid') mids += count;
        if (tier.spread !== 'top') paid += prizeOfTier(tier) * BigInt(count);
      });
      expect(mids).toBeLessThanOrEqual(1);
      expect(paid >= (guarantee?.floorCents ?? 0n) && paid <= (guarantee?.ceilingCents ?? 0n)).toBe(true);
      const round = [...own, ...own].map((prize) => (prize === 0 ? '.' : 'x')).join('');
      expect(Math.max(...round.split('x').map(({ length }) => length))).toBeLessThanOrEqual(guarantee?.maxLoserStreak ?? 0);
    }
    // No low tier has one fixed number in a pack.
    for (const counts of spreadCounts.values()) expect(counts.size).toBeGreaterThan(2);
    for (let index = 0; index < segmentCount(definition); index += 1) {
      const segment = segmentAt(definition, index);
      const counts = countsOf(definition, prizes.subarray(segment.firstTicket, segment.firstTicket + segment.tickets));
      tiers.forEach((tier, i) => {
        if (tier.spread === 'top') return;
        const base = segmentBase(tier.count, segment, packs);
        expect([base, base + 1]).toContain(counts[i]);
      });
    }
  });
});

describe('an electronic pool', () => {
  it('has the exact counts, and its segments differ as a shuffle’s do', () => {
    const prizes = placeRun(online, 'pool');
    expect(countsOf(online, prizes)).toEqual(online.tiers.map(({ count }) => count));
    expect(placeRun(online, 'pool')).toEqual(prizes);
    expect(placeRun(online, 'another pool')).not.toEqual(prizes);
  });
});

describe('winners of a pack', () => {
  const take = (count: number): Uint8Array => runBytes(count);
  let state = 7;
  const runBytes = (count: number): Uint8Array =>
    Uint8Array.from({ length: count }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 16;
    });

  it('are every choice round the pack within the streak, equally likely, also when nearly none keeps it: 3 of 12 tickets, all choices enumerated', () => {
    // Gaps of at most 4 that sum to 12 are 4, 4, 4 alone: 4 choices; with streak 4 there are more, all enumerated here.
    for (const streak of [3, 4, 5]) {
      const choose = winnerPlaces(12, streak);
      const chance = chanceFrom(take);
      const counts = new Map<string, number>();
      for (let i = 0; i < 20_000; i += 1) {
        const key = choose(3, null, chance).join('');
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      let valid = 0;
      for (let mask = 0; mask < 4_096; mask += 1) {
        const text = mask.toString(2).padStart(12, '0');
        if (text.replaceAll('0', '').length !== 3) continue;
        if (Math.max(...(text + text).split('1').map(({ length }) => length)) <= streak) valid += 1;
      }
      expect(counts.size).toBe(valid);
      const expected = 20_000 / valid;
      const value = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      expect(chiSquareChance(value, valid - 1)).toBeGreaterThan(1e-4);
    }
  });

  it('leave a top prize where it lies and arrange the others around it', () => {
    const choose = winnerPlaces(20, 9);
    const chance = chanceFrom(take);
    for (let ticket = 0; ticket < 20; ticket += 1) {
      const marks = choose(2, ticket, chance);
      expect(marks[ticket]).toBe(1);
      expect(marks.reduce((sum, mark) => sum + mark, 0)).toBe(2);
    }
  });
});

describe('positions over 200 runs', () => {
  const title =
    'are uniform: p-values over 200 seeds derived from this title pass Kolmogorov–Smirnov at 1e-4, for packs, segments and tickets of a pack';
  it(title, () => {
    const chances: Record<'top' | 'top packs' | 'mid' | 'low' | 'online', number[]> = {
      top: [],
      'top packs': [],
      mid: [],
      low: [],
      online: [],
    };
    /** Draws without replacement from `of` vary less than draws with it, by (of − draws) / (of − 1). */
    const chiOf = (values: readonly number[], cells: number, of = Number.POSITIVE_INFINITY): number => {
      const counts = new Array<number>(cells).fill(0);
      for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
      const expected = values.length / cells;
      return chiSquareChance(
        counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0) *
          (of === Number.POSITIVE_INFINITY ? 1 : (of - 1) / (of - values.length)),
        cells - 1,
      );
    };
    const { packSize } = small;
    // The wide run has 40 top prizes: enough to count them by quarters of a pack and of the run.
    const wide: InstantDefinition = {
      ...small,
      tiers: small.tiers.map((tier) => (tier.spread === 'top' ? { ...tier, count: 20 } : tier)),
    };
    for (let i = 0; i < 200; i += 1) {
      const prizes = placeRun(small, `${title} ${i}`);
      const mid: number[] = [];
      const low: number[] = [];
      for (let pack = 0; pack < packCount(small); pack += 1) {
        const own = prizes.subarray(pack * packSize, (pack + 1) * packSize);
        const places = (spread: string): number[] =>
          [...own.keys()].filter((ticket) => small.tiers[(own[ticket] ?? 0) - 1]?.spread === spread);
        mid.push(...places('mid'));
        // One low winner a pack, chosen by a rule that does not look at the place: packs are independent, winners of one pack are not.
        const winners = places('low');
        const pick = sha256(Buffer.from(`${title} ${i} ${pack}`))[0] ?? 0;
        low.push(winners[pick % winners.length] ?? 0);
      }
      chances.mid.push(
        chiOf(
          mid.map((ticket) => Math.floor(ticket / 6)),
          10,
        ),
      );
      chances.low.push(
        chiOf(
          low.map((ticket) => Math.floor(ticket / 6)),
          10,
        ),
      );
      const tops = planRun(wide, runChance(hmacSha256, sha256(Buffer.from(`tops ${title} ${i}`)), 'plan', 0)).tops;
      chances.top.push(
        chiOf(
          tops.map(({ ticket }) => Math.floor(ticket / 15)),
          4,
        ),
      );
      chances['top packs'].push(
        chiOf(
          tops.map(({ pack }) => Math.floor(pack / 100)),
          4,
          400,
        ),
      );
      const shuffled = placeRun(online, `${title} ${i}`);
      const winning = [...shuffled.keys()].filter((index) => (shuffled[index] ?? 0) > 0);
      chances.online.push(
        chiOf(
          winning.map((index) => Math.floor(index / 3_000)),
          20,
          online.runSize,
        ),
      );
    }
    for (const [kind, values] of Object.entries(chances)) {
      const p = kolmogorovSmirnovChance(values);
      console.log(`${kind}: KS p = ${p.toFixed(4)}`);
      expect(p, kind).toBeGreaterThan(1e-4);
    }
  });
});
