import { describe, expect, it } from 'vitest';
import { calcPool } from './calc-pool.ts';

const definition = {
  schema: 1,
  id: 'win-example',
  version: 1,
  effectiveFrom: '2026-01-01T00:00:00Z',
  currency: 'EUR',
  bet: { type: 'win' },
  price: { method: 'single', deadHeat: 'profit-split', placeShares: 'alike', coupledFinish: 'moves-up' },
  takeoutBps: 1800,
  fundStepCents: '1',
  dividend: { perCents: '100', breakStepCents: '10', rounding: 'down', minimumCents: '100', shortfall: { paidBy: 'operator' } },
  cascade: [{ step: 'refund' }],
  scratch: 'refund',
  voidLegs: { first: 'refund', later: 'refund', refundAbove: 0, consolations: 'kept' },
  guarantee: null,
  carryover: null,
  tiers: [],
  prizePlan: null,
  stake: { unitCents: '100', minimumCents: '100', maximumCents: '100000000', maximumCombinations: 1000, flexiMinimumBps: null },
  reducedSystems: [],
  payoutCapCents: null,
};

const pool = {
  runners: [8],
  stakes: [
    { combination: [1], stakeCents: '2387200' },
    { combination: [2], stakeCents: '16904100' },
    { combination: [3], stakeCents: '131700' },
  ],
  scratches: [{ runner: 3 }],
  result: [{ kind: 'finish', order: [[1], [2]] }],
};

async function run(files: Record<string, unknown>, args: readonly string[]) {
  const lines: string[] = [];
  const status = await calcPool(args, {
    out: (line) => lines.push(line),
    err: (line) => lines.push(line),
    readFile: async (path) => {
      if (!Object.hasOwn(files, path)) throw new Error('no such file');
      const file = files[path];
      return file instanceof Uint8Array ? file : new TextEncoder().encode(JSON.stringify(file));
    },
    writeFile: async () => undefined,
  });
  return { status, text: lines.join('\n') };
}

describe('valira calc pool', () => {
  it('prints dividends, takeout, breakage and refunds of the published example of 6.60', async () => {
    const { status, text } = await run({ 'd.json': definition, 'p.json': pool }, ['d.json', 'p.json']);
    expect(status).toBe(0);
    expect(JSON.parse(text)).toMatchObject({
      outcome: 'paid',
      dividends: [{ line: '1', dividendCents: '660', stakesCents: '2387200', exact: '6.626536' }],
      accounts: { stakes: '19423000', refunds: '131700', takeout: '3472434', breakage: '63346', carriedOut: {} },
    });
  });

  it('takes stakes by combination as totals of the pool: above the limit of one ticket, and zero where nobody plays', async () => {
    const stake = { ...definition.stake, maximumCents: '1000', maximumCombinations: 1 };
    const zero = { ...pool, stakes: [...pool.stakes, { combination: [4], stakeCents: '0' }] };
    const { status, text } = await run({ 'd.json': { ...definition, stake }, 'p.json': zero }, ['d.json', 'p.json']);
    expect(status).toBe(0);
    expect(JSON.parse(text)).toMatchObject({ accounts: { stakes: '19423000' } });
    const tickets = [{ selections: { form: 'straight', runners: [1] }, stakeCents: '1100' }];
    const refusals = [
      [{ ...pool, tickets }, 'stake_above_maximum at tickets.0.stakeCents'],
      [{ ...pool, stakes: [{ combination: [1], stakeCents: '150' }] }, 'stake_not_multiple_of_unit at stakes.0.stakeCents'],
      [{ ...pool, stakes: [{ combination: [1], stakeCents: '900000000000000000' }] }, 'stakes_too_large at stakes.0'],
      [{ ...pool, stakes: [{ combination: [9], stakeCents: '0' }] }, 'unknown_runner at stakes.0'],
      [{ ...pool, runners: [8, 3] }, 'wrong_number_of_legs at runners'],
    ] as const;
    for (const [json, refusal] of refusals) {
      expect(await run({ 'd.json': { ...definition, stake }, 'p.json': json }, ['d.json', 'p.json'])).toMatchObject({
        status: 2,
        text: expect.stringContaining(refusal),
      });
    }
  });

  it('says of files that are no JSON that they cannot be read, and never prints what a terminal would obey', async () => {
    const files = {
      'ok.json': definition,
      'binary.json': Uint8Array.of(0x7b, 0xff, 0xfe, 0),
      'escape.json': new TextEncoder().encode('\u001b[2J'),
    };
    for (const path of ['binary.json', 'escape.json']) {
      const { status, text } = await run(files, ['ok.json', path]);
      expect([status, text.split(':')[0], /\p{Cc}/u.test(text)]).toEqual([2, `cannot read ${path}`, false]);
    }
  });

  it('names what is wrong and where, with exit status 2', async () => {
    const bad = { 'd.json': { ...definition, takeoutBps: -1 }, 'ok.json': definition, 'p.json': pool };
    expect(await run(bad, ['d.json', 'p.json'])).toMatchObject({
      status: 2,
      text: expect.stringContaining('definition_invalid at takeoutBps'),
    });
    const stakes = { ...pool, stakes: [{ combination: [9], stakeCents: '100' }] };
    expect(await run({ ...bad, 'p.json': stakes }, ['ok.json', 'p.json'])).toMatchObject({
      text: expect.stringContaining('unknown_runner at stakes.0'),
    });
    const result = { ...pool, result: [{ kind: 'finish', order: [[3]] }] };
    expect(await run({ ...bad, 'p.json': result }, ['ok.json', 'p.json'])).toMatchObject({
      text: expect.stringContaining('runner_did_not_start'),
    });
    expect(await run(bad, ['none.json', 'p.json'])).toMatchObject({ status: 2, text: expect.stringContaining('cannot read none.json') });
    expect(await run(bad, ['p.json'])).toMatchObject({ status: 2, text: expect.stringContaining('usage') });
  });
});
