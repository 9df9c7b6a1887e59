/** Results of every family from outside: complete and possible, or refused with the place. */
import { describe, expect, it } from 'vitest';
import type { GameDefinition } from '../definition/game-definition.ts';
import { catalanTrio } from '../templates/catalan-games.ts';
import { cupon } from '../templates/cupon.ts';
import { duplaSenaVersions } from '../templates/dupla-sena.ts';
import { keno } from '../templates/keno.ts';
import { laPrimitiva } from '../templates/la-primitiva.ts';
import { loteriaNacional } from '../templates/loteria-nacional.ts';
import { loto549 } from '../templates/loto-549.ts';
import { game } from '../testing/sample-games.ts';
import { parseTicket } from '../ticket/parse-ticket.ts';
import { parseResult } from './draw-result.ts';

const [latest] = duplaSenaVersions.slice(-1);
if (!latest) throw new Error('no version');
const primitiva = game('matrix', laPrimitiva);
const dupla = game('matrix', latest);
const tenSpot = game('keno', keno);
const trio = game('digits', catalanTrio);
const coupon = game('digits', cupon);
const nacional = game('preassigned', loteriaNacional);
const loto = game('matrix', loto549);
const [code] = loto.addOns;
if (!code) throw new Error('no add-on');

const six = { panels: { main: [1, 2, 3, 4, 5, 6] } };
const twenty = Array.from({ length: 20 }, (_, i) => i + 1);
const extractions = {
  first: ['12345'],
  second: ['67890'],
  four: ['0001', '0002', '0003', '4444'],
  three: ['001', '002', '003', '004', '005', '006', '007', '008', '009', '010', '011'],
  two: ['01', '02', '03', '04', '05'],
  refunds: ['4', '9'],
};

describe('a result', () => {
  it.each<[string, string, Parameters<typeof parseResult>[0], unknown]>([
    ['wrong_count', 'digits.refund', primitiva, { ...six, bonuses: { complementary: [9] } }],
    ['number_out_of_range', 'digits.refund', primitiva, { ...six, bonuses: { complementary: [9] }, digits: { refund: 10 } }],
    ['unknown_panel', 'digits.joker', primitiva, { ...six, bonuses: { complementary: [9] }, digits: { refund: 1, joker: 1 } }],
    ['wrong_count', 'rounds', dupla, { rounds: [six] }],
    ['wrong_count', 'rounds.1.panels.main', dupla, { rounds: [six, { panels: { main: [1] } }] }],
    ['result_malformed', 'rounds', dupla, six],
    ['wrong_count', 'numbers', tenSpot, { numbers: twenty.slice(1) }],
    ['number_duplicated', 'numbers.19', tenSpot, { numbers: [...twenty.slice(0, 19), 1] }],
    ['number_out_of_range', 'numbers.0', tenSpot, { numbers: [81, ...twenty.slice(1)] }],
    ['wrong_count', 'digits', trio, { digits: '12' }],
    ['wrong_count', 'digits', trio, { digits: '1x3' }],
    ['number_out_of_range', 'series', trio, { digits: '123', series: 1 }],
    ['number_out_of_range', 'series', coupon, { digits: '12345', series: 121 }],
    ['number_out_of_range', 'series', coupon, { digits: '12345' }],
    ['wrong_count', 'extractions.first', nacional, { extractions: { ...extractions, first: [] } }],
    ['result_malformed', 'extractions.first.0', nacional, { extractions: { ...extractions, first: ['1234'] } }],
    [
      'result_malformed',
      'extractions.first.0',
      nacional,
      { extractions: { ...extractions, first: [{ number: '12345', series: 1, fraction: 1 }] } },
    ],
    ['number_duplicated', 'extractions.refunds.1', nacional, { extractions: { ...extractions, refunds: ['4', '4'] } }],
    ['unknown_panel', 'extractions.fifth', nacional, { extractions: { ...extractions, fifth: ['1'] } }],
    ['wrong_count', 'codes.code', code, { codes: {} }],
    ['result_malformed', 'codes.code.0', code, { codes: { code: ['a1'] } }],
    ['unknown_panel', 'codes.other', code, { codes: { other: ['A00000001'] } }],
  ])('is refused with %s at %s', (reason, path, part, json) => {
    expect(parseResult(part, json)).toMatchObject({ ok: false, code: reason, path });
  });

  it('of every family passes when it is complete', () => {
    expect(parseResult(dupla, { rounds: [six, six] }).ok).toBe(true);
    expect(parseResult(tenSpot, { numbers: twenty }).ok).toBe(true);
    expect(parseResult(coupon, { digits: '00000', series: 120 }).ok).toBe(true);
    expect(parseResult(nacional, { extractions }).ok).toBe(true);
  });
});

describe('an entry', () => {
  it.each<[string, string, GameDefinition, unknown]>([
    ['wrong_count', 'entries.0.marks', tenSpot, { marks: [1, 2] }],
    ['number_out_of_range', 'entries.0.marks.9', tenSpot, { marks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 81] }],
    ['unknown_bet', 'entries.0.bet', trio, { bet: 'last', digits: '123' }],
    ['digits_malformed', 'entries.0.digits', trio, { bet: 'exact', digits: '12' }],
    ['digits_malformed', 'entries.0.digits', trio, { bet: 'exact', digits: '1a3' }],
    ['series_out_of_range', 'entries.0.series', trio, { bet: 'exact', digits: '123', series: 1 }],
    ['series_out_of_range', 'entries.0.series', coupon, { bet: 'coupon', digits: '12345' }],
    ['digits_malformed', 'entries.0.number', nacional, { number: '1234', series: 1, fraction: 1 }],
    ['series_out_of_range', 'entries.0.series', nacional, { number: '12345', series: 7, fraction: 1 }],
    ['fraction_out_of_range', 'entries.0.fraction', nacional, { number: '12345', series: 1, fraction: 11 }],
    ['ticket_malformed', 'entries.0.number', nacional, { number: 12_345, series: 1, fraction: 1 }],
  ])('is refused with %s at %s', (reason, path, of, entry) => {
    expect(parseTicket(of, { entries: [entry] })).toMatchObject({ ok: false, code: reason, path });
  });

  it('of an add-on that the issuer assigns is not the player’s to choose', () => {
    const entries = [{ picks: { main: [1, 2, 3, 4, 5], lucky: [7] } }];
    expect(parseTicket(loto, { entries, addOns: { code: { entries: [{ code: 'A00000001' }] } } })).toMatchObject({
      code: 'bet_does_not_fit',
      path: 'addOns.code.entries',
    });
    expect(parseTicket(loto, { entries, addOns: { code: { units: 2 } } })).toMatchObject({ code: 'units_not_offered' });
  });
});
