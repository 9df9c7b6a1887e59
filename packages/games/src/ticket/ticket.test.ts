import { expectOk } from '@valira/outcome';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { catalanTrio } from '../templates/catalan-games.ts';
import { cims645 } from '../templates/cims-645.ts';
import { laPrimitiva } from '../templates/la-primitiva.ts';
import { loteriaNacional } from '../templates/loteria-nacional.ts';
import { game } from '../testing/sample-games.ts';
import { crc8 } from './crc8.ts';
import { issueTicket } from './issue-ticket.ts';
import { decodeLines, encodeLines } from './packed-lines.ts';
import { parseTicket } from './parse-ticket.ts';
import { priceTicket } from './price-ticket.ts';
import { quickPick } from './quick-pick.ts';

const cims = game('matrix', cims645);
const line = (main: number[]) => ({ picks: { main } });
const numbers = (least: number, most: number) => fc.uniqueArray(fc.integer({ min: 1, max: 45 }), { minLength: least, maxLength: most });

describe('a ticket from outside', () => {
  it('is priced lines × unit × draws: a system 8 and a line for two draws cost 58.00', () => {
    const ticket = expectOk(parseTicket(cims, { entries: [line([1, 2, 3, 4, 5, 6, 7, 8]), line([1, 2, 3, 4, 5, 6])], draws: 2 }));
    expect(priceTicket(cims, ticket)).toMatchObject({ lines: 29n, perDrawCents: 29_00n, totalCents: 58_00n });
  });

  it.each([
    ['number_out_of_range', 'entries.0.picks.main.5', { entries: [line([1, 2, 3, 4, 5, 46])] }],
    ['number_out_of_range', 'entries.0.picks.main.0', { entries: [line([0, 2, 3, 4, 5, 6])] }],
    ['number_duplicated', 'entries.0.picks.main.1', { entries: [line([1, 1, 3, 4, 5, 6])] }],
    ['wrong_count', 'entries.0.picks.main', { entries: [line([1, 2, 3, 4, 5])] }],
    ['wrong_count', 'entries.1.picks.main', { entries: [line([1, 2, 3, 4, 5, 6]), { picks: {} }] }],
    ['unknown_panel', 'entries.0.picks.stars', { entries: [{ picks: { main: [1, 2, 3, 4, 5, 6], stars: [1] } }] }],
    ['unknown_reduced_system', 'entries.0.reduced', { entries: [{ ...line([1, 2, 3, 4, 5, 6]), reduced: 'r9' }] }],
    ['entries_missing', 'entries', { entries: [] }],
    ['too_many_entries', 'entries', { entries: Array.from({ length: 11 }, () => line([1, 2, 3, 4, 5, 6])) }],
    ['too_many_lines', 'entries', { entries: [line([1, 2, 3, 4, 5, 6]), line([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])] }],
    ['units_not_offered', 'units', { entries: [line([1, 2, 3, 4, 5, 6])], units: 2 }],
    ['draws_not_offered', 'draws', { entries: [line([1, 2, 3, 4, 5, 6])], draws: 11 }],
    ['unknown_add_on', 'addOns.joker', { entries: [line([1, 2, 3, 4, 5, 6])], addOns: { joker: {} } }],
    ['price_mismatch', 'priceCents', { entries: [line([1, 2, 3, 4, 5, 6])], priceCents: '99' }],
    ['stake_above_limit', '', { entries: [line([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])], draws: 5 }],
    ['ticket_malformed', 'entries.0.picks.main.5', { entries: [line([1, 2, 3, 4, 5, 6.5])] }],
    ['ticket_malformed', 'option', { entries: [line([1, 2, 3, 4, 5, 6])], option: true }],
    ['ticket_malformed', '', 'six numbers'],
  ])('is refused as a whole with %s at "%s"', (code, path, input) => {
    const ticket = parseTicket(cims, input);
    expect(ticket).toMatchObject({ ok: false, code });
    if (!ticket.ok && code !== 'ticket_malformed') expect(ticket.path).toBe(path);
  });

  it('never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), fc.array(fc.array(fc.integer())), (anything, lists) => {
        expect(parseTicket(cims, anything).ok).toBe(false);
        expect(typeof parseTicket(cims, { entries: lists.map(line) }).ok).toBe('boolean');
        expect(parseTicket(cims, { entries: [anything] }).ok).toBe(false);
      }),
    );
  });
});

