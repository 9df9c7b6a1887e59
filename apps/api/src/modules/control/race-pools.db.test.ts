import type { TierRow } from '@valira/games/verifiable';
import { expectOk } from '@valira/outcome';
import {
  defaultDefinition,
  openPool,
  PoolBook,
  type PoolDefinitionJson,
  packSelections,
  parsePoolDefinition,
  parseTicket,
  poolToJson,
  settle,
} from '@valira/pool';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { type ControlProcess, startControlProcess } from '../../testing/control-process.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import type { IntakeRecord } from '../wagers/intake-chain.ts';
import { sealOnControl } from './testing/seal-on-control.ts';

const RUNNERS = [1, 2, 3, 4, 5, 6, 7, 8];
const MEETING = 'soldeu-2026-12-06';

const definitionOf = (bet: PoolDefinitionJson['bet'], changes: Partial<PoolDefinitionJson> = {}): PoolDefinitionJson => ({
  schema: 1,
  id: 'test',
  version: 1,
  effectiveFrom: '2026-01-01T00:00:00Z',
  currency: 'EUR',
  bet,
  price: { method: 'single', deadHeat: 'profit-split', placeShares: 'alike', coupledFinish: 'moves-up' },
  takeoutBps: 2000,
  fundStepCents: '1',
  dividend: { perCents: '100', breakStepCents: '1', rounding: 'down', minimumCents: '0', shortfall: { paidBy: 'operator' } },
  cascade: [{ step: 'refund' }],
  scratch: 'refund',
  voidLegs: { first: 'all-win', later: 'all-win', refundAbove: 99, consolations: 'kept' },
  guarantee: null,
  carryover: null,
  tiers: [],
  prizePlan: null,
  stake: { unitCents: '100', minimumCents: '1', maximumCents: '900000000', maximumCombinations: 1_000_000, flexiMinimumBps: 1 },
  reducedSystems: [],
  payoutCapCents: null,
  ...changes,
});

const sizes: Readonly<Record<string, number>> = { quinella: 2, swinger: 2, exacta: 2, trio: 3, trifecta: 3, 'first-4': 4, superfecta: 4 };
const some = (least: number, most = least) => fc.shuffledSubarray(RUNNERS, { minLength: least, maxLength: most });

/** Tickets of every form, at stakes that do not divide evenly. */
const ticketsOf = (size: number) => {
  const forms = [
    some(size).map((runners) => ({ form: 'straight', runners })),
    some(size, 7).map((runners) => ({ form: 'box', runners })),
    fc.array(some(1, 4), { minLength: size, maxLength: size }).map((places) => ({ form: 'wheel', places })),
    ...(size > 1 ? [some(size, 7).map((all) => ({ form: 'banker', bankers: all.slice(0, 1), partners: all.slice(1) }))] : []),
  ];
  return fc.array(fc.record({ selections: fc.oneof(...forms), stakeCents: fc.integer({ min: 500, max: 90_000 }).map(String) }), {
    minLength: 150,
    maxLength: 150,
  });
};

/** Orders of finish with runners level. */
const finish = fc.tuple(some(5, 8), fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 8, maxLength: 8 })).map(([order, widths]) => {
  const groups: number[][] = [];
  for (let at = 0; at < order.length; at += groups.at(-1)?.length ?? 1) groups.push(order.slice(at, at + (widths[groups.length] ?? 1)));
  return groups;
});

