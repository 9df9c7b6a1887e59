export { actorKey, type ClerkActor, type PlayerActor, STAFF_ROLES, type StaffRole, type TerminalActor } from './actor.ts';
export {
  ACTOR_ROLES,
  type ActorRole,
  requireBuyer,
  requireInspector,
  requireNobody,
  requirePerson,
  requirePlayer,
  requireSecondHolder,
  requireStaff,
  requireStaffOrInspector,
  requireTerminal,
} from './guards.ts';
