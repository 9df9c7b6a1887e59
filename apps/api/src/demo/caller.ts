/** Whoever speaks to the platform in the demo: over HTTP, as everybody does. */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { Challenge } from 'altcha-lib';
import { solvedChallenge } from '../platform/auth/challenge-solution.ts';
import { CHALLENGE_HEADER } from '../platform/auth/challenges.ts';
import { hex, sha256 } from '../platform/hash.ts';
import { STORY_BIRTH_DATE } from '../story/people.ts';

export type Answer<T = Record<string, unknown>> = { readonly status: number; readonly body: T; readonly text: string };

export type Caller = {
  /** Sends JSON and reads JSON. `key` is the idempotency key; a new one by default. */
  call<T = Record<string, unknown>>(method: 'GET' | 'POST', path: string, body?: unknown, key?: string): Promise<Answer<T>>;
  /** As `call`, and throws on anything but success. */
  must<T = Record<string, unknown>>(method: 'GET' | 'POST', path: string, body?: unknown, key?: string): Promise<T>;
};

type HeadersFor = (method: string, path: string, body: string | undefined, key: string) => Record<string, string>;

const BUSY_TRIES = 20;

function caller(url: string, headersFor: HeadersFor): Caller {
  const call = async <T>(method: 'GET' | 'POST', path: string, body?: unknown, key: string = randomUUID()): Promise<Answer<T>> => {
    const text = method === 'GET' ? undefined : JSON.stringify(body ?? {});
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          origin: url,
          'accept-language': 'en',
          ...(text !== undefined && { 'content-type': 'application/json', 'idempotency-key': key }),
          ...headersFor(method, path, text, key),
        },
        ...(text !== undefined && { body: text }),
      });
      const answer = await response.text();
      // "Busy" and "too many" promise that nothing happened: the same key again is safe.
      if ((response.status === 503 || response.status === 429) && attempt < BUSY_TRIES) {
        await new Promise((resolve) => setTimeout(resolve, 200 * attempt));
        continue;
      }
      const isJson = response.headers.get('content-type')?.includes('json') ?? false;
      return { status: response.status, body: (isJson && answer ? JSON.parse(answer) : {}) as T, text: answer };
    }
  };
  return {
    call,
    async must<T>(method: 'GET' | 'POST', path: string, body?: unknown, key?: string) {
      const answer = await call<T>(method, path, body, key);
      if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 600)}`);
      return answer.body;
    },
  };
}

export const nobody = (url: string): Caller => caller(url, () => ({}));

/** Signs in and keeps the cookie. */
export async function person(url: string, email: string, password: string): Promise<Caller> {
  const challenge = await fetch(`${url}/v1/auth/challenge`);
  const response = await fetch(`${url}/v1/auth/sign-in/email`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: url,
      [CHALLENGE_HEADER]: await solvedChallenge((await challenge.json()) as Challenge),
    },
    body: JSON.stringify({ email, password, birthDate: STORY_BIRTH_DATE }),
  });
  if (!response.ok) throw new Error(`${email} cannot sign in: ${response.status} ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return caller(url, () => ({ cookie }));
}

const signed = (privateKey: KeyObject, text: string): string =>
  sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');

/** Enrols a device with a one-time code, signs its requests with the device key, and lets a clerk in. */
export async function terminal(url: string, code: string, pin: string): Promise<Caller> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const enrolled = await nobody(url).must<{ terminalId: string }>('POST', '/v1/terminals/enrol', { code, publicKey: { kty, crv, x, y } });
  let clerk: string | undefined;
  const own = caller(url, (method, path, body, key) => ({
    'valira-terminal': enrolled.terminalId,
    'valira-nonce': key,
    'valira-signature': signed(privateKey, `${method}\n${path}\n${key}\n${hex(sha256(Buffer.from(body ?? '')))}`),
    ...(clerk !== undefined && { 'valira-clerk': clerk }),
  }));
  clerk = (await own.must<{ token: string }>('POST', '/v1/terminals/clerk-sessions', { pin })).token;
  return own;
}

/** Runs the tasks, `width` at a time. */
export async function inParallel<T>(width: number, tasks: Iterable<T>, run: (task: T) => Promise<void>): Promise<void> {
  const queue = tasks[Symbol.iterator]();
  const lane = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await run(next.value);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
