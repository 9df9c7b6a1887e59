/**
 * What every game guarantees, whatever its family: one call gives a new definition the whole suite.
 *
 * Example: `describeGame(cims645)` in a test file.
 */
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import type { GameDefinitionJson, GamePart } from '../definition/game-definition.ts';
import { encodeGameDefinition, parseGameDefinition } from '../definition/parse-game-definition.ts';
import { type PartResult, parseResult } from '../match/draw-result.ts';
import { randomResult } from '../match/random-result.ts';
import { ticketMatcher } from '../match/ticket-matcher.ts';
import { rulesText } from '../rules/rules-text.ts';
import { settleDraw } from '../settle/settle-draw.ts';
import { assignedByIssuer } from '../ticket/assigned-by-issuer.ts';
import { crc8 } from '../ticket/crc8.ts';
import { lineCount, playLines } from '../ticket/line-count.ts';
import { decodeLines, encodeLines } from '../ticket/packed-lines.ts';
import { parseTicket, playOf } from '../ticket/parse-ticket.ts';
import type { Entry, PartPlay } from '../ticket/part-play.ts';
import { priceTicket } from '../ticket/price-ticket.ts';
import { quickPick, type UniformBelow } from '../ticket/quick-pick.ts';
import { formatRaffleCode, raffleCodeCount } from '../ticket/raffle-code.ts';
import { seededBelow } from './seeded-below.ts';

const pickOf = (list: readonly number[], below: UniformBelow): number => list[Number(below(BigInt(list.length)))] ?? 0;

/** A random entry of any family; systems among those of a matrix game. */
function randomEntry(part: GamePart, below: UniformBelow): Entry {
  if (part.family === 'preassigned') {
    return {
      number: Number(below(BigInt(part.numbers))),
      series: 1 + Number(below(BigInt(part.seriesCount))),
      fraction: 1 + Number(below(BigInt(part.fractionCount))),
    };
  }
  if (part.family === 'raffle') return { code: below(raffleCodeCount(part)) };
  if (part.family === 'matrix') {
    const picks = Object.fromEntries(part.panels.map(({ id, choose, maxPicks }) => [id, Math.min(maxPicks, choose + Number(below(4n)))]));
    return quickPick(part, below, { picks });
  }
  if (part.family === 'keno')
    return quickPick(part, below, { marks: part.minMarks + Number(below(BigInt(part.maxMarks - part.minMarks + 1))) });
  return quickPick(part, below, { bet: part.bets[Number(below(BigInt(part.bets.length)))]?.id ?? '' });
}

/** The JSON form in which an entry comes from outside. */
function entryJson(part: GamePart, entry: Entry): unknown {
  if (part.family === 'matrix' && 'picks' in entry)
    return { picks: Object.fromEntries(part.panels.map(({ id }, index) => [id, entry.picks[index]])) };
  if (part.family === 'digits' && 'bet' in entry) return { bet: entry.bet, digits: entry.digits.join(''), series: entry.series };
  if (part.family === 'preassigned' && 'fraction' in entry) return { ...entry, number: String(entry.number).padStart(part.digits, '0') };
  if (part.family === 'raffle' && 'code' in entry) return { code: formatRaffleCode(part, entry.code) };
  return entry;
}

function randomPlay(part: GamePart, below: UniformBelow): PartPlay {
  const entries = Array.from({ length: 1 + Number(below(4n)) }, () => randomEntry(part, below));
  const digits = part.family === 'matrix' ? part.drawnDigits.map(({ size }) => Number(below(BigInt(size)))) : [];
  return playOf(part, pickOf(part.units, below), digits, entries);
}

/** A random result; of a raffle, codes among those sold. */
function someResult(part: GamePart, plays: readonly PartPlay[], below: UniformBelow): PartResult {
  if (part.family !== 'raffle') return randomResult(part, below);
  const sold = [...new Set(plays.flatMap(({ entries }) => entries.flatMap((entry) => ('code' in entry ? [entry.code] : []))))];
  let next = 0;
  return expectOk(
    parseResult(part, {
      codes: Object.fromEntries(
        part.wins.map(({ tier, codes }) => {
          const drawn = sold.slice(next, next + codes);
          next += codes;
          return [tier, drawn.map((code) => formatRaffleCode(part, code))];
        }),
      ),
    }),
  );
}

