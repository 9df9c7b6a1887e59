import { readFile } from 'node:fs/promises';
import { cims645, gameTemplates } from '@valira/games';
import { describe, expect, it } from 'vitest';
import { calcDraw } from './calc-draw.ts';
import type { Command, CommandIo } from './command.ts';
import { odds } from './odds.ts';

type Ran = { readonly status: number; readonly out: string; readonly err: string };

/** Runs a command over files held in memory. */
async function run(command: Command, args: readonly string[], files: Readonly<Record<string, unknown>>): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const io: CommandIo = {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    readFile: async (path) => {
      if (!Object.hasOwn(files, path)) throw new Error('no such file');
      const content = files[path];
      return new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content));
    },
    writeFile: async () => undefined,
  };
  return { status: await command(args, io), out: out.join('\n'), err: err.join('\n') };
}

const files = (draw: unknown) => ({ 'game.json': cims645, 'draw.json': draw });
const calc = (draw: unknown) => run(calcDraw, ['game.json', 'draw.json'], files(draw));

describe('valira calc draw', () => {
  it.each(gameTemplates)('gives the worked example of the rules page of $id to the cent', async (template) => {
    const page = await readFile(new URL(`../../../docs/rules/${template.id}.md`, import.meta.url), 'utf8');
    const example = JSON.parse(/```json\n([\s\S]+?)\n```/.exec(page)?.[1] ?? '{}');
    const { status, out } = await run(calcDraw, ['game.json', 'draw.json'], { 'game.json': template, 'draw.json': example.draw });
    expect(status).toBe(0);
    const { expected } = example;
    const answer = JSON.parse(out);
    const prizes = Object.fromEntries(answer.tiers.map(({ tier, prizeCents }: { tier: string; prizeCents: string }) => [tier, prizeCents]));
    expect({ ...answer, prizeCents: prizes }).toMatchObject({
      fundCents: expected.fundCents,
      prizeCents: expected.prizeCents,
      carriedOutCents: expected.carriedOutCents,
      accountsCents: expected.accountsCents,
    });
  });

  it('counts tickets against the result and settles what they stake', async () => {
    const tickets = [
      { entries: [{ picks: { main: [1, 2, 3, 4, 5, 6, 7] } }] },
      { entries: [{ picks: { main: [1, 2, 3, 40, 41, 42] } }], draws: 2 },
    ];
    const result = { panels: { main: [1, 2, 3, 4, 30, 31] }, bonuses: { bonus: [45] } };
    const { status, out } = await calc({ tickets, result, accountsCents: { reserve: '100000' } });
    const answer = JSON.parse(out);
    // A system 7 with four hits plays 3 lines of four and 4 of three; 7.00 + 1.00 are staked in this draw.
    expect([status, answer.stakesCents, answer.tiers.map(({ winners }: { winners: string }) => winners)]).toEqual([
      0,
      '800',
      ['0', '0', '0', '3', '5'],
    ]);
    expect(answer.tiers[3].paidCents).toBe('15000');
  });

  it('answers 2 and says where when a file cannot be used', async () => {
    expect(await calc({ stakesCents: '100' })).toMatchObject({ status: 2, err: 'draw.json: winners_or_tickets' });
    expect(await calc({ winners: {} })).toMatchObject({ status: 2, err: 'draw.json: stakes_missing at stakesCents' });
    expect(await calc({ stakesCents: 100, winners: {} })).toMatchObject({ status: 2 });
    expect(await calc({ stakesCents: '100', winners: { 9: 1 } })).toMatchObject({
      status: 2,
      err: 'draw.json: unknown_tier at winners.9: tier 9',
    });
    expect(await calc({ part: 'joker', stakesCents: '100', winners: {} })).toMatchObject({
      status: 2,
      err: 'draw.json: unknown_part at part: part joker',
    });
    expect(await calc({ stakesCents: '100', winners: {}, occasions: ['christmas'] })).toMatchObject({
      status: 2,
      err: 'draw.json: unknown_occasion at occasions: occasion christmas',
    });
    expect(await calc({ tickets: [{ entries: [] }], result: {} })).toMatchObject({ status: 2 });
    expect(await calc({ tickets: [] })).toMatchObject({ status: 2, err: 'draw.json: result_missing at result' });
    expect(await calc('{')).toMatchObject({ status: 2 });
    expect(await run(calcDraw, ['game.json'], {})).toMatchObject({
      status: 2,
      err: 'usage: valira calc draw <definition.json> <draw.json>',
    });
    expect(await run(calcDraw, ['game.json', 'draw.json'], { 'game.json': { ...cims645, wins: [] }, 'draw.json': {} })).toMatchObject({
      status: 2,
    });
  });

  it('wants the printed digits of tickets that bear them', async () => {
    const primitiva = gameTemplates.find(({ id }) => id === 'la-primitiva');
    const draw = {
      tickets: [{ entries: [{ picks: { main: [1, 2, 3, 4, 5, 6] } }], digits: [7] }],
      result: { panels: { main: [1, 2, 3, 4, 5, 6] }, bonuses: { complementary: [9] }, digits: { refund: 7 } },
    };
    const won = await run(calcDraw, ['g', 'd'], { g: primitiva, d: draw });
    expect(
      JSON.parse(won.out)
        .tiers.filter(({ winners }: { winners: string }) => winners === '1')
        .map(({ tier }: { tier: string }) => tier),
    ).toEqual(['special', 'refund']);
    const without = await run(calcDraw, ['g', 'd'], { g: primitiva, d: { ...draw, tickets: [{ entries: draw.tickets[0]?.entries }] } });
    expect(without).toMatchObject({ status: 2, err: 'd: digits_missing at tickets.0.digits: wanted 1' });
  });
});

