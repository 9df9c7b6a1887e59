/** The independent verifier, written from docs/verify.md: no engine code, no input or output of its own. */
export type { KeyRole, MetKey, TrustedKeys } from './check-keys.ts';
export { type Finding, type FindingCode, findingCodes } from './finding.ts';
export type { TicketProof } from './hash-tree.ts';
export type { VerifierPorts } from './ports.ts';
export { type BundleReport, type NotChecked, verifyBundle } from './verify-bundle.ts';
export { type InstantClaim, verifyInstantTicket } from './verify-instant.ts';
export { type TicketAnswer, type TicketClaim, verifyTicket } from './verify-ticket.ts';
