import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTOR_ROLES, type ActorRole } from './platform/auth/index.ts';
import { type DeclaredRoute, declaredRoutes } from './testing/declared-routes.ts';
import { type Caller, type HttpWorld, makeHttpWorld } from './testing/http-world.ts';

/** Codes that mean: not you. */
const TURNED_AWAY = new Set(['not_signed_in', 'session_expired', 'not_allowed', 'clerk_required', 'bad_signature', 'terminal_revoked']);
/** Not declared: pages about the API itself, a public event stream, which OpenAPI cannot describe, and the payment provider's webhook. */
const UNDECLARED = /^\/v1\/(docs(\/.*)?|openapi\.json|contests\/:id\/probables\/stream|payments\/webhook)$/;
const PAGE = new URL('../../../docs/operations/roles.md', import.meta.url);

let world: HttpWorld;
let routes: DeclaredRoute[];
beforeAll(async () => {
  world = await makeHttpWorld();
  routes = declaredRoutes(world.app);
});
afterAll(() => world.end());

const mayUse = (route: DeclaredRoute, role: ActorRole): boolean => route.allowed.includes('public') || route.allowed.includes(role);

const INTRODUCTION = `# Who may use which route

Columns are the kinds of caller: nobody in particular, a player, each role of staff, the inspector, the holder of the second secret, a
shop's terminal, and a terminal with a clerk's session. The table is what the routes declare; a test sends every request as every kind of
caller and compares. After adding a route: \`pnpm exec vitest run --project db permissions -u\`, and read the difference.

The race desk's marks on the procedure are for pools: a draw is scheduled, typed, imported, certified and measured by officials alone
(\`modules/procedure/desk.ts\`).`;

/** A table in the form that the formatter leaves alone: columns padded, marks in the middle. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const middle = (text: string, width: number) => text.padStart(text.length + Math.floor((width - text.length) / 2)).padEnd(width);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cell = (text: string, column: number) => (column === 0 ? text.padEnd(widths[0] ?? 0) : middle(text, widths[column] ?? 0));
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `:${'-'.repeat(width - 2)}:`));
  return [line(head.map((title, column) => title.padEnd(widths[column] ?? 0))), line(rule), ...rows.map((row) => line(row.map(cell)))];
}

function page(): string {
  const byPath = (a: DeclaredRoute, b: DeclaredRoute) => (a.path === b.path ? (a.method < b.method ? -1 : 1) : a.path < b.path ? -1 : 1);
  const rows = routes
    .toSorted(byPath)
    .map((route) => [`${route.method} ${route.path}`, ...ACTOR_ROLES.map((role) => (mayUse(route, role) ? '✓' : ''))]);
  return [INTRODUCTION, '', ...table(['route', ...ACTOR_ROLES], rows), ''].join('\n');
}

describe('permissions', () => {
  it('are declared by every route under /v1', () => {
    const declared = new Set(routes.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`));
    const served = world.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/v1/') && !UNDECLARED.test(path))
      .map(({ method, path }) => `${method} ${path}`);
    expect(served.filter((route) => !declared.has(route))).toEqual([]);
    expect(routes.filter(({ allowed }) => allowed.length === 0)).toEqual([]);
  });

  it('are the table in docs/operations/roles.md', async () => {
    await expect(page()).toMatchFileSnapshot(PAGE.pathname);
  });

  it('hold for every route and every kind of caller', async () => {
    const wrong: string[] = [];
    for (const role of ACTOR_ROLES) {
      let caller: Caller = await world.someone(role);
      for (const route of routes) {
        const path = route.path.replaceAll(/\{\w+\}/g, 'anything');
        const answer = await caller.call(path, route.method === 'GET' ? {} : { method: route.method, body: {} });
        const isProblem = answer.headers.get('content-type') === 'application/problem+json';
        const code = isProblem ? String(((await answer.json()) as { code: unknown }).code) : '';
        const turnedAway = TURNED_AWAY.has(code);
        if (turnedAway === mayUse(route, role)) wrong.push(`${role} ${route.method} ${route.path}: ${answer.status} ${code}`);
        if (answer.status >= 500) wrong.push(`${role} ${route.method} ${route.path}: ${answer.status} ${code}`);
        // Signing out and the like succeeded: go on as someone new.
        if (route.method !== 'GET' && answer.ok) caller = await world.someone(role);
      }
    }
    expect(wrong).toEqual([]);
  });
});