describe('valira calc draw of what the issuer prints', () => {
  const primitiva = gameTemplates.find(({ id }) => id === 'la-primitiva');
  const entries = [{ picks: { main: [1, 2, 3, 4, 5, 6] } }];
  const result = { panels: { main: [1, 2, 3, 4, 5, 6] }, bonuses: { complementary: [9] }, digits: { refund: 1 } };
  const of = (draw: unknown) => run(calcDraw, ['g', 'd'], { g: primitiva, d: draw });
  const number = (digits: string) => ({ bet: 'number', digits, series: 0 });

  it('refuses a printed digit that cannot be drawn, also one that a shorter integer would take for the drawn one', async () => {
    for (const digit of [10, 99, 2 ** 32 + 1]) {
      expect(await of({ tickets: [{ entries, digits: [digit] }], result })).toMatchObject({
        status: 2,
        err: 'd: number_out_of_range at tickets.0.digits: wanted 1',
      });
    }
  });

  it('counts the add-on numbers printed on tickets, and wants one on each ticket that bought the add-on', async () => {
    const ticket = (joker: unknown) => ({ entries, digits: [1], addOns: { joker } });
    const draw = (...tickets: unknown[]) => ({ part: 'joker', tickets, result: { digits: '1234567' } });
    const { status, out } = await of(
      draw(ticket({ entries: [number('1234567')] }), ticket({ entries: [number('9994567')] }), { entries, digits: [1] }),
    );
    const answer = JSON.parse(out);
    expect([status, answer.stakesCents, answer.tiers.map(({ winners }: { winners: string }) => winners)]).toEqual([
      0,
      '200',
      ['1', '0', '0', '1', '0', '0', '0'],
    ]);
    expect(await of(draw(ticket({})))).toMatchObject({
      status: 2,
      err: 'd: wrong_count at tickets.0.addOns.joker.entries: count 0, least 1, most 1',
    });
    expect(await of(draw(ticket({ entries: [number('12345678')] })))).toMatchObject({ status: 2 });
  });
});

describe('valira odds', () => {
  it.each(gameTemplates)('states exact chances and returns of $id', async (template) => {
    const { status, out } = await run(odds, ['game.json', '--units', '20000'], { 'game.json': template });
    expect(status).toBe(0);
    const report = JSON.parse(out);
    for (const { bets } of report.parts) {
      for (const { tiers, returnedExact } of bets) {
        expect(returnedExact).toMatch(/^\d+\/\d+$/);
        for (const { chance } of tiers) expect(chance).toMatch(/^[1-9]\d*\/\d+$/);
      }
    }
  });

  it('says 1 in 8,145,060 for six of 45 and what a draw may cost at most', async () => {
    const { out } = await run(odds, ['game.json'], { 'game.json': cims645 });
    const [main] = JSON.parse(out).parts;
    expect(main.bets[0].tiers[0]).toMatchObject({ tier: '6', chance: '1/8145060', oneIn: '8145060.00' });
    expect(main.maximumLiabilityCents).toBe('5000000000');
  });

  it('answers 2 to arguments that it cannot use', async () => {
    for (const args of [[], ['a', 'b'], ['game.json', '--units', '0'], ['game.json', '--colour', 'red'], ['missing.json']]) {
      expect((await run(odds, args, { 'game.json': cims645 })).status).toBe(2);
    }
  });
});
