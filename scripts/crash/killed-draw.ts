/**
 * A draw from its announcement to the payment of a ticket at a counter, on a platform that is killed at every step.
 *
 * At each step the transaction that takes it is caught before its commit, and the victim whose turn it is is killed: API, worker or
 * main database, each at another step in each round, so that three rounds kill each of them once at every step. People send what was
 * lost again under its key; nothing else is done by hand, and sales go on all the while.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../apps/api/src/demo/caller.ts';
import { type ContestBody, registerProduct, type Stage } from '../../apps/api/src/demo/stage.ts';
import { fromHex, hex, sha256 } from '../../apps/api/src/platform/hash.ts';
import { parseWireId } from '../../apps/api/src/platform/ids.ts';
import { cims645, parseGameDefinition } from '../../packages/games/src/index.ts';
import { canonicalHash, commitToSecret, drawMappingOf } from '../../packages/games/src/verifiable/index.ts';
import { expectOk } from '../../packages/outcome/src/index.ts';
import type { TemporaryPlatform } from '../platform/temporary-platform.ts';
import type { CrashPoints } from './crash-points.ts';
import { type SteadySellers, startSellers } from './steady-sellers.ts';
import { insist, untilAnswered } from './stubborn-caller.ts';
import { kill, VICTIMS } from './victims.ts';

/** In the order in which a draw reaches them. `selling` is hit while sales go on, the others in the middle of their transaction. */
export const STEPS = [
  'announced',
  'opened',
  'selling',
  'closed',
  'sealed',
  'countersigned',
  'second-revealed',
  'drawn',
  'certified',
  'settled',
  'reconciled',
  'pay',
  'paid',
  'archived',
  'claim',
] as const;

export type KilledDraw = {
  readonly contestId: string;
  /** The draw that stays open and takes the sales after the close. */
  readonly eveningId: string;
  readonly kills: readonly { readonly step: string; readonly victim: string }[];
  readonly sellers: SteadySellers;
  readonly claim: { readonly ticketId: string; readonly amountCents: string; readonly again: string } | null;
};

export type RoundPlan = {
  readonly platform: TemporaryPlatform;
  readonly points: CrashPoints;
  readonly stage: Stage;
  readonly round: number;
  readonly say: (words: string) => void;
};

/** Between the scheduling and the close: the announcement and the opening are killed too, and then there must be sales. */
const OPEN_MS = 32_000;
const SALES_AT_LEAST = 60;
const HOUR_MS = 3_600_000;
const REST_WITHIN_MS = 90_000;

type Draw = { readonly id: string; readonly secret: Uint8Array; readonly digest: string };

async function schedule(stage: Stage, productVersionId: string, number: number, closesAt: Date): Promise<Draw> {
  const { id } = await insist<{ id: string }>(stage.officials[0], 'POST', '/v1/console/contests', {
    productVersionId,
    number,
    source: 'rng',
    opensAt: new Date().toISOString(),
    closesAt: closesAt.toISOString(),
    drawsAt: closesAt.toISOString(),
  });
  const { products } = await insist<{ products: { versionId: string; definitionHash: string }[] }>(
    stage.director,
    'GET',
    '/v1/console/products',
  );
  const version = products.find(({ versionId }) => versionId === productVersionId);
  const secret = randomBytes(32);
  const binding = {
    drawId: id,
    definitionHash: fromHex(version?.definitionHash ?? ''),
    mappingHash: canonicalHash(sha256, drawMappingOf(expectOk(parseGameDefinition(cims645)))),
  };
  return { id, secret, digest: hex(commitToSecret(sha256, 'second', binding, secret)) };
}

async function rest(stage: Stage, id: string, holds: (contest: ContestBody) => boolean): Promise<ContestBody> {
  const giveUpAt = performance.now() + REST_WITHIN_MS;
  for (;;) {
    const contest = await insist<ContestBody>(stage.anyone, 'GET', `/v1/contests/${id}`);
    if (contest.state === 'locked') throw new Error(`draw ${id} is locked`);
    if (holds(contest)) return contest;
    if (performance.now() > giveUpAt) throw new Error(`draw ${id} rests in state ${contest.state}`);
    await sleep(150);
  }
}

