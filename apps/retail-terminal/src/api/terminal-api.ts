/**
 * Requests of an enrolled terminal, each signed with the device key.
 *
 * A request without an answer within its time is "no answer": for a sale that means unknown, never failed.
 */
import { preferredLanguage, ServerClock } from '@valira/ui';
import { type DeviceKey, signRequest } from '../device/device-key.ts';
import type { Enrolment } from '../device/terminal-store.ts';
import type { NextDraw, ResolveAnswer, SaleAnswer } from '../sale/sale-attempt.ts';
import type {
  Clerk,
  Contest,
  Identification,
  InstantTyped,
  InstantValidation,
  Order,
  PackBody,
  PackStep,
  Product,
  ShopPack,
  SoldTicket,
  Standing,
  Validation,
} from './wire.ts';

export const serverClock = new ServerClock();

const ANSWER_MS = 4_000;
const BUSY_ATTEMPTS = 4;
const BUSY_WAIT_MS = 200;

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly code: string;
  /** The platform's own words, in the language asked for. */
  readonly detail: string | undefined;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, detail?: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.facts = facts;
  }
}

/** No answer came; what became of the request is not known. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

type Send = {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly key?: string;
  readonly sign?: Pick<Enrolment, 'terminalId' | 'privateKey'>;
  readonly clerk?: string | null;
};

async function send<T>(path: string, options: Send = {}): Promise<T> {
  const method = options.method ?? (options.body === undefined ? 'GET' : 'POST');
  const body = options.body === undefined ? '' : JSON.stringify(options.body);
  const nonce = options.key ?? crypto.randomUUID();
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': document.documentElement.lang || preferredLanguage(),
  };
  if (body) headers['content-type'] = 'application/json';
  if (method === 'POST') headers['idempotency-key'] = nonce;
  if (options.sign) {
    headers['valira-terminal'] = options.sign.terminalId;
    headers['valira-nonce'] = nonce;
    headers['valira-signature'] = await signRequest(options.sign.privateKey, { method, path, nonce, body });
  }
  if (options.clerk) headers['valira-clerk'] = options.clerk;
  let response: Response;
  let answer: unknown;
  let sentMs = Date.now();
  for (let attempt = 1; ; attempt++) {
    sentMs = Date.now();
    try {
      response = await fetch(path, {
        method,
        headers,
        credentials: 'omit',
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(body ? { body } : {}),
      });
      answer = await response.json();
    } catch {
      throw new NoAnswer(path);
    }
    // "Busy" promises that nothing happened: the same request, under the same key, may be sent again.
    if (response.status !== 503 || attempt === BUSY_ATTEMPTS) break;
    await new Promise((resolve) => setTimeout(resolve, BUSY_WAIT_MS * attempt));
  }
  serverClock.observe(Date.parse(response.headers.get('x-server-time') ?? ''), sentMs, Date.now());
  if (response.ok) return answer as T;
  // A fault of the server or something in between leaves open what happened.
  if (response.status >= 500) throw new NoAnswer(path);
  const problem = answer as { code?: string; detail?: string; facts?: Readonly<Record<string, unknown>> } | null;
  throw new Refused(response.status, problem?.code ?? 'unlisted', problem?.detail, problem?.facts);
}

/** The draw that the platform offers instead of the one that has closed. */
export function nextDrawOf({ facts: { nextContestId, nextNumber, nextDrawsAt } }: Pick<Refused, 'facts'>): NextDraw | null {
  if (typeof nextContestId !== 'string' || typeof nextDrawsAt !== 'string') return null;
  return { contestId: nextContestId, number: Number(nextNumber), drawsAt: nextDrawsAt };
}

export type Enrolled = {
  readonly terminalId: string;
  readonly label: string;
  readonly shop: Enrolment['shop'];
  readonly licence: Enrolment['licence'];
};

export const enrolDevice = (code: string, publicKey: DeviceKey['publicKey']): Promise<Enrolled> =>
  send<Enrolled>('/v1/terminals/enrol', { body: { code, publicKey } });

