/** Who asks. Every command names its actor in the audit chain, and every route says which kinds it is for. */
export const STAFF_ROLES = ['product', 'official', 'race-desk', 'player-desk', 'finance', 'admin'] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];

export type PlayerActor = { readonly kind: 'player'; readonly userId: string; readonly accountId: string; readonly name: string };
export type StaffActor = { readonly kind: 'staff'; readonly userId: string; readonly name: string; readonly roles: readonly StaffRole[] };
export type InspectorActor = { readonly kind: 'inspector'; readonly userId: string; readonly name: string };
export type SecondHolderActor = { readonly kind: 'second-holder'; readonly userId: string; readonly name: string };

export type Clerk = { readonly id: string; readonly name: string; readonly cardNumber: string };
export type TerminalActor = {
  readonly kind: 'terminal';
  readonly terminalId: string;
  /** The shop's account. */
  readonly accountId: string;
  readonly label: string;
  readonly clerk: Clerk | null;
};
/** A terminal with a clerk's session on it. */
export type ClerkActor = TerminalActor & { readonly clerk: Clerk };

export type PersonActor = PlayerActor | StaffActor | InspectorActor | SecondHolderActor;
export type Actor = PersonActor | TerminalActor;

/** The actor's stable name in keys, limits and logs; tells nothing about the person. */
export const actorKey = (actor: Actor): string =>
  actor.kind === 'terminal' ? `terminal:${actor.terminalId}` : `${actor.kind}:${actor.userId}`;
