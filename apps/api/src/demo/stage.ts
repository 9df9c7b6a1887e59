/** The people of the story, signed in, and what they do in the demo again and again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '@valira/games/verifiable';
import { CROWD, SHOPS, STORY_PASSWORD } from '../story/people.ts';
import { type Caller, inParallel, nobody, person, terminal } from './caller.ts';

export type ContestBody = {
  readonly id: string;
  readonly number: number;
  readonly state: string;
  readonly closesAt: string;
  readonly salesCents: string;
  readonly tickets: number;
  readonly seal: { readonly root: string; readonly leaves: number; readonly stakeCents: string; readonly countersignature: Json } | null;
  readonly result: { readonly result: Json } | null;
  readonly prizes:
    | readonly { readonly tier: string; readonly winners: string; readonly prizeCents: string; readonly totalCents: string }[]
    | null;
};

export type Stage = {
  readonly url: string;
  readonly anyone: Caller;
  readonly proposer: Caller;
  readonly director: Caller;
  readonly officials: readonly [Caller, Caller];
  readonly raceDesk: readonly [Caller, Caller];
  readonly finance: Caller;
  readonly inspector: Caller;
  readonly secondHolder: Caller;
  readonly crowd: readonly Caller[];
  readonly terminals: readonly Caller[];
};

export type StageWanted = {
  /** How many players of the story's crowd sign in. */
  readonly players: number;
  /** Labels of the new terminals in each shop: the story's own stay for whoever looks around. */
  readonly terminals: readonly string[];
};

export async function openStage(url: string, wanted: StageWanted): Promise<Stage> {
  const as = (email: string) => person(url, email, STORY_PASSWORD);
  const director = await as('direccio@valira.example');
  const crowd: Caller[] = [];
  await inParallel(2, CROWD.slice(0, wanted.players), async ({ email }) => void crowd.push(await as(email)));
  return {
    url,
    anyone: nobody(url),
    proposer: await as('producte@valira.example'),
    director,
    officials: [await as('oficial1@valira.example'), await as('oficial2@valira.example')],
    raceDesk: [await as('curses1@valira.example'), await as('curses2@valira.example')],
    finance: await as('finances@valira.example'),
    inspector: await as('inspeccio@craj.example'),
    secondHolder: await as('notaria@canillo.example'),
    crowd,
    terminals: await newTerminals(url, director, wanted.terminals),
  };
}

async function newTerminals(url: string, director: Caller, labels: readonly string[]): Promise<Caller[]> {
  const { terminals } = await director.must<{ terminals: { shop: { accountId: string; name: string } }[] }>('GET', '/v1/console/terminals');
  const found: Caller[] = [];
  for (const { name, clerks } of SHOPS) {
    const shop = terminals.find((one) => one.shop.name === name)?.shop;
    if (!shop || !clerks[0]) throw new Error(`the story has no shop ${name}`);
    for (const label of labels) {
      const added = await director.must<{ terminalId: string }>('POST', '/v1/console/terminals', { shopAccountId: shop.accountId, label });
      const { code } = await director.must<{ code: string }>('POST', `/v1/console/terminals/${added.terminalId}/enrolment-codes`);
      found.push(await terminal(url, code, clerks[0].pin));
    }
  }
  return found;
}

export type ProductWanted = {
  readonly slug: string;
  readonly family: 'draw' | 'pool';
  readonly modality: 'a' | 'c';
  readonly name: string;
  readonly channels: readonly ('online' | 'shop')[];
  readonly definition: unknown;
  readonly registrationNumber: string;
};

/** Drafted by one person, approved by the inspector with a number, released by another person. Answers the version's id. */
export async function registerProduct({ proposer, inspector, director }: Stage, wanted: ProductWanted): Promise<string> {
  const { name, registrationNumber, ...rest } = wanted;
  const names = { ca: name, es: name, fr: name, en: name };
  const { versionId } = await proposer.must<{ versionId: string }>('POST', '/v1/console/products', { ...rest, names });
  const path = `/v1/console/product-versions/${versionId}`;
  await proposer.must('POST', `${path}/submit`);
  await inspector.must('POST', `${path}/decide`, { decision: 'approved', registrationNumber });
  await director.must('POST', `${path}/release`);
  return versionId;
}

/** Waits until the contest is in one of the states; fails when it is locked or nothing happens for long. */
export async function waitFor({ anyone }: Stage, contestId: string, states: readonly string[], seconds = 120): Promise<ContestBody> {
  const giveUpAt = Date.now() + seconds * 1000;
  for (;;) {
    const contest = await anyone.must<ContestBody>('GET', `/v1/contests/${contestId}`);
    if (states.includes(contest.state)) return contest;
    if (contest.state === 'locked') throw new Error(`contest ${contestId} is locked`);
    if (Date.now() > giveUpAt) throw new Error(`contest ${contestId} is still ${contest.state} after ${seconds} s`);
    await sleep(250);
  }
}

/** Waits for the control system's countersignature on the seal. */
export async function waitForCountersignature(stage: Stage, contestId: string): Promise<ContestBody> {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const contest = await waitFor(stage, contestId, ['sealed']);
    if (contest.seal?.countersignature) return contest;
    if (Date.now() > giveUpAt) throw new Error(`contest ${contestId} is sealed and not countersigned`);
    await sleep(250);
  }
}
