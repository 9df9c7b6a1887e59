/**
 * Sends every route of the OpenAPI document what its schemas allow with one thing wrong, as someone who may use it and about things that
 * exist, and says what answered otherwise than a sound platform does.
 */
import { sha256 } from '../../platform/hash.ts';
import { openApiDocument } from '../../platform/http/docs-pages.ts';
import { isProblemCode } from '../../platform/problem-registry.ts';
import type { Caller, HttpWorld } from '../http-world.ts';
import { type WrittenRows, watchRows } from '../written-rows.ts';
import { type FuzzFixtures, newFuzzFixtures } from './fixtures.ts';
import { fits, type Schema, sampleOf } from './json-schema.ts';
import { HOSTILE_TEXTS, mutationsOf, RAW_PATHS } from './mutations.ts';

export type FuzzReport = {
  readonly wrong: readonly string[];
  readonly requests: number;
  readonly refused: number;
  readonly routes: number;
};

type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema };
type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly allowed: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
};

type Request = {
  readonly what: string;
  readonly path: string;
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The document does not allow it. */
  readonly forbidden: boolean;
};

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

/** The same everywhere for the same words: a part of all requests that is chosen once and can be sent again. */
const chance = (words: string): number => Buffer.from(sha256(Buffer.from(words))).readUInt32BE() / 2 ** 32;

function operationsOf(app: HttpWorld['app']): Operation[] {
  // The document as it is served, where nothing is left of the schemas but JSON.
  const document = JSON.parse(JSON.stringify(openApiDocument(app))) as {
    paths: Record<string, Record<string, { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } }>>;
  };
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({
      method: METHODS[verb as keyof typeof METHODS],
      path,
      allowed: Reflect.get(operation, 'x-allowed') as string[],
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content['application/json']?.schema ?? null,
    })),
  );
}

const pathWith = (operation: Operation, values: ReadonlyMap<string, string>): string =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? 'x');

