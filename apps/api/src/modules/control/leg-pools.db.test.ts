import type { TierRow } from '@valira/games/verifiable';
import { expectOk } from '@valira/outcome';
import {
  defaultDefinition,
  openPool,
  type Pool,
  type PoolDefinitionJson,
  packSelections,
  parsePoolDefinition,
  parseTicket,
  poolToJson,
} from '@valira/pool';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { type ControlProcess, startControlProcess } from '../../testing/control-process.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { engineCache } from '../contests/index.ts';
import type { IntakeRecord } from '../wagers/intake-chain.ts';
import { sealOnControl } from './testing/seal-on-control.ts';

const MEETING = 'soldeu-2026-12-06';
const RUNNERS = [1, 2, 3, 4, 5, 6, 7, 8];
const product = { id: 'test', effectiveFrom: '2026-01-01T00:00:00Z' };

type Definition = PoolDefinitionJson;
const base = (type: 'double' | 'treble' | 'pick' | 'placepot' | 'sports' | 'over-under'): Definition => ({
  ...defaultDefinition(type, product),
  // Nothing but the result itself may pay: what a cascade pays is not counted by the control system.
  ...(type === 'treble' || type === 'placepot' ? { cascade: [{ step: 'refund' as const }] } : {}),
});
const fewLegs: Definition = {
  ...base('sports'),
  bet: { type: 'sports', legs: 3, outcomes: ['1', 'X', '2'], plus: null },
  reducedSystems: [],
};

const definitions: (readonly [string, Definition])[] = [
  ...(['substitute-favourite', 'refund', 'all-win', 'loses'] as const).map(
    (scratch) => [`double, ${scratch}`, { ...base('double'), scratch }] as const,
  ),
  ['treble, refund', { ...base('treble'), scratch: 'refund' }],
  [
    'pick of three with a consolation',
    {
      ...base('pick'),
      bet: { type: 'pick', legs: 3 },
      tiers: [
        { id: 'all', correct: 3, plus: 'any', count: 'exactly', uniqueOnly: false },
        { id: 'consolation', correct: 2, plus: 'any', count: 'exactly', uniqueOnly: false },
      ],
    },
  ],
  [
    'placepot over three legs',
    {
      ...base('placepot'),
      bet: {
        type: 'placepot',
        legs: 3,
        places: [
          { declared: 5, paid: 2 },
          { declared: 8, paid: 3 },
        ],
      },
    },
  ],
  [
    '1X2 over three matches',
    {
      ...fewLegs,
      tiers: [
        { id: 'right-3', correct: 3, plus: 'any', count: 'exactly', uniqueOnly: false },
        { id: 'right-2', correct: 2, plus: 'any', count: 'exactly', uniqueOnly: false },
      ],
      prizePlan: fewLegs.prizePlan && {
        ...fewLegs.prizePlan,
        tiers: (['right-3', 'right-2'] as const).map((id) => ({
          id,
          prize: { kind: 'shared' as const, share: '50%', of: 'fund' as const },
          rounding: { stepCents: '10', mode: 'down' as const, remainderTo: { to: 'operator' as const } },
          empty: { to: 'carry' as const, tier: id },
        })),
      },
    },
  ],
  ['over/under', base('over-under')],
];

const legCountOf = ({ legs }: Pool) => legs.length;
const poolOf = (json: Definition, id: string): Pool => {
  const definition = expectOk(parsePoolDefinition(json));
  const bet = definition.bet;
  const legs = bet.type === 'double' ? 2 : bet.type === 'treble' ? 3 : 'legs' in bet ? bet.legs : 1;
  return expectOk(
    openPool(definition, {
      poolId: id,
      meeting: MEETING,
      businessDate: '2026-12-06',
      legs: Array.from({ length: legs }, (_, i) => ({ id: `leg-${i}`, runners: RUNNERS.map((number) => ({ number, starters: 1 })) })),
      carriedIn: {},
      event: null,
    }),
  );
};

const someOf = (numbers: readonly number[]) => fc.shuffledSubarray([...numbers], { minLength: 1, maxLength: Math.min(4, numbers.length) });
const heats = fc
  .tuple(
    fc.shuffledSubarray(RUNNERS, { minLength: 6, maxLength: 8 }),
    fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 8, maxLength: 8 }),
  )
  .map(([order, widths]) => {
    const groups: number[][] = [];
    for (let at = 0; at < order.length; at += groups.at(-1)?.length ?? 1) groups.push(order.slice(at, at + (widths[groups.length] ?? 1)));
    return groups;
  });

