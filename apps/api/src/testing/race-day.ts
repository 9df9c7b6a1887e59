/** What tests of meetings start from: events of the race desk, pools scheduled on them, results typed by two and declared by a third. */
import { expectOk } from '@valira/outcome';
import { defaultDefinition, type PoolDefinitionJson } from '@valira/pool';
import { scheduleContest } from '../modules/contests/index.ts';
import { createEvent, enterEventResult, makeOfficial } from '../modules/events/index.ts';
import type { ProcedureWorld } from './procedure-world.ts';

const HOUR_MS = 3_600_000;

export const poolRules = (
  type: Parameters<typeof defaultDefinition>[0],
  changes: Partial<PoolDefinitionJson> = {},
): PoolDefinitionJson => ({
  ...defaultDefinition(type, { id: 'pool', effectiveFrom: '2026-01-01T00:00:00Z' }),
  ...changes,
});

export const straight = (runners: readonly number[], stakeCents: number | bigint) => ({
  kind: 'pool',
  selections: { form: 'straight', runners },
  stakeCents: String(stakeCents),
});
export const overLegs = (legs: readonly (readonly number[])[], stakeCents: number | bigint) => ({
  kind: 'pool',
  selections: { form: 'legs', legs },
  stakeCents: String(stakeCents),
});
export const finish = (...order: number[]) => ({ kind: 'finish', order: order.map((runner) => [runner]) });

export function raceDay(world: ProcedureWorld) {
  let events = 0;
  let pools = 1;
  const { core } = world;
  return {
    async newEvent(kind: 'race' | 'match' | 'other' = 'race', startsInMs = HOUR_MS): Promise<string> {
      events += 1;
      const runners = kind === 'match' ? [] : Array.from({ length: 8 }, (_, i) => ({ number: i + 1, name: `R${i + 1}` }));
      const made = await createEvent(core, 'desk-1', {
        kind,
        name: `Event ${events}`,
        meeting: 'Soldeu',
        place: 'Canillo',
        organiser: 'Societat de Curses',
        competition: 'Circuit d’hivern',
        startsAt: new Date(Date.now() + startsInMs),
        runners,
        andorransTakePart: false,
      });
      return expectOk(made).eventId;
    },
    /** A pool of a product of its own on these events, opened. */
    async newPool(
      definition: PoolDefinitionJson,
      legs: readonly (string | { readonly eventId: string; readonly line: string })[],
      closes: number | Date = HOUR_MS - 60_000,
    ): Promise<string> {
      pools += 1;
      const { productVersionId } = await world.newContest({ kind: 'pool', definition, number: 1_000_000 });
      const closesAt = typeof closes === 'number' ? new Date(Date.now() + closes) : closes;
      const contestId = expectOk(
        await scheduleContest(core, 'desk-1', {
          productVersionId,
          number: pools,
          source: 'event',
          opensAt: new Date(),
          closesAt,
          drawsAt: closesAt,
          event: null,
          legs: legs.map((leg) => (typeof leg === 'string' ? { eventId: leg } : leg)),
        }),
      );
      await world.advanceTo(contestId, 'open');
      return contestId;
    },
    async type(eventId: string, result: unknown): Promise<number> {
      expectOk(await enterEventResult(core, eventId, 'desk-1', result));
      return expectOk(await enterEventResult(core, eventId, 'desk-2', result)).version ?? 0;
    },
    async decide(eventId: string, result: unknown): Promise<void> {
      const version = await this.type(eventId, result);
      expectOk(await makeOfficial(core, eventId, 'desk-3', version));
    },
  };
}
