/** What people do for a race: schedule it, stop the bets, type the result twice, certify it. Each step is sent until it is answered. */
import { registerProduct, type Stage } from '../../apps/api/src/demo/stage.ts';
import { RACE, winPool } from '../../apps/api/src/story/products.ts';
import { isArchived, isCountersigned, rest } from './draw-by-hand.ts';
import type { Order } from './steady-sellers.ts';
import { insist } from './stubborn-caller.ts';

const HOUR_MS = 3_600_000;
const RESULT = { legs: [{ kind: 'finish', order: [[3], [5], [2]] }] };
const STAKE_CENTS = '200';

export async function scheduleRace(stage: Stage, slug: string): Promise<string> {
  const productVersionId = await registerProduct(stage, {
    slug,
    family: 'pool',
    modality: 'c',
    name: 'Guanyador',
    channels: ['online'],
    definition: winPool,
    registrationNumber: `CRAJ-${slug.toUpperCase()}`,
  });
  const closesAt = new Date(Date.now() + HOUR_MS).toISOString();
  const { id } = await insist<{ id: string }>(stage.raceDesk[0], 'POST', '/v1/console/contests', {
    productVersionId,
    number: 1,
    source: 'event',
    opensAt: new Date().toISOString(),
    closesAt,
    drawsAt: closesAt,
    event: { kind: 'race', name: 'Cursa de la tempesta', startsAt: closesAt, ...RACE },
  });
  return id;
}

export const betOn = (contestId: string, runner: number): Order => ({
  contestId,
  wager: { kind: 'pool', selections: { form: 'straight', runners: [runner] }, stakeCents: STAKE_CENTS },
  priceCents: STAKE_CENTS,
});

/** From the stop of bets to the archive. */
export async function holdRace(stage: Stage, id: string, seconds: number): Promise<void> {
  const [desk, other] = stage.raceDesk;
  await insist(desk, 'POST', `/v1/console/contests/${id}/stop-bet`, { source: 'starter’s flag' });
  await rest(stage, id, seconds, isCountersigned);
  await insist(desk, 'POST', `/v1/console/contests/${id}/results`, { result: RESULT });
  await insist(other, 'POST', `/v1/console/contests/${id}/results`, { result: RESULT });
  await insist(other, 'POST', `/v1/console/contests/${id}/certify`, { resultVersion: 1 });
  await rest(stage, id, seconds, isArchived);
}