describe('pools on one race, counted by the control system and settled by the engine', () => {
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

  const bets: PoolDefinitionJson['bet'][] = [
    { type: 'win' },
    {
      type: 'place',
      places: [
        { declared: 5, paid: 2 },
        { declared: 8, paid: 3 },
      ],
    },
    { type: 'quinella' },
    { type: 'swinger', ofFirst: 3 },
    { type: 'trio' },
    { type: 'first-4' },
    { type: 'exacta' },
    { type: 'trifecta' },
    { type: 'superfecta' },
  ];

  /** Sells the tickets to both, settles, and lets the control system count. */
  async function expectAgreement(
    definitionJson: PoolDefinitionJson,
    tickets: readonly { readonly selections: unknown; readonly stakeCents: string }[],
    order: readonly (readonly number[])[],
  ): Promise<void> {
    const definition = expectOk(parsePoolDefinition(definitionJson));
    const contestId = world.ids.next();
    const legs = [{ id: 'leg-1', runners: RUNNERS.map((number) => ({ number, starters: 1 })) }];
    const card = {
      poolId: wireId('contest', contestId),
      meeting: MEETING,
      businessDate: '2026-12-06',
      legs,
      carriedIn: {},
      event: null,
    };
    const pool = expectOk(openPool(definition, card));
    const book = new PoolBook(pool);
    const records = tickets.flatMap((json): IntakeRecord[] => {
      const ticket = parseTicket(pool, json);
      if (!ticket.ok) return [];
      const ticketId = world.ids.next();
      expectOk(book.append({ kind: 'bet', betId: ticketId, ticket: ticket.value, acceptedAtMs: null }));
      const { selections, stakeCents } = ticket.value;
      const commitment = sha256(Buffer.from(ticketId));
      return [{ contestId, ticketId, leaf: { commitment, lines: packSelections(selections), stakeCents, state: 'sold' } }];
    });
    expect(records.length).toBeGreaterThan(tickets.length / 2);
    const stakeCents = await sealOnControl(world, control.client, { contestId, kind: 'pool', definition: poolToJson(pool), records });
    expectOk(book.append({ kind: 'closed', stopBetAtMs: 1, source: 'official', by: 'judges' }));
    const result = { meeting: MEETING, version: 1, legs: [{ kind: 'finish', order, favourites: [] }] };
    const { lines, perCents } = expectOk(settle(book, result));
    const tiers = lines.map(({ id, stakes, dividendCents }): TierRow => {
      const units = stakes.n / (stakes.d * perCents);
      return { tier: id, winners: String(units), shareCents: String(dividendCents), totalCents: String(units * dividendCents) };
    });
    const answer = expectOk(await control.client.reconcile({ contestId, resultVersion: 1, result, tiers, stakeCents }));
    expect(answer.body).toMatchObject({ agrees: true, differences: [] });
  }

  it.each(bets)('$type: the same winners, dead heats and every form of ticket included', async (bet) => {
    const definition = definitionOf(bet);
    await fc.assert(
      fc.asyncProperty(ticketsOf(sizes[bet.type] ?? 1), finish, (tickets, order) => expectAgreement(definition, tickets, order)),
      { numRuns: 8 },
    );
  });

  it.each(['tierce', 'quarte', 'quinte'] as const)(
    '%s: the same winners in every rank, dead heats and every form of ticket included',
    async (type) => {
      const usual = defaultDefinition(type, { id: 'test', effectiveFrom: '2026-01-01T00:00:00Z' });
      const anyStake = { minimumCents: '1', maximumCents: '900000000', maximumCombinations: 1_000_000, flexiMinimumBps: 1 };
      const definition = { ...usual, stake: { ...usual.stake, ...anyStake } };
      await fc.assert(
        fc.asyncProperty(ticketsOf({ tierce: 3, quarte: 4, quinte: 5 }[type]), finish, (tickets, order) =>
          expectAgreement(definition, tickets, order),
        ),
        { numRuns: 8 },
      );
    },
    60_000,
  );

  it.each(bets.filter(({ type }) => type === 'win' || type === 'place'))(
    '$type: the same winners when nobody backed those who were placed and the next finisher is paid, or all get their stakes back',
    async (bet) => {
      const definition = definitionOf(bet, {
        cascade: [{ step: 'next-finisher' }, { step: 'refund' }],
        dividend: { perCents: '100', breakStepCents: '10', rounding: 'down', minimumCents: '110', shortfall: { paidBy: 'refund' } },
      });
      const on = (runner: number, stakeCents: string) => ({ selections: { form: 'straight', runners: [runner] }, stakeCents });
      await expectAgreement(definition, [on(2, '100'), on(2, '100'), on(5, '300')], [[3], [7], [8], [2], [5]]);
      await expectAgreement(definition, [on(6, '100'), on(5, '300'), on(1, '200')], [[3], [7], [8], [5, 6], [1]]);
      await expectAgreement(definition, [on(5, '700')], [[3], [7], [8], [1]]);
      if (bet.type === 'win') await expectAgreement(definition, [on(3, '100'), on(3, '100'), on(1, '100')], [[3], [1]]);
    },
  );
});
