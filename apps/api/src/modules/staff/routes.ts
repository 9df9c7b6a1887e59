/** GET /v1/console/staff: who works here and what each may do. */
import { createRoute, z } from '@hono/zod-openapi';
import { authUser, staffRole } from '@valira/db/schema';
import { asc, eq, ne } from 'drizzle-orm';
import { requireStaff, STAFF_ROLES } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, problems } from '../../platform/http/answer.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { instantOut } from '../../platform/http/wire.ts';

const staffView = z
  .object({
    userId: z.string(),
    kind: z.enum(['staff', 'inspector', 'second-holder']),
    name: z.string(),
    email: z.string(),
    roles: z.array(z.object({ role: z.enum(STAFF_ROLES), grantedBy: z.string(), at: instantOut })),
  })
  .openapi('StaffMember');

const route = createRoute({
  method: 'get',
  path: '/console/staff',
  tags: ['staff'],
  summary: 'People who are no players, and their roles',
  ...requireStaff('admin'),
  responses: { 200: json(z.object({ staff: z.array(staffView) }), 'By name'), ...problems },
});

export const staffRoutes = ({ db }: Pick<Core, 'db'>) =>
  newModule().openapi(route, async (c) => {
    const rows = await db
      .select({
        userId: authUser.id,
        kind: authUser.kind,
        name: authUser.name,
        email: authUser.email,
        role: staffRole.role,
        grantedBy: staffRole.grantedBy,
        at: staffRole.at,
      })
      .from(authUser)
      .leftJoin(staffRole, eq(staffRole.userId, authUser.id))
      .where(ne(authUser.kind, 'player'))
      .orderBy(asc(authUser.name), asc(authUser.id), asc(staffRole.role));
    const staff = new Map<string, z.output<typeof staffView>>();
    for (const { userId, kind, name, email, role, grantedBy, at } of rows) {
      if (kind === 'player') continue;
      const person = staff.get(userId) ?? { userId, kind, name, email, roles: [] };
      if (role && grantedBy && at) person.roles.push({ role, grantedBy, at: at.toISOString() });
      staff.set(userId, person);
    }
    return c.json({ staff: [...staff.values()] }, 200);
  });
