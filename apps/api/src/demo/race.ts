/** A race of our own: a win pool sold online, refused at a counter, stopped by the desk, its result typed twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { RACE, winPool } from '../story/products.ts';
import { inParallel } from './caller.ts';
import { type ContestBody, registerProduct, type Stage, waitFor, waitForCountersignature } from './stage.ts';

export type RaceDay = {
  readonly contest: ContestBody;
  readonly sold: number;
  readonly stakeCents: bigint;
  readonly probableCents: string | null;
};

const HOUR_MS = 3_600_000;
const WINNER = 3;
const FINISH = [[WINNER], [5], [2]];

export async function playRace(stage: Stage, run: number, bets: number, say: (words: string) => void): Promise<RaceDay> {
  const productVersionId = await registerProduct(stage, {
    slug: `cursa-${run}`,
    family: 'pool',
    modality: 'c',
    name: 'Guanyador',
    channels: ['online', 'shop'],
    definition: winPool,
    registrationNumber: `CRAJ-DEMO-${run}-C`,
  });
  const [desk, other] = stage.raceDesk;
  const now = new Date();
  const closesAt = new Date(now.getTime() + HOUR_MS).toISOString();
  const { id } = await desk.must<{ id: string }>('POST', '/v1/console/contests', {
    productVersionId,
    number: 1,
    source: 'event',
    opensAt: now.toISOString(),
    closesAt,
    drawsAt: closesAt,
    event: { kind: 'race', name: `Cursa ${run}`, startsAt: closesAt, ...RACE },
  });
  await waitFor(stage, id, ['open']);
  const wager = (runner: number, stakeCents: number) => ({
    contestIds: [id],
    wager: { kind: 'pool', selections: { form: 'straight', runners: [runner] }, stakeCents: String(stakeCents) },
    priceCents: String(stakeCents),
  });
  const atCounter = await stage.terminals[0]?.call<{ code: string }>('POST', '/v1/tickets', wager(1, 200));
  if (atCounter?.body.code !== 'pari_mutuel_not_in_shops') throw new Error(`a pool bet at a counter was answered ${atCounter?.text}`);
  let sold = 0;
  let stakeCents = 0n;
  await inParallel(16, Array.from({ length: bets }).keys(), async (i) => {
    const player = stage.crowd[i % stage.crowd.length];
    const stake = 100 * (1 + (i % 5));
    const runner = RACE.runners[(i * 7) % RACE.runners.length]?.number ?? 1;
    await player?.must('POST', '/v1/tickets', wager(runner, stake));
    sold += 1;
    stakeCents += BigInt(stake);
  });
  await sleep(1_100);
  const live = await stage.anyone.must<{ selections: { combination: number[]; dividendCents: string | null }[] }>(
    'GET',
    `/v1/contests/${id}/probables`,
  );
  const probableCents = live.selections.find(({ combination }) => combination[0] === WINNER)?.dividendCents ?? null;
  await desk.must('POST', `/v1/console/contests/${id}/stop-bet`, { source: 'starter’s flag' });
  await waitForCountersignature(stage, id);
  const result = { legs: [{ kind: 'finish', order: FINISH }] };
  await desk.must('POST', `/v1/console/contests/${id}/results`, { result });
  const differs = await other.call<{ code: string }>('POST', `/v1/console/contests/${id}/results`, {
    result: { legs: [{ kind: 'finish', order: [[5], [WINNER]] }] },
  });
  if (differs.body.code !== 'entries_differ') throw new Error(`two different entries were answered ${differs.text}`);
  await desk.must('POST', `/v1/console/contests/${id}/results`, { result });
  await other.must('POST', `/v1/console/contests/${id}/results`, { result });
  await other.must('POST', `/v1/console/contests/${id}/certify`, { resultVersion: 1 });
  const contest = await waitFor(stage, id, ['archived']);
  say(`race paid: ${contest.prizes?.map(({ tier, prizeCents }) => `${tier} at ${prizeCents}`).join(', ')}`);
  return { contest, sold, stakeCents, probableCents };
}