describe('packed lines', () => {
  it('have the documented bytes: 1-2-3-4-5-6 of 6/45', () => {
    const { main } = expectOk(parseTicket(cims, { entries: [line([1, 2, 3, 4, 5, 6])] }));
    const body = [1, 1, 1, 0, 0, 1, 0, 0, 0x3f, 0, 0, 0, 0, 0];
    expect([...encodeLines(cims, main)]).toEqual([...body, crc8(Uint8Array.from(body))]);
  });

  it('carry the published check value of their polynomial', () => {
    expect(crc8(new TextEncoder().encode('123456789'))).toBe(0xf4);
  });

  it('decode to what was encoded', () => {
    fc.assert(
      fc.property(fc.array(numbers(6, 9), { minLength: 1, maxLength: 10 }), (lists) => {
        const { main } = expectOk(parseTicket(cims, { entries: lists.map(line) }));
        expect(expectOk(decodeLines(cims, encodeLines(cims, main)))).toEqual(main);
      }),
    );
  });

  it('are refused after any change of one byte, and when cut or lengthened', () => {
    const { main } = expectOk(parseTicket(cims, { entries: [line([1, 2, 3, 4, 5, 6]), line([40, 41, 42, 43, 44, 45])] }));
    const packed = encodeLines(cims, main);
    for (let at = 0; at < packed.length; at += 1) {
      for (let change = 1; change < 256; change += 1) {
        const corrupt = packed.slice();
        corrupt[at] = (corrupt[at] ?? 0) ^ change;
        expect(decodeLines(cims, corrupt).ok).toBe(false);
      }
      expect(decodeLines(cims, packed.slice(0, at)).ok).toBe(false);
    }
    expect(decodeLines(cims, Uint8Array.from([...packed, 0])).ok).toBe(false);
  });

  it('exist for issued tickets only: printed digits are part of the play', () => {
    const primitiva = game('matrix', laPrimitiva);
    const ticket = expectOk(parseTicket(primitiva, { entries: [line([1, 2, 3, 4, 5, 6])], addOns: { joker: {} } }));
    expect(() => encodeLines(primitiva, ticket.main)).toThrow(TypeError);
    const issued = issueTicket(primitiva, ticket, { below: (bound) => bound - 1n, raffleCode: () => 0n });
    expect(issued.main.digits).toEqual([9]);
    expect(issued.addOns.joker?.entries).toEqual([{ bet: 'number', digits: [9, 9, 9, 9, 9, 9, 9], series: 0 }]);
    expect(expectOk(decodeLines(primitiva, encodeLines(primitiva, issued.main)))).toEqual(issued.main);
    expect(decodeLines(cims, encodeLines(primitiva, issued.main))).toMatchObject({ code: 'packed_corrupt' });
  });

  it('with a right check byte but impossible content are refused too', () => {
    const forge = (change: (bytes: Uint8Array) => void) => {
      const { main } = expectOk(parseTicket(cims, { entries: [line([1, 2, 3, 4, 5, 6])] }));
      const packed = encodeLines(cims, main);
      change(packed);
      packed[packed.length - 1] = crc8(packed, packed.length - 1);
      return decodeLines(cims, packed);
    };
    const set = (at: number, value: number) => (bytes: Uint8Array) => {
      bytes[at] = value;
    };
    expect(forge(set(8, 0x1f))).toMatchObject({ code: 'packed_corrupt' }); // five numbers
    expect(forge(set(13, 0x20))).toMatchObject({ code: 'packed_corrupt' }); // a bit beyond number 45
    expect(forge(set(7, 1))).toMatchObject({ code: 'packed_corrupt' }); // a reduced system that the game does not have
    expect(forge(set(2, 2))).toMatchObject({ code: 'packed_corrupt' }); // a multiple that is not offered
    expect(forge(set(0, 2))).toMatchObject({ code: 'packed_version_unknown' });
    expect(forge(set(1, 2))).toMatchObject({ code: 'packed_family_mismatch' });
    expect(forge(set(8, 0x3f)).ok).toBe(true);
  });
});

