import {
  type Entry,
  encodeLines,
  type GameDefinition,
  gameTemplates,
  type PartResult,
  parseGameDefinition,
  parseResult,
  quickPick,
  randomResult,
  ticketMatcher,
} from '@valira/games';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../platform/hash.ts';
import { type ControlProcess, startControlProcess } from '../../testing/control-process.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import type { IntakeRecord } from '../wagers/intake-chain.ts';
import { sealOnControl } from './testing/seal-on-control.ts';
import { seededBelow } from './testing/seeded-below.ts';

const below = seededBelow('games');
const oneOf = <T>(values: readonly T[]): T => {
  const value = values[Number(below(BigInt(values.length)))];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
};

/** A line, a system, a reduced system; any count of marks; any bet. */
function randomEntry(game: GameDefinition): Entry {
  if (game.family === 'matrix') {
    const reduced = game.reducedSystems.length > 0 && below(3n) === 0n ? oneOf(game.reducedSystems) : null;
    const system = !reduced && below(3n) === 0n;
    const picks = game.panels.map(({ id, choose, maxPicks }): [string, number] => [
      id,
      system ? Math.min(maxPicks, choose + Number(below(4n))) : choose,
    ]);
    const wish = { ...Object.fromEntries(picks), ...(reduced && { [reduced.panel]: reduced.picks }) };
    const entry = quickPick(game, below, { picks: wish });
    return reduced ? { ...entry, reduced: reduced.id } : entry;
  }
  if (game.family === 'keno')
    return quickPick(game, below, { marks: game.minMarks + Number(below(BigInt(game.maxMarks - game.minMarks + 1))) });
  if (game.family === 'preassigned') {
    const one = (count: number) => Number(below(BigInt(count)));
    return { number: one(game.numbers), series: 1 + one(game.seriesCount), fraction: 1 + one(game.fractionCount) };
  }
  return quickPick(game, below, game.family === 'digits' ? { bet: oneOf(game.bets).id } : {});
}

/** The result as it is written in JSON. */
function resultJson(game: GameDefinition, result: PartResult): unknown {
  if (result.family === 'keno') return { numbers: result.numbers };
  if (result.family === 'digits') return { digits: result.digits.join(''), ...(result.series > 0 && { series: result.series }) };
  if (result.family === 'preassigned' && game.family === 'preassigned')
    return {
      extractions: Object.fromEntries(
        game.extractions.map(({ id, digits, fraction }, i) => [
          id,
          (result.extractions[i] ?? []).map((drawn) => {
            const number = String(drawn.number).padStart(digits, '0');
            return fraction ? { ...drawn, number } : number;
          }),
        ]),
      ),
    };
  if (result.family !== 'matrix' || game.family !== 'matrix') throw new Error(`no result of a ${result.family} game here`);
  const named = <T>(ids: readonly { readonly id: string }[], values: readonly T[]) =>
    Object.fromEntries(ids.map(({ id }, i) => [id, values[i]]));
  const rounds = result.rounds.map(({ panels, bonuses, digits }) => ({
    panels: named(game.panels, panels),
    bonuses: named(game.bonuses, bonuses),
    digits: named(game.drawnDigits, digits),
  }));
  return rounds.length === 1 ? rounds[0] : { rounds };
}

const counted = new Set(['matrix', 'keno', 'digits', 'preassigned', 'raffle']);
const templates = gameTemplates.map((json) => ({ id: json.id, json, game: expectOk(parseGameDefinition(json)) }));

describe('games, counted by the control system and matched by the engine', () => {
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

  const soldAs = (contestId: string, lines: Uint8Array): IntakeRecord => {
    const ticketId = world.ids.next();
    return { contestId, ticketId, leaf: { commitment: sha256(Buffer.from(ticketId)), lines, stakeCents: cents(100n), state: 'sold' } };
  };

  it.each(templates.filter(({ game }) => counted.has(game.family) && game.addOns.length === 0))(
    '$id: the same winners in every tier',
    async ({ json, game }) => {
      const drawn = resultJson(game, randomResult(game, below));
      const matcher = ticketMatcher(game, expectOk(parseResult(game, drawn)));
      const totals = new Float64Array(matcher.tiers.length);
      const contestId = world.ids.next();
      const records = Array.from({ length: 3_000 }, () => {
        const entries = Array.from({ length: 1 + Number(below(3n)) }, () => randomEntry(game));
        const digits = game.family === 'matrix' ? game.drawnDigits.map(({ size }) => Number(below(BigInt(size)))) : [];
        const lines = encodeLines(game, { family: game.family, units: oneOf(game.units), digits, entries } as Parameters<
          typeof encodeLines
        >[1]);
        expect(typeof matcher.add(lines, totals)).toBe('boolean');
        return soldAs(contestId, lines);
      });
      expect(totals.some((count) => count > 0)).toBe(true);
      const stakeCents = await sealOnControl(world, control.client, { contestId, kind: 'draw', definition: json, records });
      const tiers = matcher.tiers.map((tier, i) => ({
        tier,
        winners: String(totals[i]),
        shareCents: '3',
        totalCents: String(3 * (totals[i] ?? 0)),
      }));
      const answer = expectOk(await control.client.reconcile({ contestId, resultVersion: 1, result: drawn, tiers, stakeCents }));
      expect(answer.body).toMatchObject({ agrees: true, differences: [] });
    },
  );

  it.each(templates.filter(({ game }) => !counted.has(game.family) || game.addOns.length > 0))(
    '$id: says that it is not supported',
    async ({ json }) => {
      const contestId = world.ids.next();
      const records = [soldAs(contestId, Uint8Array.of(1))];
      const stakeCents = await sealOnControl(world, control.client, { contestId, kind: 'draw', definition: json, records });
      const answer = expectOk(await control.client.reconcile({ contestId, resultVersion: 1, result: {}, tiers: [], stakeCents }));
      expect(answer.body).toMatchObject({ agrees: false, reason: 'not_supported' });
    },
  );
});
