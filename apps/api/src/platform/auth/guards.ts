/**
 * Who may use a route, said once: spread a guard into `createRoute({...})`. It brings the check, the OpenAPI security entry and the
 * row of the permission table (`x-allowed`), which a test compares with docs/operations/roles.md for every role.
 *
 * Example: `createRoute({ method: 'get', path: '/console/staff', ...requireStaff('admin'), responses })`; in its handler `c.get('actor')` is a
 * StaffActor.
 */
import { type Refusal, refuse } from '@valira/outcome';
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { refused } from '../http/answer.ts';
import type { HttpVariables } from '../http/http-env.ts';
import type { Actor, ClerkActor, InspectorActor, PlayerActor, SecondHolderActor, StaffActor, StaffRole, TerminalActor } from './actor.ts';
import { STAFF_ROLES } from './actor.ts';

/** The columns of the permission table. `clerk` is a terminal with a clerk's session. */
export const ACTOR_ROLES = ['public', 'player', ...STAFF_ROLES, 'inspector', 'second-holder', 'terminal', 'clerk'] as const;
export type ActorRole = (typeof ACTOR_ROLES)[number];

type ActorEnv<A extends Actor> = { Variables: HttpVariables & { actor: A } };

type Guard<A extends Actor> = {
  readonly middleware: MiddlewareHandler<ActorEnv<A>>;
  readonly security: Record<string, string[]>[];
  readonly 'x-allowed': readonly ActorRole[];
};

type Test<A extends Actor> = {
  readonly roles: readonly ActorRole[];
  readonly admits: (actor: Actor) => actor is A;
  /** What is missing when an actor of this kind is not admitted. */
  readonly missing?: (actor: Actor) => Refusal | null;
};

const PERSON = { session: [] };
const TERMINAL = { terminal: [] };

/** Path and query of the request line, which a framework shows as part of a whole address. */
function pathAndQueryOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  return start < 0 ? '/' : url.slice(start);
}

function guard<A extends Actor>({ roles, admits, missing }: Test<A>): Guard<A> {
  const middleware = createMiddleware<ActorEnv<A>>(async (c, next) => {
    const found = await c.get('spine').actors.identify({
      method: c.req.method,
      pathAndQuery: pathAndQueryOf(c.req.url),
      header: (name) => c.req.header(name),
      body: async () => new Uint8Array(await c.req.arrayBuffer()),
    });
    if (!found.ok) return refused(c, found);
    const actor = found.value;
    if (!admits(actor)) return refused(c, missing?.(actor) ?? refuse('not_allowed'));
    c.set('actor', actor);
    return next();
  });
  const security = roles.some((role) => role === 'terminal' || role === 'clerk') ? [TERMINAL] : [];
  const persons = roles.some((role) => role !== 'terminal' && role !== 'clerk') ? [PERSON] : [];
  return { middleware, security: [...persons, ...security], 'x-allowed': roles };
}

const clerkMissing = (actor: Actor): Refusal | null => (actor.kind === 'terminal' ? refuse('clerk_required') : null);
const isPlayer = (actor: Actor): actor is PlayerActor => actor.kind === 'player';
const isClerk = (actor: Actor): actor is ClerkActor => actor.kind === 'terminal' && actor.clerk !== null;

/** For everybody, signed in or not. */
export const requireNobody = { security: [], 'x-allowed': ['public'] } as { security: []; 'x-allowed': readonly ActorRole[] };

export const requirePlayer: Guard<PlayerActor> = guard({ roles: ['player'], admits: isPlayer });

export const requireInspector: Guard<InspectorActor> = guard({
  roles: ['inspector'],
  admits: (actor): actor is InspectorActor => actor.kind === 'inspector',
});

export const requireSecondHolder: Guard<SecondHolderActor> = guard({
  roles: ['second-holder'],
  admits: (actor): actor is SecondHolderActor => actor.kind === 'second-holder',
});

/** A member of staff with at least one of these roles; with none named, any member of staff who has a role. */
export function requireStaff(...roles: readonly StaffRole[]): Guard<StaffActor> {
  const enough = roles.length > 0 ? roles : STAFF_ROLES;
  return guard({
    roles: enough,
    admits: (actor): actor is StaffActor => actor.kind === 'staff' && enough.some((role) => actor.roles.includes(role)),
  });
}

export function requireTerminal(settings: { readonly clerk: true }): Guard<ClerkActor>;
export function requireTerminal(): Guard<TerminalActor>;
export function requireTerminal(settings?: { readonly clerk: true }): Guard<ClerkActor> | Guard<TerminalActor> {
  if (settings?.clerk) return guard({ roles: ['clerk'], admits: isClerk, missing: clerkMissing });
  return guard({ roles: ['terminal', 'clerk'], admits: (actor): actor is TerminalActor => actor.kind === 'terminal' });
}

/** Who buys: a player, or a shop's terminal with a clerk. */
export const requireBuyer: Guard<PlayerActor | ClerkActor> = guard({
  roles: ['player', 'clerk'],
  admits: (actor): actor is PlayerActor | ClerkActor => isPlayer(actor) || isClerk(actor),
  missing: clerkMissing,
});

/** Staff with one of these roles, and the inspector, who sees what they see. */
export function requireStaffOrInspector(...roles: readonly StaffRole[]): Guard<StaffActor | InspectorActor> {
  const enough = roles.length > 0 ? roles : STAFF_ROLES;
  return guard({
    roles: [...enough, 'inspector'],
    admits: (actor): actor is StaffActor | InspectorActor =>
      actor.kind === 'inspector' || (actor.kind === 'staff' && enough.some((role) => actor.roles.includes(role))),
  });
}

/** Anyone with a session as a person. */
export const requirePerson: Guard<Exclude<Actor, TerminalActor>> = guard({
  roles: ['player', ...STAFF_ROLES, 'inspector', 'second-holder'],
  admits: (actor): actor is Exclude<Actor, TerminalActor> => actor.kind !== 'terminal',
});