/** Every way of being wrong in one request; the first is the sample itself. */
function* requestsOf(operation: Operation, fixtures: FuzzFixtures, round: number, keeps: (what: string) => boolean): Generator<Request> {
  const pick = (count: number) => round % count;
  const known = round === 0 ? fixtures.known : fixtures.knownIds;
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  const values = new Map(
    inPath.map(({ name, schema }) => [name, encodeURIComponent(String(sampleOf(schema, fixtures.known, pick, name)))] as const),
  );
  const required = inQuery
    .filter((parameter) => parameter.required)
    .map(({ name, schema }) => [name, encodeURIComponent(String(sampleOf(schema, fixtures.known, pick, name)))] as const);
  const query = (pairs: readonly (readonly [string, string])[]) =>
    pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`;
  const path = pathWith(operation, values) + query(required);
  const sample = operation.body && sampleOf(operation.body, known, pick);
  const body = operation.body && { rawBody: JSON.stringify(sample) };
  yield { what: 'the sample', path, ...body, forbidden: false };

  const encoded = HOSTILE_TEXTS.map(([what, text]) => [what, encodeURIComponent(text.toWellFormed())] as const);
  for (const { name } of inPath)
    for (const [what, text] of [...encoded.map(([how, value]) => [how, value.slice(0, 4_000)] as const), ...RAW_PATHS])
      if (keeps(`path ${name}: ${what}`))
        yield {
          what: `path ${name}: ${what}`,
          path: pathWith(operation, new Map(values).set(name, text)) + query(required),
          ...body,
          forbidden: false,
        };
  for (const { name, schema } of inQuery) {
    const others = required.filter(([other]) => other !== name);
    const good = encodeURIComponent(String(sampleOf(schema, fixtures.known, pick, name)));
    yield {
      what: `query ${name}: the sample`,
      path: pathWith(operation, values) + query([...others, [name, good]]),
      ...body,
      forbidden: false,
    };
    for (const [what, value] of [...encoded, ...RAW_PATHS])
      if (keeps(`query ${name}: ${what}`))
        yield {
          what: `query ${name}: ${what}`,
          path: pathWith(operation, values) + query([...others, [name, value]]),
          ...body,
          forbidden: false,
        };
    if (keeps(`query ${name}: twice`))
      yield {
        what: `query ${name}: twice`,
        path: pathWith(operation, values) + query([...others, [name, good], [name, '-1']]),
        ...body,
        forbidden: false,
      };
  }
  yield {
    what: 'a query that is not known',
    path: `${path}${path.includes('?') ? '&' : '?'}no-such=1&__proto__=1`,
    ...body,
    forbidden: false,
  };
  if (operation.parameters.some(({ name }) => name === 'idempotency-key'))
    // A header that no client can send is not a case.
    for (const [what, text] of HOSTILE_TEXTS)
      if (/^[\x20-\x7e]*$/.test(text) && text.length < 1_000 && keeps(`key: ${what}`))
        yield { what: `key: ${what}`, path, ...body, headers: { 'idempotency-key': text }, forbidden: true };
  if (!operation.body) return;
  for (const { what, text, value } of mutationsOf(sample, keeps))
    yield { what, path, rawBody: text, forbidden: value === undefined || !fits(operation.body, value) };
}

async function judged(operation: Operation, request: Request, answer: Response): Promise<string | null> {
  const name = `${operation.method} ${operation.path} [${request.what}]: ${answer.status}`;
  if (answer.status < 400) return request.forbidden ? `${name}, though the document does not allow it` : null;
  if (answer.headers.get('content-type') !== 'application/problem+json') return `${name}, and no problem document`;
  const { code } = (await answer.json()) as { code: unknown };
  if (answer.status >= 500) return `${name} ${code}`;
  if (typeof code !== 'string' || !isProblemCode(code)) return `${name}, with the unregistered code ${code}`;
  return null;
}

export type FuzzPart = {
  /** Of all requests, from 0 to 1; a sample and its parameters are always sent. */
  readonly share: number;
  readonly seed: string;
  /** How many different samples of each body are changed. */
  readonly rounds: number;
};

const someoneAble = (world: HttpWorld, role: string): Promise<Caller> =>
  role === 'player' ? world.newPlayerPerson(10_000_000n) : world.someone(role as Parameters<HttpWorld['someone']>[0]);

/** Sends them one after the other, so that what was written is known to be of the one that was just answered. */
export async function fuzzRoutes(world: HttpWorld, part: FuzzPart): Promise<FuzzReport> {
  // A solved challenge is used up whatever follows: otherwise it would open several doors.
  const rows: WrittenRows = await watchRows(world.database.ownerUrl, ['challenge\\_use', 'instant\\_attempt']);
  const callers = new Map<string, Caller>();
  const wrong: string[] = [];
  const operations = operationsOf(world.app);
  let requests = 0;
  let refused = 0;
  for (const operation of operations)
    for (let round = 0; round < part.rounds; round += 1) {
      const role = operation.allowed[round % operation.allowed.length] ?? 'public';
      const caller = callers.get(role) ?? (await someoneAble(world, role));
      // A session may be ended by what is sent to these, and whoever excluded themselves buys nothing any more.
      if (!/clerk-sessions|\/play-limits/.test(operation.path)) callers.set(role, caller);
      else callers.delete(role);
      const fixtures = await newFuzzFixtures(world, role, caller);
      const keeps = (what: string) => chance(`${part.seed}/${round}/${operation.method} ${operation.path}/${what}`) < part.share;
      let stretch: string[] = [];
      const endStretch = async () => {
        const written = stretch.length > 0 ? await rows.since() : [];
        if (written.length > 0) {
          wrong.push(`${operation.method} ${operation.path}: wrote ${written.join(', ')} and refused one of [${stretch.join(' | ')}]`);
          await rows.mark();
        }
        stretch = [];
      };
      await rows.mark();
      const all = [...requestsOf(operation, fixtures, round, keeps)];
      for (const request of [...all.filter(({ forbidden }) => forbidden), ...all.filter(({ forbidden }) => !forbidden)]) {
        const { path, rawBody, headers } = request;
        // What may be accepted writes, so what was refused before it is looked at first.
        if (!request.forbidden && operation.method !== 'GET') await endStretch();
        const answer = await caller.call(path, {
          method: operation.method,
          ...(rawBody !== undefined && { rawBody }),
          ...(headers && { headers }),
        });
        requests += 1;
        const fault = await judged(operation, request, answer);
        if (fault) wrong.push(fault);
        if (answer.status >= 400) refused += 1;
        // Reading writes nothing, refused or not.
        if (answer.status >= 400 || operation.method === 'GET') stretch.push(request.what);
        else await rows.mark();
      }
      await endStretch();
    }
  await rows.end();
  return { wrong, requests, refused, routes: operations.length };
}
