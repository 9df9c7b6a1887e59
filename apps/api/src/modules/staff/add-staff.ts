/** Someone who works for the operator, for the inspector, or holds the second secret, can sign in. Roles are separate grants, each with its giver. */
import type { Tx } from '@valira/db';
import { staffRole } from '@valira/db/schema';
import { type Outcome, ok } from '@valira/outcome';
import { addPerson, type NewPerson } from '../../platform/auth/add-person.ts';
import type { StaffRole } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';

export type NewStaff = Omit<NewPerson, 'kind'> & {
  readonly kind: 'staff' | 'inspector' | 'second-holder';
  /** For staff only. */
  readonly roles: readonly StaffRole[];
  /** Who gave the roles. */
  readonly grantedBy: string;
};

/** The user's id. */
export async function addStaff(core: Pick<Core, 'ids' | 'clock'>, tx: Tx, staff: NewStaff): Promise<Outcome<string, 'email_taken'>> {
  const { ids, clock } = core;
  const { roles, grantedBy, ...person } = staff;
  if (person.kind !== 'staff' && roles.length > 0) throw new Error(`roles are for staff, not for a ${person.kind}`);
  const added = await addPerson(tx, ids, person);
  if (!added.ok) return added;
  const at = clock.now();
  if (roles.length > 0) await tx.insert(staffRole).values(roles.map((role) => ({ userId: added.value, role, grantedBy, at })));
  const after = { kind: person.kind, roles };
  await addAudit(tx, ids, at, { actor: grantedBy, action: 'person-added', subject: added.value, after });
  return ok(added.value);
}