/** Each leg: a finish with heats and one runner out, an outcome, or void. */
const legsOf = (pool: Pool) =>
  fc.array(fc.record({ order: heats, out: fc.integer({ min: 0, max: 8 }), isVoid: fc.integer({ min: 0, max: 9 }).map((n) => n === 0) }), {
    minLength: legCountOf(pool),
    maxLength: legCountOf(pool),
  });

describe('pools over legs, counted by the control system and settled by the engine', () => {
  let world: World;
  let control: ControlProcess;
  beforeAll(async () => {
    world = await makeWorld();
    control = await startControlProcess(world);
  });
  afterAll(async () => {
    await control.stop();
    await world.end();
  });

  it.each(definitions)('%s: the same winners, with dead heats, withdrawn runners and void legs', async (_, json) => {
    const shape = poolOf(json, 'shape');
    const isRace = !['sports', 'over-under'].includes(shape.definition.bet.type);
    const numbers = shape.legs[0]?.runners.map(({ number }) => number) ?? [];
    const ticket = fc.array(someOf(numbers), { minLength: legCountOf(shape), maxLength: legCountOf(shape) }).map((legs) => {
      const unit = shape.definition.stake.unitCents;
      const lines = BigInt(legs.reduce((product, leg) => product * leg.length, 1));
      const least = shape.definition.stake.minimumCents;
      const times = (least + unit * lines - 1n) / (unit * lines);
      return { selections: { form: 'legs', legs }, stakeCents: String(unit * lines * times) };
    });
    let paid = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(ticket, { minLength: 120, maxLength: 120 }), legsOf(shape), async (tickets, drawn) => {
        const contestId = world.ids.next();
        const pool = poolOf(json, wireId('contest', contestId));
        const frozen = poolToJson(pool);
        const scratched = isRace ? drawn.flatMap(({ out }, leg) => (out === 0 ? [] : [{ leg, runner: out }])) : [];
        const source = { id: contestId, kind: 'pool' as const, productVersionId: contestId, definition: {}, frozen, scratched };
        const engine = engineCache()(source);
        const legs = drawn.map(({ order, out, isVoid }) => {
          if (isVoid) return { kind: 'void' };
          if (!isRace) return { kind: 'outcome', winners: [((order[0]?.[0] ?? 1) % numbers.length) + 1] };
          const standing = order.map((group) => group.filter((runner) => runner !== out)).filter((group) => group.length > 0);
          return { kind: 'finish', order: standing, favourites: RUNNERS.filter((runner) => runner !== out) };
        });
        const result = expectOk(engine.parseResult({ legs }, 1));
        const tally = engine.tally(result, { carriedIn: {}, number: 1 });
        const records = tickets.flatMap((one): IntakeRecord[] => {
          const read = parseTicket(pool, one);
          if (!read.ok) return [];
          const ticketId = world.ids.next();
          const { selections, stakeCents } = read.value;
          const lines = packSelections(selections);
          tally.add({ ticketId, lines, stakeCents });
          return [{ contestId, ticketId, leaf: { commitment: sha256(Buffer.from(ticketId)), lines, stakeCents, state: 'sold' } }];
        });
        expect(records.length).toBeGreaterThan(100);
        const settled = expectOk(tally.settle());
        paid += settled.tiers.length;
        const stakeCents = await sealOnControl(world, control.client, { contestId, kind: 'pool', definition: frozen, records });
        const tiers: readonly TierRow[] = settled.tiers;
        const answer = expectOk(await control.client.reconcile({ contestId, resultVersion: 1, result, tiers, stakeCents }));
        expect(answer.body).toMatchObject({ agrees: true, differences: [] });
        const [first] = tiers;
        if (!first) return;
        const wrong = [{ ...first, winners: String(BigInt(first.winners) + 1n) }, ...tiers.slice(1)];
        const refused = expectOk(await control.client.reconcile({ contestId, resultVersion: 2, result, tiers: wrong, stakeCents }));
        expect(refused.body).toMatchObject({ agrees: false });
      }),
      { numRuns: 8 },
    );
    expect(paid).toBeGreaterThan(0);
  });
});