/** Single lines of an entry; other families have one each. */
function linesOf(part: GamePart, entry: Entry): Entry[] {
  if (part.family !== 'matrix' || !('picks' in entry)) return [entry];
  const choices = (from: readonly number[], count: number): number[][] =>
    count === 0 ? [[]] : from.flatMap((pick, index) => choices(from.slice(index + 1), count - 1).map((rest) => [pick, ...rest]));
  let lines: number[][][] = [[]];
  part.panels.forEach((panel, index) => {
    const own = choices(entry.picks[index] ?? [], panel.choose);
    lines = lines.flatMap((line) => own.map((picks) => [...line, picks]));
  });
  return lines.map((picks) => ({ picks }));
}

function describePart(name: string, part: GamePart, seed: number): void {
  describe(name, { timeout: 60_000 }, () => {
    const plays = (): PartPlay[] => {
      const below = seededBelow(seed);
      return Array.from({ length: 60 }, () => randomPlay(part, below));
    };
    const countAll = (list: readonly PartPlay[], result: PartResult): number[] => {
      const matcher = ticketMatcher(part, result);
      const totals = new Float64Array(matcher.tiers.length);
      for (const play of list) matcher.add(encodeLines(part, play), totals);
      return [...totals];
    };

    it('packs and unpacks every play unchanged', () => {
      for (const play of plays()) expect(expectOk(decodeLines(part, encodeLines(part, play)))).toEqual(play);
    });

    it('refuses packed lines after any change of a byte', () => {
      const [play] = plays();
      if (!play) throw new Error('no play');
      const packed = encodeLines(part, play);
      const matcher = ticketMatcher(part, someResult(part, plays(), seededBelow(seed)));
      for (let at = 0; at < packed.length; at += 1) {
        const corrupt = packed.slice();
        corrupt[at] = (corrupt[at] ?? 0) ^ 0x41;
        expect(decodeLines(part, corrupt).ok).toBe(false);
        expect(matcher.classify(corrupt).ok).toBe(false);
      }
    });

    it('matches exactly the packed lines that it unpacks: a right check byte over entries that are not sold wins nothing', () => {
      const below = seededBelow(seed + 4);
      const matcher = ticketMatcher(part, someResult(part, plays(), seededBelow(seed)));
      for (const play of plays().slice(0, 12)) {
        for (let round = 0; round < 40; round += 1) {
          const forged = encodeLines(part, play);
          const at = 2 + Number(below(BigInt(forged.length - 3)));
          forged[at] = Number(below(256n));
          forged[forged.length - 1] = crc8(forged, forged.length - 1);
          const totals = new Float64Array(matcher.tiers.length);
          const added = matcher.add(forged, totals);
          const decoded = decodeLines(part, forged);
          expect([typeof added === 'boolean', matcher.classify(forged).ok]).toEqual([decoded.ok, decoded.ok]);
          if (!decoded.ok) expect(totals.every((lines) => lines === 0)).toBe(true);
        }
      }
    });

    it('counts the same winners in any order of tickets, ticket by ticket and again', () => {
      const list = plays();
      const result = someResult(part, list, seededBelow(seed + 1));
      const totals = countAll(list, result);
      expect(countAll([...list].reverse(), result)).toEqual(totals);
      expect(countAll(list, result)).toEqual(totals);
      const matcher = ticketMatcher(part, result);
      const summed = totals.map(() => 0);
      for (const play of list) {
        expectOk(matcher.classify(encodeLines(part, play))).forEach((lines, tier) => {
          summed[tier] = (summed[tier] ?? 0) + lines;
        });
      }
      expect(summed).toEqual(totals);
    });

    it('counts an entry as its lines one by one', () => {
      const below = seededBelow(seed + 2);
      for (let round = 0; round < 8; round += 1) {
        const play = randomPlay(part, below);
        const result = someResult(part, [play], below);
        const lines = play.entries.flatMap((entry) => linesOf(part, entry));
        expect(BigInt(lines.length)).toBe(playLines(part, play));
        expect(countAll([playOf(part, play.units, play.digits, lines.slice(0, 65_535))], result)).toEqual(countAll([play], result));
      }
    });

    it('settles what it counted: nothing negative, every cent accounted for, no winner left out', () => {
      const list = plays();
      const result = someResult(part, list, seededBelow(seed + 3));
      const totals = countAll(list, result);
      const stakes = list.reduce((sum, play) => sum + playLines(part, play) * part.unitPriceCents * BigInt(play.units), 0n);
      const winners = Object.fromEntries(part.prizes.tiers.map(({ id }, index) => [id, BigInt(totals[index] ?? 0)]));
      const settlement = expectOk(settleDraw(part, { stakesCents: cents(stakes), winners }));
      let inflow = stakes + settlement.operatorAddedCents;
      for (const { amountCents } of settlement.movements) expect(amountCents > 0n).toBe(true);
      for (const tier of settlement.tiers) {
        expect(tier.winners).toBe(winners[tier.id]);
        inflow -= tier.netPrizeCents * tier.winners + tier.carriedOutCents;
      }
      for (const closing of Object.values(settlement.accountsCents)) inflow -= closing;
      expect(inflow).toBe(settlement.operatorPartCents + settlement.operatorKeptCents);
    });
  });
}

