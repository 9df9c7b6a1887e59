/** The running platform as the journeys see it: its people, and the contests they play on. Everything goes through the API. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, request } from '@playwright/test';
import type { Challenge } from 'altcha-lib';
import { solveChallenge } from '../src/session/solve-challenge.ts';

export const url = process.env.PLATFORM_URL ?? 'http://localhost:4000';

type Login = { readonly door: string; readonly name: string; readonly login: string; readonly password: string };

const logins: readonly Login[] = (() => {
  const file = join(process.env.DATA_DIR ?? '.data', 'demo-logins.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Login[]) : [];
})();

/** Of every player of the story. */
export const BIRTH_DATE = '1988-05-14';

export type Credentials = { readonly email: string; readonly password: string };

/** A person of the story by the start of their address. */
export function person(start: string): Credentials {
  const found = logins.find(({ login }) => login.startsWith(start));
  if (!found) throw new Error(`the story has nobody at ${start}: is DATA_DIR set to the platform's folder?`);
  return { email: found.login, password: found.password };
}

export type Caller = {
  readonly get: <T>(path: string) => Promise<T>;
  readonly post: <T>(path: string, body?: unknown) => Promise<T>;
};

/** Somebody who is signed in, speaking to the API as their browser would. */
export async function caller(start: string): Promise<Caller> {
  const context: APIRequestContext = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  const answer = async <T>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> => {
    const response =
      body === undefined
        ? await context.get(path)
        : await context.post(path, { data: body, headers: { 'idempotency-key': crypto.randomUUID(), ...headers } });
    if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { email, password } = person(start);
  const proof = await solveChallenge(await answer<Challenge>('/v1/auth/challenge'));
  await answer('/v1/auth/sign-in/email', { email, password, birthDate: BIRTH_DATE }, { 'valira-challenge': proof });
  return { get: (path) => answer(path), post: (path, body = {}) => answer(path, body) };
}

export type ContestState = {
  readonly id: string;
  readonly number: number;
  readonly state: string;
  readonly seal: { readonly countersignature: unknown } | null;
};

export async function until(people: Caller, contestId: string, states: readonly string[], limitMs = 90_000): Promise<ContestState> {
  const end = Date.now() + limitMs;
  for (;;) {
    const contest = await people.get<ContestState>(`/v1/contests/${contestId}`);
    if (states.includes(contest.state)) return contest;
    if (Date.now() > end) throw new Error(`${contestId} is ${contest.state} after ${limitMs} ms, not ${states.join(' or ')}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

type Published = { readonly slug: string; readonly family: 'draw' | 'pool'; readonly modality: string; readonly definition: unknown };

/** A product of its own for this run, so that runs never wait for each other's draws: the story's definition under another name. */
async function product(slug: string, family: 'draw' | 'pool', name: string, channels: readonly string[]): Promise<string> {
  const proposer = await caller('producte@');
  const director = await caller('direccio@');
  const { products } = await proposer.get<{ products: Published[] }>('/v1/products');
  const model = products.find((other) => other.family === family);
  if (!model) throw new Error(`the story sells no ${family}`);
  const { versionId } = await proposer.post<{ versionId: string }>('/v1/console/products', {
    slug,
    family,
    modality: model.modality,
    names: { ca: name, es: name, fr: name, en: name },
    channels,
    definition: model.definition,
  });
  const at = `/v1/console/product-versions/${versionId}`;
  await proposer.post(`${at}/submit`);
  await director.post(`${at}/decide`, { decision: 'approved', registrationNumber: `CRAJ-${slug.toUpperCase()}` });
  await director.post(`${at}/release`);
  return versionId;
}

const runs = (): string => `${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;

/** A draw by ball machine that sells for `sellingMs` from now. */
export async function scheduleDraw(name: string, sellingMs: number): Promise<ContestState> {
  const versionId = await product(`prova-${runs()}`, 'draw', name, ['online', 'shop']);
  const official = await caller('oficial1@');
  const closesAt = new Date(Date.now() + sellingMs).toISOString();
  const { id } = await official.post<{ id: string }>('/v1/console/contests', {
    productVersionId: versionId,
    number: 92,
    source: 'machine',
    opensAt: new Date().toISOString(),
    closesAt,
    drawsAt: closesAt,
  });
  return until(official, id, ['open']);
}

const horses = ['Pic de la Serrera', 'Boira Baixa', 'Segudet', 'Vall d’Incles', 'Rosa d’Ordino', 'Tramuntana II', 'Estany Blau', 'Neret'];

export async function scheduleRace(name: string): Promise<ContestState> {
  const versionId = await product(`cursa-${runs()}`, 'pool', 'Guanyador', ['online', 'shop']);
  const desk = await caller('curses1@');
  const closesAt = new Date(Date.now() + 12 * 60_000).toISOString();
  const { id } = await desk.post<{ id: string }>('/v1/console/contests', {
    productVersionId: versionId,
    number: 4,
    source: 'event',
    opensAt: new Date().toISOString(),
    closesAt,
    drawsAt: closesAt,
    event: {
      kind: 'race',
      name,
      meeting: 'Soldeu',
      organiser: 'Societat de Curses dels Pirineus',
      competition: 'Circuit d’hivern 2026',
      startsAt: closesAt,
      runners: horses.map((horse, index) => ({ number: index + 1, name: horse })),
    },
  });
  return until(desk, id, ['open']);
}

/** Bets of other people, so that the pool has something in it. */
export async function fillPool(contestId: string): Promise<void> {
  const other = await caller('marc@');
  for (const [runner, euros] of [
    [1, 3],
    [3, 7],
    [4, 2],
    [5, 4],
    [8, 2],
  ]) {
    const stakeCents = String((euros ?? 1) * 100);
    await other.post('/v1/tickets', {
      contestIds: [contestId],
      wager: { kind: 'pool', selections: { form: 'straight', runners: [runner] }, stakeCents },
      priceCents: stakeCents,
    });
  }
}

/** A terminal of a shop that no device has enrolled, with its one-time code; PIN of a clerk of that shop. */
export async function freshTerminal(): Promise<{ readonly code: string; readonly pin: string; readonly shop: string }> {
  const director = await caller('direccio@');
  const { terminals } = await director.get<{ terminals: { shop: { accountId: string; name: string } }[] }>('/v1/console/terminals');
  const login = logins.find(({ door }) => door === 'Shop terminal');
  const shop = terminals.find((terminal) => login?.name.startsWith(terminal.shop.name))?.shop;
  if (!login || !shop) throw new Error('the story has no shop');
  const { terminalId } = await director.post<{ terminalId: string }>('/v1/console/terminals', {
    shopAccountId: shop.accountId,
    label: `T-${runs().slice(-4)}`,
  });
  const { code } = await director.post<{ code: string }>(`/v1/console/terminals/${terminalId}/enrolment-codes`);
  return { code, pin: login.password.replace(/\D/g, ''), shop: shop.name };
}

/** Tickets of other people, so that there is a draw to be in. */
export async function fillDraw(contestId: string, tickets: number): Promise<void> {
  const other = await caller('sofia@');
  for (let sold = 0; sold < tickets; sold++) {
    await other.post('/v1/tickets', { contestIds: [contestId], wager: { kind: 'draw', quickPicks: 1 }, priceCents: '100' });
  }
}