describe('quick picks', () => {
  it('turn the lowest and the highest number into the first and the last combination', () => {
    expect(quickPick(cims, () => 0n)).toEqual({ picks: [[1, 2, 3, 4, 5, 6]] });
    expect(quickPick(cims, (bound) => bound - 1n)).toEqual({ picks: [[40, 41, 42, 43, 44, 45]] });
  });

  it('reach every combination exactly once over all numbers', () => {
    const small = { ...cims, panels: [{ id: 'main', from: 9, first: 1, choose: 3, maxPicks: 3 }] };
    const seen = new Set<string>();
    for (let rank = 0n; rank < 84n; rank += 1n) {
      const pick = quickPick(small, () => rank);
      if ('picks' in pick) seen.add(String(pick.picks[0]));
    }
    expect(seen.size).toBe(84);
  });

  it('ask for one uniform number below the number of combinations, also for systems', () => {
    const asked: bigint[] = [];
    const below = (bound: bigint) => {
      asked.push(bound);
      return 0n;
    };
    quickPick(cims, below);
    quickPick(cims, below, { picks: { main: 8 } });
    expect(asked).toEqual([8_145_060n, 215_553_195n]);
  });

  it('are tickets the game sells: over every number, any order is never picked for three equal digits', () => {
    const digits = game('digits', catalanTrio);
    const sellable = Array.from({ length: 1000 }, (_, number) => number).filter((number) => number % 111 !== 0);
    for (let number = 0; number < 1000; number += 1) {
      // The number's own digits, then 0-1-2.
      const drawn = [Math.floor(number / 100), Math.floor(number / 10) % 10, number % 10, 0, 1, 2];
      const pick = quickPick(digits, () => BigInt(drawn.shift() ?? 0), { bet: 'any-order' });
      expect(pick).toMatchObject({ digits: sellable.includes(number) ? [...String(number).padStart(3, '0')].map(Number) : [0, 1, 2] });
    }
    expect(() => quickPick(digits, () => 0n, { bet: 'any-order' })).toThrow('no digits fit');
  });
});

describe('a ticket of numbers or codes that exist once', () => {
  const nacional = game('preassigned', loteriaNacional);
  const fraction = (number: string, series = 1) => ({ number, series, fraction: 1 });

  it('bears no fraction twice', () => {
    expect(parseTicket(nacional, { entries: [fraction('00001'), fraction('00001', 2)] }).ok).toBe(true);
    expect(parseTicket(nacional, { entries: [fraction('00001'), fraction('00002'), fraction('00001')] })).toMatchObject({
      code: 'number_duplicated',
      path: 'entries.2',
    });
  });

  const { addOns: _, ...fields } = cims645 as Extract<GameDefinitionJson, { family: 'matrix' }>;
  const raffle = game('raffle', {
    schema: 1,
    id: 'raffle',
    version: 1,
    name: fields.name,
    currency: fields.currency,
    draws: fields.draws,
    sales: fields.sales,
    limits: fields.limits,
    claim: fields.claim,
    family: 'raffle',
    unitPriceCents: '300',
    pattern: [{ symbols: '0123456789', length: 4 }],
    wins: [{ tier: 'code', codes: 1 }],
    prizes: {
      fund: { share: '50%', rounding: 'down' },
      tiers: [
        {
          id: 'code',
          prize: { kind: 'remainder' },
          rounding: { stepCents: '1', mode: 'down', remainderTo: { to: 'operator' } },
          empty: { to: 'operator' },
        },
      ],
      undividedTo: { to: 'operator' },
    },
  });

  it('costs its code before the code is printed, and bears no code twice', () => {
    const ticket = expectOk(parseTicket(raffle, { entries: [], priceCents: '300' }));
    expect(priceTicket(raffle, ticket).totalCents).toBe(3_00n);
    const issued = issueTicket(raffle, ticket, { below: () => 0n, raffleCode: () => 42n });
    expect(priceTicket(raffle, issued)).toEqual(priceTicket(raffle, ticket));
    expect(parseTicket(raffle, { entries: [{ code: '0042' }, { code: '0042' }] })).toMatchObject({
      code: 'number_duplicated',
      path: 'entries.1',
    });
  });
});