export type TerminalApi = {
  readonly enterPin: (pin: string) => Promise<{ token: string; clerk: Clerk }>;
  readonly leave: (clerk: string) => Promise<void>;
  readonly standing: (clerk: string | null) => Promise<Standing>;
  readonly products: () => Promise<readonly Product[]>;
  readonly openContests: () => Promise<readonly Contest[]>;
  readonly sell: (clerk: string, order: Order, key: string) => Promise<SaleAnswer>;
  readonly resolve: (clerk: string, key: string) => Promise<ResolveAnswer>;
  /** Counts a reprint and says which it is; null when no answer came or none may be made. */
  readonly reprint: (clerk: string, ticketId: string, key: string) => Promise<number | null>;
  readonly validate: (clerk: string, serial: string) => Promise<Validation>;
  readonly pay: (
    clerk: string,
    body: { serial: string; amountCents: string; identification?: Identification },
    key: string,
  ) => Promise<{ amountCents: string; paidAt: string }>;
  readonly packs: (clerk: string) => Promise<readonly ShopPack[]>;
  readonly movePack: (clerk: string, step: PackStep, body: PackBody, key: string) => Promise<{ state: string }>;
  readonly validateInstant: (clerk: string, ticket: InstantTyped) => Promise<InstantValidation>;
  readonly payInstant: (
    clerk: string,
    body: InstantTyped & { amountCents: string; identification?: Identification },
    key: string,
  ) => Promise<{ amountCents: string; paidAt: string }>;
  /** Round trip in milliseconds. */
  readonly ping: () => Promise<number>;
};

export function terminalApi(sign: Enrolment): TerminalApi {
  return {
    enterPin: (pin) => send('/v1/terminals/clerk-sessions', { sign, body: { pin } }),
    leave: async (clerk) => {
      await send('/v1/terminals/clerk-sessions/end', { sign, clerk, body: {} });
    },
    standing: (clerk) => send<Standing>('/v1/terminals/me', { sign, clerk }),
    products: async () => (await send<{ products: Product[] }>('/v1/products')).products,
    openContests: async () => (await send<{ contests: Contest[] }>('/v1/contests?state=open&limit=50')).contests,
    sell: async (clerk, order, key) => {
      try {
        return { kind: 'sold', ticket: await send<SoldTicket>('/v1/tickets', { sign, clerk, key, body: order }) };
      } catch (error) {
        if (error instanceof Refused) return { kind: 'refused', code: error.code, next: nextDrawOf(error) };
        return { kind: 'no-answer' };
      }
    },
    resolve: async (clerk, key) => {
      try {
        const answer = await send<{ outcome: 'sold' | 'not-sold'; ticket: SoldTicket | null }>('/v1/tickets/resolve', {
          sign,
          clerk,
          body: { idempotencyKey: key },
        });
        return answer.outcome === 'sold' && answer.ticket ? { kind: 'sold', ticket: answer.ticket } : { kind: 'not-sold' };
      } catch {
        return { kind: 'no-answer' };
      }
    },
    reprint: async (clerk, ticketId, key) => {
      try {
        return (await send<{ reprints: number }>(`/v1/tickets/${ticketId}/reprint`, { sign, clerk, key, body: {} })).reprints;
      } catch {
        return null;
      }
    },
    validate: (clerk, serial) => send<Validation>('/v1/validations', { sign, clerk, body: { serial } }),
    pay: (clerk, body, key) => send('/v1/claims', { sign, clerk, key, body }),
    packs: async (clerk) => (await send<{ packs: ShopPack[] }>('/v1/instant-packs', { sign, clerk })).packs,
    movePack: (clerk, step, body, key) => send(`/v1/instant-packs/${step}`, { sign, clerk, key, body }),
    validateInstant: (clerk, ticket) => send<InstantValidation>('/v1/instant-validations', { sign, clerk, body: ticket }),
    payInstant: (clerk, body, key) => send('/v1/instant-claims', { sign, clerk, key, body }),
    ping: async () => {
      const began = performance.now();
      await send('/v1/clock');
      return performance.now() - began;
    },
  };
}