/** Declares the whole suite for one definition. */
export function describeGame(json: GameDefinitionJson): void {
  describe(`${json.id} version ${json.version}`, () => {
    const game = expectOk(parseGameDefinition(json));

    it('is a definition that works and survives JSON', () => {
      expect(expectOk(parseGameDefinition(JSON.parse(JSON.stringify(encodeGameDefinition(game)))))).toEqual(game);
    });

    it('prices a ticket as its lines × unit × multiple and add-ons, times draws', () => {
      const below = seededBelow(11);
      const addOns = Object.fromEntries(game.addOns.map(({ id }) => [id, {}]));
      for (let round = 0; round < 20; round += 1) {
        const entry = randomEntry(game, below);
        const units = pickOf(game.units, below);
        const draws = 1 + Number(below(BigInt(game.limits.maxDraws)));
        const input = { entries: assignedByIssuer(game) ? [] : [entryJson(game, entry)], units, draws, addOns };
        const ticket = parseTicket(game, input);
        const extra = game.addOns.reduce(
          (sum, { unitPriceCents, per }) => sum + unitPriceCents * (per === 'line' ? lineCount(game, entry) : 1n),
          0n,
        );
        const price = (lineCount(game, entry) * game.unitPriceCents * BigInt(units) + extra) * BigInt(draws);
        if (!ticket.ok) {
          expect(['stake_above_limit', 'too_many_lines']).toContain(ticket.code);
          continue;
        }
        expect(priceTicket(game, ticket.value).totalCents).toBe(price);
        expect(parseTicket(game, { ...input, priceCents: String(price + 1n) })).toMatchObject({ ok: false, code: 'price_mismatch' });
      }
    });

    it('sells nothing for nothing', () => {
      const entries = assignedByIssuer(game) ? [] : [entryJson(game, randomEntry(game, seededBelow(12)))];
      const ticket = parseTicket(game, { entries, units: game.units[0] });
      if (ticket.ok) expect(priceTicket(game, ticket.value).totalCents >= game.unitPriceCents).toBe(true);
      else expect(['stake_above_limit', 'too_many_lines']).toContain(ticket.code);
    });

    it('refuses entries of every wrong form and never throws', () => {
      const wrong: unknown[] = [
        null,
        7,
        'x',
        [],
        {},
        { picks: null },
        { picks: {} },
        { marks: [0] },
        { bet: '', digits: '' },
        { number: '-1', series: 1, fraction: 1 },
        { code: '' },
      ];
      for (const entry of wrong) expect(parseTicket(game, { entries: [entry] }).ok).toBe(false);
    });

    it('has rules in four languages that name the share paid and the retention', () => {
      for (const language of ['ca', 'es', 'fr', 'en'] as const) {
        const rules = rulesText(game, language);
        expect(rules.title).toBe(game.name[language]);
        expect(rules.sections.length).toBeGreaterThanOrEqual(6);
      }
    });

    describePart('main game', game, 101);
    for (const addOn of game.addOns) describePart(`add-on ${addOn.id}`, addOn, 202);
  });
}
