import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from './platform/http/docs-pages.ts';
import { wireId } from './platform/ids.ts';
import { isProblemCode } from './platform/problem-registry.ts';
import { type DeclaredRoute, declaredRoutes } from './testing/declared-routes.ts';
import { type Call, type Caller, type HttpWorld, jsonOf, makeHttpWorld } from './testing/http-world.ts';

let world: HttpWorld;
let routes: DeclaredRoute[];
const callers = new Map<string, Caller>();
beforeAll(async () => {
  world = await makeHttpWorld();
  routes = declaredRoutes(world.app);
  for (const { allowed } of routes)
    for (const role of allowed.slice(0, 1)) if (!callers.has(role)) callers.set(role, await world.someone(role));
});
afterAll(() => world.end());

/** How many rows each table has, as the database's owner would count them. */
async function rows(): Promise<string> {
  const tables = await world.db.execute<{ name: string }>(
    "SELECT relname AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = 'public' AND relkind IN ('r', 'p') AND NOT relispartition AND has_table_privilege(pg_class.oid, 'SELECT') ORDER BY 1",
  );
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS rows FROM ${name}`);
  return JSON.stringify(await world.db.execute(`${counts.join(' UNION ALL ')} ORDER BY name`));
}

const PARAMETERS: Readonly<Record<string, (path: string) => string>> = {
  id: (path) => {
    if (path.includes('/terminals/')) return wireId('terminal', world.ids.next());
    if (path.includes('/tickets/')) return wireId('ticket', world.ids.next());
    if (path.includes('/product-versions/')) return wireId('productVersion', world.ids.next());
    if (path.includes('/identity-checks/')) return wireId('identityCheck', world.ids.next());
    if (path.includes('/play-limits/')) return wireId('limitRequest', world.ids.next());
    if (path.includes('/claims/')) return wireId('claim', world.ids.next());
    if (path.includes('/disputes/')) return wireId('dispute', world.ids.next());
    if (path.includes('/payment-orders/')) return wireId('paymentOrder', world.ids.next());
    if (path.includes('/withdrawals/')) return wireId('withdrawal', world.ids.next());
    if (path.includes('/payment-batches/')) return wireId('paymentBatch', world.ids.next());
    if (path.includes('/deposits/')) return wireId('deposit', world.ids.next());
    if (path.includes('/refunds/')) return wireId('refund', world.ids.next());
    if (path.includes('/guarantees/')) return wireId('guarantee', world.ids.next());
    if (path.includes('/measures/')) return wireId('measure', world.ids.next());
    if (path.includes('/subscriptions/')) return wireId('subscription', world.ids.next());
    if (path.includes('/events/')) return wireId('event', world.ids.next());
    if (path.includes('/scratches/')) return wireId('scratch', world.ids.next());
    if (path.includes('/objections/')) return wireId('objection', world.ids.next());
    if (path.includes('/distributors/')) return wireId('distributor', world.ids.next());
    if (path.includes('/terms/')) return wireId('term', world.ids.next());
    if (path.includes('/clerks/')) return wireId('clerk', world.ids.next());
    if (path.includes('/shops/')) return wireId('account', world.ids.next());
    if (path.includes('/credit-changes/')) return wireId('creditChange', world.ids.next());
    if (path.includes('/network-changes/')) return wireId('networkChange', world.ids.next());
    if (path.includes('/sales-stops/')) return wireId('stop', world.ids.next());
    if (path.includes('/instants/')) return wireId('instantRun', world.ids.next());
    if (path.includes('/instant-games/')) return wireId('instantGame', world.ids.next());
    if (path.includes('/instant-requests/')) return wireId('instantRequest', world.ids.next());
    return wireId('contest', world.ids.next());
  },
};

/** Sends it to each route of a kind, as someone who may use it; gives what was not refused as it should be. */
async function wrongAnswers(
  of: (route: DeclaredRoute) => boolean,
  make: (route: DeclaredRoute) => Call,
  codes: readonly string[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const route of routes.filter(of)) {
    const caller = callers.get(route.allowed[0] ?? '');
    if (!caller) throw new Error(`nobody may use ${route.path}`);
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARAMETERS[name]?.(route.path) ?? 'x');
    const answer = await caller.call(path, { ...make(route), method: route.method });
    const code = answer.headers.get('content-type') === 'application/problem+json' ? String((await jsonOf(answer)).code) : 'no problem';
    if (!codes.includes(code) || !isProblemCode(code)) wrong.push(`${route.method} ${route.path}: ${answer.status} ${code}`);
  }
  return wrong;
}

const takesBody = ({ hasBody }: DeclaredRoute) => hasBody;

describe.each([
  ['malformed JSON', { rawBody: '{"a":' }, ['malformed_json']],
  ['an unknown field', { body: { 'no such field': 1 } }, ['invalid_input']],
  ['an array for an object', { body: [] }, ['invalid_input']],
  ['null for an object', { body: null }, ['invalid_input']],
  ['a body over the limit of any route', { rawBody: `"${'x'.repeat(13 * 1024 * 1024)}"` }, ['body_too_large']],
  ['another format', { rawBody: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, ['unsupported_media_type']],
] as const)('%s', (_, call, codes) => {
  it('is refused by every route that takes a body, and writes nothing', async () => {
    expect(routes.filter(takesBody).length).toBeGreaterThan(5);
    const before = await rows();
    expect(await wrongAnswers(takesBody, () => call, codes)).toEqual([]);
    expect(await rows()).toBe(before);
  });
});

/** Objects in a schema that would let an unknown field pass. */
function looseObjects(schema: unknown, at: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((part, i) => looseObjects(part, `${at}.${i}`));
  if (typeof schema !== 'object' || schema === null) return [];
  const loose = 'properties' in schema && Reflect.get(schema, 'additionalProperties') !== false ? [at] : [];
  return [...loose, ...Object.entries(schema).flatMap(([name, part]) => looseObjects(part, `${at}.${name}`))];
}

describe('a field that a route does not know', () => {
  it('is refused at every depth of every body', () => {
    const document = openApiDocument(world.app);
    const bodies = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      [item.post, item.put, item.patch, item.delete].map((operation) => ({ path, body: operation?.requestBody })),
    );
    expect(bodies.flatMap(({ path, body }) => looseObjects(body, path))).toEqual([]);
    // A body by reference would not be looked into.
    expect(JSON.stringify(bodies)).not.toContain('$ref');
  });
});

describe('a query that no route knows', () => {
  it('breaks nothing and writes nothing', async () => {
    const before = await rows();
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const caller = callers.get(route.allowed[0] ?? '');
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARAMETERS[name]?.(route.path) ?? 'x');
      const answer = await caller?.call(`${path}?limit=-1&before=%00&no-such=1`);
      expect(answer?.status, route.path).toBeLessThan(500);
    }
    expect(await rows()).toBe(before);
  });
});