/** Pays the first winning shop ticket, once, however often its terminal has to ask, and tries again at the other terminal. */
async function claimOne(stage: Stage, sellers: SteadySellers, contestId: string): Promise<KilledDraw['claim']> {
  for (const { seller, ticket, contestId: played } of sellers.purchases) {
    if (!ticket || played !== contestId || !stage.terminals.includes(seller)) continue;
    const found = await insist<{ outcome: string; amountCents: string | null }>(seller, 'POST', '/v1/validations', {
      serial: ticket.serial,
    });
    if (found.outcome !== 'pays' || !found.amountCents) continue;
    const claim = { serial: ticket.serial, amountCents: found.amountCents };
    const paid = await insist<{ ticketId: string; amountCents: string }>(seller, 'POST', '/v1/claims', claim);
    const elsewhere: Caller = stage.terminals.find((one) => one !== seller) ?? seller;
    const key = randomUUID();
    const again = await untilAnswered('a second claim', () => elsewhere.call<{ code: string }>('POST', '/v1/claims', claim, key));
    return { ...paid, again: again.body.code };
  }
  return null;
}

export async function playKilledDraw({ platform, points, stage, round, say }: RoundPlan): Promise<KilledDraw> {
  const productVersionId = await registerProduct(stage, {
    slug: `caigudes-${round}`,
    family: 'draw',
    modality: 'a',
    name: 'Cims 6/45',
    channels: ['online', 'shop'],
    definition: cims645,
    registrationNumber: `CRAJ-CRASH-${round}`,
  });
  const closesAt = new Date(Date.now() + OPEN_MS);
  const draw = await schedule(stage, productVersionId, 1, closesAt);
  const evening = await schedule(stage, productVersionId, 2, new Date(Date.now() + HOUR_MS));
  const contestId = parseWireId('contest', draw.id) ?? '';
  const kills: { step: string; victim: string }[] = [];
  const killAt = async (step: string) => {
    const victim = VICTIMS[((STEPS as readonly string[]).indexOf(step) + round) % VICTIMS.length] ?? 'api';
    await kill(platform, victim);
    kills.push({ step, victim });
    say(`${step}: ${victim} killed and started again`);
  };

  await points.arm(
    contestId,
    STEPS.filter((step) => step !== 'selling'),
  );
  const playing = new AbortController();
  const watching = (async () => {
    while (!playing.signal.aborted) {
      const step = await points.caught();
      if (step) await killAt(step);
      else await sleep(20);
    }
  })();

  const play = async () => {
    const commit = ({ id, digest }: Draw) => insist(stage.secondHolder, 'POST', `/v1/contests/${id}/second-commitment`, { digest });
    await commit(evening);
    await commit(draw);
    await rest(stage, evening.id, ({ state }) => state === 'open');
    await rest(stage, draw.id, ({ state }) => state === 'open');
    // Counters sell long tickets, so that one of them surely wins; players have money for hours of short ones.
    const buyers = [...stage.crowd.map((caller) => ({ caller, lines: 1 })), ...stage.terminals.map((caller) => ({ caller, lines: 10 }))];
    const sellers = startSellers(buyers, () => (Date.now() < closesAt.getTime() ? draw.id : evening.id));
    while (sellers.sold(draw.id) < SALES_AT_LEAST && Date.now() < closesAt.getTime()) await sleep(50);
    await killAt('selling');

    await rest(stage, draw.id, ({ state, seal }) => state === 'sealed' && seal?.countersignature !== null);
    await insist(stage.secondHolder, 'POST', `/v1/contests/${draw.id}/second-reveal`, { secret: hex(draw.secret) });
    await insist(stage.officials[0], 'POST', `/v1/console/contests/${draw.id}/draw`);
    await insist(stage.officials[1], 'POST', `/v1/console/contests/${draw.id}/certify`, { resultVersion: 1 });
    await rest(stage, draw.id, ({ state }) => state === 'archived');
    const claim = await claimOne(stage, sellers, draw.id);
    await sellers.stop();
    return { sellers, claim };
  };
  const { sellers, claim } = await play().finally(async () => {
    playing.abort();
    // What stopped the play is the finding, not what the watcher meets afterwards.
    await watching.catch((error) => say(`watching ended: ${error}`));
  });
  say(`${sellers.sold(draw.id)} tickets in the draw, ${sellers.sold(evening.id)} in the next, ${kills.length} kills`);
  return { contestId: draw.id, eveningId: evening.id, kills, sellers, claim };
}
