/**
 * One request to the API of the same origin.
 *
 * Every answer sets the server clock; every refusal becomes a `Problem`. Commands carry an idempotency key, so that the
 * same key sent again is the same command and never a second one.
 */
import { preferredLanguage, ServerClock } from '@valira/ui';
import { Problem } from './problem.ts';

export const serverClock = new ServerClock();

export type RequestOptions = {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  /** For commands; made here when the caller does not need to know it. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const language = (): string => document.documentElement.lang || preferredLanguage();

function problemOf(response: Response, body: unknown): Problem {
  const problem = isRecord(body) ? body : {};
  const code =
    typeof problem.code === 'string'
      ? problem.code
      : response.status === 401
        ? 'unauthenticated'
        : response.status === 404
          ? 'not_found'
          : 'unlisted';
  const facts = isRecord(problem.facts) ? problem.facts : {};
  const errors = Array.isArray(problem.errors)
    ? problem.errors.filter(isRecord).map((error) => ({
        code: String(error.code ?? 'invalid_input'),
        path: String(error.path ?? ''),
        detail: typeof error.detail === 'string' ? error.detail : undefined,
      }))
    : [];
  const requestId = response.headers.get('x-request-id');
  return new Problem(response.status, code, {
    facts,
    errors,
    detail: typeof problem.detail === 'string' ? problem.detail : undefined,
    ...(requestId ? { requestId } : {}),
  });
}

export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const method = options.method ?? (options.body === undefined ? 'GET' : 'POST');
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': language(), ...options.headers };
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  if (method === 'POST') headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID();
  const sentMs = Date.now();
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Problem(0, 'network');
  }
  serverClock.observe(Date.parse(response.headers.get('x-server-time') ?? ''), sentMs, Date.now());
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw problemOf(response, body);
  return body as T;
}
