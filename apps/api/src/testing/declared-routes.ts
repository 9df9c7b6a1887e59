/** The routes as their OpenAPI document declares them: what tests over all routes go by. */
import type { createApp } from '../app.ts';
import { ACTOR_ROLES, type ActorRole } from '../platform/auth/index.ts';
import { openApiDocument } from '../platform/http/docs-pages.ts';

export type DeclaredRoute = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly allowed: readonly ActorRole[];
  readonly hasBody: boolean;
};

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;
type Verb = keyof typeof METHODS;
const VERBS = Object.keys(METHODS) as Verb[];

const isRole = (value: unknown): value is ActorRole => ACTOR_ROLES.some((role) => role === value);

export function declaredRoutes(app: ReturnType<typeof createApp>): DeclaredRoute[] {
  const { paths = {} } = openApiDocument(app);
  return Object.entries(paths).flatMap(([path, item]) =>
    VERBS.flatMap((verb) => {
      const operation = item[verb];
      if (!operation) return [];
      const allowed: unknown = Reflect.get(operation, 'x-allowed');
      return [
        {
          method: METHODS[verb],
          path,
          allowed: Array.isArray(allowed) ? allowed.filter(isRole) : [],
          hasBody: operation.requestBody !== undefined,
        },
      ];
    }),
  );
}
