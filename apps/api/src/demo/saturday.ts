/** A draw from its announcement to its record: sold to players and at terminals, sealed, drawn, settled, paid, one prize at a counter. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cims645, parseGameDefinition } from '@valira/games';
import { canonicalHash, commitToSecret, drawMappingOf } from '@valira/games/verifiable';
import { expectOk } from '@valira/outcome';
import { fromHex, hex, sha256 } from '../platform/hash.ts';
import { parseWireId } from '../platform/ids.ts';
import { secretOf } from '../story/second-holder.ts';
import { type Caller, inParallel } from './caller.ts';
import { type ContestBody, registerProduct, type Stage, waitFor, waitForCountersignature } from './stage.ts';

export type SaturdayPlan = {
  readonly run: number;
  readonly tickets: number;
  readonly dataDir: string;
  readonly say: (words: string) => void;
  /** Begun when all are sold: the close is waited for in any case. */
  readonly meanwhile: () => Promise<void>;
};

export type Saturday = {
  readonly contest: ContestBody;
  readonly sold: number;
  readonly stakeCents: bigint;
  readonly salesPerSecond: number;
  readonly claimedCents: bigint;
  readonly secondClaim: string;
};

/** Time for the sale; what is left when all are sold is waited for, because a close is never moved forward. */
const SALES_SECONDS = 100;
const WIDTH = 64;
const EDGE_MS = 1_500;

export async function playSaturday(stage: Stage, { run, tickets, dataDir, say, meanwhile }: SaturdayPlan): Promise<Saturday> {
  const productVersionId = await registerProduct(stage, {
    slug: `dissabte-${run}`,
    family: 'draw',
    modality: 'a',
    name: 'Cims 6/45',
    channels: ['online', 'shop'],
    definition: cims645,
    registrationNumber: `CRAJ-DEMO-${run}-D`,
  });
  const opensAt = new Date();
  const closesAt = new Date(opensAt.getTime() + SALES_SECONDS * 1000);
  const { id } = await stage.officials[0].must<{ id: string }>('POST', '/v1/console/contests', {
    productVersionId,
    number: 1,
    source: 'rng',
    opensAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
    drawsAt: closesAt.toISOString(),
  });
  const secret = secretOf(join(dataDir, 'second-holder'), parseWireId('contest', id) ?? '');
  const { products } = await stage.director.must<{ products: { versionId: string; definitionHash: string }[] }>(
    'GET',
    '/v1/console/products',
  );
  const version = products.find(({ versionId }) => versionId === productVersionId);
  const binding = {
    drawId: id,
    definitionHash: fromHex(version?.definitionHash ?? ''),
    mappingHash: canonicalHash(sha256, drawMappingOf(expectOk(parseGameDefinition(cims645)))),
  };
  const digest = hex(commitToSecret(sha256, 'second', binding, secret));
  await stage.secondHolder.must('POST', `/v1/contests/${id}/second-commitment`, { digest });
  await waitFor(stage, id, ['open']);
  say(`draw open until ${closesAt.toISOString()}`);

  const { sold, stakeCents, seconds, shopTickets } = await sell(stage, id, tickets, closesAt);
  say(`${sold} tickets sold in ${seconds.toFixed(1)} s`);
  const other = meanwhile();
  await closed(stage, id, closesAt);

  const sealed = await waitForCountersignature(stage, id);
  if (sealed.seal?.leaves !== sold || BigInt(sealed.seal.stakeCents) !== stakeCents)
    throw new Error(`sold ${sold} for ${stakeCents}, sealed ${JSON.stringify(sealed.seal)}`);
  await stage.secondHolder.must('POST', `/v1/contests/${id}/second-reveal`, { secret: hex(secret) });
  await stage.officials[0].must('POST', `/v1/console/contests/${id}/draw`);
  const own = await stage.officials[0].call<{ code: string }>('POST', `/v1/console/contests/${id}/certify`, { resultVersion: 1 });
  if (own.body.code !== 'four_eyes') throw new Error('an official certified their own draw');
  await stage.officials[1].must('POST', `/v1/console/contests/${id}/certify`, { resultVersion: 1 });
  const contest = await waitFor(stage, id, ['archived']);
  await other;
  say(`drawn ${JSON.stringify(contest.result?.result)}, settled, reconciled, paid, recorded`);
  return { contest, sold, stakeCents, salesPerSecond: Math.round(sold / seconds), ...(await claimOne(stage, shopTickets)) };
}

type ShopTicket = { readonly seller: Caller; readonly serial: string };

async function sell(stage: Stage, contestId: string, tickets: number, closesAt: Date) {
  const sellers: Caller[] = [...stage.crowd, ...stage.terminals, ...stage.terminals, ...stage.terminals];
  const shopTickets: ShopTicket[] = [];
  let sold = 0;
  let stakeCents = 0n;
  const began = performance.now();
  let seconds = 0;
  await inParallel(WIDTH, Array.from({ length: tickets }).keys(), async (i) => {
    const seller = sellers[i % sellers.length];
    if (!seller || Date.now() > closesAt.getTime() - EDGE_MS) return;
    const ticket = await seller.must<{ serial: string; priceCents: string }>('POST', '/v1/tickets', oneQuickPick(contestId));
    sold += 1;
    stakeCents += BigInt(ticket.priceCents);
    seconds = (performance.now() - began) / 1000;
    if (stage.terminals.includes(seller)) shopTickets.push({ seller, serial: ticket.serial });
  });
  return { sold, stakeCents, seconds, shopTickets };
}

const oneQuickPick = (contestId: string) => ({ contestIds: [contestId], wager: { kind: 'draw', quickPicks: 1 }, priceCents: '100' });

/** Waits for the close and makes sure that it is one. */
async function closed(stage: Stage, contestId: string, closesAt: Date): Promise<void> {
  while (Date.now() < closesAt.getTime()) await sleep(200);
  const late = await stage.crowd[0]?.call<{ code: string }>('POST', '/v1/tickets', oneQuickPick(contestId));
  if (late?.body.code !== 'contest_closed') throw new Error(`a sale after the close was answered ${late?.status} ${late?.text}`);
}

/** Finds a winning shop ticket, pays it at one terminal, and tries again at another. */
async function claimOne(stage: Stage, shopTickets: readonly ShopTicket[]): Promise<{ claimedCents: bigint; secondClaim: string }> {
  for (const { seller, serial } of shopTickets) {
    const found = await seller.must<{ outcome: string; amountCents: string | null }>('POST', '/v1/validations', { serial });
    if (found.outcome !== 'pays' || !found.amountCents) continue;
    const { amountCents } = found;
    const paid = await seller.must<{ amountCents: string }>('POST', '/v1/claims', { serial, amountCents });
    const elsewhere = stage.terminals.find((one) => one !== seller);
    const again = await elsewhere?.call<{ code: string }>('POST', '/v1/claims', { serial, amountCents });
    return { claimedCents: BigInt(paid.amountCents), secondClaim: again?.body.code ?? 'none' };
  }
  return { claimedCents: 0n, secondClaim: 'none' };
}
