/** What people do for a draw of the generator, each step sent until it is answered. Everything in between the platform does by itself. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ContestBody, registerProduct, type Stage } from '../../apps/api/src/demo/stage.ts';
import { fromHex, hex, sha256 } from '../../apps/api/src/platform/hash.ts';
import { cims645, parseGameDefinition } from '../../packages/games/src/index.ts';
import { canonicalHash, commitToSecret, drawMappingOf } from '../../packages/games/src/verifiable/index.ts';
import { expectOk } from '../../packages/outcome/src/index.ts';
import { insist } from './stubborn-caller.ts';

/** `id` of the contest, and what the second holder keeps and commits to. */
export type Draw = { readonly id: string; readonly secret: Uint8Array; readonly digest: string };

export const registerDrawGame = (stage: Stage, slug: string): Promise<string> =>
  registerProduct(stage, {
    slug,
    family: 'draw',
    modality: 'a',
    name: 'Cims 6/45',
    channels: ['online', 'shop'],
    definition: cims645,
    registrationNumber: `CRAJ-${slug.toUpperCase()}`,
  });

export async function scheduleDraw(stage: Stage, productVersionId: string, number: number, closesAt: Date): Promise<Draw> {
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

export const commitSecond = (stage: Stage, { id, digest }: Draw) =>
  insist(stage.secondHolder, 'POST', `/v1/contests/${id}/second-commitment`, { digest });

export const isOpen = ({ state }: ContestBody): boolean => state === 'open';
export const isArchived = ({ state }: ContestBody): boolean => state === 'archived';
export const isCountersigned = ({ state, seal }: ContestBody): boolean => state === 'sealed' && seal?.countersignature !== null;

/** Waits until it holds of the contest. A contest that is locked, or rests longer than this, is a failure. */
export async function rest(stage: Stage, id: string, seconds: number, holds: (contest: ContestBody) => boolean): Promise<ContestBody> {
  const giveUpAt = performance.now() + seconds * 1000;
  for (;;) {
    const contest = await insist<ContestBody>(stage.anyone, 'GET', `/v1/contests/${id}`);
    if (contest.state === 'locked') throw new Error(`contest ${id} is locked`);
    if (holds(contest)) return contest;
    if (performance.now() > giveUpAt) throw new Error(`contest ${id} rests in state ${contest.state}`);
    await sleep(150);
  }
}

/** From the close to the archive. */
export async function holdDraw(stage: Stage, { id, secret }: Draw, seconds: number): Promise<void> {
  await rest(stage, id, seconds, isCountersigned);
  await insist(stage.secondHolder, 'POST', `/v1/contests/${id}/second-reveal`, { secret: hex(secret) });
  await insist(stage.officials[0], 'POST', `/v1/console/contests/${id}/draw`);
  await insist(stage.officials[1], 'POST', `/v1/console/contests/${id}/certify`, { resultVersion: 1 });
  await rest(stage, id, seconds, isArchived);
}
