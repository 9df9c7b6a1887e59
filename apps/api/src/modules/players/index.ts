export { ageOn, LEGAL_AGE } from './age.ts';
export { type DeclaredAccount, declaredAccount, readIban } from './declared-account.ts';
export { depositRefusal, withdrawalRefusal } from './may-move-money.ts';
export { findPerson, type PersonDetails } from './person.ts';
export { plainDocument } from './person-index.ts';
export { changePlayer, lockedStanding, playerStanding } from './player.store.ts';
export type { PlayerStanding } from './player-state.ts';
export { registerPlayer } from './register-player.ts';
export { playerRoutes } from './routes.ts';
